#include "estimate/contract.h"

#include "base/format.h"
#include "base/text.h"
#include "estimate/calibration_use.h"
#include "estimate/contract_placement.h"
#include "ops/attention.h"

#include <algorithm>

namespace headroom {
namespace {

std::string number(Count n) { return std::to_string(n); }

Message modelLine(const Estimate &e)
{
    const ModelSpec &m = e.scenario.model;
    return {CORE_TEXT("core", "{0}: {1} parameters, {2} active; H {3}, V {4}, {5} layers, MTP modules {6}, tied embeddings: {7}"),
            {m.name, engineering(e.parameters.total, Unit::count), engineering(e.parameters.active, Unit::count), number(m.hidden),
             number(m.vocab), number(layerCount(m)), number(m.mtpDepth), m.tiedEmbeddings ? "1" : "0"}};
}

Message peakLine(const Estimate &e)
{
    return {CORE_TEXT("core", "{0}: dense {1} peak {2}, HBM {3}, ridge {4}; sparse peaks are never used"),
            {e.scenario.hardware.name, peakDtype(e.scenario.run), engineering(e.roofline.peak.value, Unit::flopsPerSecond),
             engineering(e.roofline.hbmBandwidth.value, Unit::bytesPerSecond), engineering(e.roofline.ridge.value, Unit::flopsPerByte)}};
}

Message batchLine(const Estimate &e)
{
    const RunSpec &r = e.scenario.run;
    const std::vector<DocumentGroup> documents = documentsOf(r.documentLengths);
    if (!documents.empty()) {
        double count = 0.0;
        for (const DocumentGroup &d : documents)
            count += static_cast<double>(d.count);
        return {CORE_TEXT("core", "{0} sequences of {1} tokens per step, padding share {2}, packed from documents of {3} tokens on average, {4} causal pairs per token"),
                {number(r.globalBatch), number(r.sequenceLength), percent(r.paddingShare), significant(documentTokens(documents) / count, 4),
                 significant(meanKeys(documents, r.sequenceLength, std::nullopt), 4)}};
    }
    return {CORE_TEXT("core", "{0} sequences of {1} tokens per step, padding share {2}, no packing"),
            {number(r.globalBatch), number(r.sequenceLength), percent(r.paddingShare)}};
}

Message stateLine(const Estimate &e)
{
    const StateBytes &b = stateBytes(e.scenario.run.stateRecipe);
    return {CORE_TEXT("core", "layers' matrix products {3}, other compute bf16, expert dispatch {4}, accumulation fp32; bytes per parameter: weights {0}, gradients {1}, optimizer {2} (AdamW)"),
            {significant(b.weight, 3), significant(b.gradient, 3), significant(b.optimizer, 3), keyOf(e.scenario.run.matmulDtype),
             keyOf(e.scenario.run.dispatchDtype)}};
}

Message quantisationLine(const RunSpec &r)
{
    if (r.matmulDtype == MatrixDtype::bf16 && r.dispatchDtype == MatrixDtype::bf16)
        return {CORE_TEXT("core", "none: weights, activations and gradients without scales or groups"), {}};
    return {CORE_TEXT("core", "dynamic, one scale per tensor: operands of the layers' matrix products to {0}, dispatched tokens to {1}; finding the scale and converting count as elementwise bytes"),
            {keyOf(r.matmulDtype), keyOf(r.dispatchDtype)}};
}

// A kernel's key and, where it has one, its parameter.
std::string lossKernel(const Kernels &k)
{
    return k.loss == LossKernel::logits ? keyOf(k.loss) : std::string(keyOf(k.loss)) + " " + number(k.lossChunk);
}
std::string dispatchKernel(const Kernels &k)
{
    return k.dispatch == DispatchKernel::sorted ? keyOf(k.dispatch)
                                                : std::string(keyOf(k.dispatch)) + " " + editable(k.capacityFactor, Unit::none);
}

// An unfused core is one tile of the whole sequence.
Message kernelLine(const Estimate &e)
{
    const RunSpec &r = e.scenario.run;
    const Kernels &k = r.kernels;
    const Count tile = k.attention == AttentionKernel::unfused ? r.sequenceLength : k.attentionTile;
    return {CORE_TEXT("core", "attention {0}, head dims to multiples of {1}, tile {2}, linear core {3}, fusion {4}, loss {5}, dispatch {6}, load balanced"),
            {keyOf(k.attention), number(k.headDimMultiple), number(tile), keyOf(k.linearCore), keyOf(r.fusion), lossKernel(k), dispatchKernel(k)}};
}

// What an exchange between ranks moves.
Message exchangeLine(const RunSpec &run)
{
    if (run.kernels.dispatch != DispatchKernel::sorted)
        return {CORE_TEXT("core", "every slot of an expert travels, the empty ones too"), {}};
    return {CORE_TEXT("core", "one copy of a token to each rank that holds one of its experts, across domains one to each such domain; the expected number of distinct targets"), {}};
}

// The experts of the layers that have them; several kinds of MoE layer would each have a line.
void addExperts(std::vector<ContractLine> &lines, const ModelSpec &model)
{
    std::vector<FeedForwardSpec> seen;
    for (const LayerGroup &group : model.layers) {
        const FeedForwardSpec &f = group.layer.feedForward;
        if (f.kind != FeedForwardKind::moe || std::ranges::find(seen, f) != seen.end())
            continue;
        seen.push_back(f);
        const std::string id = seen.size() == 1 ? "experts" : "experts." + std::to_string(seen.size());
        lines.push_back({id, CORE_TEXT("core", "Experts"),
                         {CORE_TEXT("core", "{0} of {1} routed experts of width {2} active per token, from {4} of {5} expert groups; shared expert width {3}; every expert equally loaded, no token dropped"),
                          {number(f.topK), number(f.experts), number(f.expertWidth), number(f.sharedWidth),
                           number(f.groupsPerToken), number(f.routingGroups)}}});
    }
}

Message onChipLine(const Estimate &e)
{
    const RunSpec &r = e.scenario.run;
    const auto &level = e.roofline.onChip;
    if (!level)
        return {CORE_TEXT("core", "tiles of {0} x {1}; {2} states no on-chip bandwidth, so there is no on-chip roofline"),
                {number(r.kernels.tileM), number(r.kernels.tileN), e.scenario.hardware.name}};
    return {CORE_TEXT("core", "tiles of {0} x {1}; {2} {3}, ridge {4}; a view beside HBM that no bound uses"),
            {number(r.kernels.tileM), number(r.kernels.tileN), level->memory, engineering(level->bandwidth.value, Unit::bytesPerSecond),
             engineering(level->ridge.value, Unit::flopsPerByte)}};
}

Message memoryLine(const Estimate &e)
{
    const HardwareSpec &h = e.scenario.hardware;
    return {CORE_TEXT("core", "{0} per chip, {1} reserved; source: {2}"),
            {engineering(h.hbmCapacity.value.expected.value, Unit::bytes), engineering(h.reserved.expected.value, Unit::bytes),
             h.hbmCapacity.source}};
}

Message axesLine(const Estimate &e)
{
    const Plan &p = e.scenario.plan;
    const HardwareSpec &h = e.scenario.hardware;
    std::string order = p.axisOrder;
    if (order.empty())
        for (const Axis axis : innermostFirst)
            order += (order.empty() ? "" : "-") + std::string(keyOf(axis));
    const bool torus = h.scaleUp == ScaleUpKind::torus;
    return {CORE_TEXT("core", "{0}, innermost first; dimensions of the torus given to axes: {1}; contextParallel {2}, asyncTensorParallel {3}, inNetworkReduction {4}"),
            {order, torus && !p.torusAxes.empty() ? p.torusAxes : "-", keyOf(p.contextParallel), p.asyncTensorParallel ? "true" : "false",
             !torus && h.inNetworkReduction.value ? "true" : "false"}};
}

Message stagesLine(const Estimate &e)
{
    return {CORE_TEXT("core", "layers {0}, in the order in which a forward meets them; split {1}, parts of each stage {2}; embedding on the first, head and MTP modules on the last"),
            {stageLayersText(e.system.stageLayers), keyOf(e.scenario.plan.stageSplit), number(e.scenario.plan.virtualStages)}};
}

} // namespace

std::vector<ContractLine> contractOf(const Estimate &e)
{
    std::vector<ContractLine> lines{{"model", CORE_TEXT("core", "Model"), modelLine(e)}};
    addExperts(lines, e.scenario.model);
    if (lines.size() > 1 && e.scenario.plan.ep > 1)
        lines.push_back({"exchange", CORE_TEXT("core", "Expert exchange"), exchangeLine(e.scenario.run)});
    const std::vector<ContractLine> more{
        {"batch", CORE_TEXT("core", "Batch"), batchLine(e)},
        {"dtypes", CORE_TEXT("core", "Number formats"), stateLine(e)},
        {"quantisation", CORE_TEXT("core", "Quantisation"), quantisationLine(e.scenario.run)},
        {"flops", CORE_TEXT("core", "FLOP convention"),
         {CORE_TEXT("core", "{0}; one multiply-add = 2 FLOPs; MFU counts model FLOPs without recompute and padding, HFU what kernels execute"),
          {keyOf(e.scenario.run.convention)}}},
        {"peak", CORE_TEXT("core", "Peak"), peakLine(e)},
        {"kernels", CORE_TEXT("core", "Kernels"), kernelLine(e)},
        {"onChip", CORE_TEXT("core", "On-chip memory"), onChipLine(e)},
        {"memory", CORE_TEXT("core", "Memory capacity"), memoryLine(e)},
        {"links", CORE_TEXT("core", "Links"),
         {CORE_TEXT("core", "nominal bandwidth per direction, ring or torus algorithms, hierarchical across domains; lower bounds: no congestion, channels, NIC binding or neighbour jobs"),
          {}}},
        {"axes", CORE_TEXT("core", "Axes on the network"), axesLine(e)},
        {"calibration", CORE_TEXT("core", "Calibration"), calibrationLine(e.scenario.calibration)},
        {"timed", CORE_TEXT("core", "What is timed"),
         {CORE_TEXT("core", "one steady training step; compilation, warm-up, input and checkpoints excluded"), {}}},
        {"objective", CORE_TEXT("core", "Constraints"),
         {CORE_TEXT("core", "none on latency or quality: throughput of training alone"), {}}},
    };
    lines.insert(lines.end(), more.begin(), more.end());
    if (e.system.legal && e.scenario.plan.pp > 1)
        lines.push_back({"stages", CORE_TEXT("core", "Stages"), stagesLine(e)});
    addPlacement(lines, e);
    return lines;
}

} // namespace headroom
