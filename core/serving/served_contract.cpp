#include "serving/served_contract.h"

#include "base/format.h"
#include "base/text.h"
#include "estimate/calibration_use.h"
#include "serving/served_plan.h"

namespace headroom {

namespace {

std::string number(Count n) { return std::to_string(n); }

Message modelLine(const ServingEstimate &e)
{
    const ModelSpec &m = e.scenario.model;
    return {CORE_TEXT("core", "{0}: {1} parameters, {2} active; H {3}, V {4}, {5} layers, tied embeddings: {6}; MTP modules do not serve"),
            {m.name, engineering(e.parameters.total, Unit::count), engineering(e.parameters.active, Unit::count), number(m.hidden), number(m.vocab),
             number(layerCount(m)), m.tiedEmbeddings ? "1" : "0"}};
}

Message loadLine(const ServingEstimate &e)
{
    const ServingSpec &s = e.scenario.run.serving;
    switch (e.scenario.run.phase) {
    case RunPhase::decode:
        return {CORE_TEXT("core", "decode of {0} sequences, {1} tokens cached; each generates one token"),
                {number(e.sequences), s.contexts.empty() ? number(s.promptLength) : s.contexts}};
    case RunPhase::prefill:
        return {CORE_TEXT("core", "prefill of {0} prompts of {1} tokens, of which {2} are cached already"),
                {number(e.sequences), number(s.promptLength), percent(s.prefixHitRate)}};
    default: break;
    }
    return {CORE_TEXT("core", "steady state of {0} sequences, requests {1}, {2} of the prompts cached already, chunked prefill: {3}; no queue"),
            {number(e.sequences), s.requests.empty() ? number(s.promptLength) + ":" + number(s.outputLength) : s.requests, percent(s.prefixHitRate),
             s.mixedSteps && e.scenario.run.devicesApart() == 0 ? "1" : "0"}};
}

// Only of a legal plan: pools divide the devices.
Message poolsLine(const ServingEstimate &e)
{
    const Plan &decode = e.scenario.plan, prefill = prefillingPool(e.scenario).plan;
    return {CORE_TEXT("core", "{0} devices compute prompts, {1} replicas of tp {2}, ep {3}, pp {4}; {5} decode, {6} replicas of tp {7}, ep {8}, pp {9}"),
            {number(e.scenario.run.devicesApart()), number(prefill.dp * prefill.ep), number(prefill.tp), number(prefill.ep), number(prefill.pp),
             number(e.scenario.run.plannedDevices()), number(decode.dp * decode.ep), number(decode.tp), number(decode.ep), number(decode.pp)}};
}

Message formatLine(const ServingEstimate &e)
{
    const ServingSpec &s = e.scenario.run.serving;
    return {CORE_TEXT("core", "weights {0}, {1} bytes each with scales; cache {2}; layers' products in {3}, attention cores, router and head in bf16, sums fp32"),
            {keyOf(s.weightFormat), significant(s.weightBytes(), 4), keyOf(s.cacheFormat), keyOf(e.scenario.run.matmulDtype)}};
}

Message peakLine(const ServingEstimate &e)
{
    const RooflineEstimate &r = e.steps.front().roofline;
    return {CORE_TEXT("core", "{0}: dense {1} peak {2}, HBM {3}, ridge {4}; sparse peaks are never used"),
            {e.scenario.hardware.name, peakDtype(e.scenario.run), engineering(r.peak.value, Unit::flopsPerSecond),
             engineering(r.hbmBandwidth.value, Unit::bytesPerSecond), engineering(r.ridge.value, Unit::flopsPerByte)}};
}

} // namespace

std::vector<ContractLine> servingContract(const ServingEstimate &e)
{
    std::vector<ContractLine> lines{
        {"model", CORE_TEXT("core", "Model"), modelLine(e)},
        {"load", CORE_TEXT("core", "Load"), loadLine(e)},
        {"dtypes", CORE_TEXT("core", "Number formats"), formatLine(e)},
        {"flops", CORE_TEXT("core", "FLOPs"),
         {CORE_TEXT("core", "multiply-add = 2; model FLOPs of exact causal pairs, head on the tokens asked for; the document's terms beside them count the full mask"), {}}},
        {"peak", CORE_TEXT("core", "Peak"), peakLine(e)},
        {"kernels", CORE_TEXT("core", "Kernels"),
         {CORE_TEXT("core", "fused attention; latents expanded in prefill, absorbed in decode; linear core {0}, fusion {1}; experts sorted, equally loaded"),
          {keyOf(e.scenario.run.kernels.linearCore), keyOf(e.scenario.run.fusion)}}},
        {"calibration", CORE_TEXT("core", "Calibration"), calibrationLine(e.scenario.calibration)},
        {"timed", CORE_TEXT("core", "Timed"),
         {CORE_TEXT("core", "a step of the devices and its sampling; waiting for a place, tokenisation and network to the user are not timed"), {}}}};
    if (e.legal && e.scenario.run.devicesApart() > 0)
        lines.insert(lines.begin() + 2, {"pools", CORE_TEXT("core", "Pools"), poolsLine(e)});
    return lines;
}

} // namespace headroom
