#include "search/search.h"

#include "base/text.h"
#include "estimate/flop_convention.h"
#include "estimate/stage_split.h"
#include "search/rank.h"
#include "search/rerank.h"
#include "search/search_worker.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>

namespace headroom {

std::span<const EnumRow> rowsOf(Objective)
{
    static constexpr EnumRow rows[] = {
        {"bound", CORE_TEXT("core", "System bound")},
        {"expected", CORE_TEXT("core", "Expected")},
    };
    return rows;
}

namespace {

Issue wrong(std::string field, Message message) { return {Severity::error, std::move(field), std::move(message), {}}; }

// The layouts of a pipeline, each with the policies that it is for: a split that is as the even one is left out.
class Layouts
{
public:
    Layouts(SearchShared &out, const std::vector<RematChoice> &remats) : m_out(out)
    {
        for (const RematChoice &choice : remats)
            m_costs.push_back(blockCosts(out.scenario->model, out.scenario->run, out.scenario->hardware, choice));
    }

    void add(Count pp, const ScheduleChoice &schedule)
    {
        const std::size_t first = m_out.layouts.size();
        for (const StageSplit split : pp > 1 ? m_out.space->splits : std::vector{StageSplit::even})
            for (std::size_t remat = 0; remat < m_costs.size(); ++remat)
                add(first, remat, {pp, schedule, split, {}, {}});
    }

private:
    void add(std::size_t first, std::size_t remat, PipelineLayout next)
    {
        std::vector<Count> layers = next.split == StageSplit::balanced
            ? balancedLayers(m_out.blocks, m_costs[remat], next.pp, next.schedule.virtualStages)
            : evenLayers(static_cast<Count>(m_out.blocks.order.size()), next.pp * next.schedule.virtualStages);
        for (std::size_t known = first; known < m_out.layouts.size(); ++known) {
            PipelineLayout &layout = m_out.layouts[known];
            if (layout.layout.layers != layers)
                continue;
            if (layout.split == next.split)
                return layout.remats.push_back(remat);
            if (std::ranges::find(layout.remats, remat) != layout.remats.end())
                return;
        }
        next.remats = {remat};
        next.layout = stageLayout(m_out.blocks, std::move(layers), next.schedule.schedule, next.schedule.virtualStages);
        m_out.layouts.push_back(std::move(next));
    }

    SearchShared &m_out;
    std::vector<std::vector<double>> m_costs; // of each policy
};

void addLayouts(SearchShared &out, const std::vector<RematChoice> &remats)
{
    Layouts layouts(out, remats);
    for (const Count pp : divisors(out.scenario->run.devices))
        for (const ScheduleChoice &s : schedulesFor(*out.space, out.scenario->plan, pp))
            if (pp * s.virtualStages <= static_cast<Count>(out.blocks.order.size()))
                layouts.add(pp, s);
}

Result<SearchShared> prepare(const Scenario &scenario, const SearchSpace &space)
{
    Scenario any = scenario; // the plan is what is searched for: only the rest must hold
    any.plan.dp = any.plan.tp = any.plan.ep = any.plan.pp = any.plan.cp = any.plan.expertTensor = any.plan.microBatch = 1;
    any.plan.fsdp = scenario.run.devices;
    any.plan.remat = RematPolicy::none;
    any.plan.schedule = Schedule::oneFOneB;
    any.plan.virtualStages = 1;
    any.plan.stageSplit = StageSplit::even;
    Issues issues = checkScenario(any);
    if (!hasError(issues))
        issues = checkSearchSpace(space, scenario.run.devices);
    if (hasError(issues))
        return tl::unexpected<Issues>(std::move(issues));
    Result<Slice> slice = sliceFor(scenario.hardware, scenario.run.devices);
    if (!slice)
        return tl::unexpected<Issues>(slice.error());
    SearchShared out{&scenario, &space, *slice, {}, {}, {}, blockStructure(scenario.model), {}, static_cast<double>(scenario.run.devices), 0.0};
    std::vector<RematChoice> remats;
    for (const RematPolicy policy : space.remats) {
        remats.push_back(scenario.plan.rematChoice());
        remats.back().policy = policy;
        if (Issues offload = checkOffload(scenario.hardware, policy, scenario.plan.keptTensors); hasError(offload))
            return tl::unexpected<Issues>(std::move(offload));
    }
    setRemats(out.blocks, scenario.model, scenario.run, remats);
    Derivation off(false);
    std::vector<Count> batches = space.globalBatches;
    if (batches.empty())
        batches.push_back(scenario.run.globalBatch);
    for (const Count batch : batches) {
        out.runs.push_back(scenario.run);
        out.runs.back().globalBatch = batch;
        out.useful.push_back(usefulFlops(off, scenario.model, out.runs.back()).value);
    }
    for (std::size_t l = 0; l < searchLevels.size(); ++l)
        out.rates[l] = levelRates(off, scenario, scenario.plan.epChunks, LevelChoice::all(searchLevels[l]));
    out.peak = raw(out.rates[0].chip.peak.value);
    addLayouts(out, remats);
    return out;
}

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

// Shares the degrees out over the threads.
void runWorkers(std::vector<SearchWorker> &workers, const std::vector<ShardDegrees> &degrees, const std::stop_token &stop,
                const std::function<void(const SearchProgress &)> &progress)
{
    const Clock::time_point start = Clock::now();
    std::atomic<std::size_t> next{0};
    std::mutex reporting;
    SearchProgress state{.total = degrees.size()};
    const auto report = [&](const SearchWorker &worker, const SearchCounts &before) {
        const std::scoped_lock lock(reporting);
        ++state.done;
        state.evaluated += worker.counts().evaluated - before.evaluated;
        state.feasible += worker.counts().feasible - before.feasible;
        state.seconds = secondsSince(start);
        state.fresh = worker.fresh();
        progress(state);
    };
    const auto work = [&](SearchWorker &worker) {
        for (std::size_t i = next++; i < degrees.size() && !stop.stop_requested(); i = next++) {
            const SearchCounts before = worker.counts();
            worker.visit(degrees[i]);
            if (progress)
                report(worker, before);
        }
    };
    std::vector<std::jthread> threads;
    for (std::size_t t = 1; t < workers.size(); ++t)
        threads.emplace_back(work, std::ref(workers[t]));
    work(workers.front());
}

// The better of both; none is worse than any.
void keepBetter(std::optional<SearchRow> &best, const std::optional<SearchRow> &row)
{
    if (row && (!best || ranksBefore(*row, *best, Objective::bound)))
        best = row;
}

// What the workers found, ranked.
SearchResult gathered(std::vector<SearchWorker> &workers, const SearchSpace &space)
{
    SearchResult out;
    out.objective = space.objective;
    BestRows best(space.objective, space.keep);
    std::optional<SearchRow> anchor;
    for (SearchWorker &w : workers) {
        out.shapes += w.counts().shapes;
        out.evaluated += w.counts().evaluated;
        out.feasible += w.counts().feasible;
        keepBetter(anchor, w.anchor());
        best.add(w.best().rows());
        w.best() = BestRows(space.objective, space.keep); // hands its memory back
    }
    out.rows = best.ranked();
    if (anchor)
        out.anchor = BestPlan{anchor->plan, anchor->boundMfu, anchor->expectedMfu};
    return out;
}

} // namespace

Issues checkSearchSpace(const SearchSpace &space, Count devices)
{
    Issues issues;
    if (space.microBatches.empty())
        issues.push_back(wrong("search.microBatch", {CORE_TEXT("core", "at least one micro-batch must be searched"), {}}));
    if (space.remats.empty())
        issues.push_back(wrong("search.remat", {CORE_TEXT("core", "at least one remat policy must be searched"), {}}));
    if (space.splits.empty() || std::ranges::find(space.splits, StageSplit::listed) != space.splits.end())
        issues.push_back(wrong("search.split", {CORE_TEXT("core", "one of even and balanced must be searched, and no list of layers can be"), {}}));
    const std::vector<Count> degrees = divisors(devices);
    for (std::size_t a = 0; a < axisCount; ++a) {
        const AxisLimits &limits = space.limits[a];
        const char *key = keyOf(static_cast<Axis>(a));
        if (std::ranges::none_of(degrees, [&](Count degree) { return limits.allow(degree); }))
            issues.push_back(wrong("search." + std::string(key),
                                   {CORE_TEXT("core", "no divisor of the {0} devices is a degree of {1} from {2} to {3} in multiples of {4}"),
                                    {std::to_string(devices), key, std::to_string(limits.minimum),
                                     limits.maximum > 0 ? std::to_string(limits.maximum) : std::to_string(devices),
                                     std::to_string(limits.multiple)}}));
    }
    return issues;
}

Result<SearchResult> search(const Scenario &scenario, const SearchSpace &asked, const std::stop_token &stop,
                            const std::function<void(const SearchProgress &)> &progress, unsigned threads)
{
    const Clock::time_point start = Clock::now();
    SearchSpace space = asked;
    if (space.keep > 0)
        space.keep = std::max(space.keep, space.simulate);
    const Result<SearchShared> shared = prepare(scenario, space);
    if (!shared)
        return tl::unexpected<Issues>(shared.error());
    const std::vector<ShardDegrees> degrees = shardDegrees(scenario.run.devices, space);
    const unsigned count = threads > 0 ? threads : std::max(1u, std::thread::hardware_concurrency());
    std::vector<SearchWorker> workers(count, SearchWorker(*shared));
    runWorkers(workers, degrees, stop, progress);

    SearchResult out = gathered(workers, space);
    if (space.simulate > 0 && !stop.stop_requested())
        rerank(out, scenario, space.simulate, stop, [&](std::size_t done, std::size_t total) {
            if (progress)
                progress({.done = degrees.size(), .total = degrees.size(), .evaluated = out.evaluated, .feasible = out.feasible,
                          .simulated = done, .toSimulate = total, .seconds = secondsSince(start)});
        });
    out.complete = !stop.stop_requested();
    out.seconds = secondsSince(start);
    return out;
}

} // namespace headroom
