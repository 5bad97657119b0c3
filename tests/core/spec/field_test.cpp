// The field table: every value formats to text that reads back to it, every range is kept, every error names its field.

#include "spec/catalog.h"
#include "spec/field.h"
#include "support/support.h"

#include <QtTest>

#include <cmath>
#include <limits>
#include <set>

using namespace headroom;

class FieldTest : public QObject
{
    Q_OBJECT

private slots:
    void tableIsComplete();
    void stableKeys();
    void findsByPathAndKey();
    void valuesReadBack_data();
    void valuesReadBack();
    void settingChangesTheValueAndNothingElse();
    void rangesAreKept();
    void parses_data();
    void parses();
    void refuses_data();
    void refuses();
    void settings();
    void editingDropsTheSource();
    void layersGrowByPatterns_data();
    void layersGrowByPatterns();
};

void FieldTest::tableIsComplete()
{
    std::set<std::string> paths;
    for (const Field &f : fields()) {
        QVERIFY2(paths.insert(f.path()).second, f.key);
        QVERIFY2(*f.label && *f.help && *f.heading && f.get && f.set, f.key);
        QVERIFY2(std::string(f.help).back() == '.', f.key);
        QVERIFY2((f.kind == FieldKind::choice) == !f.choices.empty(), f.key);
        QVERIFY2(f.kind == FieldKind::choice || f.kind == FieldKind::flag || f.maximum > f.minimum, f.key);
    }
}

void FieldTest::stableKeys()
{
    // Command lines and project files depend on these.
    const char *paths =
        "model.hidden model.vocab model.mtpDepth model.tiedEmbeddings "
        "hardware.peak hardware.hbmBandwidth hardware.hbmCapacity hardware.reserved hardware.scaleUp "
        "hardware.domainSize "
        "hardware.scaleUpBandwidth hardware.scaleUpLatency hardware.slice hardware.wrap hardware.linkBandwidth "
        "hardware.linkLatency hardware.scaleOutBandwidth hardware.scaleOutLatency hardware.hostBandwidth "
        "run.devices run.sequenceLength run.globalBatch run.documentLengths run.paddingShare run.convention run.fusion "
        "run.kernels.attention run.kernels.headDimMultiple run.kernels.attentionTile run.kernels.linearCore "
        "run.kernels.loss run.kernels.lossChunk run.kernels.dispatch run.kernels.capacityFactor run.stateRecipe run.matmulDtype run.dispatchDtype run.dropout run.tokenBudget run.measuredStepTime "
        "plan.dp plan.fsdp plan.tp plan.ep plan.pp plan.cp plan.microBatch plan.schedule plan.virtualStages plan.epChunks plan.remat plan.rematMode plan.keptTensors "
        "plan.regather plan.weightSharding plan.stateSharding plan.expertTensor plan.sequenceParallel "
        "plan.asyncTensorParallel plan.contextParallel plan.axisOrder plan.torusAxes hardware.inNetworkReduction "
        "hardware.wrappedDims calibration.pipelining "
        "calibration.matrixEfficiency calibration.attentionEfficiency calibration.hbmEfficiency "
        "calibration.scaleUpEfficiency calibration.scaleOutEfficiency calibration.overlap calibration.contention "
        "calibration.overhead calibration.workspace calibration.fragmentation "
        "run.phase run.serving.batch run.serving.promptLength run.serving.outputLength run.serving.contexts run.serving.requests "
        "run.serving.mixedSteps run.serving.prefixHitRate run.serving.prefillDevices run.serving.prefillTensor run.serving.prefillExpert run.serving.prefillPipeline run.serving.draftTokens run.serving.acceptance "
        "run.serving.draftCost run.serving.ttftLimit run.serving.tpotLimit run.serving.weightFormat run.serving.weightGroup "
        "run.serving.cacheFormat run.serving.cacheGroup run.serving.stepOverhead";
    for (const QString &path : QString(paths).split(' '))
        QVERIFY2(findField(path.toStdString()), qPrintable(path));
}

void FieldTest::findsByPathAndKey()
{
    QCOMPARE(findField("tp"), findField("plan.tp"));
    QCOMPARE(findField("kernels.attention"), findField("run.kernels.attention"));
    QVERIFY(!findField("nothing"));
    QVERIFY(!findField(""));
    QVERIFY(!findField("plan."));
}

void FieldTest::valuesReadBack_data()
{
    QTest::addColumn<QString>("model");
    QTest::addColumn<QString>("chip");
    for (const CatalogEntry &model : modelEntries())
        for (const CatalogEntry &chip : hardwareEntries())
            QTest::newRow((model.name + " on " + chip.name).c_str())
                << QString::fromStdString(model.name) << QString::fromStdString(chip.name);
}

void FieldTest::valuesReadBack()
{
    QFETCH(QString, model);
    QFETCH(QString, chip);
    const Scenario s = defaultScenario(*catalogModel(model.toStdString()), *catalogHardware(chip.toStdString()));
    for (const Field &field : fields()) {
        if (!field.appliesTo(s))
            continue;
        const FieldValue value = field.get(s);
        const auto read = parseFieldValue(field, formatFieldValue(field, value));
        QVERIFY2(read, (field.path() + " " + formatFieldValue(field, value)).c_str());
        QVERIFY2(*read == value, field.key);
        Scenario same = s;
        field.set(same, *read);
        QVERIFY2(same == s, field.key);
    }
}

// A different value that a field accepts.
static FieldValue other(const Field &field, const FieldValue &value)
{
    switch (field.kind) {
    case FieldKind::count:
        return value == FieldValue(Count(field.maximum)) ? Count(field.minimum) : Count(field.maximum);
    case FieldKind::number:
        return (field.minimum + field.maximum) / 2.0;
    case FieldKind::band:
        return Band<double>{field.minimum, (field.minimum + field.maximum) / 3.0, field.maximum};
    case FieldKind::flag:
        return !std::get<bool>(value);
    case FieldKind::choice:
        return std::string(field.choices.back().key);
    case FieldKind::text:
        return std::string("2x2");
    }
    return value;
}

void FieldTest::settingChangesTheValueAndNothingElse()
{
    for (const char *name : {"DeepSeek-V3", "Ling-2.6-flash", "Qwen2-57B-A14B", "Mistral-7B-v0.1", "Llama-3.1-8B"}) {
        Scenario s = defaultScenario(*catalogModel(name), *catalogHardware("H100"));
        if (name == std::string("Llama-3.1-8B")) // serves
            s.run.phase = RunPhase::decode;
        for (const Field &field : fields()) {
            if (!field.appliesTo(s))
                continue;
            const FieldValue value = other(field, field.get(s));
            Scenario changed = s;
            field.set(changed, value);
            QVERIFY2(field.get(changed) == value, field.key);
            const auto read = parseFieldValue(field, formatFieldValue(field, value));
            QVERIFY2(read && *read == value, (field.path() + " " + formatFieldValue(field, value)).c_str());
            for (const Field &rest : fields()) // a topology or layer count decides which fields apply
                if (&rest != &field && rest.appliesTo(s) && rest.appliesTo(changed) && std::string(field.key) != "layers")
                    QVERIFY2(rest.get(changed) == rest.get(s) || std::string(rest.key) == "kvHeads", rest.key);
        }
    }
}

void FieldTest::rangesAreKept()
{
    const Scenario s = workedExample();
    for (const Field &field : fields()) {
        for (const double end : {field.minimum, field.maximum}) {
            if (field.kind == FieldKind::count)
                QVERIFY2(checkFieldValue(field, Count(end)), field.key);
            else if (field.kind == FieldKind::number || field.kind == FieldKind::band)
                QVERIFY2(checkFieldValue(field, end), field.key);
        }
        std::vector<FieldValue> bad{FieldValue(std::nan("")),
                                    FieldValue(std::numeric_limits<double>::infinity()),
                                    FieldValue(field.maximum * 2.0 + 1.0),
                                    FieldValue(field.minimum - 1.0),
                                    FieldValue(Band<double>{2.0, 1.0, 3.0}),
                                    FieldValue(Band<double>{field.minimum, std::nan(""), field.maximum})};
        if (field.kind == FieldKind::count)
            bad.insert(bad.end(), {FieldValue(Count(field.minimum) - 1), FieldValue(Count(field.maximum) + 1),
                                   FieldValue(std::string("8"))});
        if (!field.optional)
            bad.emplace_back();
        for (const FieldValue &value : bad) {
            const auto checked = checkFieldValue(field, value);
            QVERIFY2(!checked, (field.path() + " " + formatFieldValue(field, value)).c_str());
            QCOMPARE(checked.error().front().field, field.path());
        }
    }
}

void FieldTest::parses_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("shown");
    QTest::newRow("peak") << "hardware.peak"
                          << "989T"
                          << "989 TFLOP/s";
    QTest::newRow("bandwidth") << "hbmBandwidth"
                               << "3,35 TB/s"
                               << "3.35 TB/s";
    QTest::newRow("band, one unit") << "hbmBandwidth"
                                    << "7.67..8 TB/s"
                                    << "7.67 TB/s..8 TB/s";
    QTest::newRow("band of three") << "hbmBandwidth"
                                   << "7.67 TB/s..8 TB/s..8 TB/s"
                                   << "7.67 TB/s..8 TB/s..8 TB/s";
    QTest::newRow("capacity") << "hbmCapacity"
                              << "80GiB"
                              << "80 GiB";
    QTest::newRow("bits") << "scaleOutBandwidth"
                          << "400 Gb/s"
                          << "50 GB/s";
    QTest::newRow("latency removed") << "scaleOutLatency"
                                     << "none"
                                     << "";
    QTest::newRow("tokens") << "tokenBudget"
                            << "15T"
                            << "15 T";
    QTest::newRow("step") << "measuredStepTime"
                          << "13.8 ms"
                          << "13.8 ms";
    QTest::newRow("share in percent") << "paddingShare"
                                      << "12.5 %"
                                      << "0.125";
    QTest::newRow("thousands") << "sequenceLength"
                               << "128k"
                               << "128000";
    QTest::newRow("binary thousands") << "sequenceLength"
                                      << "128Ki"
                                      << "131072";
    QTest::newRow("choice in another case") << "schedule"
                                            << "1f1b"
                                            << "1F1B";
    QTest::newRow("flag") << "sequenceParallel"
                          << "off"
                          << "false";
}

void FieldTest::parses()
{
    QFETCH(QString, path);
    QFETCH(QString, text);
    QFETCH(QString, shown);
    const Field *field = findField(path.toStdString());
    QVERIFY(field);
    const auto value = parseFieldValue(*field, text.toStdString());
    QVERIFY2(value, value ? "" : testing::text(value.error()).c_str());
    QCOMPARE(QString::fromStdString(formatFieldValue(*field, *value)), shown);
}

void FieldTest::refuses_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("text");
    for (const char *path :
         {"hidden", "devices", "tp", "hbmBandwidth", "matrixEfficiency", "measuredStepTime", "globalBatch"})
        for (const char *text : {"", "-1", "abc", "1e30", "nan", "inf", "1..0", "0x10", "1 2"}) {
            if (std::string(path) == "measuredStepTime" && !*text)
                continue; // absent
            QTest::addRow("%s '%s'", path, text) << path << text;
        }
    QTest::newRow("zero devices") << "devices"
                                  << "0";
    QTest::newRow("fraction of a device") << "devices"
                                          << "1.5";
    QTest::newRow("18 zeros") << "devices"
                              << "1000000000000000000";
    QTest::newRow("efficiency above 1") << "matrixEfficiency"
                                        << "1.01";
    QTest::newRow("efficiency 0") << "matrixEfficiency"
                                  << "0";
    QTest::newRow("contention below 1") << "contention"
                                        << "0.9";
    QTest::newRow("all padding") << "paddingShare"
                                 << "1";
    QTest::newRow("bytes for a rate") << "hbmBandwidth"
                                      << "80 GiB";
    QTest::newRow("band out of order") << "hbmBandwidth"
                                       << "8 TB/s..7.67 TB/s";
    QTest::newRow("band of four") << "hbmBandwidth"
                                  << "1..2..3..4 TB/s";
    QTest::newRow("open band") << "hbmBandwidth"
                               << "1 TB/s..";
    QTest::newRow("no such policy") << "remat"
                                    << "some";
    QTest::newRow("no such flag") << "sequenceParallel"
                                  << "maybe";
    QTest::newRow("long text") << "slice" << QString(65, '1');
    QTest::newRow("control characters") << "slice"
                                        << "4x\x01";
}

void FieldTest::refuses()
{
    QFETCH(QString, path);
    QFETCH(QString, text);
    const Field *field = findField(path.toStdString());
    QVERIFY(field);
    const auto value = parseFieldValue(*field, text.toStdString());
    QVERIFY2(!value, value ? formatFieldValue(*field, *value).c_str() : "");
    QCOMPARE(value.error().front().field, field->path());
}

void FieldTest::settings()
{
    Scenario s = workedExample();
    QVERIFY(applySetting(s, "plan.tp=8").empty());
    QVERIFY(applySetting(s, " globalBatch = 1024 ").empty());
    QVERIFY(applySetting(s, "hardware.hbmBandwidth=4.8 TB/s").empty());
    QCOMPARE(s.plan.tp, Count{8});
    QCOMPARE(s.run.globalBatch, Count{1024});
    QCOMPARE(s.hardware.hbmBandwidth.value.expected.value, 4.8e12);
    const Scenario before = s;
    for (const char *bad : {"tp", "=8", "plan.tq=8", "tp=0", "tp=x", "hardware.domainSize=8", "model.kvHeads=8", ""}) {
        const Issues issues = applySetting(s, bad);
        QVERIFY2(hasError(issues), bad);
        QVERIFY2(s == before, bad);
    }
    QVERIFY(text(applySetting(s, "plan.microbatch=8").front()).find("plan.microBatch") != std::string::npos);
}

void FieldTest::editingDropsTheSource()
{
    Scenario s = workedExample();
    const Field *field = findField("hbmBandwidth");
    const std::string source = field->source(s);
    QVERIFY(!source.empty());
    field->set(s, field->get(s));
    QCOMPARE(field->source(s), source);
    field->set(s, Band<double>::exactly(3e12));
    QVERIFY(field->source(s) != source);
    QVERIFY(s.hardware.hbmBandwidth.note.empty());
}

void FieldTest::layersGrowByPatterns_data()
{
    QTest::addColumn<QString>("model");
    QTest::addColumn<int>("layers");
    QTest::addColumn<int>("mla");
    QTest::addColumn<int>("dense");
    QTest::newRow("one pattern of 8 more") << "Ling-2.6-flash" << 40 << 5 << 1;
    QTest::newRow("half a pattern more") << "Ling-2.6-flash" << 36 << 4 << 1;
    QTest::newRow("cut") << "Ling-2.6-flash" << 7 << 0 << 1;
    QTest::newRow("leading dense layers stay") << "DeepSeek-V3" << 10 << 10 << 3;
    QTest::newRow("more experts layers") << "DeepSeek-V3" << 70 << 70 << 3;
}

void FieldTest::layersGrowByPatterns()
{
    QFETCH(QString, model);
    QFETCH(int, layers);
    QFETCH(int, mla);
    QFETCH(int, dense);
    Scenario s = defaultScenario(*catalogModel(model.toStdString()), *catalogHardware("H100"));
    findField("layers")->set(s, Count{layers});
    Count countMla = 0, countDense = 0;
    for (const LayerGroup &g : s.model.layers) {
        countMla += g.layer.attention.kind == AttentionKind::mla ? g.count : 0;
        countDense += g.layer.feedForward.kind == FeedForwardKind::dense ? g.count : 0;
    }
    QCOMPARE(layerCount(s.model), Count{layers});
    QCOMPARE(countMla, Count{mla});
    QCOMPARE(countDense, Count{dense});
}

QTEST_APPLESS_MAIN(FieldTest)
#include "field_test.moc"
