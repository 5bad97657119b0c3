// The schedules and splits into stages that a search tries on each pipeline.

#include "search/search.h"
#include "support/scenarios.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <set>

using namespace headroom;
using testing::onDevices;

class LayoutsTest : public QObject
{
    Q_OBJECT
private slots:
    void schedules();
    void splits();
};

// A single stage has no schedule: it is listed once, as 1F1B; each longer pipeline under every schedule that can run it.
void LayoutsTest::schedules()
{
    Scenario s = onDevices("Llama-3.1-8B", "H100 SXM", 16);
    s.run.globalBatch = 64;
    SearchSpace space;
    space.microBatches = {1};
    space.remats = {RematPolicy::none};
    const auto plain = search(s, space, {}, {}, 1);
    space.schedules = allSchedules();
    const auto all = search(s, space, {}, {}, 1);
    QVERIFY(plain && all);
    QCOMPARE(all->shapes, plain->shapes);
    std::map<Count, std::set<std::pair<Schedule, Count>>> byStages;
    for (const SearchRow &row : all->rows)
        byStages[row.plan.pp].insert({row.plan.schedule, row.plan.virtualStages});
    QCOMPARE(byStages[1].size(), std::size_t(1));
    QCOMPARE(byStages[4].size(), std::size_t(6));  // 32 layers: interleaved by 2 and 4
    QCOMPARE(byStages[16].size(), std::size_t(5)); // interleaved by 2 alone
}

// Both ways to split layers into stages, but one where they are the same: Llama 3.1 8B's head makes the last stage of 4 the busiest, whose
// balanced split is 8, 9, 9 and 6; on two stages of Mistral 7B, with a quarter of the vocabulary, 16 and 16 are both.
void LayoutsTest::splits()
{
    const auto found = [](const char *model, std::vector<StageSplit> splits) {
        Scenario s = onDevices(model, "H100 SXM", 16);
        s.run.globalBatch = 64;
        SearchSpace space;
        space.splits = std::move(splits);
        return *search(s, space, {}, {}, 1);
    };
    const auto splitsAt = [](const SearchResult &r, Count pp) {
        std::set<StageSplit> out;
        for (const SearchRow &row : r.rows)
            if (row.plan.pp == pp)
                out.insert(row.plan.stageSplit);
        return out;
    };
    using enum StageSplit;
    const SearchResult both = found("Llama-3.1-8B", {even, balanced}), alone = found("Llama-3.1-8B", {even});
    QCOMPARE(splitsAt(both, 1), std::set{even});
    QCOMPARE(splitsAt(both, 4), (std::set{even, balanced}));
    QCOMPARE(splitsAt(alone, 4), std::set{even});
    QCOMPARE(both.shapes, alone.shapes);
    QVERIFY(both.evaluated > alone.evaluated);
    QCOMPARE(splitsAt(found("Mistral-7B-v0.1", {even, balanced}), 2), std::set{even});
    // What the even search finds is there, and on four stages the balanced one is faster.
    const auto bestAt = [](const SearchResult &r, StageSplit split) {
        const auto row = std::ranges::find_if(r.rows, [&](const SearchRow &x) { return x.plan.pp == 4 && x.plan.stageSplit == split; });
        return row->boundMfu;
    };
    QCOMPARE(bestAt(both, even), bestAt(alone, even));
    QVERIFY(bestAt(both, balanced) > bestAt(both, even));
    SearchSpace none;
    none.splits = {listed};
    QCOMPARE(checkSearchSpace(none, 16).front().field, std::string("search.split"));
}

QTEST_APPLESS_MAIN(LayoutsTest)
#include "layouts_test.moc"
