#include "estimate/contract.h"

#include "base/format.h"
#include "base/text.h"
#include "estimate/calibration_use.h"

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
            {e.scenario.hardware.name, computeDtype, engineering(e.roofline.peak.value, Unit::flopsPerSecond),
             engineering(e.roofline.hbmBandwidth.value, Unit::bytesPerSecond), engineering(e.roofline.ridge.value, Unit::flopsPerByte)}};
}

Message batchLine(const Estimate &e)
{
    const RunSpec &r = e.scenario.run;
    return {CORE_TEXT("core", "{0} sequences of {1} tokens per step, padding share {2}, no packing"),
            {number(r.globalBatch), number(r.sequenceLength), percent(r.paddingShare)}};
}

Message stateLine(const Estimate &e)
{
    const StateBytes &b = stateBytes(e.scenario.run.stateRecipe);
    return {CORE_TEXT("core", "compute bf16, accumulation fp32; bytes per parameter: weights {0}, gradients {1}, optimizer {2} (AdamW)"),
            {significant(b.weight, 3), significant(b.gradient, 3), significant(b.optimizer, 3)}};
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

} // namespace

std::vector<ContractLine> contractOf(const Estimate &e)
{
    return {
        {"model", CORE_TEXT("core", "Model"), modelLine(e)},
        {"batch", CORE_TEXT("core", "Batch"), batchLine(e)},
        {"dtypes", CORE_TEXT("core", "Number formats"), stateLine(e)},
        {"flops", CORE_TEXT("core", "FLOP convention"),
         {CORE_TEXT("core", "{0}; one multiply-add = 2 FLOPs; MFU counts model FLOPs without recompute and padding, HFU what kernels execute"),
          {keyOf(e.scenario.run.convention)}}},
        {"peak", CORE_TEXT("core", "Peak"), peakLine(e)},
        {"kernels", CORE_TEXT("core", "Kernels"), kernelLine(e)},
        {"links", CORE_TEXT("core", "Links"),
         {CORE_TEXT("core", "nominal bandwidth per direction, ring or torus algorithms, hierarchical across domains; lower bounds: no congestion, channels, NIC binding or neighbour jobs"),
          {}}},
        {"calibration", CORE_TEXT("core", "Calibration"), calibrationLine(e.scenario.calibration)},
        {"timed", CORE_TEXT("core", "What is timed"),
         {CORE_TEXT("core", "one steady training step; compilation, warm-up, input and checkpoints excluded"), {}}},
    };
}

} // namespace headroom
