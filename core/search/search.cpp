#include "search/search.h"

#include "base/text.h"
#include "estimate/flop_convention.h"
#include "search/search_worker.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
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

double objectiveMfu(const SearchRow &row, Objective objective)
{
    return objective == Objective::expected && row.feasible ? row.expectedMfu.expected : row.boundMfu;
}

namespace {

// In steps of 1e-9 relative, so that equal plans compare equal and the order is a strict one.
std::int64_t quantised(double mfu) { return std::llround(-std::log(mfu) * 1e9); }

struct Ranked
{
    bool infeasible;
    std::int64_t objective;
    double memory;
    std::array<Count, 11> rest;
    auto operator<=>(const Ranked &) const = default;
};

Ranked rankOf(const SearchRow &r, Objective objective)
{
    const Plan &p = r.plan;
    return {!r.feasible, quantised(objectiveMfu(r, objective)), r.memory.value,
            {p.dp, p.fsdp, p.tp, p.ep, p.pp, p.cp, p.microBatch, static_cast<Count>(p.remat), p.expertTensor, static_cast<Count>(p.schedule),
             p.virtualStages}};
}

void sortRows(std::vector<SearchRow> &rows, Objective objective)
{
    std::vector<std::pair<Ranked, std::size_t>> order;
    order.reserve(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i)
        order.emplace_back(rankOf(rows[i], objective), i);
    std::ranges::sort(order);
    std::vector<SearchRow> sorted;
    sorted.reserve(rows.size());
    for (const auto &[rank, i] : order)
        sorted.push_back(rows[i]);
    rows = std::move(sorted);
}

void markPareto(std::vector<SearchRow> &rows)
{
    double least = INFINITY;
    for (SearchRow &r : rows) { // best first: a row is on the front if none before it needs as little memory
        r.pareto = r.feasible && r.memory.value < least;
        if (r.pareto)
            least = r.memory.value;
    }
}

Issue wrong(std::string field, Message message) { return {Severity::error, std::move(field), std::move(message), {}}; }

Result<SearchShared> prepare(const Scenario &scenario, const SearchSpace &space)
{
    Scenario any = scenario; // the plan is what is searched for: only the rest must hold
    any.plan.dp = any.plan.tp = any.plan.ep = any.plan.pp = any.plan.cp = any.plan.expertTensor = any.plan.microBatch = 1;
    any.plan.fsdp = scenario.run.devices;
    any.plan.remat = RematPolicy::none;
    any.plan.schedule = Schedule::oneFOneB;
    any.plan.virtualStages = 1;
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
        remats.push_back({policy, scenario.plan.rematMode, scenario.plan.keptTensors});
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
    for (const Count pp : divisors(scenario.run.devices))
        for (const ScheduleChoice &s : schedulesFor(space, scenario.plan, pp))
            if (pp * s.virtualStages <= static_cast<Count>(out.blocks.order.size()))
                out.layouts.push_back({pp, s, stageLayout(out.blocks, pp, s.schedule, s.virtualStages)});
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
    const auto report = [&](std::span<const SearchRow> fresh) {
        const std::scoped_lock lock(reporting);
        ++state.done;
        state.evaluated += fresh.size();
        state.feasible += static_cast<std::size_t>(std::ranges::count(fresh, true, &SearchRow::feasible));
        state.seconds = secondsSince(start);
        state.fresh = fresh;
        progress(state);
    };
    const auto work = [&](SearchWorker &worker) {
        for (std::size_t i = next++; i < degrees.size() && !stop.stop_requested(); i = next++) {
            const std::size_t before = worker.rows().size();
            worker.visit(degrees[i]);
            if (progress)
                report(std::span<const SearchRow>(worker.rows()).subspan(before));
        }
    };
    std::vector<std::jthread> threads;
    for (std::size_t t = 1; t < workers.size(); ++t)
        threads.emplace_back(work, std::ref(workers[t]));
    work(workers.front());
}

// The first with the highest bound; what differs by rounding alone is no better.
std::optional<BestPlan> bestByBound(const std::vector<SearchRow> &rows, Count globalBatch)
{
    const SearchRow *best = nullptr;
    for (const SearchRow &row : rows)
        if (row.feasible && row.globalBatch == globalBatch && (!best || row.boundMfu > best->boundMfu * (1.0 + 1e-9)))
            best = &row;
    return best ? std::optional(BestPlan{best->plan, best->boundMfu, best->expectedMfu}) : std::nullopt;
}

} // namespace

void rankRows(std::vector<SearchRow> &rows, Objective objective)
{
    sortRows(rows, objective);
    markPareto(rows);
}

Issues checkSearchSpace(const SearchSpace &space, Count devices)
{
    Issues issues;
    if (space.microBatches.empty())
        issues.push_back(wrong("search.microBatch", {CORE_TEXT("core", "at least one micro-batch must be searched"), {}}));
    if (space.remats.empty())
        issues.push_back(wrong("search.remat", {CORE_TEXT("core", "at least one remat policy must be searched"), {}}));
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

Result<SearchResult> search(const Scenario &scenario, const SearchSpace &space, const std::stop_token &stop,
                            const std::function<void(const SearchProgress &)> &progress, unsigned threads)
{
    const Clock::time_point start = Clock::now();
    const Result<SearchShared> shared = prepare(scenario, space);
    if (!shared)
        return tl::unexpected<Issues>(shared.error());
    const std::vector<ShardDegrees> degrees = shardDegrees(scenario.run.devices, space);
    const unsigned count = threads > 0 ? threads : std::max(1u, std::thread::hardware_concurrency());
    std::vector<SearchWorker> workers(count, SearchWorker(*shared));
    runWorkers(workers, degrees, stop, progress);

    SearchResult out;
    for (SearchWorker &w : workers) {
        out.shapes += w.shapes();
        out.rows.insert(out.rows.end(), w.rows().begin(), w.rows().end());
    }
    out.evaluated = out.rows.size();
    out.feasible = static_cast<std::size_t>(std::ranges::count(out.rows, true, &SearchRow::feasible));
    rankRows(out.rows, space.objective);
    out.objective = space.objective;
    out.anchor = bestByBound(out.rows, scenario.run.globalBatch);
    if (space.keep > 0 && out.rows.size() > space.keep)
        out.rows.resize(space.keep);
    out.complete = !stop.stop_requested();
    out.seconds = secondsSince(start);
    return out;
}

} // namespace headroom
