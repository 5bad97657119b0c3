// Scenarios side by side: the inputs in which they differ, and no others.

#include "explore/comparison.h"
#include "spec/catalog.h"
#include "support/scenarios.h"

#include <QTest>

using namespace headroom;

class ComparisonTest : public QObject
{
    Q_OBJECT

private slots:
    void equalScenariosDifferInNothing();
    void changedFieldsAreListed();
    void hiddenFieldsAreNotSet();
    void otherChipsAndModels();
    void otherPatternOfLayers();
};

namespace {

std::vector<std::string> labels(const std::vector<InputDifference> &rows)
{
    std::vector<std::string> out;
    for (const InputDifference &row : rows)
        out.push_back(row.field ? row.field->path() : row.label);
    return out;
}

} // namespace

void ComparisonTest::equalScenariosDifferInNothing()
{
    const Scenario a = workedExample(), b = a;
    const std::array<const Scenario *, 2> scenarios{&a, &b};
    QVERIFY(differences(scenarios).empty());
    QVERIFY(differences(std::span(scenarios).first(1)).empty());
}

void ComparisonTest::changedFieldsAreListed()
{
    const Scenario a = workedExample();
    Scenario b = a, c = a;
    b.run.globalBatch = 1024;
    c.plan.microBatch = 1;
    c.run.globalBatch = 1024;
    const std::array<const Scenario *, 3> scenarios{&a, &b, &c};
    const std::vector<InputDifference> rows = differences(scenarios);
    QVERIFY(labels(rows) == (std::vector<std::string>{"run.globalBatch", "plan.microBatch"}));
    QVERIFY(rows[0].texts == (std::vector<std::string>{"512", "1024", "1024"}));
    QVERIFY(rows[1].texts == (std::vector<std::string>{"2", "2", "1"}));
}

// Virtual stages belong to interleaved passes alone.
void ComparisonTest::hiddenFieldsAreNotSet()
{
    const Scenario a = workedExample();
    Scenario b = a;
    b.plan.schedule = Schedule::interleaved;
    b.plan.virtualStages = 2;
    const std::array<const Scenario *, 2> scenarios{&a, &b};
    const std::vector<InputDifference> rows = differences(scenarios);
    QVERIFY(labels(rows) == (std::vector<std::string>{"plan.schedule", "plan.virtualStages"}));
    QVERIFY(rows[1].texts == (std::vector<std::string>{"-", "2"}));
}

void ComparisonTest::otherChipsAndModels()
{
    const Scenario a = headroom::testing::scenarioOf("Llama-3.1-8B", "H100 SXM"), b = headroom::testing::scenarioOf("Llama-3.1-8B", "H200 SXM");
    const std::array<const Scenario *, 2> scenarios{&a, &b};
    const std::vector<std::string> found = labels(differences(scenarios));
    QCOMPARE(found.front(), std::string("Hardware"));
    QVERIFY(std::ranges::find(found, "hardware.hbmBandwidth") != found.end()); // 3.35 and 4.8 TB/s
    QVERIFY(std::ranges::find(found, "hardware.peak") == found.end());         // the same die
}

void ComparisonTest::otherPatternOfLayers()
{
    const Scenario a = workedExample();
    Scenario b = a;
    std::swap(b.model.layers.front(), b.model.layers.back());
    if (b.model.layers == a.model.layers)
        QSKIP("a model of equal layers");
    const std::array<const Scenario *, 2> scenarios{&a, &b};
    const std::vector<InputDifference> rows = differences(scenarios);
    QVERIFY(!rows.empty());
    QVERIFY(rows.back().field != nullptr || std::string(rows.back().label) == "Pattern of layers");
}

QTEST_APPLESS_MAIN(ComparisonTest)
#include "comparison_test.moc"
