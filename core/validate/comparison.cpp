#include "validate/comparison.h"

#include "estimate/system_bound.h"
#include "ops/legal_plan.h"
#include "schedule/pass_time.h"
#include "spec/catalog.h"
#include "base/catalog_data.h"
#include "validate/assumed_plans.h"
#include "validate/framework.h"

#include <algorithm>

namespace headroom {

namespace {

using StepPartsOf = std::array<Derived<Seconds>, stepPartCount>;
constexpr Count fastEpChunks = 16;

// The chip of a row: by the name of its file in the catalog ("h100_sxm"), else by name or alias.
std::optional<HardwareSpec> chipOf(const std::string &chip)
{
    for (const CatalogFile &f : catalogFiles())
        if (f.folder == "hardware" && f.name == chip + ".json")
            if (const Result<HardwareSpec> read = readHardware(f.text, chip))
                return *read;
    const Result<HardwareSpec> named = catalogHardware(chip);
    return named ? std::optional(*named) : std::nullopt;
}

std::optional<MatrixDtype> dtypeOf(const std::string &dtype)
{
    if (dtype == "bf16" || dtype == "fp16")
        return MatrixDtype::bf16;
    return dtype == "fp8" || dtype == "mxfp8" ? std::optional(MatrixDtype::fp8) : std::nullopt;
}

// Why a row is left out, or nothing.
std::string reasonOf(const MeasuredRun &run)
{
    if (run.quality == 'C')
        return "quality C: architecture, time or tuning not known well enough";
    if (!run.tuned)
        return "not tuned: host-bound, or a test of software";
    if (!run.plan)
        return "no plan";
    if (!run.model)
        return "model not described";
    if (run.devices == 0 || run.globalBatch == 0 || run.sequenceLength == 0)
        return "devices, batch or sequence length not known";
    if (run.dtype.empty())
        return "number format not known";
    if (!dtypeOf(run.dtype))
        return "matrix products in " + run.dtype + " are not modelled";
    return {};
}

// Tables are cut in equal parts: as Megatron-LM does, up to a multiple of 128 rows each.
void padVocabulary(ModelSpec &model, Count tp, Comparison &out)
{
    if (model.vocab % tp == 0)
        return;
    const Count unit = 128 * tp;
    model.vocab = (model.vocab + unit - 1) / unit * unit;
    out.flags.push_back("vocabulary padded to " + std::to_string(model.vocab));
}

Scenario scenarioOf(const MeasuredRun &run, const HardwareSpec &hardware, const Framework &framework, Comparison &out)
{
    Scenario s;
    s.model = *run.model;
    padVocabulary(s.model, run.plan->tp, out);
    s.hardware = hardware;
    s.run.devices = run.devices;
    s.run.globalBatch = run.globalBatch;
    s.run.sequenceLength = run.sequenceLength;
    s.run.matmulDtype = dtypeOf(run.dtype).value_or(MatrixDtype::bf16);
    s.run.fusion = framework.fusion;
    s.run.stateRecipe = framework.stateRecipe;
    if (run.flashAttention == false)
        s.run.kernels.attention = AttentionKernel::unfused;
    s.calibration = calibrationOf(framework, hardware);
    if (run.overlapDisabled)
        s.calibration.overlap = {{0.0, 0.0, 0.0}, "the row: communication does not overlap"};
    s.plan = *run.plan;
    return s;
}

// What any software could do at best: everything fused, and gradients of two bytes unless the row says that they are of four.
Scenario atBest(Scenario s, const MeasuredRun &run)
{
    s.run.fusion = Fusion::full;
    s.run.kernels.attention = AttentionKernel::fused5;
    if (!run.fp32Gradients)
        s.run.stateRecipe = StateRecipe::bf16Gradients;
    return s;
}

void addFlags(const MeasuredRun &run, Comparison &out)
{
    if (run.approximateMapping)
        out.flags.push_back("expert ranks span tensor ranks: approximate");
    if (run.unevenStages)
        out.flags.push_back("stages with uneven layers");
    if (run.virtualStages.value_or(1) > 1 && out.plan.virtualStages == 1)
        out.flags.push_back("virtual stages: the bubble divided by their number");
    else if (!run.virtualStages && run.plan->pp > 1)
        out.flags.push_back("virtual stages not known");
    if (run.plan->ep > 1)
        out.flags.push_back("overlap of the expert exchange not stated");
    if (run.fineTuning)
        out.flags.push_back("fine-tuning: length of documents not known");
}

// The step when each stage runs its layers in so many parts: interleaved 1F1B idles by that much less.
Seconds interleaved(const LevelResult &r, const PlacedPlan &placed, double parts, StepPartsOf *all = nullptr)
{
    Derivation off(false);
    const StepPartsOf of = stepParts(off, r.input, attribution(off, r.input, r.headline), r.criticalStage(placed.remat));
    if (all)
        *all = of;
    return r.headline.step.value - (1.0 - 1.0 / parts) * of[static_cast<std::size_t>(StepPartId::bubble)].value;
}
// Parts at the fast end: one layer each where their number is not known.
double mostParts(const MeasuredRun &run, const Plan &plan)
{
    if (plan.virtualStages > 1)
        return 1.0; // the schedule has them
    const double layers = static_cast<double>(layerCount(*run.model)), stages = static_cast<double>(run.plan->pp);
    return run.virtualStages ? static_cast<double>(*run.virtualStages) : std::max(1.0, layers / stages);
}

// What a plan takes at the bound, and the memory it needs.
struct Tried
{
    Plan plan;
    Seconds bound{};
    Bytes memory{};
};

Tried tried(const Scenario &best, const Scenario &asRun, const Plan &plan, const Slice &slice, const MeasuredRun &run, const Framework &framework)
{
    Derivation off(false);
    const auto boundOf = [&](Plan fastest) {
        fastest.rematMode = RematMode::needed; // nothing runs again that backward does not need
        const std::unique_ptr<OwnedPlan> ideal = ownedPlan(off, best, fastest, slice);
        return interleaved(levelResult(off, ideal->placed, LevelChoice::all(Level::ideal)), ideal->placed, mostParts(run, fastest));
    };
    const Plan divided = heldAs(plan, run); // experts that span tensor ranks lie between whole and divided ones
    const std::unique_ptr<OwnedPlan> real = ownedPlan(off, asRun, divided, slice);
    const StageMemory held = peakMemory(ledgerInput(real->placed)).memory;
    return {plan, divided == plan ? boundOf(plan) : std::min(boundOf(plan), boundOf(divided)),
            heldBytes(framework, held, plan, asRun.model, run.sequenceLength)};
}

// The least bound among those that fit; the least memory when none does.
const Tried &bestOf(const std::vector<Tried> &all, Bytes capacity)
{
    const auto better = [capacity](const Tried &a, const Tried &b) {
        const bool fitsA = a.memory <= capacity, fitsB = b.memory <= capacity;
        if (fitsA != fitsB)
            return fitsA;
        return fitsA ? a.bound < b.bound : a.memory < b.memory;
    };
    return *std::ranges::min_element(all, better);
}

// Layers of a stage.
double layersOf(const Composition &stage, const std::vector<Block> &blocks)
{
    double layers = 0.0;
    for (const auto &[b, count] : stage)
        layers += blocks[b].kind == BlockKind::layer ? count : 0.0;
    return layers;
}

// Until its networks and its operators with their waits are done.
Seconds durationOf(const PassLoad &pass)
{
    return std::max({workOf(pass, {}), pass.busyUp.value, pass.busyOut.value});
}

// Passes that the device runs faster than the host issues them wait for it: both of a micro-batch last at least `perLayer` for each layer.
// Returns what the critical stage waits in a step.
Seconds waitForHost(LevelResult &r, const PlacedPlan &placed, Seconds perLayer)
{
    std::vector<Seconds> waits;
    for (std::size_t c = 0; c < r.input.forward.size(); ++c) {
        const Seconds issued = layersOf(placed.layout->compositions[c], placed.work->blocks.blocks) * perLayer;
        waits.push_back(std::max(Seconds{}, issued - durationOf(r.input.forward[c]) - durationOf(r.input.backward[c])));
        r.input.backward[c].compute.value += waits.back();
    }
    Silent off;
    r.headline = headline(off, r.input);
    return r.input.microBatches.value * waits[placed.layout->stages[r.headline.critical]];
}

void fillTimes(Comparison &out, const Scenario &s, const Slice &slice, const Framework &framework)
{
    Derivation off(false);
    const std::unique_ptr<OwnedPlan> owned = ownedPlan(off, s, out.plan, slice);
    const double stated = out.plan.virtualStages > 1 ? 1.0 : static_cast<double>(out.run.virtualStages.value_or(1));
    const auto stepAt = [&](Level level, double stageParts, StepPartsOf *parts = nullptr) {
        // Rows do not say whether the expert exchange overlaps: at the fast end it does.
        owned->placed.plan.epChunks = level == Level::low ? fastEpChunks : out.plan.epChunks;
        LevelResult r = levelResult(off, owned->placed, LevelChoice::all(level));
        const Seconds wait = waitForHost(r, owned->placed, hostTime(framework, out.plan, level));
        const Seconds step = interleaved(r, owned->placed, stageParts, parts);
        if (parts)
            (*parts)[static_cast<std::size_t>(StepPartId::overhead)].value += wait;
        return step;
    };
    StepPartsOf parts;
    out.low = stepAt(Level::low, mostParts(out.run, out.plan));
    out.expected = stepAt(Level::expected, stated, &parts);
    out.high = stepAt(Level::high, stated);
    std::ranges::transform(parts, out.parts.begin(), [](const Derived<Seconds> &p) { return p.value; });
    out.timed = true;
}

std::string suspectedReason(const Comparison &c)
{
    if (c.inside())
        return {};
    std::string why = *c.run.stepTime > c.high ? "slower than the slow end" : "faster than the fast end";
    const auto largest = std::ranges::max_element(c.parts);
    why += "; largest part " + std::string(rowsOf(StepPartId{})[static_cast<std::size_t>(largest - c.parts.begin())].key);
    for (const std::string &flag : c.flags)
        why += "; " + flag;
    return why;
}

// Times and memory of a row that has a model, a plan and a chip.
void evaluateRow(Comparison &out, const HardwareSpec &hardware, const Framework &framework)
{
    const Scenario s = scenarioOf(out.run, hardware, framework, out);
    const Scenario ideal = atBest(s, out.run);
    if (const Issues issues = checkScenario(s); hasError(issues)) {
        out.reason = text(issues.front());
        return;
    }
    const Result<Slice> slice = sliceFor(hardware, out.run.devices);
    if (!slice) {
        out.reason = text(slice.error().front());
        return;
    }
    std::vector<Tried> legal;
    std::string broken;
    for (const Plan &plan : assumedPlans(out.run, hardware, out.flags)) {
        if (const std::optional<BrokenRule> rule = brokenRule(s.model, s.run, plan))
            broken = text(Issue{Severity::error, rule->field, rule->message(), {}});
        else
            legal.push_back(tried(ideal, s, plan, *slice, out.run, framework));
    }
    if (legal.empty()) {
        out.reason = "plan not legal: " + broken;
        return;
    }
    const Bytes capacity = hardware.hbmCapacity.value.expected;
    const Tried &best = bestOf(legal, capacity);
    out.plan = best.plan;
    addFlags(out.run, out);
    out.bound = best.bound;
    out.microBatchCount = best.plan.microBatchCount(s.run.globalBatch);
    if (out.run.peakMemory || out.run.outOfMemory)
        out.memory = MemoryComparison{best.memory, capacity, out.run.peakMemory, out.run.outOfMemory};
    fillTimes(out, s, *slice, framework);
}

} // namespace

Comparison compare(const MeasuredRun &run)
{
    Comparison out;
    out.run = run;
    out.reason = reasonOf(run);
    if (!run.plan || !run.model || run.devices == 0 || run.globalBatch == 0 || run.sequenceLength == 0 || !dtypeOf(run.dtype))
        return out;
    const std::optional<HardwareSpec> hardware = chipOf(run.chip);
    if (!hardware) {
        out.reason = "chip " + run.chip + " is not in the catalog";
        return out;
    }
    const Framework &framework = frameworkOf(run, *hardware);
    evaluateRow(out, *hardware, framework);
    const auto fitted = [&](const std::string &sweep) { return run.sweep.starts_with(sweep); };
    out.fitted = std::ranges::any_of(framework.fittedOn, fitted);
    if (out.scored() && out.fitted)
        out.reason = "fitted on: " + framework.name;
    if (out.scored() && !run.stepTime)
        out.reason = "no step time";
    if (out.scored())
        out.suspected = suspectedReason(out);
    return out;
}

std::vector<Comparison> compare(const std::vector<MeasuredRun> &runs)
{
    std::vector<Comparison> out;
    out.reserve(runs.size());
    for (const MeasuredRun &run : runs)
        out.push_back(compare(run));
    return out;
}

} // namespace headroom
