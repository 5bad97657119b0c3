#include "comm/weight_calls.h"

#include <utility>

namespace headroom {

ShardSizes shardSizes(const Plan &plan)
{
    const double fsdp = static_cast<double>(plan.fsdp), ep = static_cast<double>(plan.ep), cp = static_cast<double>(plan.cp);
    const double dp = static_cast<double>(plan.dp);
    const Plan::ExpertRanks split = plan.expertRanks();
    const double expertFsdp = fsdp / static_cast<double>(split.fsdp);
    // Tensor ranks that do not split the same experts hold the same ones: as Megatron-LM has it, they are data ranks of the experts.
    const double expertDp = dp / static_cast<double>(split.data) * static_cast<double>(plan.tp / split.tensor);
    if (plan.weightSharding == WeightSharding::fsdpEpCp)
        return {fsdp * ep * cp, expertFsdp * cp, dp, expertDp};
    return {fsdp, expertFsdp, dp * ep * cp, expertDp * cp};
}

StageWeights StageWeights::times(double copies) const
{
    StageWeights out = *this;
    for (Part *part : {&out.gathered, &out.regathered, &out.dense, &out.sharded, &out.keyValues, &out.copied, &out.experts})
        *part = {copies * part->parameters, copies * part->blocks};
    out.quantisedDense *= copies;
    out.quantisedExperts *= copies;
    return out;
}

StageWeights stageWeights(const Composition &composition, const std::vector<Block> &blocks,
                          const std::vector<BlockParameters> &parameters)
{
    StageWeights out;
    for (const auto &[b, held] : composition) {
        const auto add = [count = held](StageWeights::Part &part, double each) {
            if (each == 0.0)
                return;
            part.parameters += count * each;
            part.blocks += count;
        };
        add(out.gathered, parameters[b].gathered);
        if (blocks[b].kind != BlockKind::embedding)
            add(out.regathered, parameters[b].gathered);
        add(out.dense, parameters[b].dense());
        add(out.sharded, parameters[b].sharded);
        add(out.keyValues, parameters[b].keyValues);
        add(out.copied, parameters[b].copied);
        add(out.experts, parameters[b].experts);
        out.quantisedDense += held * parameters[b].quantisedDense;
        out.quantisedExperts += held * parameters[b].quantisedExperts;
    }
    out.keyValueCopies = keyValueCopies(parameters);
    return out;
}

namespace {

using When = WeightCall::When;

class WeightCallWriter
{
public:
    WeightCallWriter(const Plan &plan, const StageWeights &weights, double copies)
        : m_groups(axisGroups(plan, weights.keyValueCopies)), m_copies(copies) {}

    void add(Purpose purpose, Collective kind, const AxisGroup AxisGroups::*group, When when, const StageWeights::Part &part,
             double bytesEach, double shards = 1.0)
    {
        if ((m_groups.*group).ranks() <= 1 || part.parameters <= 0.0)
            return;
        const bool once = when == When::gather || when == When::reduction;
        m_calls.push_back({purpose, kind, group, when, {(once ? m_copies : 1.0) * part.parameters, part.blocks}, bytesEach, shards});
    }
    std::vector<WeightCall> take() { return std::move(m_calls); }

private:
    AxisGroups m_groups;
    double m_copies;
    std::vector<WeightCall> m_calls;
};

// A whole stage in one call.
StageWeights::Part atOnce(const StageWeights::Part &part) { return {part.parameters, 1.0}; }

void shardCalls(WeightCallWriter &out, const StageWeights &w, double gradient)
{
    struct Row { const AxisGroup AxisGroups::*group; StageWeights::Part forward, backward, scattered; };
    for (const Row &r : {Row{&AxisGroups::denseShard, w.gathered, w.regathered, w.dense},
                         Row{&AxisGroups::expertShard, w.experts, w.experts, w.experts}}) {
        out.add(Purpose::weightGather, Collective::allGather, r.group, When::forward, r.forward, computeBytes);
        out.add(Purpose::weightGather, Collective::allGather, r.group, When::backward, r.backward, computeBytes);
        out.add(Purpose::gradientScatter, Collective::reduceScatter, r.group, When::backward, r.scattered, gradient);
    }
}

void keepCalls(WeightCallWriter &out, const StageWeights &w, double gradient)
{
    struct Row { const AxisGroup AxisGroups::*group; StageWeights::Part part; };
    for (const Row &r : {Row{&AxisGroups::denseShard, atOnce(w.dense)}, Row{&AxisGroups::expertShard, atOnce(w.experts)}}) {
        out.add(Purpose::weightGather, Collective::allGather, r.group, When::gather, r.part, computeBytes);
        out.add(Purpose::gradientScatter, Collective::reduceScatter, r.group, When::reduction, r.part, gradient);
    }
}

// Gradients of replicated weights. `all`: ranks that hold the same ones. A sharded state is divided over `states`; `copies` are ranks
// beside those, each with a state of its own.
struct ReplicaRow
{
    using Group = const AxisGroup AxisGroups::*;
    Group all, states, copies;
    StageWeights::Part part;
    double shards;
};

void replicaCalls(WeightCallWriter &out, const Plan &plan, const StageWeights &w, double gradient)
{
    const ShardSizes shards = shardSizes(plan);
    const ReplicaRow::Group dense = &AxisGroups::denseReplicas, experts = &AxisGroups::expertReplicas;
    const ReplicaRow::Group tensor = plan.sequenceParallel ? &AxisGroups::tensor : nullptr;
    for (const ReplicaRow &r : {ReplicaRow{dense, dense, nullptr, atOnce(w.sharded), shards.dense},
                                ReplicaRow{&AxisGroups::keyValueReplicas, dense, &AxisGroups::keyValueCopies, atOnce(w.keyValues), shards.dense},
                                ReplicaRow{&AxisGroups::copiedReplicas, dense, tensor, atOnce(w.copied), shards.dense},
                                ReplicaRow{experts, experts, nullptr, atOnce(w.experts), shards.experts}}) {
        if (plan.stateSharding == StateSharding::none) {
            out.add(Purpose::gradientReduction, Collective::allReduce, r.all, When::reduction, r.part, gradient, r.shards);
            continue;
        }
        const When when = plan.stateSharding == StateSharding::optimizerGradients ? When::backward : When::reduction;
        if (r.copies)
            out.add(Purpose::gradientReduction, Collective::allReduce, r.copies, when, r.part, gradient, r.shards);
        out.add(Purpose::gradientReduction, Collective::reduceScatter, r.states, when, r.part, gradient, r.shards);
        out.add(Purpose::weightGather, Collective::allGather, r.states, When::gather, r.part, computeBytes, r.shards);
    }
}

} // namespace

std::vector<WeightCall> weightCalls(const RunSpec &run, const Plan &plan, const StageWeights &weights, double copies)
{
    WeightCallWriter out(plan, weights, copies);
    const double gradient = stateBytes(run.stateRecipe).gradient;
    if (plan.regather == Regather::reshard)
        shardCalls(out, weights, gradient);
    else
        keepCalls(out, weights, gradient);
    replicaCalls(out, plan, weights, gradient);
    return out.take();
}

} // namespace headroom
