// The Pareto chart's numbers: from rows written by hand.

#include "tests/ui/support/gui_test.h"

#include "spec/catalog.h"
#include "ui/charts/pareto_data.h"

using namespace headroom;

namespace {

// MFU in %, memory in GiB.
SearchRow row(double bound, double expected, double memory, bool feasible, bool front)
{
    SearchRow out;
    out.boundMfu = bound / 100.0;
    out.expectedMfu = {expected / 100.0, expected / 100.0, expected / 100.0};
    out.memory = gibibytes(memory);
    out.feasible = feasible;
    out.pareto = front;
    return out;
}

SearchResult rows()
{
    SearchResult out;
    out.rows = {row(60, 40, 70, true, true), row(50, 45, 30, true, true), row(45, 30, 50, true, false), row(70, 60, 90, false, false)};
    out.evaluated = 4;
    out.complete = true;
    return out;
}

} // namespace

class ParetoDataTest : public QObject
{
    Q_OBJECT

private slots:
    void withoutASearch()
    {
        const Estimate e = *evaluate(workedExample());
        const ParetoData data = paretoData(nullptr, e);
        QVERIFY(data.points.empty() && data.front.empty() && !data.best && !data.current);
        QCOMPARE(*data.limit, e.scenario.hardware.hbmCapacity.value.expected.value / gibibytes(1.0).value);
        QCOMPARE(data.farthest(), *data.limit);
        QCOMPARE(data.highest(), 0.0);
    }

    // What does not fit is left out; the front goes from the least memory to the most; points keep their rows.
    void pointsThatFit()
    {
        const SearchResult search = rows();
        const ParetoData data = paretoData(&search, *evaluate(workedExample()));
        QCOMPARE(data.points.size(), std::size_t(3));
        QCOMPARE(data.best->row, std::size_t(0));
        QCOMPARE(data.best->y, 60.0);
        QCOMPARE(data.front.size(), std::size_t(2));
        QCOMPARE(data.front[0].row, std::size_t(1));
        QCOMPARE(data.front[0].x, 30.0);
        QCOMPARE(data.front[1].x, 70.0);
        QCOMPARE(data.evaluated, std::size_t(4));
        QVERIFY(data.complete);
    }

    void byTheObjective()
    {
        SearchResult search = rows();
        search.objective = Objective::expected;
        const Estimate e = *evaluate(workedExample());
        const ParetoData data = paretoData(&search, e);
        QCOMPARE(data.points[0].y, 40.0);
        QCOMPARE(data.points[1].y, 45.0);
        QCOMPARE(data.current->y, 100.0 * e.system.expectedMfu.expected);
    }

    // Of plans that serve: times against tokens; what breaks the memory is left out, what breaks a limit stays, and the limit is drawn.
    void plansThatServe()
    {
        Scenario scenario = defaultScenario(catalogModel("Llama-3.1-8B").value(), catalogHardware("H100 SXM").value());
        scenario.run.phase = RunPhase::serving;
        scenario.run.serving.tpotLimit = Seconds(0.03);
        const auto row = [&](double tpot, double tokens, Count batch, double shortBy, bool front) {
            ServingRow out;
            out.plan = scenario.plan;
            out.batch = batch;
            out.latency.tpot = ServedLevels{Seconds(tpot), Seconds(tpot), Seconds(2 * tpot), Seconds(3 * tpot), {}, {}, {}, {}};
            out.latency.boundTokens = tokens;
            out.latency.expectedTokens = {tokens / 3, tokens / 2, tokens};
            out.shortBy = Bytes(shortBy);
            out.pareto = front;
            return out;
        };
        ServingSearchResult search;
        search.rows = {row(0.02, 900, 64, 0, true), row(0.05, 2000, 512, 0, true), row(0.01, 100, 32, 0, true), row(0.04, 800, 65, 0, false), row(0.06, 3000, 4096, 1e9, false)};
        search.evaluated = 5;
        const ServingEstimate estimate = evaluateServing(scenario).value();
        const ParetoData data = servedParetoData(&search, estimate);
        QCOMPARE(data.points.size(), std::size_t(4));
        QCOMPARE(data.front.front().x, 0.01);
        QCOMPARE(data.front.back().y, 2000.0);
        QCOMPARE(*data.limit, 0.03);
        QCOMPARE(data.best->row, std::size_t(0));
        QVERIFY(data.currentKnown && data.current->row == 2); // 32 sequences, the default
        QCOMPARE(data.current->x, estimate.latency.tpot->bound.value);
        search.objective = ServingObjective::expected;
        QCOMPARE(servedParetoData(&search, estimate).points[0].x, 0.04);
        QCOMPARE(servedParetoData(&search, estimate).points[0].y, 450.0);
        QVERIFY(servedParetoData(nullptr, estimate).points.empty());
    }

    // The plan of the form is a point of its own, and known by its row when the search has it.
    void theCurrentPlan()
    {
        SearchResult search = rows();
        const Estimate e = *evaluate(workedExample());
        ParetoData data = paretoData(&search, e);
        QVERIFY(data.current && !data.currentKnown);
        QCOMPARE(data.current->x, e.system.memory.total.value / gibibytes(1.0).value);
        search.rows[2].plan = e.scenario.plan;
        search.rows[2].globalBatch = e.scenario.run.globalBatch;
        data = paretoData(&search, e);
        QVERIFY(data.currentKnown);
        QCOMPARE(data.current->row, std::size_t(2));
        search.rows[2].globalBatch *= 2; // the same degrees for another batch are another plan
        QVERIFY(!paretoData(&search, e).currentKnown);
        QVERIFY(data.highest() >= data.current->y && data.highest() >= 60.0);
    }

    void noCurrentOfAnIllegalPlan()
    {
        Scenario s = workedExample();
        s.plan.microBatch = s.run.globalBatch * 2;
        const Estimate e = *evaluate(s);
        QVERIFY(!e.system.legal);
        const SearchResult search = rows();
        QVERIFY(!paretoData(&search, e).current);
    }
};

HEADROOM_GUI_TEST(ParetoDataTest)
#include "pareto_data_test.moc"
