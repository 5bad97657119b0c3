#include "gap/advice.h"

#include "spec/field.h"

#include <algorithm>
#include <optional>
#include <set>

namespace headroom {

namespace {

// A change of one field that may help against losses of that name. An empty value: what the scenario's own calibration says.
struct Remedy
{
    const char *terms; // start of their ids
    const char *field;
    const char *value;
    const char *reason; // CORE_TEXT
};

const Remedy remedies[] = {
    {"exposed.tp", "plan.asyncTensorParallel", "true", CORE_TEXT("core", "products in pieces hide the collectives of tensor parallelism")},
    {"exposed.tp", "plan.sequenceParallel", "true", CORE_TEXT("core", "norms and residual on a share of the tokens")},
    {"exposed.ep", "plan.epChunks", "2", CORE_TEXT("core", "the experts' exchange in pieces runs under their products")},
    {"exposed.ep", "plan.epChunks", "4", CORE_TEXT("core", "the experts' exchange in pieces runs under their products")},
    {"exposed.cp", "plan.contextParallel", "allGather", CORE_TEXT("core", "another way to exchange keys and values")},
    {"exposed.cp", "plan.contextParallel", "ring", CORE_TEXT("core", "another way to exchange keys and values")},
    {"exposed.fsdp", "plan.regather", "keep", CORE_TEXT("core", "weights gathered once a step, if the memory holds them")},
    {"exposed.fsdp", "plan.microBatch", "2", CORE_TEXT("core", "fewer, larger micro-batches gather weights less often")},
    {"exposed.fsdp", "plan.microBatch", "4", CORE_TEXT("core", "fewer, larger micro-batches gather weights less often")},
    {"exposed.fsdp", "plan.microBatch", "8", CORE_TEXT("core", "fewer, larger micro-batches gather weights less often")},
    {"exposed.dp", "plan.stateSharding", "none", CORE_TEXT("core", "gradients reduced without sharding their states")},
    {"bubble", "plan.schedule", "ZB-H1", CORE_TEXT("core", "weight gradients put off fill the pipeline's bubble")},
    {"bubble", "plan.microBatch", "1", CORE_TEXT("core", "more micro-batches shorten the bubble")},
    {"recompute", "plan.remat", "none", CORE_TEXT("core", "nothing runs again, if the memory holds it")},
    {"recompute", "plan.remat", "save_dot_except_mlp", CORE_TEXT("core", "less runs again, if the memory holds it")},
    {"recompute", "plan.remat", "selective", CORE_TEXT("core", "less runs again, if the memory holds it")},
    {"recompute", "plan.rematMode", "needed", CORE_TEXT("core", "only what the backward pass reads runs again")},
    {"compute.embeddingHead", "plan.stageSplit", "balanced", CORE_TEXT("core", "stages that compute about as long, the head counted")},
    {"imbalance", "plan.stageSplit", "balanced", CORE_TEXT("core", "stages that compute about as long, the head counted")},
    {"bubble", "plan.stageSplit", "balanced", CORE_TEXT("core", "stages that compute about as long, the head counted")},
    {"compute.elementwise", "run.fusion", "full", CORE_TEXT("core", "elementwise operators fused into their neighbours")},
    {"compute.elementwise", "run.fusion", "standard", CORE_TEXT("core", "residual adds fused into norms")},
    {"compute.attention", "run.kernels.attention", "fused5", CORE_TEXT("core", "scores stay on the chip")},
    {"compute.linearAttention", "run.kernels.linearCore", "fused", CORE_TEXT("core", "states stay on the chip")},
    {"compute.embeddingHead", "run.kernels.loss", "chunked", CORE_TEXT("core", "logits in pieces")},
    {"gap.matmul", "calibration.matrixEfficiency", "", CORE_TEXT("core", "matrix kernels at the expected share of the peak: libraries, tuning, shapes, clocks")},
    {"gap.experts", "calibration.matrixEfficiency", "", CORE_TEXT("core", "grouped products at the expected share of the peak")},
    {"gap.attention", "calibration.attentionEfficiency", "", CORE_TEXT("core", "the attention kernel at the expected share of the peak")},
    {"gap.linearAttention", "calibration.attentionEfficiency", "", CORE_TEXT("core", "the linear attention kernel at the expected share of the peak")},
    {"gap.elementwise", "calibration.hbmEfficiency", "", CORE_TEXT("core", "fewer or fused elementwise kernels at the expected bandwidth")},
    {"gap.optimizer", "calibration.hbmEfficiency", "", CORE_TEXT("core", "a fused optimizer at the expected bandwidth")},
    {"gap.embedding", "calibration.hbmEfficiency", "", CORE_TEXT("core", "embedding and loss kernels at the expected bandwidth")},
    {"gap.communication", "calibration.overlap", "", CORE_TEXT("core", "communication under computation as expected: streams, priorities, prefetch")},
    {"gap.communication", "calibration.scaleUpEfficiency", "", CORE_TEXT("core", "the links of the domain as fast as expected")},
    {"gap.communication", "calibration.scaleOutEfficiency", "", CORE_TEXT("core", "the network between domains as fast as expected")},
    {"gap.dataInput", "calibration.overhead", "", CORE_TEXT("core", "input prepared ahead of the step: more workers, prefetch")},
    {"gap.compile", "calibration.overhead", "", CORE_TEXT("core", "no compilation within the step: constant shapes")},
    {"gap.allocator", "calibration.overhead", "", CORE_TEXT("core", "memory kept by the allocator: no allocation within the step")},
    {"gap.syncWait", "calibration.overhead", "", CORE_TEXT("core", "no wait of the host for the device within the step")},
    {"gap.hostLaunch", "calibration.overhead", "", CORE_TEXT("core", "launches ahead of the device: graphs, fewer and larger kernels")},
    {"gap.idle", "calibration.overhead", "", CORE_TEXT("core", "no gaps between operators")},
};

struct Term
{
    std::string id;
    Seconds lost{};
};

// Differences to what was measured, and the expected step's own parts.
std::vector<Term> termsOf(const GapAnalysis &gap)
{
    std::vector<Term> out;
    for (const GapRow &row : gap.rows)
        if (row.lost().value > 0.0)
            out.push_back({row.id, row.lost()});
    for (const StepPart &part : gap.estimate.system.parts)
        if (part.expected.value > 0.0)
            out.push_back({part.id, part.expected});
    std::ranges::stable_sort(out, std::greater{}, &Term::lost);
    return out;
}

// The run as it was: under the calibration that its trace gives.
Scenario measuredScenario(const GapAnalysis &gap)
{
    Scenario out = gap.estimate.scenario;
    if (gap.calibration)
        out.calibration = *gap.calibration;
    return out;
}

// A difference to the expected step goes back to what the scenario's calibration says.
std::string settingOf(const Remedy &remedy, const Scenario &expected)
{
    const Field *field = findField(remedy.field);
    const std::string value = *remedy.value != 0 ? remedy.value : formatFieldValue(*field, field->get(expected));
    return std::string(remedy.field) + "=" + value;
}

class Adviser
{
public:
    explicit Adviser(const GapAnalysis &gap) : m_gap(gap), m_now(measuredScenario(gap)), m_before(evaluate(m_now)) {}

    std::vector<Advice> run(std::size_t most, const std::stop_token &stop, const std::function<void(double)> &progress)
    {
        std::vector<Advice> out;
        const std::vector<Term> terms = termsOf(m_gap);
        std::size_t tried = 0;
        for (const Term &term : terms) {
            if (out.size() >= most || stop.stop_requested())
                break;
            if (progress)
                progress(static_cast<double>(tried++) / static_cast<double>(terms.size()));
            for (const Remedy &remedy : remedies) {
                if (!term.id.starts_with(remedy.terms) || (*remedy.value == 0 && !m_gap.calibration))
                    continue;
                if (std::optional<Advice> advice = attempt(term, remedy))
                    keepBest(out, *std::move(advice));
            }
        }
        out.resize(std::min(most, out.size()));
        return out;
    }

private:
    // Of several values of one field for one term, the one that gains most.
    static void keepBest(std::vector<Advice> &out, Advice advice)
    {
        const auto fieldOf = [](const Advice &a) { return a.setting.substr(0, a.setting.find('=')); };
        const auto same = std::ranges::find_if(out, [&](const Advice &a) { return a.term == advice.term && fieldOf(a) == fieldOf(advice); });
        if (same == out.end())
            out.push_back(std::move(advice));
        else if (advice.gain > same->gain)
            *same = std::move(advice);
    }
    std::optional<Advice> attempt(const Term &term, const Remedy &remedy)
    {
        const std::string setting = settingOf(remedy, m_gap.estimate.scenario);
        if (!m_before || !m_done.insert(setting).second)
            return std::nullopt;
        Scenario changed = m_now;
        if (hasError(applySetting(changed, setting)) || changed == m_now)
            return std::nullopt;
        const Result<Estimate> after = evaluate(changed);
        if (!after || !after->system.feasible)
            return std::nullopt;
        constexpr double worthIt = 1e-3;
        const Seconds before = m_before->system.stepTime.expected, gain = before - after->system.stepTime.expected;
        if (gain < worthIt * before)
            return std::nullopt;
        return Advice{term.id, setting, {remedy.reason, {}}, term.lost, gain,
                      after->system.expectedMfu.expected - m_before->system.expectedMfu.expected};
    }

    const GapAnalysis &m_gap;
    Scenario m_now;
    Result<Estimate> m_before;
    std::set<std::string> m_done;
};

} // namespace

std::vector<Advice> advise(const GapAnalysis &gap, std::size_t most, const std::stop_token &stop, const std::function<void(double share)> &progress)
{
    return Adviser(gap).run(most, stop, progress);
}

} // namespace headroom
