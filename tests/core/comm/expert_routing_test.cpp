// How many distinct targets the tokens of an expert-parallel layer have: published copies per token, hand arithmetic, and a count of
// all choices.

#include "comm/collective.h"
#include "support/scenarios.h"

#include <QTest>

#include <bit>
#include <cmath>

using namespace headroom;
using testing::scenarioOf;

namespace {

double reached(const ExpertRouting &routing, double held)
{
    Derivation off(false);
    return reach(off, routing, held).value;
}

RankGroup ranks(double inside, double outside)
{
    RankGroup g;
    g.inside = inside;
    g.outside = outside;
    g.hops = inside - 1.0;
    return g;
}

// Of all ways to choose M of G groups and k of their experts, the share that meets one of the first `held`.
double counted(int experts, int topK, int groups, int open, int held)
{
    double hits = 0.0, all = 0.0;
    const unsigned width = static_cast<unsigned>(experts / groups);
    for (unsigned g = 0; g < 1u << groups; ++g) {
        if (std::popcount(g) != open)
            continue;
        for (unsigned e = 0; e < 1u << experts; ++e) {
            bool within = std::popcount(e) == topK;
            for (unsigned i = 0; within && i < static_cast<unsigned>(experts); ++i)
                within = (e >> i & 1u) == 0u || (g >> i / width & 1u) != 0u;
            all += within;
            hits += within && (e & ((1u << held) - 1u)) != 0u;
        }
    }
    return hits / all;
}

} // namespace

class ExpertRoutingTest : public QObject
{
    Q_OBJECT
private slots:
    void publishedCopies_data();
    void publishedCopies();
    void everyChoiceCounted_data();
    void everyChoiceCounted();
    void groupLimited();
    void exchangeTime();
    void oneExpertEach();
    void wire();
};

// DeepEP kernels, hidden 7168, top-8 of 256: remote copies of a token over 8 GPUs of a node and over 2, 4, 8 nodes of 8
// (fit to ai-dynamo/aiconfigurator's wideep tables; counted as if an expert could be picked twice, n (1 - (1 - 1/n)^8): 0.8 % less).
void ExpertRoutingTest::publishedCopies_data()
{
    QTest::addColumn<double>("targets");
    QTest::addColumn<double>("copies");
    QTest::newRow("8 GPUs") << 8.0 << 4.595;
    QTest::newRow("2 nodes") << 2.0 << 0.996;
    QTest::newRow("4 nodes") << 4.0 << 2.700;
}

void ExpertRoutingTest::publishedCopies()
{
    QFETCH(double, targets);
    QFETCH(double, copies);
    const ExpertRouting deepseek{256, 8, 1, 1};
    QVERIFY(std::abs((targets - 1.0) * reached(deepseek, 256.0 / targets) - copies) < 0.01 * copies);
}

void ExpertRoutingTest::everyChoiceCounted_data()
{
    QTest::addColumn<int>("groups");
    QTest::addColumn<int>("open");
    QTest::addColumn<int>("held");
    for (const int held : {1, 2, 3, 4, 6, 9, 12}) {
        QTest::addRow("one group, %d", held) << 1 << 1 << held;
        if (held <= 3 || held % 3 == 0)
            QTest::addRow("2 of 4 groups, %d", held) << 4 << 2 << held;
    }
}

void ExpertRoutingTest::everyChoiceCounted()
{
    QFETCH(int, groups);
    QFETCH(int, open);
    QFETCH(int, held);
    const double expected = counted(12, 4, groups, open, held);
    const double ours = reached({12, 4, static_cast<double>(groups), static_cast<double>(open)}, held);
    QVERIFY2(std::abs(ours - expected) < 1e-12, qPrintable(QString("%1 %2").arg(ours).arg(expected)));
}

// DeepSeek-V3: 4 of 8 groups of 32. A node of 8 of 64 ranks holds one group: at most half of the tokens come. A target of one and a
// half groups counts as one.
void ExpertRoutingTest::groupLimited()
{
    const ExpertRouting v3{256, 8, 8, 4};
    QVERIFY(reached(v3, 32) < 0.5);
    QVERIFY(reached(v3, 32) > 0.45);
    QVERIFY(reached({256, 8, 1, 1}, 32) > 0.65);
    QCOMPARE(reached(v3, 48), reached(v3, 32));
    const ModelSpec model = scenarioOf("DeepSeek-V3", "H100 SXM").model;
    QCOMPARE(routingOf(model.layers.back().layer.feedForward), v3);
}

// 64 ranks in 8 nodes, payload n: across 7 (1 - C(224,8)/C(256,8)) n / b; inside, forwards included, 7 * 8 (1 - C(252,8)/C(256,8)) n / b.
void ExpertRoutingTest::exchangeTime()
{
    Derivation off(false);
    LinkRates rates = linkRates(off, scenarioOf("DeepSeek-V3", "H100 SXM").hardware, {}, Level::ideal);
    rates.scaleUpLatency.value = rates.scaleOutLatency.value = Seconds{};
    const LinkTime t = collectiveTime(off, Collective::allToAll, ranks(8, 8), {Bytes(1e9), {}}, 1.0, rates, ExpertRouting{256, 8, 1, 1});
    const auto ratio = [](double few) { // C(few, 8) / C(256, 8)
        double r = 1.0;
        for (int i = 0; i < 8; ++i)
            r *= (few - i) / (256.0 - i);
        return r;
    };
    QVERIFY(std::abs(t.out.value.value - 7.0 * (1.0 - ratio(224)) * 1e9 / 50e9) < 1e-9);
    QVERIFY(std::abs(t.up.value.value - 56.0 * (1.0 - ratio(252)) * 1e9 / 450e9) < 1e-9);
}

// One expert per token: nothing to save. 8 ranks: 7/8 of the tokens leave, as in a plain all-to-all.
void ExpertRoutingTest::oneExpertEach()
{
    Derivation off(false);
    const LinkRates rates = linkRates(off, scenarioOf("DeepSeek-V3", "H100 SXM").hardware, {}, Level::ideal);
    const LinkTime routed = collectiveTime(off, Collective::allToAll, ranks(8, 1), {Bytes(1e9), {}}, 1.0, rates, ExpertRouting{64, 1, 1, 1});
    const LinkTime plain = collectiveTime(off, Collective::allToAll, ranks(8, 1), {Bytes(1e9), {}}, 1.0, rates);
    QVERIFY(std::abs(routed.up.value.value / plain.up.value.value - 1.0) < 1e-12);
}

// Mixtral, 2 of 8 experts on 8 ranks: 7 (1 - C(7,2)/C(8,2)) = 7 (1 - 21/28) = 1.75 copies of each token leave the rank.
void ExpertRoutingTest::wire()
{
    QCOMPARE(wireBytes(Collective::allToAll, ranks(8, 1), Bytes(1000.0), ExpertRouting{8, 2, 1, 1}).value, 1750.0);
    QCOMPARE(wireBytes(Collective::allToAll, ranks(8, 1), Bytes(1000.0)).value, 875.0);
}

QTEST_APPLESS_MAIN(ExpertRoutingTest)
#include "expert_routing_test.moc"
