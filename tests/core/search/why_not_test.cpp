// Why a named plan is not the best: rules it breaks, memory it is short of, rank and losses; and the best rows so far.

#include "report/why_not_report.h"
#include "search/best_rows.h"
#include "search/why_not.h"
#include "support/scenarios.h"

#include <QTest>

#include <cmath>

using namespace headroom;
using testing::scenarioOf;

class WhyNotTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void readsPlans();
    void refusesWords_data();
    void refusesWords();
    void namesTheBrokenRule_data();
    void namesTheBrokenRule();
    void theBestPlanLosesNothing();
    void lossesSumToTheDifference_data();
    void lossesSumToTheDifference();
    void tellsTheShortfall();
    void saysWhatIsNotSearched();
    void rankAmongRowsKept();
    void bestRowsOfARunningSearch();

private:
    WhyNot ask(const std::string &text, const SearchSpace &space = {}) const
    {
        return whyNot(m_scenario, space, m_found, readNamedPlan(text, m_scenario).value()).value();
    }
    Scenario m_scenario;
    SearchResult m_found;
};

void WhyNotTest::initTestCase()
{
    m_scenario = scenarioOf("Llama-3.1-8B", "H100 SXM");
    m_scenario.run.devices = m_scenario.plan.fsdp = 64;
    m_scenario.calibration = *catalogCalibration("generic", m_scenario.hardware);
    m_found = search(m_scenario, {}, {}, {}, 1).value();
    QVERIFY(m_found.feasible > 20);
}

void WhyNotTest::readsPlans()
{
    const NamedPlan named = readNamedPlan("tp=8, pp=4 mb=2 remat=full batch=1024", m_scenario).value();
    QCOMPARE(named.plan.tp, Count{8});
    QCOMPARE(named.plan.pp, Count{4});
    QCOMPARE(named.plan.fsdp, Count{2}); // 64 / (8 * 4)
    QCOMPARE(named.plan.microBatch, Count{2});
    QCOMPARE(named.plan.remat, RematPolicy::full);
    QCOMPARE(named.globalBatch, Count{1024});
    QCOMPARE(readNamedPlan("tp=8 dp=2", m_scenario)->plan.fsdp, Count{1}); // dp says how the rest is spread
}

void WhyNotTest::refusesWords_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("field");
    QTest::newRow("nothing") << " " << "plan";
    QTest::newRow("no value") << "tp" << "plan";
    QTest::newRow("unknown key") << "xp=2" << "xp";
    QTest::newRow("out of range") << "tp=0" << "plan.tp";
}

void WhyNotTest::refusesWords()
{
    QFETCH(QString, text);
    QFETCH(QString, field);
    const auto named = readNamedPlan(text.toStdString(), m_scenario);
    QVERIFY(!named);
    QVERIFY2(named.error().front().field.find(field.toStdString()) != std::string::npos, named.error().front().field.c_str());
}

void WhyNotTest::namesTheBrokenRule_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("field");
    QTest::newRow("ranks") << "tp=8 fsdp=4" << "plan";                 // 32 ranks on 64 devices
    QTest::newRow("layers") << "pp=64" << "plan.pp";                   // 32 layers
    QTest::newRow("no experts") << "ep=8" << "plan.ep";
    QTest::newRow("batch") << "fsdp=64 microBatch=16" << "plan.microBatch"; // 1024 does not divide 512
}

void WhyNotTest::namesTheBrokenRule()
{
    QFETCH(QString, text);
    QFETCH(QString, field);
    const WhyNot why = ask(text.toStdString());
    QVERIFY(!why.legal && !why.feasible && why.reason && !why.rank);
    QCOMPARE(QString::fromStdString(why.field), field);
}

void WhyNotTest::theBestPlanLosesNothing()
{
    const SearchRow &best = m_found.rows.front();
    const WhyNot why = whyNot(m_scenario, {}, m_found, {best.plan, best.globalBatch}).value();
    QCOMPARE(*why.rank, std::size_t{1});
    QCOMPARE(why.ranked, m_found.feasible);
    QVERIFY(why.parts.empty() && why.outside.empty() && !why.reason);
    QVERIFY(why.step == best.bound && why.bestStep == best.bound && why.mfu == best.boundMfu);
}

void WhyNotTest::lossesSumToTheDifference_data()
{
    QTest::addColumn<int>("objective");
    QTest::newRow("bound") << 0;
    QTest::newRow("expected") << 1;
}

void WhyNotTest::lossesSumToTheDifference()
{
    QFETCH(int, objective);
    SearchSpace space;
    space.objective = static_cast<Objective>(objective);
    const SearchResult found = search(m_scenario, space, {}, {}, 1).value();
    for (const std::size_t i : {std::size_t{5}, found.feasible / 2, found.feasible - 1}) {
        const SearchRow &row = found.rows[i];
        const WhyNot why = whyNot(m_scenario, space, found, {row.plan, row.globalBatch}).value();
        QVERIFY(why.feasible && why.rank && *why.rank <= i + 1);
        QVERIFY(std::abs(why.mfu - objectiveMfu(row, space.objective)) <= 1e-12);
        Seconds lost{};
        for (const PartLoss &part : why.parts)
            lost += part.lost();
        const Seconds difference = why.step - why.bestStep;
        QVERIFY(std::abs((lost - difference).value) <= 1e-9 * why.step.value);
        for (std::size_t p = 1; p < why.parts.size(); ++p)
            QVERIFY(why.parts[p - 1].lost() >= why.parts[p].lost());
    }
}

void WhyNotTest::tellsTheShortfall()
{
    const SearchRow &row = m_found.rows.back();
    QVERIFY(!row.feasible);
    const WhyNot why = whyNot(m_scenario, {}, m_found, {row.plan, row.globalBatch}).value();
    QVERIFY(why.legal && !why.feasible && why.reason && !why.rank);
    QVERIFY(why.shortBy == row.shortBy && why.memory == row.memory);
}

void WhyNotTest::saysWhatIsNotSearched()
{
    QVERIFY(ask("tp=8").outside.empty());
    SearchSpace space;
    space.limit(Axis::tensor).maximum = 4;
    space.remats = {RematPolicy::none};
    const auto named = readNamedPlan("tp=8 microBatch=4 remat=full", m_scenario).value();
    const SearchResult found = search(m_scenario, space, {}, {}, 1).value();
    const WhyNot why = whyNot(m_scenario, space, found, named).value();
    QCOMPARE(why.outside.size(), std::size_t{2}); // tp, remat
    QCOMPARE(ask("tp=8 batch=1024").outside.size(), std::size_t{1});
    QCOMPARE(ask("tp=8 regather=keep").outside.size(), std::size_t{1});
}

// A search that kept few rows knows the place of a plan that is better than the last of them, and of no other.
void WhyNotTest::rankAmongRowsKept()
{
    SearchSpace space;
    space.keep = 5;
    const SearchResult few = search(m_scenario, space, {}, {}, 1).value();
    const auto rankOf = [&](const SearchRow &row) { return whyNot(m_scenario, space, few, {row.plan, row.globalBatch}).value(); };
    QVERIFY(m_found.feasible > 20);
    const WhyNot third = rankOf(m_found.rows[2]), late = rankOf(m_found.rows[m_found.feasible - 1]);
    QVERIFY(third.rank && *third.rank <= 3);
    QVERIFY(late.feasible && !late.rank);
    QCOMPARE(late.kept, std::size_t{5});
    QCOMPARE(late.ranked, m_found.feasible);
    QVERIFY(whyNotText(late, m_scenario).find("comes after the 5 plans kept") != std::string::npos);
}

// Whatever the order in which rows come, the best are those of the whole search.
void WhyNotTest::bestRowsOfARunningSearch()
{
    constexpr std::size_t keep = 25, piece = 7;
    for (const Objective objective : {Objective::bound, Objective::expected}) {
        std::vector<SearchRow> all = m_found.rows;
        BestRows best(objective, keep);
        for (std::size_t i = all.size(); i > 0;) { // worst first
            const std::size_t from = i > piece ? i - piece : 0;
            best.add(std::span<const SearchRow>(all).subspan(from, i - from));
            i = from;
        }
        rankRows(all, objective);
        const auto rows = best.ranked();
        QCOMPARE(rows.size(), keep);
        for (std::size_t i = 0; i < keep; ++i)
            QVERIFY(rows[i].plan == all[i].plan);
    }
}

QTEST_APPLESS_MAIN(WhyNotTest)
#include "why_not_test.moc"
