#include "search/search.h"

#include "base/text.h"
#include "estimate/flop_convention.h"
#include "estimate/plan_model.h"
#include "estimate/step_parts.h"
#include "ops/legal_plan.h"
#include "search/search_space.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <map>
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

constexpr std::array<Level, 4> levels{Level::ideal, Level::low, Level::expected, Level::high};

// What all plans of a search share.
struct Shared
{
    const Scenario *scenario;
    const SearchSpace *space;
    Slice slice;
    std::vector<RunSpec> runs;          // one per global batch
    std::vector<Flops> useful;
    std::array<LevelRates, 4> rates;
    ModelBlocks blocks;                   // without operators
    std::map<Count, StageLayout> layouts; // by pp
    double devices, peak;
};

// Times the plans of one set of degrees; one per thread. What plans share is made once: links and weights per split of the outer
// ranks, operators per micro-batch, stages per pipeline; a plan then only adds them up.
class Worker
{
public:
    explicit Worker(const Shared &shared) : m_shared(shared), m_off(false), m_scenario(*shared.scenario)
    {
        m_work.blocks = shared.blocks;
    }

    void visit(const ShardDegrees &degrees)
    {
        m_pipelines.clear();
        for (const auto &[pp, layout] : m_shared.layouts)
            if (degrees.rest % pp == 0)
                addPipeline(planOf(m_shared.scenario->plan, degrees, pp), layout);
        for (const Count expertTensor : expertTensors(m_scenario.model, degrees.tp)) {
            for (Pipeline &p : m_pipelines) {
                p.first.expertTensor = expertTensor;
                p.weighed = false;
            }
            for (const Count microBatch : m_shared.space->microBatches)
                visitMicroBatch(microBatch);
        }
        for (const Pipeline &p : m_pipelines)
            m_shapes += p.legal ? p.splits.size() : 0;
    }
    std::vector<SearchRow> &rows() { return m_rows; }
    std::size_t shapes() const { return m_shapes; }

private:
    // How the remaining ranks split into fsdp and dp. The loads are made when a plan asks for their level.
    struct Split
    {
        Count fsdp;
        PlanLinks links;
        std::vector<WeightPlan> weights;
        std::array<std::optional<WeightLoads>, levels.size()> loads;
    };
    // A pipeline degree with its splits; `first` has fsdp alone.
    struct Pipeline
    {
        Plan first;
        const StageLayout *layout;
        std::vector<Split> splits;
        std::vector<BlockParameters> parameters;
        bool weighed = false, legal = false;
    };
    // A pipeline's loads under one micro-batch, per level and composition; made when a plan asks for them.
    struct Shape
    {
        std::size_t batch = 0;
        std::array<std::vector<BlockLoad>, levels.size()> loads;
    };

    void addPipeline(const Plan &first, const StageLayout &layout)
    {
        Pipeline out{first, &layout, {}, {}};
        for (const Count fsdp : divisors(first.fsdp))
            if (withinMaxima(*m_shared.space, split(first, fsdp)))
                out.splits.push_back({fsdp, {}, {}, {}});
        if (!out.splits.empty())
            m_pipelines.push_back(std::move(out));
    }

    static Plan split(Plan plan, Count fsdp)
    {
        plan.dp = plan.dp * plan.fsdp / fsdp;
        plan.fsdp = fsdp;
        return plan;
    }

    // All pipelines that a micro-batch is legal with: they share its operators.
    void visitMicroBatch(Count microBatch)
    {
        bool filled = false;
        m_times = {};
        for (std::size_t batch = 0; batch < m_shared.runs.size(); ++batch)
            for (Pipeline &p : m_pipelines) {
                m_scenario.run = m_shared.runs[batch];
                Plan plan = p.first;
                plan.microBatch = microBatch;
                if (brokenRule(m_scenario.model, m_scenario.run, plan))
                    continue;
                p.legal = true;
                if (filled)
                    setMicroBatches(m_work, static_cast<double>(plan.microBatchCount(m_scenario.run.globalBatch)));
                else
                    fillWork(plan);
                filled = true;
                if (!p.weighed)
                    weigh(p);
                visitPipeline(p, plan, batch);
            }
    }

    void fillWork(const Plan &plan)
    {
        fillShape(m_work, m_off, m_scenario.model, m_scenario.run, plan);
        m_executed = executedFlops(m_work);
    }

    // Where collectives run and what weights need, for every split.
    void weigh(Pipeline &p)
    {
        p.weighed = true;
        p.parameters = allParameters(m_scenario.model, m_work.blocks.blocks, m_work.shape, p.first.pp);
        for (Split &s : p.splits) {
            const Plan plan = split(p.first, s.fsdp);
            s.links = planLinks(m_scenario.hardware, m_shared.slice, plan);
            s.weights = weightPlans(m_scenario.run, plan, *p.layout, m_work.blocks.blocks, p.parameters);
            s.loads = {};
        }
    }

    void visitPipeline(Pipeline &p, Plan plan, std::size_t batch)
    {
        Shape shape{.batch = batch, .loads = {}};
        for (const RematPolicy remat : m_shared.space->remats) {
            plan.remat = remat;
            const std::vector<BlockMemory> memory =
                blockMemory(m_scenario.model, m_scenario.run, m_work.blocks.blocks, p.parameters, m_work.shape, remat);
            for (Split &s : p.splits) {
                m_plan = {split(plan, s.fsdp), &m_scenario, &m_work, p.layout, &s.links, &s.weights, &memory};
                m_rows.push_back(row(shape, s));
            }
        }
    }

    SearchRow row(Shape &shape, Split &split)
    {
        SearchRow out;
        out.plan = m_plan.plan;
        out.globalBatch = m_scenario.run.globalBatch;
        const PeakMemory peak = peakMemory(ledgerInput(m_plan));
        const Fit fits = fit(peak.memory, m_scenario.hardware.hbmCapacity.value.expected);
        out.memory = peak.memory.total;
        out.largest = fits.largest;
        out.shortBy = fits.shortBy;
        out.feasible = fits.fits();
        fillBound(out, shape, split);
        if (out.feasible)
            fillExpected(out, shape, split);
        return out;
    }

    // Block loads of the present shape at a level.
    const std::vector<BlockLoad> &blockLoads(std::size_t level)
    {
        Times &t = m_times[level];
        if (!t.shape)
            t.shape = shapeTimes(m_off, m_plan, m_shared.rates[level]);
        else if (t.microBatches != m_work.shape.microBatchCount)
            renew(*t.shape, m_off, m_plan, m_shared.rates[level]);
        t.microBatches = m_work.shape.microBatchCount;
        return t.shape->loads;
    }

    // Of the plan at a level.
    Headline timed(Shape &shape, Split &split, std::size_t level)
    {
        const LevelRates &rates = m_shared.rates[level];
        if (shape.loads[level].empty())
            shape.loads[level] = stageLoads(m_off, *m_plan.layout, blockLoads(level));
        if (!split.loads[level])
            split.loads[level] = weightLoads(m_off, m_plan, rates);
        fillHeadlineInput(m_input, m_off, m_plan, shape.loads[level], *split.loads[level], rates);
        return headline(m_off, m_input);
    }

    void fillExpected(SearchRow &out, Shape &shape, Split &split)
    {
        out.low = timed(shape, split, 1).step.value;
        out.expected = timed(shape, split, 2).step.value;
        out.high = timed(shape, split, 3).step.value;
        out.expectedMfu = {mfu(out.high, shape.batch), mfu(out.expected, shape.batch), mfu(out.low, shape.batch)};
        const double tokens = static_cast<double>(m_scenario.run.globalBatch) * static_cast<double>(m_scenario.run.sequenceLength)
            * (1.0 - m_scenario.run.paddingShare);
        out.tokensPerSecondPerChip = tokens / (m_shared.devices * out.expected.value);
    }

    void fillBound(SearchRow &out, Shape &shape, Split &split)
    {
        const Headline ideal = timed(shape, split, 0);
        const std::array<Derived<Seconds>, stepPartCount> parts =
            stepParts(m_off, m_input, attribution(m_off, m_input, ideal), shape.loads[0][m_plan.layout->stages[ideal.critical]],
                      m_plan.plan.remat);
        out.bound = ideal.step.value;
        out.boundMfu = mfu(out.bound, shape.batch);
        for (std::size_t p = 0; p < stepPartCount; ++p) {
            const auto id = static_cast<StepPartId>(p);
            if (p < categoryCount || id == StepPartId::recompute)
                out.compute += parts[p].value;
            if (id >= StepPartId::exposedTensor && id <= StepPartId::exposedPipeline)
                out.exposed += parts[p].value;
        }
        out.bubble = parts[static_cast<std::size_t>(StepPartId::bubble)].value;
        out.dominant = keyOf(dominantPart(parts));
        out.hfu = raw(m_executed.inStep(m_plan.plan, m_work.shape.microBatchCount)) / (m_shared.devices * m_shared.peak * raw(out.bound));
    }

    double mfu(Seconds step, std::size_t batch) const
    {
        return raw(m_shared.useful[batch]) / (m_shared.devices * m_shared.peak * raw(step));
    }

    const Shared &m_shared;
    Derivation m_off;
    Scenario m_scenario;
    ShapeWork m_work;
    ExecutedFlops m_executed;
    // Of the micro-batch that is visited, and for how many of them a level was made last.
    struct Times
    {
        std::optional<ShapeTimes> shape;
        double microBatches = 0.0;
    };
    std::array<Times, levels.size()> m_times;
    std::vector<Pipeline> m_pipelines;
    PlacedPlan m_plan;
    HeadlineInput m_input;
    std::vector<SearchRow> m_rows;
    std::size_t m_shapes = 0;
};

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

Result<Shared> prepare(const Scenario &scenario, const SearchSpace &space)
{
    Scenario any = scenario; // the plan is what is searched for: only the rest must hold
    any.plan.dp = any.plan.tp = any.plan.ep = any.plan.pp = any.plan.cp = any.plan.expertTensor = any.plan.microBatch = 1;
    any.plan.fsdp = scenario.run.devices;
    Issues issues = checkScenario(any);
    if (hasError(issues))
        return tl::unexpected<Issues>(std::move(issues));
    Result<Slice> slice = sliceFor(scenario.hardware, scenario.run.devices);
    if (!slice)
        return tl::unexpected<Issues>(slice.error());
    Shared out{&scenario, &space, *slice, {}, {}, {}, blockStructure(scenario.model), {}, static_cast<double>(scenario.run.devices), 0.0};
    Derivation off(false);
    std::vector<Count> batches = space.globalBatches;
    if (batches.empty())
        batches.push_back(scenario.run.globalBatch);
    for (const Count batch : batches) {
        out.runs.push_back(scenario.run);
        out.runs.back().globalBatch = batch;
        out.useful.push_back(usefulFlops(off, scenario.model, out.runs.back()).value);
    }
    for (std::size_t l = 0; l < levels.size(); ++l)
        out.rates[l] = levelRates(off, scenario, scenario.plan.epChunks, LevelChoice::all(levels[l]));
    out.peak = raw(out.rates[0].chip.peak.value);
    for (const Count pp : divisors(scenario.run.devices))
        if (pp <= static_cast<Count>(out.blocks.order.size()))
            out.layouts.emplace(pp, stageLayout(out.blocks, pp));
    return out;
}

// Shares the degrees out over the threads.
void runWorkers(std::vector<Worker> &workers, const std::vector<ShardDegrees> &degrees, const std::stop_token &stop,
                const std::function<void(const SearchProgress &)> &progress)
{
    std::atomic<std::size_t> next{0}, done{0};
    std::mutex reporting;
    const auto work = [&](Worker &worker) {
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
    const Result<Shared> shared = prepare(scenario, space);
    if (!shared)
        return tl::unexpected<Issues>(shared.error());
    const std::vector<ShardDegrees> degrees = shardDegrees(scenario.run.devices, space);
    const unsigned count = threads > 0 ? threads : std::max(1u, std::thread::hardware_concurrency());
    std::vector<Worker> workers(count, Worker(*shared));
    runWorkers(workers, degrees, stop, progress);

    SearchResult out;
    for (Worker &w : workers) {
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
