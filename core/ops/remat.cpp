#include "ops/remat.h"

namespace headroom {
namespace {

struct Fallback
{
    Tensor shaped, projected;
};
constexpr Fallback fallbacks[] = {
    {Tensor::query, Tensor::queryProj}, {Tensor::key, Tensor::keyProj}, {Tensor::value, Tensor::valueProj}};

// The table's tensors that a set names: where nothing comes between a projection and the core, what the core reads is the
// projection's output.
TensorSet presentOf(const LayerTable &table, TensorSet named)
{
    for (const Fallback &f : fallbacks)
        if (named.has(f.shaped) && !table.present().has(f.shaped))
            named |= f.projected;
    return named & table.present();
}

// Steps that make the wanted tensors, and in turn what those read unless it is kept. Steps stand in the order in which they run.
StepSet stepsTowards(const LayerTable &table, TensorSet wanted, TensorSet kept)
{
    StepSet out;
    const std::span<const StepRow> rows = table.steps();
    for (std::size_t i = rows.size(); i-- > 0;)
        if (rows[i].makes.meets(wanted)) {
            out |= rows[i].step;
            wanted |= rows[i].reads.without(kept);
        }
    return out;
}

bool isOfFeedForward(Step step) { return step >= Step::mlpNorm && step <= Step::mlpEnd; }

// Tensors of the feed-forward that backward needs.
TensorSet madeByFeedForward(const LayerTable &table)
{
    TensorSet out;
    for (const StepRow &row : table.steps())
        if (isOfFeedForward(row.step))
            out |= row.makes;
    return out & table.needed();
}

// What the modules that a layer has drop of it, and how far they run again.
ModuleTensors modulesOf(const LayerTable &table, RecomputeModules modules)
{
    ModuleTensors out;
    modules.each([&](RecomputeModule module) {
        const ModuleTensors &m = tensorsOf(module);
        if (!m.of.meets(table.present()) || m.notOf.meets(table.present()))
            return;
        out.dropped |= m.dropped;
        out.reached |= m.reached;
    });
    return out;
}

} // namespace

BlockRemat blockRemat(const LayerTable &table, const PolicyTensors &policy, RematMode mode)
{
    BlockRemat out;
    const ModuleTensors modules = modulesOf(table, policy.modules);
    out.kept.device = presentOf(table, policy.kept.device | (policy.allNeeded ? table.needed().without(modules.dropped) : TensorSet()));
    out.kept.host = presentOf(table, policy.kept.host).without(out.kept.device);
    if (!out.kept.host.has(Tensor::decoderLayerInput))
        out.kept.device |= Tensor::decoderLayerInput;
    const TensorSet kept = out.kept.device | out.kept.host;
    TensorSet wanted = table.needed().without(kept);
    if (mode == RematMode::wholeLayer)
        wanted |= policy.allNeeded ? modules.reached : wanted.meets(madeByFeedForward(table)) ? TensorSet(Tensor::layerOutput) : TensorSet();
    out.again = stepsTowards(table, wanted, kept);
    for (const StepRow &row : table.steps())
        if (row.follows.meets(out.again))
            out.again |= row.step;
    return out;
}

} // namespace headroom
