// The timeline's lanes, names and hits.

#include "tests/ui/support/gui_test.h"

#include "support/scenarios.h"
#include "ui/charts/timeline_data.h"
#include "ui/document/selection.h"

using namespace headroom;

namespace {

// Two stages of 4 micro-batches, tensor parallel, recomputing everything.
Estimate twoStages(Schedule schedule = Schedule::oneFOneB)
{
    Scenario s = testing::scenarioOf("Llama-3.1-8B", "H100 SXM");
    s.run.devices = 8;
    s.run.globalBatch = 4;
    s.plan = {};
    s.plan.pp = s.plan.tp = s.plan.fsdp = 2;
    s.plan.microBatch = 1;
    s.run.globalBatch = 8;
    s.plan.schedule = schedule;
    s.plan.remat = RematPolicy::full;
    return *evaluate(s, std::nullopt, Detail::simulated);
}

QString namesOf(const TimelineData &data, std::size_t lane, BarKind kind)
{
    QStringList out;
    for (const TimelineBar &bar : data.lanes[lane].bars)
        if (bar.kind == kind)
            out << barName(data, bar);
    return out.join(QLatin1Char(' '));
}

} // namespace

class TimelineDataTest : public QObject
{
    Q_OBJECT

private slots:
    // 1F1B: the first stage runs one forward ahead.
    void passesOfEveryStage()
    {
        const Estimate e = twoStages();
        const auto data = timelineData(e, {});
        QVERIFY(data);
        QCOMPARE(data->lanes.size(), std::size_t(2));
        QCOMPARE(namesOf(*data, 0, BarKind::pass), QStringLiteral("F0 F1 B0 F2 B1 F3 B2 B3"));
        QVERIFY(namesOf(*data, 1, BarKind::pass).startsWith(QLatin1String("F0 B0 F1 B1 F2 B2 F3 B3")));
        QCOMPARE(data->end, e.system.expectedSimulation->step.value);
        QCOMPARE(timelineData(e, {.times = Level::ideal})->end, e.system.boundSimulation->step.value);
        const TimelineBar *bar = data->barAt(1, data->lanes[1].bars[2].start * 0.5 + data->lanes[1].bars[2].end * 0.5);
        QVERIFY(bar && barName(*data, *bar) == QLatin1String("F1"));
        QVERIFY(!data->barAt(1, 0.5 * data->lanes[1].bars[0].start)); // waits for the first stage
    }

    void weightGradients()
    {
        const auto data = timelineData(twoStages(Schedule::zbH1), {});
        QVERIFY(namesOf(*data, 1, BarKind::pass).contains(QLatin1String("W0")));
    }

    // Hits say what and why, and select what explains it.
    void hits()
    {
        const Estimate e = twoStages();
        const auto data = timelineData(e, {});
        const ChartHit second = barHit(*data, 1, data->lanes[1].bars[0], true);
        QVERIFY2(second.text.contains(QLatin1String("F0 of stage 0")), qPrintable(second.text));
        QCOMPARE(second.open, QStringLiteral("stage:1;pass:F0;view:pass"));
        const auto idle = gapHit(*data, 1, 0.5 * data->lanes[1].bars[0].start);
        QVERIFY(idle && idle->selected && termOf(e, *idle->selected).valid());
        const auto pass = timelineData(e, {.stage = 1, .pass = "B", .onePass = true});
        bool again = false, waits = false;
        for (const TimelineBar &bar : pass->lanes[0].bars) {
            const ChartHit hit = barHit(*pass, 0, bar, true);
            QVERIFY2(bar.kind == BarKind::held || (hit.selected && termOf(e, *hit.selected).valid()), qPrintable(hit.text));
            again = again || bar.light;
            waits = waits || bar.kind == BarKind::wait;
        }
        QVERIFY(again && waits);
    }

    // Every lane within the pass; the compute lane without a gap.
    void lanesOfOnePass()
    {
        const Estimate e = twoStages();
        const auto data = timelineData(e, {.stage = 0, .pass = "F2", .onePass = true});
        QVERIFY(data && data->lanes.size() > 2);
        QCOMPARE(laneName(*data, 0), QStringLiteral("compute"));
        QVERIFY(laneName(*data, 1).startsWith(QLatin1String("tp")));
        double now = 0.0;
        for (const TimelineBar &bar : data->lanes[0].bars) {
            QVERIFY(std::abs(bar.start - now) < 1e-12);
            now = bar.end;
        }
        QVERIFY(std::abs(now - data->end) < 1e-12);
        const SimulatedPass &pass = e.system.expectedSimulation->passes[data->pass];
        QCOMPARE(data->end, (pass.time.end - pass.time.start).value);
    }

    // A stage or a pass that is not there: the critical stage, its first pass.
    void choicesThatDoNotExist()
    {
        const Estimate e = twoStages();
        const auto data = timelineData(e, {.stage = 7, .pass = "W9", .onePass = true});
        QCOMPARE(data->stage, static_cast<std::size_t>(e.system.criticalStage));
        QCOMPARE(passName(e.system.expectedSimulation->passes[data->pass].pass), std::string("F0"));
        Scenario s = e.scenario;
        s.plan.tp = 3;
        s.plan.fsdp = 1;
        s.run.devices = 6;
        QVERIFY(!timelineData(*evaluate(s, std::nullopt, Detail::simulated), {}));
        QVERIFY(timelineData(*evaluate(e.scenario), {})->lanes.empty()); // not simulated
    }
};

HEADROOM_GUI_TEST(TimelineDataTest)
#include "timeline_data_test.moc"
