// What the charts show, as numbers.

#include "tests/ui/support/gui_test.h"

#include "search/search.h"
#include "spec/catalog.h"
#include "spec/field.h"
#include "ui/charts/label_placement.h"
#include "ui/charts/memory_data.h"
#include "ui/charts/plot_theme.h"
#include "ui/charts/roofline_data.h"
#include "ui/charts/waterfall_data.h"

#include <algorithm>
#include <cmath>

using namespace headroom;

namespace {

Estimate estimateOf(const Scenario &scenario, const std::optional<BestPlan> &best = {})
{
    return *evaluate(scenario, best, Detail::simulated);
}

// A made waterfall: Peak 1, Roofline 0.8, This plan 0.5, with small losses between.
Estimate made()
{
    Estimate e;
    const auto row = [&](const char *id, RowKind kind, double mfu, double seconds) {
        e.waterfall.push_back({id, id, kind, mfu, Seconds(seconds), {}});
    };
    row("peak", RowKind::anchor, 1.0, 1.0);
    row("memory.elementwise", RowKind::loss, 0.198, 0.2475);
    row("memory.attention", RowKind::loss, 0.001, 0.00125);
    row("memory.projection", RowKind::loss, 0.001, 0.00125);
    row("roofline", RowKind::anchor, 0.8, 1.25);
    row("exposed.tp", RowKind::loss, 0.3, 0.75);
    row("plan", RowKind::anchor, 0.5, 2.0);
    return e;
}

} // namespace

class ChartDataTest : public QObject
{
    Q_OBJECT

private slots:
    void onChipPointsLieOnTheOnChipRoof()
    {
        const Estimate e = estimateOf(workedExample());
        const RooflineData data = rooflineData(e, nullptr, MemoryLevel::onChip);
        QCOMPARE(data.memory, std::string("VMEM"));
        QCOMPARE(data.roofs.front().bandwidth, e.roofline.onChip->bandwidth.value);
        QVERIFY(!data.points.empty());
        for (const RooflinePoint &p : data.points)
            QVERIFY(p.rate
                    <= std::min(data.roofs.front().peak, p.intensity * data.roofs.front().bandwidth) * (1 + 1e-9));
        double share = 0.0;
        for (const RooflinePoint &p : data.points)
            share += p.share;
        for (const RugSegment &s : data.noFlops)
            share += s.share;
        QVERIFY(std::abs(share - 1.0) < 1e-9);
        // Where the chip states nothing the chart stays with HBM.
        Scenario s = workedExample();
        s.hardware.onChipBandwidth.reset();
        QCOMPARE(rooflineData(estimateOf(s), nullptr, MemoryLevel::onChip).memory, std::string("HBM"));
    }

    void memoryPeaksAtTheLedgersTotal()
    {
        Scenario s = workedExample();
        s.hardware = *catalogHardware("H100");
        s.plan = {};
        s.run.devices = 8;
        s.plan.pp = 4;
        s.plan.fsdp = 2;
        const Estimate e = estimateOf(s);
        const auto fullest = memoryData(e);
        QVERIFY(fullest.has_value());
        QCOMPARE(fullest->stage, e.system.memory.stage);
        QCOMPARE(fullest->samples[fullest->peak].memory.total.value, e.system.memory.total.value);
        QCOMPARE(fullest->peaks.size(), std::size_t{4});
        const auto last = memoryData(e, Count{3});
        QCOMPARE(last->samples[last->peak].memory.total.value, e.system.memory.stageTotals[3].value);
        QCOMPARE(memoryData(e, Count{4})->stage, e.system.memory.stage); // no such stage
        for (const MemorySample &sample : last->samples) {
            double sum = 0.0;
            for (const MemoryClass kind : stackOrder())
                sum += sample.memory[kind].value;
            QVERIFY(std::abs(sum / sample.memory.total.value - 1.0) < 1e-12);
        }
        // Half way between two points lies half of what they differ by.
        const MemorySample &a = last->samples[last->peak], &b = last->samples[last->peak + 1];
        if (b.time > a.time)
            QVERIFY(std::abs(last->at(0.5 * (a.time + b.time))->memory.total.value - 0.5 * (a.memory.total.value + b.memory.total.value)) < 1.0);
        QVERIFY(!last->at(last->end * 1.01));
        for (const MemoryClass kind : stackOrder())
            QVERIFY(e.why.find(memoryTerm(3, kind)).index >= 0);
        s.plan.microBatch = 3; // does not divide the batch
        QVERIFY(!memoryData(estimateOf(s)));
    }

    void aLongStepIsThinnedAroundItsPeak()
    {
        Scenario s = workedExample();
        s.plan = {};
        s.run.devices = s.plan.fsdp = 1;
        s.run.globalBatch = 10000;
        s.hardware = *catalogHardware("H100");
        const Estimate e = estimateOf(s);
        const auto data = memoryData(e);
        QVERIFY(data->samples.size() <= 6004 && data->samples.size() > 1000);
        QCOMPARE(data->samples[data->peak].memory.total.value, e.system.memory.total.value);
        s.run.globalBatch = 40000; // 80,000 passes
        const auto peaks = memoryData(estimateOf(s));
        QVERIFY(peaks->samples.empty());
        QCOMPARE(peaks->shownPeak().total.value, e.system.memory.total.value);
    }

    void pointsLieOnTheRoof()
    {
        const RooflineData data = rooflineData(estimateOf(workedExample()));
        const Roof &roof = data.roofs.front();
        QVERIFY(roof.active);
        QVERIFY(!data.points.empty());
        for (const RooflinePoint &p : data.points) {
            QVERIFY(std::abs(p.rate / std::min(roof.peak, p.intensity * roof.bandwidth) - 1.0) < 1e-9);
            QVERIFY(p.intensity > data.intensity.low && p.intensity < data.intensity.high);
            QVERIFY(p.rate > data.rate.low && p.rate < data.rate.high);
        }
    }

    void allTimeIsVisible()
    {
        const RooflineData data = rooflineData(estimateOf(workedExample()));
        double share = 0.0;
        for (const RooflinePoint &p : data.points)
            share += p.share;
        for (const RugSegment &s : data.noFlops)
            share += s.share;
        QVERIFY(std::abs(share - 1.0) < 1e-9);
        QVERIFY(!data.communication.empty());
    }

    void everyRoofIsInView()
    {
        Scenario scenario = workedExample();
        scenario.hardware = *catalogHardware("H100");
        const RooflineData data = rooflineData(estimateOf(scenario));
        QVERIFY(data.roofs.size() > 1);
        for (const Roof &roof : data.roofs)
            QVERIFY(roof.peak < data.rate.high && roof.ridge() < data.intensity.high
                    && roof.ridge() > data.intensity.low);
    }

    void ghostsAreWhatMoved()
    {
        const Estimate before = estimateOf(workedExample());
        QVERIFY(rooflineData(before, &before).ghosts.empty());
        QVERIFY(rooflineData(before, &before, MemoryLevel::onChip).ghosts.empty());
        Scenario faster = workedExample();
        findField("hardware.hbmBandwidth")->set(faster, Band<double>::exactly(6e12));
        const RooflineData data = rooflineData(estimateOf(faster), &before);
        QVERIFY(!data.ghosts.empty());
        QVERIFY(data.ghosts.size() < data.points.size()); // compute-bound operators stay
        QVERIFY(data.baselineRoof.has_value());
    }

    void smallTermsAreFoldedAndShownOnDemand()
    {
        const WaterfallData folded = waterfallData(made(), WaterfallUnit::mfu, false);
        QCOMPARE(folded.bars.size(), std::size_t{6});
        QCOMPARE(folded.bars[2].folded.size(), std::size_t{2});
        QCOMPARE(folded.bars[2].to, 80.0);
        QCOMPARE(waterfallData(made(), WaterfallUnit::mfu, true).bars.size(), std::size_t{7});
    }

    void sumsAreChecked()
    {
        WaterfallData data = waterfallData(made(), WaterfallUnit::mfu, false);
        QVERIFY(data.residual < 1e-12);
        QCOMPARE(data.lossSum, 0.5);
        Estimate wrong = made();
        wrong.waterfall[1].mfu = 0.1;
        QVERIFY(waterfallData(wrong, WaterfallUnit::mfu, false).residual > 0.09);
    }

    void barsMeetInEveryUnit_data()
    {
        QTest::addColumn<int>("unit");
        QTest::newRow("mfu") << 0;
        QTest::newRow("ms") << 1;
        QTest::newRow("share") << 2;
        QTest::newRow("tokens") << 3;
    }
    void barsMeetInEveryUnit()
    {
        QFETCH(int, unit);
        const Scenario scenario = workedExample();
        const Estimate estimate = estimateOf(scenario, search(scenario, SearchSpace{})->best());
        const WaterfallData data = waterfallData(estimate, static_cast<WaterfallUnit>(unit), true);
        QVERIFY(data.residual < 1e-9);
        for (std::size_t i = 1; i < data.bars.size(); ++i) {
            const WaterfallBar &above = data.bars[i - 1], &bar = data.bars[i];
            const double start = bar.anchor ? bar.to : bar.from;
            QVERIFY2(std::abs(start - above.to) < 1e-6 * data.maximum, qPrintable(bar.name));
        }
    }

    void aMeasuredStepAboveABoundIsFlagged()
    {
        Scenario scenario = workedExample();
        scenario.run.measuredStepTime = Seconds(3.0);
        QVERIFY(waterfallData(estimateOf(scenario), WaterfallUnit::mfu, false).exceeded.isEmpty());
        scenario.run.measuredStepTime = Seconds(0.1);
        const WaterfallData data = waterfallData(estimateOf(scenario), WaterfallUnit::mfu, false);
        QVERIFY(!data.exceeded.isEmpty());
        QVERIFY(data.bars.back().exceeds);
    }

    void labelsDoNotOverlap()
    {
        std::vector<LabelRequest> requests;
        requests.reserve(8);
        for (int i = 0; i < 8; ++i)
            requests.push_back({QPointF(200 + 7 * i, 60), 6, QSizeF(90, 14)});
        const QRectF bounds(0, 0, 400, 300);
        LabelObstacles obstacles;
        const auto around = placeLabels(requests, bounds, {}), steps = placeSteps(requests, bounds, obstacles);
        for (const auto &places : {around, steps})
            for (std::size_t i = 0; i < places.size(); ++i)
                for (std::size_t k = 0; k < i; ++k)
                    QVERIFY(!places[i] || !places[k] || !places[i]->area.intersects(places[k]->area));
        QVERIFY(std::ranges::count_if(around, [](const auto &p) { return p.has_value(); }) >= 4);
        // Steps find room for all, and no leader runs through a text.
        for (const auto &label : steps) {
            QVERIFY(label && bounds.contains(label->area));
            for (const auto &other : steps)
                QVERIFY(&other == &label
                        || !other->area.contains(QPointF(label->leader->x1(), other->area.center().y()))
                        || label->leader->y2() < other->area.top());
        }
    }

    void ticksHavePrefixes()
    {
        QCOMPARE(siTick(1e12), QStringLiteral("1T"));
        QCOMPARE(siTick(2e15), QStringLiteral("2P"));
        QCOMPARE(siTick(1000), QStringLiteral("1k"));
        QCOMPARE(siTick(0.5), QStringLiteral("0.5"));
    }
};

HEADROOM_GUI_TEST(ChartDataTest)
#include "chart_data_test.moc"
