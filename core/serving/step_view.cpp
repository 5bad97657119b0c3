#include "serving/step_view.h"

#include "base/format.h"
#include "base/text.h"

namespace headroom {

namespace {

SystemEstimate systemView(const ServingEstimate &serving, const ServedStep &step)
{
    SystemEstimate out;
    out.legal = serving.legal;
    out.feasible = serving.feasible;
    out.reason = serving.reason;
    out.reasonField = serving.reasonField;
    out.shortBy = serving.shortBy;
    if (!serving.legal)
        return out;
    out.boundMfu = step.boundMfu;
    out.boundMfuTerm = step.boundMfuTerm;
    out.expectedMfu = step.expectedMfu;
    out.expectedMfuTerm = step.expectedMfuTerm;
    const ServedLevels &t = step.time;
    out.stepTime.floor = step.floor;
    out.stepTime.bound = t.bound;
    out.stepTime.low = t.low;
    out.stepTime.expected = t.expected;
    out.stepTime.high = t.high;
    out.stepTime.serial = step.serial;
    out.stepTime.floorTerm = step.floorTerm;
    out.stepTime.boundTerm = t.boundTerm;
    out.stepTime.lowTerm = t.lowTerm;
    out.stepTime.expectedTerm = t.expectedTerm;
    out.stepTime.highTerm = t.highTerm;
    out.stepTime.serialTerm = step.serialTerm;
    out.communication = step.communication;
    out.parts = step.parts;
    out.dominant = step.dominant;
    out.tokensPerSecondPerChip = serving.latency.expectedTokens.expected;
    out.tokensTerm = serving.latency.expectedTokensTerm;
    return out;
}

void nameTerms(Estimate &view)
{
    Derivation &why = view.why;
    why.name("roofline.mfu", view.roofline.mfuTerm);
    why.name("roofline.stepTime", view.roofline.stepTimeTerm);
    why.name("roofline.ridge", view.roofline.ridgeTerm);
    if (!view.system.legal)
        return;
    why.name("system.boundMfu", view.system.boundMfuTerm);
    why.name("system.expectedMfu", view.system.expectedMfuTerm);
    why.name("system.tokensPerSecondPerChip", view.system.tokensTerm);
    why.name("stepTime.bound", view.system.stepTime.boundTerm);
    why.name("stepTime.expected", view.system.stepTime.expectedTerm);
    for (const WaterfallRow &row : view.waterfall)
        why.name("waterfall." + row.id, row.term);
}

ContractLine stepLine(const ServedStep &step)
{
    return {"step", CORE_TEXT("core", "Step shown"),
            {CORE_TEXT("core", "{0} of {1} sequences, {2} new tokens"), {step.id, significant(step.sequences, 6), significant(step.tokens, 6)}}};
}

} // namespace

Estimate stepView(const ServingEstimate &serving, const ServedStep &step)
{
    Estimate out;
    out.scenario = serving.scenario;
    out.parameters = serving.parameters;
    out.modelFlopsPerStep = step.modelFlops;
    if (step.tokens > 0.0)
        out.modelFlopsPerToken = step.modelFlops / step.tokens;
    out.roofline = step.roofline;
    out.system = systemView(serving, step);
    out.waterfall = step.waterfall;
    out.contract = serving.contract;
    out.contract.insert(out.contract.begin(), stepLine(step));
    out.issues = serving.issues;
    out.why = serving.why;
    nameTerms(out);
    return out;
}

} // namespace headroom
