// What a tensor takes and spares, and names that change nothing.

#include "estimate/estimate.h"
#include "estimate/remat_costs.h"
#include "support/scenarios.h"
#include "support/support.h"
#include "support/variants.h"

#include <QTest>

#include <algorithm>

using namespace headroom;
using testing::scenarioOf;

class RematCostsTest : public QObject
{
    Q_OBJECT

private slots:
    void costsOfTensors();
    void namesThatTheModelLacksAreSaid();
    void modulesThatTheModelLacksAreSaid();
};

// Dropping the context of Llama-3.1-8B from all that is needed costs the core's forward in 32 layers; dropping the gate's output, the
// product of gate and up.
void RematCostsTest::costsOfTensors()
{
    Scenario s = testing::with(scenarioOf("Llama-3.1-8B", "H100 SXM"), {"plan.remat=custom", "plan.rematMode=needed",
                                                   "plan.keptTensors=attentionNorm, query, key, value, context, logSumExp, mlpInput, mlpNorm, mlpWi0, mlpWi1, mlpAct"});
    const double rows = 32.0 * 4096;
    const auto costOf = [&](Tensor wanted) {
        for (const TensorCost &cost : tensorCosts(s))
            if (cost.tensor == wanted)
                return cost;
        return TensorCost{};
    };
    QCOMPARE(costOf(Tensor::context).bytes.value, rows * 2 * 4096);
    QCOMPARE(costOf(Tensor::context).again.value, rows * 33562624);
    QCOMPARE(costOf(Tensor::mlpWi0).again.value, rows * 234881024);
    QCOMPARE(costOf(Tensor::outProj).again.value, 0.0);
    const std::vector<PolicyCost> policies = policyCosts(s);
    QCOMPARE(policies.front().cost.again.value, 0.0);
    QCOMPARE(policies.back().cost.again.value, 0.0);                                       // custom: all that is needed
    QCOMPARE(policies.back().cost.device.value, policies.front().cost.device.value);
    QCOMPARE(policies[2].cost.forward.value, rows * (50331648.0 + 33562624 + 33554432 + 234881024 + 117440512));
}

void RematCostsTest::namesThatTheModelLacksAreSaid()
{
    const auto estimate = evaluate(testing::with(scenarioOf("Llama-3.1-8B", "H100 SXM"), {"plan.remat=custom", "plan.keptTensors=kvLatent, value"}));
    QVERIFY(estimate.has_value());
    QVERIFY(std::ranges::any_of(estimate->issues, [](const Issue &i) { return i.field == "plan.keptTensors" && text(i).find("kvLatent") != std::string::npos; }));
    QVERIFY(std::ranges::none_of(estimate->issues, [](const Issue &i) { return text(i).find("names value") != std::string::npos; }));
}

// Llama 3.1 8B has norms and no experts.
void RematCostsTest::modulesThatTheModelLacksAreSaid()
{
    const auto estimate = evaluate(testing::with(scenarioOf("Llama-3.1-8B", "H100 SXM"), {"plan.remat=selective", "plan.recomputeModules=layernorm, moe"}));
    QVERIFY(estimate.has_value());
    const auto named = [&](const char *module) {
        return std::ranges::any_of(estimate->issues, [&](const Issue &i) { return i.field == "plan.recomputeModules" && text(i).find(module) != std::string::npos; });
    };
    QVERIFY(named("moe") && !named("layernorm"));
}

QTEST_APPLESS_MAIN(RematCostsTest)
#include "remat_costs_test.moc"
