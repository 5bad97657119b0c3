// Tensors kept and modules recomputed, by name.

#include "spec/field.h"
#include "spec/remat.h"
#include "support/scenarios.h"
#include "support/support.h"
#include "support/variants.h"

#include <QTest>

using namespace headroom;
using testing::scenarioOf;

class RematNamesTest : public QObject
{
    Q_OBJECT

private slots:
    void lists_data();
    void lists();
    void unknownNamesAreRefused();
    void namesOfModules();
};

void RematNamesTest::lists_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("written");
    QTest::newRow("none") << "" << "";
    QTest::newRow("order") << "context;queryProj  mlpWi0:offload" << "queryProj, context, mlpWi0:offload";
    QTest::newRow("groups") << "kvProj, mlpWi:offload" << "keyProj, valueProj, mlpWi0:offload, mlpWi1:offload";
    QTest::newRow("input") << "decoderLayerInput:offload" << "decoderLayerInput:offload";
}

void RematNamesTest::lists()
{
    QFETCH(QString, text);
    QFETCH(QString, written);
    const auto kept = parseKeptTensors(text.toStdString());
    QVERIFY(kept.has_value());
    QCOMPARE(QString::fromStdString(keptTensorsText(*kept)), written);
    QVERIFY(*parseKeptTensors(written.toStdString()) == *kept);
}

void RematNamesTest::unknownNamesAreRefused()
{
    Scenario s = testing::with(scenarioOf("Llama-3.1-8B", "H100 SXM"), {"plan.remat=custom"});
    for (const auto &[setting, name] : {std::pair{"plan.keptTensors=context, querry", "\"querry\""}, std::pair{"plan.keptTensors=context context:offload", "context"}}) {
        const Issues issues = applySetting(s, setting);
        QVERIFY(hasError(issues));
        QVERIFY2(text(issues.front()).find(name) != std::string::npos, text(issues.front()).c_str());
    }
    QVERIFY(hasError(applySetting(s, "plan.remat=some")));
}

void RematNamesTest::namesOfModules()
{
    QCOMPARE(recomputeModulesText(*parseRecomputeModules("moe;core_attn")), std::string("core_attn, moe"));
    for (const auto &[wrong, said] : {std::pair{"core_atn", "core_attn"}, std::pair{"moe, moe", "names moe twice"}, std::pair{" ", "names no module"}}) {
        const auto read = parseRecomputeModules(wrong);
        QVERIFY(!read);
        QCOMPARE(read.error().front().field, std::string("plan.recomputeModules"));
        QVERIFY2(text(read.error().front().message).find(said) != std::string::npos, text(read.error().front().message).c_str());
    }
}

QTEST_APPLESS_MAIN(RematNamesTest)
#include "remat_names_test.moc"
