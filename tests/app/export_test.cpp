// Pictures from the command line.

#include "program.h"

#include "spec/catalog.h"
#include "spec/project_file.h"

#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>
#include <QtEndian>

using namespace headroom::testing;

class ExportTest : public QObject
{
    Q_OBJECT

private slots:
    void formats_data();
    void formats();
    void sizesDiffer();
    void languages();
    void unwritable();
    void numbers();
    void memoryLevels();
    void stages();
    void passes();
    void textsOfAProject();
    void scales();
    void tables_data();
    void tables();
    void tablesOfFiles();
};

namespace {

QByteArray pictureOf(const QTemporaryDir &folder, const QString &name, const QStringList &arguments)
{
    const QString path = folder.filePath(name);
    const Outcome outcome = runProgram(QStringList{"export", "--out", path} + arguments, folder.path());
    if (outcome.exitCode != 0 || !outcome.errors.isEmpty() || !outcome.output.isEmpty()) {
        qWarning("%d: %s", outcome.exitCode, qPrintable(outcome.errors));
        return {};
    }
    return readFile(path);
}

QSize pngSize(const QByteArray &png)
{
    if (!png.startsWith("\x89PNG\r\n\x1a\n") || png.size() < 24)
        return {};
    return {static_cast<int>(qFromBigEndian<quint32>(png.constData() + 16)), static_cast<int>(qFromBigEndian<quint32>(png.constData() + 20))};
}

bool isWholeXml(const QByteArray &text)
{
    QXmlStreamReader reader(text);
    bool svg = false;
    while (!reader.atEnd())
        if (reader.readNext() == QXmlStreamReader::StartElement)
            svg = svg || reader.name() == QLatin1String("svg");
    return svg && !reader.hasError();
}

bool isValid(const QString &ending, const QByteArray &content)
{
    if (ending == "png")
        return pngSize(content).width() >= 480 && pngSize(content).height() >= 240 && content.contains("IEND");
    if (ending == "svg")
        return isWholeXml(content);
    return content.startsWith("%PDF-") && content.trimmed().endsWith("%%EOF");
}

} // namespace

// What was written on a chart in the window is on the picture; an entry that is none is told with its file, field, rule and value.
void ExportTest::textsOfAProject()
{
    const QTemporaryDir folder;
    headroom::Project project;
    project.scenarios.push_back({"one", headroom::workedExample()});
    project.viewState = R"({"annotations":[{"scenario":0,"chart":"waterfall","point":"peak","right":1.5,"down":2,"text":"Elephant"}]})";
    const auto exportOf = [&](const char *chart) {
        writeFile(folder.filePath("p.headroom"), QByteArray::fromStdString(writeProject(project)));
        return runProgram({"export", "p.headroom", "--no-search", "--chart", chart, "--out", "p.svg"}, folder.path());
    };
    QCOMPARE(exportOf("waterfall").exitCode, 0);
    QVERIFY(readFile(folder.filePath("p.svg")).contains("Elephant"));
    QCOMPARE(exportOf("roofline").exitCode, 0);
    QVERIFY(!readFile(folder.filePath("p.svg")).contains("Elephant"));
    project.viewState = R"({"annotations":[{"scenario":0,"chart":"waterfall","point":"peak","right":"far","down":2,"text":"Elephant"}]})";
    const Outcome wrong = exportOf("waterfall");
    QCOMPARE(wrong.exitCode, 1);
    QVERIFY2(wrong.errors.contains("p.headroom: viewState.annotations[0].right: must be a number, not \"far\""), qPrintable(wrong.errors));
}

void ExportTest::formats_data()
{
    QTest::addColumn<QString>("chart");
    QTest::addColumn<QString>("ending");
    QTest::addColumn<QStringList>("options");
    const QList<QStringList> variants{{}, {"--theme", "dark", "--size", "170mm"}, {"--size", "85mm", "--language", "zh_CN"}};
    for (const char *chart : {"roofline", "waterfall", "memory", "timeline", "pareto"})
        for (const char *ending : {"png", "svg", "pdf"})
            for (const QStringList &options : variants)
                QTest::addRow("%s %s %s", chart, ending, qPrintable(options.join(' '))) << chart << ending << options;
}

void ExportTest::formats()
{
    QFETCH(QString, chart);
    QFETCH(QString, ending);
    QFETCH(QStringList, options);
    const QTemporaryDir folder;
    const QByteArray picture = pictureOf(folder, "picture." + ending, QStringList{"--chart", chart} + options);
    QVERIFY(isValid(ending, picture));
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files), QStringList{"picture." + ending});
}

void ExportTest::sizesDiffer()
{
    const QTemporaryDir folder;
    const QSize slide = pngSize(pictureOf(folder, "a.png", {"--chart", "roofline"}));
    const QSize column = pngSize(pictureOf(folder, "b.png", {"--chart", "roofline", "--size", "85mm"}));
    QCOMPARE(slide.width() * 9, slide.height() * 16);
    QVERIFY(column.width() < slide.width());
}

void ExportTest::languages()
{
    const QTemporaryDir folder;
    const QByteArray english = pictureOf(folder, "en.svg", {"--chart", "waterfall"});
    const QByteArray chinese = pictureOf(folder, "zh.svg", {"--chart", "waterfall", "--language", "zh_CN"});
    QVERIFY(!english.isEmpty());
    QVERIFY(english != chinese);
}

void ExportTest::unwritable()
{
    const Outcome outcome = runProgram({"export", "--chart", "roofline", "--out", "/no/such/folder/x.svg"});
    QCOMPARE(outcome.exitCode, 1);
    QVERIFY2(outcome.errors.contains("/no/such/folder/x.svg"), qPrintable(outcome.errors));
}

// The numbers behind a picture, one line per point: a class's column is never above the total's.
void ExportTest::numbers()
{
    const QTemporaryDir folder;
    const QList<QByteArray> lines = pictureOf(folder, "memory.csv", {"--no-search", "--chart", "memory"}).trimmed().split('\n');
    QVERIFY(lines.size() > 10);
    QVERIFY2(lines.back().startsWith("# Headroom"), lines.back().constData());
    QVERIFY2(lines.front().startsWith("stage,time (s),moment,") && lines.front().endsWith("total (B)"), lines.front().constData());
    for (const QByteArray &line : lines.mid(1)) {
        if (line.startsWith('#'))
            continue;
        const QList<QByteArray> cells = line.split(',');
        QCOMPARE(cells.size(), 16);
        double sum = 0.0;
        for (const QByteArray &cell : cells.mid(3, 12))
            sum += cell.toDouble();
        QVERIFY(std::abs(sum - cells.back().toDouble()) <= 1e-9 * sum);
    }
}

void ExportTest::memoryLevels()
{
    const QTemporaryDir folder;
    const QByteArray hbm = pictureOf(folder, "hbm.svg", {"--chart", "roofline"});
    const QByteArray onChip = pictureOf(folder, "chip.svg", {"--chart", "roofline", "--level", "onChip"});
    QVERIFY(hbm.contains("FLOP/byte, HBM") && onChip.contains("FLOP/byte, VMEM"));
    // A chip that states no on-chip bandwidth has no such chart.
    const Outcome absent = runProgram({"export", "--no-search", "--hardware", "B200", "--chart", "roofline", "--level", "onChip", "--out",
                                       folder.filePath("no.svg")});
    QCOMPARE(absent.exitCode, 1);
    QVERIFY2(absent.errors.contains("level") && absent.errors.contains("B200"), qPrintable(absent.errors));
    QCOMPARE(runProgram({"export", "--chart", "roofline", "--level", "cache", "--out", folder.filePath("no.svg")}).exitCode, 2);
    QVERIFY(!QFile::exists(folder.filePath("no.svg")));
}

namespace {

const QStringList fourStages{"--no-search", "--model", "Llama-3.1-8B", "--hardware", "H100 SXM", "--devices", "8", "--set", "plan.pp=4", "--set",
                             "plan.fsdp=2", "--set", "run.globalBatch=16"};

Outcome exported(const QTemporaryDir &folder, const QStringList &options)
{
    return runProgram(QStringList{"export", "--out", folder.filePath("never.csv")} + fourStages + options, folder.path());
}

} // namespace

// A stage of the memory by number; one that is not there is named with the rule.
void ExportTest::stages()
{
    const QTemporaryDir folder;
    const QList<QByteArray> lines =
        pictureOf(folder, "memory.csv", fourStages + QStringList{"--chart", "memory", "--stage", "3"}).trimmed().split('\n');
    QVERIFY(lines.size() > 10);
    QVERIFY2(lines[1].startsWith("3,"), lines[1].constData());
    const Outcome beyond = exported(folder, {"--chart", "memory", "--stage", "4"});
    QCOMPARE(beyond.exitCode, 1);
    QVERIFY2(beyond.errors.contains("stage 4") && beyond.errors.contains("has 4"), qPrintable(beyond.errors));
    QCOMPARE(exported(folder, {"--chart", "roofline", "--stage", "0"}).exitCode, 2);
    QCOMPARE(exported(folder, {"--chart", "memory", "--stage", "-1"}).exitCode, 2);
    QVERIFY(!QFile::exists(folder.filePath("never.csv")));
}

// All stages' passes, or one pass from its start without a gap.
void ExportTest::passes()
{
    const QTemporaryDir folder;
    const QList<QByteArray> all = pictureOf(folder, "all.csv", fourStages + QStringList{"--chart", "timeline"}).trimmed().split('\n');
    QCOMPARE(all.front(), QByteArray("stage,pass,kind,start (s),end (s),waits for,of stage,transfer (s)"));
    QVERIFY(all.size() > qsizetype{4} * 2 * 8); // 4 stages, 16 / 2 micro-batches both ways
    const QList<QByteArray> one =
        pictureOf(folder, "one.csv", fourStages + QStringList{"--chart", "timeline", "--stage", "2", "--pass", "B5", "--times", "bound"}).trimmed().split('\n');
    double now = 0.0;
    for (const QByteArray &line : one.mid(1)) {
        const QList<QByteArray> cells = line.split(',');
        if (cells[0] != "compute")
            continue;
        const double start = cells[cells.size() - 3].toDouble(), end = cells[cells.size() - 2].toDouble(); // names may hold commas
        QVERIFY2(std::abs(start - now) < 1e-12, line.constData());
        now = end;
    }
    QVERIFY(now > 0.0);
    const Outcome missing = exported(folder, {"--chart", "timeline", "--pass", "W1"}); // 1F1B puts no weight gradient off
    QCOMPARE(missing.exitCode, 1);
    QVERIFY2(missing.errors.contains("W1"), qPrintable(missing.errors));
    QCOMPARE(exported(folder, {"--chart", "timeline", "--stage", "1"}).exitCode, 2); // all stages are shown
    QCOMPARE(exported(folder, {"--chart", "memory", "--pass", "F0"}).exitCode, 2);
    QCOMPARE(exported(folder, {"--chart", "timeline", "--times", "serial"}).exitCode, 2);
}

// Pixels of a PNG: a slide is 960 x 540 points.
void ExportTest::scales()
{
    const QTemporaryDir folder;
    for (const int scale : {1, 3})
        QCOMPARE(pngSize(pictureOf(folder, "a.png", {"--no-search", "--chart", "waterfall", "--scale", QString::number(scale)})),
                 QSize(960 * scale, 540 * scale));
    const auto refused = [&](const QString &out, const QStringList &options) {
        return runProgram(QStringList{"export", "--no-search", "--out", folder.filePath(out)} + options).exitCode;
    };
    QCOMPARE(refused("a.png", {"--chart", "waterfall", "--scale", "5"}), 2);
    QCOMPARE(refused("a.svg", {"--chart", "waterfall", "--scale", "2"}), 2);
    QCOMPARE(refused("a.csv", {"--chart", "waterfall", "--theme", "dark"}), 2);
    QCOMPARE(refused("a.png", {"--table", "operators"}), 2);
    QCOMPARE(refused("a.csv", {"--table", "operators", "--chart", "roofline"}), 2);
    QCOMPARE(refused("a.csv", {"--table", "configurations"}), 2); // of a search
    QCOMPARE(refused("a.csv", {"--table", "checkpoint"}), 2);     // of files
    QCOMPARE(refused("a.csv", {"--table", "tracedOperators"}), 2);
    QVERIFY(!QFile::exists(folder.filePath("a.csv")));
}

void ExportTest::tables_data()
{
    QTest::addColumn<QString>("table");
    QTest::addColumn<QByteArray>("header"); // its beginning
    QTest::newRow("operators") << "operators" << QByteArray("Operator,Layer,Category,Phase,Layers,Time (ms),Share (%)");
    QTest::newRow("losses") << "losses" << QByteArray("Term,MFU (%),MFU lost (pp),Step (s),Time added (s)");
    QTest::newRow("step") << "step" << QByteArray("Part,At the bound (ms),Expected (ms)");
    QTest::newRow("communication") << "communication" << QByteArray("Axis,Collective,Purpose,Link");
    QTest::newRow("memory") << "memory" << QByteArray("Part,Memory (GiB)");
    QTest::newRow("inputs") << "inputs" << QByteArray("Field,Input,Value,Source");
    QTest::newRow("changedInputs") << "changedInputs" << QByteArray("Field,Input,Value,Preset,Source");
    QTest::newRow("contract") << "contract" << QByteArray("Subject,What holds");
    QTest::newRow("issues") << "issues" << QByteArray("Severity,Field,");
}

void ExportTest::tables()
{
    QFETCH(QString, table);
    QFETCH(QByteArray, header);
    const QTemporaryDir folder;
    const QStringList options{"--no-search", "--table", table};
    const QByteArray csv = pictureOf(folder, "a.csv", options);
    QVERIFY2(csv.startsWith(header), csv.left(200).constData());
    QVERIFY(csv.contains("\n# FLOP convention headroom, multiply-add = 2\n"));
    QVERIFY(pictureOf(folder, "a.md", options + QStringList{"--language", "zh_CN"}).startsWith("| "));
    const QByteArray book = pictureOf(folder, "a.xlsx", options);
    QVERIFY(book.startsWith("PK"));
    QCOMPARE(pictureOf(folder, "b.xlsx", options), book); // the same bytes in another second or not
}

// Of the search; of a trace; of a checkpoint.
void ExportTest::tablesOfFiles()
{
    const QTemporaryDir folder;
    const QList<QByteArray> plans = pictureOf(folder, "plans.csv", {"--table", "configurations", "--top", "3"}).trimmed().split('\n');
    QVERIFY(plans.size() > 4 && plans[1].startsWith("1,") && plans[3].startsWith("3,") && plans[4].startsWith("#"));
    writeFile(folder.filePath("model.safetensors.index.json"), R"({"metadata": {}, "weight_map": {"lm_head.weight": "a.safetensors"}})");
    const QByteArray tensors = pictureOf(folder, "tensors.csv", {"--no-search", "--model", "Llama-3.1-8B", "--hardware", "H100 SXM", "--table", "checkpoint", "--checkpoint",
                                                                 folder.filePath("model.safetensors.index.json")});
    QVERIFY2(tensors.contains("lm_head.weight") && tensors.contains("model.embed_tokens.weight"), tensors.left(300).constData());
}

QTEST_GUILESS_MAIN(ExportTest)
#include "export_test.moc"
