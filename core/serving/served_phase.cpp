#include "serving/served_phase.h"

#include "base/text.h"

#include <algorithm>

namespace headroom {

namespace {

constexpr Count mostSequences = Count{1} << 24;

Result<ServedPlan> poolOf(const Scenario &scenario)
{
    const Result<Slice> slice = sliceFor(scenario.hardware, scenario.run.devices);
    if (!slice)
        return tl::unexpected<Issues>(slice.error());
    return servedPlan(scenario, *slice);
}

// A prompt of each replica at a time.
StepRequest promptStep(const Plan &plan, const ServingSpec &serving)
{
    const double replicas = static_cast<double>(plan.dp * plan.ep);
    return {"prefill", prefillPass(serving, RunPhase::serving, replicas), prefillPass(serving, RunPhase::serving, 1.0), {1.0, StepEnd::done}};
}

const GenerationPass &largestPass(const std::vector<StepRequest> &requests, bool prompts)
{
    const StepRequest *largest = &requests.back();
    for (const StepRequest &r : requests)
        if ((prompts || std::string_view(r.id) != "prefill") && r.onRank.rows() > largest->onRank.rows())
            largest = &r;
    return largest->onRank;
}

} // namespace

const ServedPlan &ServedPhase::planOf(const StepRequest &request) const
{
    return prefillPool && std::string_view(request.id) == "prefill" ? *prefillPool : plan;
}

std::vector<StepRequest> stepsOf(const Scenario &served, Count sequences)
{
    const ServingSpec &serving = served.run.serving;
    const RunPhase phase = served.run.phase;
    const BatchShare share = batchShare(served.plan, sequences);
    const double all = static_cast<double>(sequences), onRank = static_cast<double>(share.perPass);
    const StepShape again{static_cast<double>(share.passes), StepEnd::again}, done{static_cast<double>(share.passes), StepEnd::done};
    if (phase == RunPhase::prefill)
        return {{"prefill", prefillPass(serving, phase, all), prefillPass(serving, phase, onRank), done}};
    if (phase == RunPhase::decode)
        return {{"decode", decodePass(serving, phase, all), decodePass(serving, phase, onRank), again}};
    const bool answers = meanDecodeSteps(requestShares(serving)) > 0.0;
    if (answers && serving.mixedSteps && serving.prefillDevices == 0)
        return {{"mixed", mixedPass(serving, all), mixedPass(serving, onRank), again}};
    std::vector<StepRequest> out{promptStep(served.plan, serving)};
    if (answers)
        out.push_back({"decode", decodePass(serving, phase, all), decodePass(serving, phase, onRank), again});
    return out;
}

Result<ServedPhase> servedPhase(const Scenario &scenario, Count sequences)
{
    const ServingSpec &serving = scenario.run.serving;
    Result<ServedPlan> plan = poolOf(decodingPool(scenario));
    if (!plan)
        return tl::unexpected<Issues>(plan.error());
    ServedPhase out{.plan = std::move(*plan), .prefillPool = {}, .sequences = sequences, .requests = {}, .plain = {}};
    out.requests = stepsOf(out.plan.scenario, sequences);
    if (scenario.run.devicesApart() > 0) {
        Result<ServedPlan> pool = poolOf(prefillingPool(scenario));
        if (!pool)
            return tl::unexpected<Issues>(pool.error());
        out.prefillPool = std::move(*pool);
        out.requests.front() = promptStep(out.prefillPool->scenario.plan, serving);
    }
    const bool decodes = std::string_view(out.requests.back().id) != "prefill";
    if (decodes && serving.draftTokens > 0) {
        const BatchShare share = batchShare(out.plan.scenario.plan, sequences);
        out.plain = StepRequest{"plain", decodePass(serving, scenario.run.phase, static_cast<double>(sequences), 1.0),
                                decodePass(serving, scenario.run.phase, static_cast<double>(share.perPass), 1.0),
                                {static_cast<double>(share.passes), StepEnd::again}};
    }
    return out;
}

namespace {

// Of a mean prompt on a rank of a first stage.
Derived<Bytes> cacheOnRank(Derivation &why, const ServedPlan &plan)
{
    const ModelBlocks blocks = blockStructure(plan.scenario.model);
    std::vector<CachedLayer> layers;
    for (const BlockCount &b : plan.layout.blocksOf(0))
        if (blocks.blocks[b.block].kind == BlockKind::layer)
            layers.push_back({&blocks.blocks[b.block].layer.attention, b.count});
    std::vector<ContextGroup> prompts;
    for (const RequestGroup &r : requestShares(plan.scenario.run.serving))
        prompts.push_back({r.count, static_cast<double>(r.prompt)});
    return cacheBytes(why, layers, plan.scenario.run.serving, plan.shape.tp, prompts);
}

// The cache of a mean prompt, each rank's part to ranks of the other pool: as long as the rank takes that sends or receives most.
TimedStep transferOf(Derivation &why, const ServedPhase &phase)
{
    static const Formula formula{"serving.cacheTransfer", CORE_TEXT("core", "Cache of a prompt on its way to the devices that decode"), "u + o", {"u", "o"},
                                 "scale-out, each rank its part; Headroom model §11"};
    const ServedPlan &plan = *phase.prefillPool;
    Derivation off(false);
    const bool sends = cacheOnRank(off, plan).value >= cacheOnRank(off, phase.plan).value;
    const Derived<Bytes> cache = cacheOnRank(why, sends ? plan : phase.plan);
    RankGroup pair = plan.links.groups.pipeline;
    pair.inside = 1.0;
    pair.outside = 2.0;
    const auto at = [&](Level level) {
        const LinkTime time = collectiveTime(why, Collective::sendRecv, pair, cache, 1.0,
                                             linkRates(why, plan.scenario.hardware, plan.scenario.calibration, level));
        return why.record(formula, time.up.value + time.out.value, {time.up.term, time.out.term});
    };
    return {at(Level::ideal), at(Level::low), at(Level::expected), at(Level::high)};
}

} // namespace

TimedPhase timedPhase(Derivation &why, const ServedPhase &phase, const StepTimer &time)
{
    TimedPhase out;
    out.phase = phase.plan.scenario.run.phase;
    out.sequences = static_cast<double>(phase.sequences);
    out.perReplica = static_cast<double>(batchShare(phase.plan.scenario.plan, phase.sequences).perReplica);
    for (std::size_t i = 0; i < phase.requests.size(); ++i) {
        const StepRequest &request = phase.requests[i];
        const TimedStep timed = time(i, phase.planOf(request), request);
        const std::string_view id = request.id;
        if (id == "prefill") {
            out.prefill = timed;
            out.prefillSequences = request.all.sequences();
        } else {
            (id == "decode" ? out.decode : out.mixed) = timed;
        }
    }
    if (phase.plain)
        out.plain = timedStep(why, phase.plan, *phase.plain);
    if (phase.prefillPool)
        out.transfer = transferOf(why, phase);
    return out;
}

ServedMemory phaseMemory(Derivation &why, const ServedPhase &phase)
{
    const auto decode = [&](Derivation &of) { return servedMemory(of, phase.plan, phase.sequences, largestPass(phase.requests, !phase.prefillPool)); };
    if (!phase.prefillPool)
        return decode(why);
    const Plan &pool = phase.prefillPool->scenario.plan;
    const auto prefill = [&](Derivation &of) { return servedMemory(of, *phase.prefillPool, pool.dp * pool.ep, phase.requests.front().onRank); };
    Derivation off(false);
    return prefill(off).total.value > decode(off).total.value ? prefill(why) : decode(why);
}

ServedMemory memoryOf(Derivation &why, const ServedPhase &phase, Count sequences)
{
    return servedMemory(why, phase.plan, sequences, largestPass(stepsOf(phase.plan.scenario, sequences), !phase.prefillPool));
}

Count largestBatch(const ServedPhase &phase)
{
    Derivation off(false);
    const ServedPlan &plan = phase.plan;
    const Bytes capacity = plan.scenario.hardware.hbmCapacity.value.expected;
    const Count replicas = plan.scenario.plan.dp * plan.scenario.plan.ep;
    const auto fits = [&](Count ofReplica) { return memoryOf(off, phase, ofReplica * replicas).total.value <= capacity; };
    Count good = 0, bad = mostSequences / replicas + 1;
    while (bad - good > 1) {
        const Count middle = good + (bad - good) / 2;
        (fits(middle) ? good : bad) = middle;
    }
    return good * replicas;
}

} // namespace headroom
