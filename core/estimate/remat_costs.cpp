#include "estimate/remat_costs.h"

#include "estimate/plan_model.h"

namespace headroom {
namespace {

// Layers of a scenario with their activations and forward operators.
class Layers
{
public:
    explicit Layers(const Scenario &s) : m_plan(s.plan), m_blocks(blockStructure(s.model))
    {
        Derivation off(false);
        const PassShape shape = passShape(s.run, s.plan);
        buildOps(m_blocks, off, s.model, s.run, shape);
        for (const Block &block : m_blocks.blocks)
            m_tensors.push_back(blockTensors(s.model, s.run, block, shape));
    }
    TensorSet present() const
    {
        TensorSet all;
        for (const BlockTensors &t : m_tensors)
            all |= t.table.present();
        return all;
    }
    Bytes bytes(TensorSet tensors) const
    {
        Bytes sum{};
        for (std::size_t b = 0; b < m_tensors.size(); ++b)
            sum += perDevice(b) * m_tensors[b].table.bytes(tensors);
        return sum;
    }
    PolicyCost under(const RematChoice &choice) const
    {
        PolicyCost out{.policy = choice.policy};
        for (std::size_t b = 0; b < m_tensors.size(); ++b) {
            const BlockRemat remat = blockRemat(m_tensors[b].table, tensorsOf(choice), choice.mode);
            out.kept.device |= remat.kept.device;
            out.kept.host |= remat.kept.host;
            out.cost.device += perDevice(b) * m_tensors[b].table.bytes(remat.kept.device);
            out.cost.host += perDevice(b) * m_tensors[b].table.bytes(remat.kept.host);
            for (const Op &op : m_blocks.blocks[b].ops)
                if (op.phase == Phase::forward && op.step != Step::outside) {
                    out.cost.forward += perDevice(b) * op.executedFlops.value;
                    out.cost.again += remat.recomputes(op) ? perDevice(b) * op.executedFlops.value : Flops{};
                }
        }
        return out;
    }

private:
    double perDevice(std::size_t b) const { return m_blocks.blocks[b].count / static_cast<double>(m_plan.pp); }

    const Plan &m_plan;
    ModelBlocks m_blocks;
    std::vector<BlockTensors> m_tensors;
};

} // namespace

std::vector<PolicyCost> policyCosts(const Scenario &scenario)
{
    const Layers layers(scenario);
    std::vector<PolicyCost> out;
    RematChoice choice = scenario.plan.rematChoice();
    for (std::size_t p = 0; p < rowsOf(RematPolicy{}).size(); ++p) {
        choice.policy = static_cast<RematPolicy>(p);
        out.push_back(layers.under(choice));
    }
    return out;
}

std::vector<TensorCost> tensorCosts(const Scenario &scenario)
{
    const Layers layers(scenario);
    const auto again = [&](TensorSet kept) { return layers.under({RematPolicy::custom, scenario.plan.rematMode, {kept, {}}, {}}).cost.again; };
    const TensorSet chosen = scenario.plan.keptTensors.device | scenario.plan.keptTensors.host;
    std::vector<TensorCost> out;
    layers.present().each([&](Tensor t) {
        out.push_back({t, layers.bytes(t), again(chosen.without(t)) - again(chosen | t)});
    });
    return out;
}

std::vector<ModuleCost> moduleCosts(const Scenario &scenario)
{
    const Layers layers(scenario);
    const Bytes all = layers.under({.policy = RematPolicy::none, .mode = scenario.plan.rematMode}).cost.device;
    std::vector<ModuleCost> out;
    for (std::size_t m = 0; m < rowsOf(RecomputeModule{}).size(); ++m) {
        const auto module = static_cast<RecomputeModule>(m);
        const RematCost alone = layers.under({.policy = RematPolicy::selective, .mode = scenario.plan.rematMode, .modules = module}).cost;
        if (all - alone.device > Bytes{})
            out.push_back({module, all - alone.device, alone.again});
    }
    return out;
}

RecomputeModules absentModules(const Scenario &scenario)
{
    RecomputeModules out = scenario.plan.recomputeModules;
    for (const ModuleCost &cost : moduleCosts(scenario))
        out = out.without(cost.module);
    return out;
}

TensorSet absentTensors(const Scenario &scenario)
{
    // Where nothing comes between a projection and the core, the core's name stands for the projection's output.
    constexpr TensorSet shaped{Tensor::query, Tensor::key, Tensor::value};
    const KeptTensors &kept = scenario.plan.keptTensors;
    return (kept.device | kept.host).without(Layers(scenario).present() | shaped);
}

} // namespace headroom
