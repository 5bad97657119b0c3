// The best rows by their simulated steps.

#include "search/rerank.h"
#include "support/scenarios.h"

#include <QTest>

#include <algorithm>

using namespace headroom;

namespace {

Scenario onDevices(Count devices)
{
    Scenario s = testing::scenarioOf("Llama-3.1-8B", "H100 SXM");
    s.run.devices = s.plan.fsdp = devices;
    return s;
}

} // namespace

class RerankTest : public QObject
{
    Q_OBJECT
private slots:
    void simulatesAndOrders();
    void batchesCompareByMfu();
    void restStays();
    void stops();
};

// Each time is that of evaluate(); never faster than the headline; best first.
void RerankTest::simulatesAndOrders()
{
    const Scenario s = onDevices(16);
    SearchSpace space;
    space.schedules = allSchedules();
    space.limit(Axis::pipeline).minimum = 2;
    SearchResult found = *search(s, space);
    std::vector<std::size_t> told;
    rerank(found, s, 40, {}, [&](std::size_t done, std::size_t total) {
        QCOMPARE(total, std::size_t(40));
        told.push_back(done);
    });
    QCOMPARE(found.reranked, std::size_t(40));
    QCOMPARE(told.size(), std::size_t(40));
    QCOMPARE(told.back(), std::size_t(40));
    space.keep = 10; // the search itself keeps and orders as many
    space.simulate = 40;
    const SearchResult asked = *search(s, space);
    QVERIFY(asked.complete && asked.rows.size() >= 40);
    for (std::size_t i = 0; i < 40; ++i)
        QVERIFY(asked.rows[i].plan == found.rows[i].plan && asked.rows[i].simulated == found.rows[i].simulated);
    for (std::size_t i = 0; i < 40; ++i) {
        const SearchRow &row = found.rows[i];
        QVERIFY(row.simulated && *row.simulated >= row.expected * (1.0 - 1e-12));
        if (i > 0)
            QVERIFY(*found.rows[i - 1].simulated <= *row.simulated);
        Scenario one = s;
        one.plan = row.plan;
        QCOMPARE(evaluate(one, std::nullopt, Detail::simulated)->system.expectedSimulation->step.value, row.simulated->value);
    }
}

// Twice the batch in a little less than twice the time is better.
void RerankTest::batchesCompareByMfu()
{
    const Scenario s = onDevices(8);
    SearchSpace space;
    space.globalBatches = {32, 512};
    SearchResult found = *search(s, space);
    rerank(found, s, 60);
    for (std::size_t i = 1; i < found.reranked; ++i) {
        const SearchRow &a = found.rows[i - 1], &b = found.rows[i];
        const auto perSequence = [](const SearchRow &r) { return r.simulated->value / static_cast<double>(r.globalBatch); };
        QVERIFY(perSequence(a) <= perSequence(b) * (1.0 + 1e-12));
    }
}

// Rows beyond the count and rows that do not fit keep their places.
void RerankTest::restStays()
{
    const Scenario s = onDevices(8);
    const SearchResult before = *search(s, {});
    SearchResult found = before;
    rerank(found, s, 10);
    for (std::size_t i = 10; i < found.rows.size(); ++i) {
        QVERIFY(!found.rows[i].simulated);
        QVERIFY(found.rows[i].plan == before.rows[i].plan);
    }
    rerank(found, s, found.rows.size() + 5);
    QCOMPARE(found.reranked, before.feasible);
    QCOMPARE(found.best()->boundMfu, before.best()->boundMfu);
}

void RerankTest::stops()
{
    const Scenario s = onDevices(8);
    const SearchResult before = *search(s, {});
    SearchResult found = before;
    std::stop_source stop;
    rerank(found, s, 20, stop.get_token(), [&](std::size_t done, std::size_t) {
        if (done == 5)
            stop.request_stop();
    });
    QCOMPARE(found.reranked, std::size_t(0));
    QCOMPARE(std::ranges::count_if(found.rows, [](const SearchRow &r) { return r.simulated.has_value(); }), std::ptrdiff_t(5));
    QVERIFY(std::ranges::equal(found.rows, before.rows, {}, &SearchRow::plan, &SearchRow::plan));
}

QTEST_APPLESS_MAIN(RerankTest)
#include "rerank_test.moc"
