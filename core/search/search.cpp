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

std::optional<BestPlan> SearchResult::best() const
{
    if (rows.empty() || !rows.front().feasible)
        return std::nullopt;
    return BestPlan{rows.front().plan, rows.front().boundMfu, rows.front().expectedMfu};
}

namespace {

// Objective in steps of 1e-9 relative, so that equal plans compare equal and the order is a strict one.
std::int64_t quantised(Seconds time) { return std::llround(std::log(time.value) * 1e9); }

struct Ranked
{
    bool infeasible;
    std::int64_t objective;
    double memory;
    std::array<Count, 9> rest;
    auto operator<=>(const Ranked &) const = default;
};

Ranked rankOf(const SearchRow &r, Objective objective)
{
    const Seconds time = objective == Objective::expected && r.feasible ? r.expected : r.bound;
    const Plan &p = r.plan;
    return {!r.feasible, quantised(time), r.memory.value,
            {p.dp, p.fsdp, p.tp, p.ep, p.pp, p.cp, p.microBatch, static_cast<Count>(p.remat), p.expertTensor}};
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

Result<SearchShared> prepare(const Scenario &scenario, const SearchSpace &space)
{
    Scenario any = scenario; // the plan is what is searched for: only the rest must hold
    any.plan.dp = any.plan.tp = any.plan.ep = any.plan.pp = any.plan.cp = any.plan.expertTensor = any.plan.microBatch = 1;
    any.plan.fsdp = scenario.run.devices;
    any.plan.remat = RematPolicy::none;
    Issues issues = checkScenario(any);
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
        if (pp <= static_cast<Count>(out.blocks.order.size()))
            out.layouts.emplace(pp, stageLayout(out.blocks, pp));
    return out;
}

// Shares the degrees out over the threads.
void runWorkers(std::vector<SearchWorker> &workers, const std::vector<ShardDegrees> &degrees, const std::stop_token &stop,
                const std::function<void(const SearchProgress &)> &progress)
{
    std::atomic<std::size_t> next{0}, done{0};
    std::mutex reporting;
    const auto work = [&](SearchWorker &worker) {
        for (std::size_t i = next++; i < degrees.size() && !stop.stop_requested(); i = next++) {
            worker.visit(degrees[i]);
            const std::size_t finished = ++done;
            if (progress && finished % 16 == 0) {
                const std::scoped_lock lock(reporting);
                progress({finished, degrees.size()});
            }
        }
    };
    std::vector<std::jthread> threads;
    for (std::size_t t = 1; t < workers.size(); ++t)
        threads.emplace_back(work, std::ref(workers[t]));
    work(workers.front());
}

} // namespace

Result<SearchResult> search(const Scenario &scenario, const SearchSpace &space, const std::stop_token &stop,
                            const std::function<void(const SearchProgress &)> &progress, unsigned threads)
{
    const auto start = std::chrono::steady_clock::now();
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
    sortRows(out.rows, space.objective);
    markPareto(out.rows);
    if (space.keep > 0 && out.rows.size() > space.keep)
        out.rows.resize(space.keep);
    out.complete = !stop.stop_requested();
    out.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return out;
}

} // namespace headroom
