// Where operators move on the roofline with the batch and the length: intensities by hand, ends that are the step's own points.

#include "serving/roof_trail.h"
#include "support/scenarios.h"
#include "support/serving.h"
#include "support/support.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace headroom;
using headroom::testing::servedBy;
using headroom::testing::servingEstimateOf;

namespace {

bool close(double a, double b, double tolerance)
{
    return std::abs(a - b) <= tolerance * std::max(std::abs(a), std::abs(b));
}

const OperatorTrail &trailOf(const std::vector<OperatorTrail> &trails, const std::string &name)
{
    const auto trail = std::ranges::find(trails, name, &OperatorTrail::name);
    if (trail == trails.end())
        qFatal("no trail of %s", name.c_str());
    return *trail;
}

} // namespace

class RoofTrailTest : public QObject
{
    Q_OBJECT
private slots:
    void projectionOverTheBatch();
    void coreOverTheContext();
    void passesThroughTheStep_data();
    void passesThroughTheStep();
    void nothingToShow();
};

// Output projection 4096 x 4096 in bf16: 2 B 4096² FLOPs over 2 (2 · 4096 B + 4096²) bytes = B / (1 + B / 2048) FLOP/B.
void RoofTrailTest::projectionOverTheBatch()
{
    const std::vector<OperatorTrail> trails = roofTrail(servedBy("Llama-3.1-8B", "H100 SXM", {"run.phase=decode"}), "decode", TrailOver::batch);
    const OperatorTrail &projection = trailOf(trails, "output projection");
    QCOMPARE(projection.points.size(), std::size_t{13}); // 1, 2, 4, … 4096
    for (const TrailPoint &p : projection.points) {
        const double b = p.value;
        QVERIFY(close(p.intensity.value, b / (1.0 + b / 2048.0), 1e-9));
        QVERIFY(close(p.rate.value, std::min(989e12, p.intensity.value * 3.35e12), 1e-9)); // on the roof
    }
}

// Each sequence reads a cache of its own: more of them, or longer ones, leave a core's intensity below n / nk = 4 FLOP/B.
void RoofTrailTest::coreOverTheContext()
{
    const std::vector<OperatorTrail> trails = roofTrail(servedBy("Llama-3.1-8B", "H100 SXM", {"run.phase=decode"}), "decode", TrailOver::context);
    const OperatorTrail &core = trailOf(trails, "decode attention core");
    QCOMPARE(core.points.front().value, 128.0);
    QCOMPARE(core.points.back().value, 1048576.0);
    for (std::size_t i = 0; i < core.points.size(); ++i) {
        QVERIFY(core.points[i].intensity.value < 4.0);
        QVERIFY(i == 0 || core.points[i].intensity > core.points[i - 1].intensity);
    }
    QVERIFY(core.points.back().intensity.value > 3.99);
    QVERIFY(close(core.points.back().time.value / core.points[core.points.size() - 2].time.value, 2.0, 1e-3)); // twice the cache
}

void RoofTrailTest::passesThroughTheStep_data()
{
    QTest::addColumn<QString>("phase");
    QTest::addColumn<QString>("step");
    QTest::newRow("prefill") << "prefill" << "prefill";
    QTest::newRow("decode") << "decode" << "decode";
    QTest::newRow("mixed") << "serving" << "mixed";
}

// With the step's own batch and length a trail is where the operator is.
void RoofTrailTest::passesThroughTheStep()
{
    QFETCH(QString, phase);
    QFETCH(QString, step);
    const Scenario s = servedBy("DeepSeek-V3", "H200 SXM", {"run.phase=" + phase.toStdString(), "serving.batch=16", "serving.promptLength=2048"});
    const RooflineEstimate roofline = servingEstimateOf(s).step(step.toStdString())->roofline;
    for (const auto &[over, at] : {std::pair(TrailOver::batch, 16.0), std::pair(TrailOver::context, 2048.0)}) {
        std::size_t met = 0;
        for (const OperatorTrail &trail : roofTrail(s, step.toStdString(), over))
            for (const RooflineOperator &op : roofline.operators)
                for (const TrailPoint &p : trail.points)
                    if (op.group == trail.group && op.name == trail.name && op.phase == trail.phase && p.value == at) {
                        QVERIFY2(close(p.intensity.value, op.intensity.value, 1e-12), op.name.c_str());
                        QVERIFY2(close(p.time.value, op.time.value, 1e-12), op.name.c_str());
                        ++met;
                    }
        QVERIFY(met > 10);
    }
}

void RoofTrailTest::nothingToShow()
{
    const Scenario s = servedBy("Llama-3.1-8B", "H100 SXM", {"run.phase=decode"});
    QVERIFY(roofTrail(s, "decode", TrailOver::none).empty());
    QVERIFY(roofTrail(s, "prefill", TrailOver::batch).empty());
}

QTEST_APPLESS_MAIN(RoofTrailTest)
#include "roof_trail_test.moc"
