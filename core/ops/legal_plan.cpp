#include "ops/legal_plan.h"

#include "base/text.h"

#include <numeric>

namespace headroom {
namespace {

bool divides(Count divisor, Count value) { return value % divisor == 0; }

using Broken = std::optional<BrokenRule>;

Broken tensorRules(const ModelSpec &model, const LayerSpec &layer, Count tp)
{
    const AttentionSpec &a = layer.attention;
    const FeedForwardSpec &f = layer.feedForward;
    if (!divides(tp, a.heads))
        return BrokenRule{"plan.tp", CORE_TEXT("core", "tp {0} does not divide the {1} attention heads"), tp, a.heads};
    if (!divides(tp, a.kvHeads) && !divides(a.kvHeads, tp))
        return BrokenRule{"plan.tp", CORE_TEXT("core", "tp {0} and the {1} key-value heads do not divide one another"), tp, a.kvHeads};
    if (f.kind == FeedForwardKind::dense && !divides(tp, f.width))
        return BrokenRule{"plan.tp", CORE_TEXT("core", "tp {0} does not divide the feed-forward width {1}"), tp, f.width};
    if (f.kind == FeedForwardKind::moe && !divides(tp, f.expertWidth))
        return BrokenRule{"plan.tp", CORE_TEXT("core", "tp {0} does not divide the expert width {1}"), tp, f.expertWidth};
    if (f.kind == FeedForwardKind::moe && !divides(tp, f.sharedWidth))
        return BrokenRule{"plan.tp", CORE_TEXT("core", "tp {0} does not divide the shared-expert width {1}"), tp, f.sharedWidth};
    if (!divides(tp, model.vocab))
        return BrokenRule{"plan.tp", CORE_TEXT("core", "tp {0} does not divide the vocabulary {1}"), tp, model.vocab};
    return std::nullopt;
}

Broken sequenceRules(const RunSpec &run, const Plan &plan)
{
    const Count s = run.sequenceLength;
    if (plan.sequenceParallel && plan.tp > 1 && !divides(plan.cp * plan.tp, s))
        return BrokenRule{"plan.tp", CORE_TEXT("core", "cp · tp = {0} does not divide the sequence length {1}"), plan.cp * plan.tp, s};
    if (plan.asyncTensorParallel && !plan.sequenceParallel && plan.tp > 1)
        return BrokenRule{"plan.asyncTensorParallel", CORE_TEXT("core", "asynchronous tensor parallel (tp {0}) needs sequence parallel"), plan.tp, 0};
    if (plan.cp > 1 && !divides(2 * plan.cp, s))
        return BrokenRule{"plan.cp", CORE_TEXT("core", "2 · cp = {0} does not divide the sequence length {1} (balanced causal work)"),
                          2 * plan.cp, s};
    return std::nullopt;
}

Broken batchRules(const RunSpec &run, const Plan &plan)
{
    const Count perStep = plan.dp * plan.fsdp * plan.ep * plan.microBatch;
    if (!divides(perStep, run.globalBatch))
        return BrokenRule{"plan.microBatch", CORE_TEXT("core", "dp · fsdp · ep · microBatch = {0} does not divide the global batch {1}"),
                          perStep, run.globalBatch};
    return std::nullopt;
}

// Every stage and every piece of one has at least a layer, but where a list says otherwise.
Broken stageRules(const Plan &plan, Count layers)
{
    if (plan.pp == 1 || plan.stageSplit != StageSplit::listed) {
        if (plan.pp > layers)
            return BrokenRule{"plan.pp", CORE_TEXT("core", "pp {0} exceeds the {1} layers"), plan.pp, layers};
        if (plan.virtualStages * plan.pp > layers)
            return BrokenRule{"plan.virtualStages", CORE_TEXT("core", "pp · virtualStages = {0} exceeds the {1} layers"),
                              plan.virtualStages * plan.pp, layers};
        return std::nullopt;
    }
    const std::vector<Count> listed = parseStageLayers(plan.stageLayers).value_or(std::vector<Count>{});
    const Count pieces = plan.pp * plan.virtualStages;
    if (static_cast<Count>(listed.size()) != pieces)
        return BrokenRule{"plan.stageLayers", CORE_TEXT("core", "stageLayers lists {0} stages where pp · virtualStages are {1}"),
                          static_cast<Count>(listed.size()), pieces};
    const Count sum = std::accumulate(listed.begin(), listed.end(), Count{0});
    if (sum != layers)
        return BrokenRule{"plan.stageLayers", CORE_TEXT("core", "stageLayers lists {0} layers where the model has {1}"), sum, layers};
    return std::nullopt;
}

} // namespace

Broken brokenRule(const ModelSpec &model, const RunSpec &run, const Plan &plan)
{
    if (const Broken broken = stageRules(plan, layerCount(model)))
        return broken;
    const Count ranks = plan.tp * plan.fsdp * plan.dp;
    if (!divides(plan.expertTensor, ranks))
        return BrokenRule{"plan.expertTensor", CORE_TEXT("core", "expertTensor {0} does not divide tp · fsdp · dp = {1}"), plan.expertTensor, ranks};
    bool routed = false;
    for (const LayerGroup &group : model.layers) {
        if (const Broken broken = tensorRules(model, group.layer, plan.tp))
            return broken;
        const FeedForwardSpec &f = group.layer.feedForward;
        const AttentionSpec &a = group.layer.attention;
        if (f.kind == FeedForwardKind::moe && !divides(plan.ep, f.experts))
            return BrokenRule{"plan.ep", CORE_TEXT("core", "ep {0} does not divide the {1} experts"), plan.ep, f.experts};
        if (f.kind == FeedForwardKind::moe && !divides(plan.expertTensor, f.expertWidth))
            return BrokenRule{"plan.expertTensor", CORE_TEXT("core", "expertTensor {0} does not divide the expert width {1}"), plan.expertTensor,
                              f.expertWidth};
        if (a.kind == AttentionKind::linear && plan.cp > 1 && !divides(a.chunk * plan.cp, run.sequenceLength))
            return BrokenRule{"plan.cp", CORE_TEXT("core", "cp · chunk = {0} does not divide the sequence length {1}"),
                              a.chunk * plan.cp, run.sequenceLength};
        routed = routed || f.kind == FeedForwardKind::moe;
    }
    if (!routed && plan.ep != 1)
        return BrokenRule{"plan.ep", CORE_TEXT("core", "ep {0} needs experts; this model has {1}"), plan.ep, 0};
    if (const Broken broken = sequenceRules(run, plan))
        return broken;
    if (const Broken broken = batchRules(run, plan))
        return broken;
    return brokenScheduleRule(plan.schedule, plan.pp, plan.virtualStages, plan.microBatchCount(run.globalBatch));
}

Broken brokenScheduleRule(Schedule schedule, Count stages, Count virtualStages, Count microBatches)
{
    if (schedule == Schedule::interleaved) {
        if (virtualStages < 2)
            return BrokenRule{"plan.virtualStages", CORE_TEXT("core", "interleaved passes need at least {1} virtual stages per stage, not {0}"),
                              virtualStages, 2};
        if (!divides(stages, microBatches))
            return BrokenRule{"plan.schedule", CORE_TEXT("core", "interleaved passes: pp {0} does not divide the {1} micro-batches"), stages,
                              microBatches};
        return std::nullopt;
    }
    if (virtualStages != 1)
        return BrokenRule{"plan.virtualStages", CORE_TEXT("core", "only the interleaved schedule has virtual stages: {0} instead of {1}"),
                          virtualStages, 1};
    if (schedule == Schedule::dualPipe && !divides(2, stages))
        return BrokenRule{"plan.schedule", CORE_TEXT("core", "DualPipe needs a number of stages that {1} divides, not {0}"), stages, 2};
    if (schedule == Schedule::dualPipe && (!divides(2, microBatches) || microBatches < 2 * stages))
        return BrokenRule{"plan.schedule", CORE_TEXT("core", "DualPipe needs an even number of micro-batches, at least {1}, not {0}"),
                          microBatches, 2 * stages};
    return std::nullopt;
}

} // namespace headroom
