// The search visits every legal plan once, and says of each what evaluate() says.

#include "search/search.h"
#include "search/search_space.h"
#include "support/scenarios.h"

#include <QTest>

#include <algorithm>
#include <set>

using namespace headroom;
using testing::onDevices;

namespace {

std::array<Count, axisCount> degreesOf(const Plan &p) { return {p.dp, p.fsdp, p.tp, p.ep, p.pp, p.cp}; }

} // namespace

class SearchTest : public QObject
{
    Q_OBJECT
private slots:
    void decompositionsOfEight();
    void legalShapes_data();
    void legalShapes();
    void noPlanFits();
    void rowsAreHeadlines();
    void orderAndPareto();
    void maximaAndLists();
    void rowsToKeepAreTheFirstOfAll_data();
    void rowsToKeepAreTheFirstOfAll();
    void limitsOfAnAxis();
    void limitsThatNothingMeets();
    void batchesCompareByMfu();
    void reportsEveryRow();
    void threadsAgree();
    void stops();
    void ofEveryCountOfDevices();
};

// 8 = 2^3 over six axes: C(3 + 5, 5) = 56 ordered factorisations, among them the user's four.
void SearchTest::decompositionsOfEight()
{
    const auto all = factorisations(8);
    QCOMPARE(all.size(), std::size_t(56));
    QCOMPARE(std::set(all.begin(), all.end()).size(), std::size_t(56));
    for (const Plan &plan : {Plan{.ep = 8}, Plan{.fsdp = 2, .ep = 4}, Plan{.tp = 2, .ep = 4}, Plan{.tp = 8}})
        QVERIFY(std::ranges::find(all, degreesOf(plan)) != all.end());
    QCOMPARE(factorisations(12).size(), std::size_t(126)); // 2^2 3: C(7,5) * 6
    QCOMPARE(factorisations(1).size(), std::size_t(1));
}

// Independent count for H100, B 512, S 4096.
void SearchTest::legalShapes_data()
{
    QTest::addColumn<QString>("model");
    QTest::addColumn<qlonglong>("devices");
    QTest::addColumn<qulonglong>("shapes");
    const struct { const char *model; qulonglong eight, sixtyFour; } rows[] = {
        {"Llama-3.1-8B", 35, 208}, {"DeepSeek-V3", 56, 461}, {"Ling-2.6-flash", 56, 460}, {"Mixtral-8x7B-v0.1", 56, 439}};
    for (const auto &r : rows) {
        QTest::addRow("%s 8", r.model) << r.model << 8LL << r.eight;
        QTest::addRow("%s 64", r.model) << r.model << 64LL << r.sixtyFour;
    }
}

void SearchTest::legalShapes()
{
    QFETCH(QString, model);
    QFETCH(qlonglong, devices);
    QFETCH(qulonglong, shapes);
    const auto r = search(onDevices(model.toStdString(), "H100 SXM", devices), {}, {}, {}, 1);
    QVERIFY(r);
    QCOMPARE(qulonglong(r->shapes), shapes);
    std::set<std::array<Count, axisCount>> distinct;
    for (const SearchRow &row : r->rows)
        distinct.insert(degreesOf(row.plan));
    QCOMPARE(qulonglong(distinct.size()), shapes);
    QCOMPARE(r->evaluated, r->rows.size());
    // Models with experts are tried with experts whole and, where tp splits anything, split as widely as tp.
    std::set<bool> split;
    for (const SearchRow &row : r->rows)
        if (row.plan.tp > 1)
            split.insert(row.plan.expertTensor > 1);
    QCOMPARE(split.size(), std::size_t(model == "Llama-3.1-8B" ? 1 : 2));
}

// 671e9 parameters at 18 B each need 12 TB; 64 chips have 5.5.
void SearchTest::noPlanFits()
{
    const auto r = search(onDevices("DeepSeek-V3", "H100 SXM", 64), {}, {}, {}, 2);
    QVERIFY(r);
    QCOMPARE(r->feasible, std::size_t(0));
    QVERIFY(!r->best());
    for (const SearchRow &row : r->rows)
        QVERIFY(!row.feasible && row.shortBy.value > 0.0);
}

// Bit for bit: bound, low, expected, high, MFU, HFU, memory; the user's policies, and every other one where backward needs it; also
// where outer ranks decide where the inner ones lie.
void SearchTest::rowsAreHeadlines()
{
    for (const char *model : {"Ling-2.6-flash", "Qwen3-30B-A3B", "Llama-3.1-8B"})
        for (const char *chip : {"H100 SXM", "TPU v5p"}) {
            Scenario s = onDevices(model, chip, 32);
            s.calibration = *catalogCalibration(std::string(model) == "Llama-3.1-8B" ? "generic" : "typical", s.hardware);
            if (std::string(model) == "Qwen3-30B-A3B") {
                s.plan.axisOrder = "fsdp-ep-pp-tp-cp-dp";
                s.plan.torusAxes = "tp=z";
                s.plan.asyncTensorParallel = true;
                s.plan.contextParallel = ContextParallel::allGather;
            }
            SearchSpace space;
            if (std::string(model) != "Ling-2.6-flash") {
                space.remats.clear();
                for (std::size_t p = 0; p < rowsOf(RematPolicy{}).size(); ++p)
                    space.remats.push_back(static_cast<RematPolicy>(p));
                s.plan.rematMode = RematMode::needed;
                s.plan.keptTensors = {{Tensor::context, Tensor::mlpWi0, Tensor::moeDispatched}, Tensor::valueProj};
            }
            space.schedules = allSchedules();
            const auto r = search(s, space, {}, {}, 1);
            QVERIFY(r);
            std::set<Schedule> seen;
            for (std::size_t i = 0; i < r->rows.size(); i += 37) {
                seen.insert(r->rows[i].plan.schedule);
                const SearchRow &row = r->rows[i];
                s.plan = row.plan;
                const auto e = evaluate(s);
                QVERIFY(e);
                QVERIFY(e->system.stepTime.bound == row.bound);
                QVERIFY(e->system.boundMfu == row.boundMfu);
                QVERIFY(e->system.memory.total == row.memory);
                QVERIFY(e->system.feasible == row.feasible);
                QVERIFY(e->system.dominant == row.dominant);
                QVERIFY(e->system.hfu.total == row.hfu);
                if (!row.feasible)
                    continue;
                QVERIFY(e->system.stepTime.low == row.low && e->system.stepTime.expected == row.expected && e->system.stepTime.high == row.high);
                QVERIFY(e->system.expectedMfu == row.expectedMfu);
                QVERIFY(e->system.tokensPerSecondPerChip == row.tokensPerSecondPerChip);
            }
            QCOMPARE(seen.size(), std::size_t(5));
        }
}

void SearchTest::orderAndPareto()
{
    Scenario s = onDevices("Ling-2.6-flash", "TPU v5p", 64);
    for (const Objective objective : {Objective::bound, Objective::expected}) {
        SearchSpace space;
        space.objective = objective;
        const auto r = search(s, space, {}, {}, 2);
        QVERIFY(r && r->feasible > 10);
        const auto time = [&](const SearchRow &row) { return objective == Objective::bound ? row.bound.value : row.expected.value; };
        for (std::size_t i = 1; i < r->feasible; ++i)
            QVERIFY(time(r->rows[i - 1]) <= time(r->rows[i]) * (1.0 + 2e-9));
        for (std::size_t i = 0; i < r->feasible; ++i) {
            if (!r->rows[i].pareto)
                continue;
            for (std::size_t j = 0; j < i; ++j)
                QVERIFY(r->rows[j].memory > r->rows[i].memory);
        }
        QVERIFY(r->rows.front().pareto);
        QVERIFY(r->rows[r->feasible - 1].feasible && (r->rows.size() == r->feasible || !r->rows[r->feasible].feasible));
    }
}

void SearchTest::maximaAndLists()
{
    Scenario s = onDevices("Ling-2.6-flash", "TPU v5p", 64);
    SearchSpace space;
    space.limit(Axis::tensor).maximum = 2;
    space.limit(Axis::data) = AxisLimits::fixed(1);
    space.microBatches = {1};
    space.remats = {RematPolicy::full};
    space.globalBatches = {256, 512};
    const auto r = search(s, space, {}, {}, 1);
    QVERIFY(r && !r->rows.empty());
    std::set<Count> batches;
    for (const SearchRow &row : r->rows) {
        QVERIFY(row.plan.tp <= 2 && row.plan.dp == 1 && row.plan.microBatch == 1 && row.plan.remat == RematPolicy::full);
        batches.insert(row.globalBatch);
    }
    QCOMPARE(batches, (std::set<Count>{256, 512}));
    space.keep = 3;
    const auto few = search(s, space, {}, {}, 1);
    QCOMPARE(few->rows.size(), std::size_t(3));
    QVERIFY(few->rows.front().plan == r->rows.front().plan);
    QCOMPARE(few->evaluated, r->evaluated);
}

void SearchTest::rowsToKeepAreTheFirstOfAll_data()
{
    QTest::addColumn<QString>("model");
    QTest::addColumn<int>("devices");
    QTest::addColumn<bool>("expected");
    QTest::addColumn<int>("keep");
    QTest::newRow("MoE, bound") << "DeepSeek-V3" << 256 << false << 40;
    QTest::newRow("MoE, expected") << "DeepSeek-V3" << 256 << true << 40;
    QTest::newRow("dense, bound") << "Llama-3.1-8B" << 24 << false << 7;
    QTest::newRow("dense, expected") << "Llama-3.1-8B" << 24 << true << 1;
    QTest::newRow("more than fit") << "DeepSeek-V3" << 96 << false << 3000;
    QTest::newRow("linear attention") << "Ling-2.6-flash" << 60 << true << 25;
}

// What is left out of a search that keeps few rows is only what would not be among them: under every schedule, policy and batch.
void SearchTest::rowsToKeepAreTheFirstOfAll()
{
    QFETCH(QString, model);
    QFETCH(int, devices);
    QFETCH(bool, expected);
    QFETCH(int, keep);
    Scenario s = onDevices(model.toStdString(), "H100 SXM", devices);
    s.run.globalBatch = 480;
    SearchSpace space;
    space.objective = expected ? Objective::expected : Objective::bound;
    space.schedules = allSchedules();
    space.remats.push_back(RematPolicy::selective);
    space.globalBatches = {480, 1920};
    const auto all = search(s, space, {}, {}, 1);
    space.keep = static_cast<std::size_t>(keep);
    const auto few = search(s, space, {}, {}, 3);
    QVERIFY(all && few);
    QCOMPARE(few->rows.size(), std::min(space.keep, all->rows.size()));
    QCOMPARE(few->evaluated, all->evaluated);
    QCOMPARE(few->feasible, all->feasible);
    QCOMPARE(few->shapes, all->shapes);
    QCOMPARE(few->best().has_value(), all->best().has_value());
    QVERIFY(!few->best() || (few->best()->plan == all->best()->plan && few->best()->boundMfu == all->best()->boundMfu));
    for (std::size_t i = 0; i < few->rows.size(); ++i) {
        const SearchRow &a = few->rows[i], &b = all->rows[i];
        QVERIFY2(a.plan == b.plan && a.globalBatch == b.globalBatch, std::to_string(i).c_str());
        QVERIFY(a.bound == b.bound && a.expected == b.expected && a.memory == b.memory && a.hfu == b.hfu && a.pareto == b.pareto);
    }
}

// 64 has the divisors 1, 2, 4, …, 64.
void SearchTest::limitsOfAnAxis()
{
    const Scenario s = onDevices("Llama-3.1-8B", "H100 SXM", 64);
    const auto degrees = [&](const AxisLimits &limits) {
        SearchSpace space;
        space.limit(Axis::pipeline) = limits;
        std::set<Count> out;
        const auto found = search(s, space, {}, {}, 1);
        for (const SearchRow &row : found->rows)
            out.insert(row.plan.pp);
        return out;
    };
    QCOMPARE(degrees(AxisLimits::fixed(4)), (std::set<Count>{4}));
    QCOMPARE(degrees({.minimum = 4}), (std::set<Count>{4, 8, 16, 32})); // 32 layers
    QCOMPARE(degrees({.minimum = 2, .maximum = 8}), (std::set<Count>{2, 4, 8}));
    QCOMPARE(degrees({.multiple = 8}), (std::set<Count>{8, 16, 32}));
}

void SearchTest::limitsThatNothingMeets()
{
    const Scenario s = onDevices("Llama-3.1-8B", "H100 SXM", 64);
    SearchSpace space;
    space.limit(Axis::tensor) = AxisLimits::fixed(3);
    space.remats.clear();
    const auto r = search(s, space, {}, {}, 1);
    QVERIFY(!r);
    QCOMPARE(r.error().size(), std::size_t(2));
    QCOMPARE(r.error()[0].field, std::string("search.remat"));
    QCOMPARE(r.error()[1].field, std::string("search.tp"));
}

// A larger batch takes longer and is better all the same where its MFU is higher.
void SearchTest::batchesCompareByMfu()
{
    const Scenario s = onDevices("Llama-3.1-8B", "H100 SXM", 64);
    SearchSpace space;
    space.globalBatches = {64, 512};
    const auto r = search(s, space, {}, {}, 1);
    QVERIFY(r && r->feasible > 10);
    for (std::size_t i = 1; i < r->feasible; ++i)
        QVERIFY(r->rows[i - 1].boundMfu >= r->rows[i].boundMfu * (1.0 - 2e-9));
    QCOMPARE(r->rows.front().globalBatch, Count{512}); // the optimizer and the last reductions weigh less
    QVERIFY(r->best() && r->best()->boundMfu == r->rows.front().boundMfu);
}

void SearchTest::reportsEveryRow()
{
    std::size_t rows = 0, feasible = 0;
    SearchProgress last;
    const auto r = search(onDevices("Llama-3.1-8B", "H100 SXM", 64), {}, {},
                          [&](const SearchProgress &p) {
                              rows += p.fresh.size();
                              feasible += static_cast<std::size_t>(std::ranges::count(p.fresh, true, &SearchRow::feasible));
                              QCOMPARE(p.evaluated, rows);
                              QCOMPARE(p.feasible, feasible);
                              last = p;
                          },
                          2);
    QVERIFY(r);
    QCOMPARE(rows, r->evaluated);
    QCOMPARE(feasible, r->feasible);
    QCOMPARE(last.done, last.total);
}

void SearchTest::threadsAgree()
{
    const Scenario s = onDevices("Mixtral-8x7B-v0.1", "H100 SXM", 48);
    const auto one = search(s, {}, {}, {}, 1), three = search(s, {}, {}, {}, 3);
    QVERIFY(one && three);
    QCOMPARE(one->rows.size(), three->rows.size());
    for (std::size_t i = 0; i < one->rows.size(); ++i)
        QVERIFY(one->rows[i].plan == three->rows[i].plan && one->rows[i].bound == three->rows[i].bound);
}

void SearchTest::stops()
{
    std::stop_source source;
    const auto r = search(onDevices("Ling-2.6-flash", "TPU v5p", 512), {}, source.get_token(),
                          [&](const SearchProgress &p) {
                              QVERIFY(p.done <= p.total);
                              source.request_stop();
                          },
                          1);
    QVERIFY(r);
    QVERIFY(!r->complete);
    QVERIFY(r->evaluated > 0); // what was found so far
}

// Odd and prime counts give clear results too.
void SearchTest::ofEveryCountOfDevices()
{
    for (const Count devices : {1, 2, 3, 5, 7, 9, 13, 30, 61}) {
        const auto r = search(onDevices("Ling-2.6-flash", "TPU v5p", devices), {}, {}, {}, 1);
        QVERIFY(r);
        QVERIFY(r->complete);
        for (const SearchRow &row : r->rows) {
            QCOMPARE(row.plan.product(), devices);
            QVERIFY(std::isfinite(row.bound.value) && row.bound.value > 0.0);
        }
    }
}

QTEST_APPLESS_MAIN(SearchTest)
#include "search_test.moc"
