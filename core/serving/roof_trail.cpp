#include "serving/roof_trail.h"

#include "base/text.h"
#include "serving/served_phase.h"
#include "serving/workload.h"

#include <algorithm>
#include <cmath>

namespace headroom {

std::span<const EnumRow> rowsOf(TrailOver)
{
    static constexpr EnumRow rows[] = {
        {"none", CORE_TEXT("core", "No trail"), CORE_TEXT("core", "Operators of this batch and length alone.")},
        {"batch", CORE_TEXT("core", "Over the batch"), CORE_TEXT("core", "Where each operator lies with 1, 2, 4, … sequences at a time.")},
        {"context", CORE_TEXT("core", "Over the length"), CORE_TEXT("core", "Where each operator lies with prompts, or in decode contexts, of 128, 256, … tokens.")},
    };
    return rows;
}

namespace {

constexpr Count mostSequences = 4096, shortest = 128, longest = 1 << 20;

void add(std::vector<OperatorTrail> &trails, const RooflineOperator &op, double value)
{
    if (op.executedFlops.value <= 0.0 || op.time.value <= 0.0)
        return;
    auto trail = std::ranges::find_if(trails, [&](const OperatorTrail &t) { return t.group == op.group && t.name == op.name && t.phase == op.phase; });
    if (trail == trails.end()) {
        trails.push_back({op.group, op.name, op.phase, {}});
        trail = trails.end() - 1;
    }
    trail->points.push_back({value, op.intensity, op.executedFlops / op.time, op.time});
}

// Prompts and contexts of one length, answers of their mean.
Scenario alike(Scenario scenario, Count length)
{
    ServingSpec &s = scenario.run.serving;
    if (!s.requests.empty()) {
        s.outputLength = std::max<Count>(1, std::llround(meanOutput(requestShares(s))));
        s.requests.clear();
    }
    s.contexts.clear();
    s.promptLength = length;
    return scenario;
}

} // namespace

std::vector<OperatorTrail> roofTrail(const Scenario &scenario, std::string_view step, TrailOver over)
{
    std::vector<OperatorTrail> out;
    const auto at = [&](const Scenario &changed, Count sequences, Count value) {
        Derivation off(false);
        const Scenario served = servedScenario(changed);
        for (const StepRequest &request : stepsOf(served, sequences))
            if (request.id == step)
                for (const RooflineOperator &op : rooflineStep(off, served, request).roofline.operators)
                    add(out, op, static_cast<double>(value));
    };
    if (over == TrailOver::batch)
        for (Count n = 1; n <= mostSequences; n *= 2)
            at(scenario, n, n);
    if (over == TrailOver::context)
        for (Count tokens = shortest; tokens <= longest; tokens *= 2)
            at(alike(scenario, tokens), sequencesAtATime(scenario.run), tokens);
    return out;
}

} // namespace headroom
