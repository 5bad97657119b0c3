#include "search/search_worker.h"

#include "estimate/step_parts.h"
#include "ops/legal_plan.h"
#include "schedule/operators_alone.h"
#include "search/rank.h"

#include <cmath>

namespace headroom {

SearchWorker::SearchWorker(const SearchShared &shared)
    : m_shared(shared), m_off(false), m_scenario(*shared.scenario), m_best(shared.space->objective, shared.space->keep)
{
    m_work.blocks = shared.blocks;
}

void SearchWorker::visit(const ShardDegrees &degrees)
{
    m_pipelines.clear();
    m_fresh.clear();
    for (const PipelineLayout &p : m_shared.layouts)
        if (degrees.rest % p.pp == 0)
            addPipeline(planOf(m_shared.scenario->plan, degrees, p.pp, p.schedule, p.split), p);
    for (const Count expertTensor : expertTensors(m_scenario.model, degrees.tp)) {
        for (Pipeline &p : m_pipelines) {
            p.first.expertTensor = expertTensor;
            p.weighed = false;
        }
        m_parameters = {};
        for (const Count microBatch : m_shared.space->microBatches)
            visitMicroBatch(microBatch);
    }
    Count counted = 0; // the schedules and splits of a pipeline degree stand together
    for (const Pipeline &p : m_pipelines)
        if (p.legal && p.first.pp != counted) {
            m_counts.shapes += p.splits.size();
            counted = p.first.pp;
        }
}

void SearchWorker::addPipeline(const Plan &first, const PipelineLayout &layout)
{
    Pipeline out{first, &layout, {}};
    for (const Count fsdp : divisors(first.fsdp))
        if (withinLimits(*m_shared.space, split(first, fsdp)))
            out.splits.push_back({fsdp, {}, {}, {}, {}, {}});
    if (!out.splits.empty())
        m_pipelines.push_back(std::move(out));
}

Plan SearchWorker::split(Plan plan, Count fsdp)
{
    plan.dp = plan.dp * plan.fsdp / fsdp;
    plan.fsdp = fsdp;
    return plan;
}

void SearchWorker::visitMicroBatch(Count microBatch)
{
    bool filled = false;
    m_times = {};
    m_memory = {};
    for (Pipeline &p : m_pipelines)
        for (Split &s : p.splits)
            s.transfers = {};
    for (std::size_t batch = 0; batch < m_shared.runs.size(); ++batch) {
        m_scenario.run = m_shared.runs[batch];
        for (Pipeline &p : m_pipelines) {
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
            const std::size_t known = m_fresh.size();
            visitPipeline(p, plan, batch);
            m_best.add(std::span<const SearchRow>(m_fresh).subspan(known));
        }
    }
}

void SearchWorker::fillWork(const Plan &plan)
{
    fillKept(m_work, m_scenario.model, m_scenario.run, plan);
    m_opsFilled = false;
}

void SearchWorker::needOps()
{
    if (m_opsFilled)
        return;
    fillOps(m_work, m_off, m_scenario.model, m_scenario.run);
    m_executed = executedFlops(m_work);
    m_opsFilled = true;
}

const std::vector<BlockParameters> &SearchWorker::parametersOf(const Plan &plan)
{
    std::vector<BlockParameters> &out = m_parameters[plan.pp > 1 ? 1 : 0];
    if (out.empty())
        out = allParameters(m_scenario.model, m_work.blocks.blocks, m_work.shape, plan.pp);
    return out;
}

const std::vector<std::vector<BlockMemory>> &SearchWorker::memoryOf(const Plan &plan)
{
    std::vector<std::vector<BlockMemory>> &out = m_memory[plan.pp > 1 ? 1 : 0];
    for (std::size_t remat = out.size(); remat < m_shared.space->remats.size(); ++remat)
        out.push_back(blockMemory(parametersOf(plan), m_work.kept, remat));
    return out;
}

void SearchWorker::weigh(Pipeline &p)
{
    p.weighed = true;
    for (Split &s : p.splits) {
        const Plan plan = split(p.first, s.fsdp);
        s.weights = heldWeights(p.of->layout, m_work.blocks.blocks, parametersOf(plan));
        s.states = largestStates(m_scenario.run, plan, p.of->layout, s.weights);
        s.links.reset();
        s.loads = {};
    }
}

void SearchWorker::place(Shape &shape, Split &split)
{
    if (!split.links) {
        const std::vector<BlockParameters> &parameters = parametersOf(m_plan.plan);
        split.links = planLinks(m_scenario.hardware, m_shared.slice, m_plan.plan, keyValueCopies(parameters));
        fillCalls(split.weights, m_scenario.run, m_plan.plan, *m_plan.layout, m_work.blocks.blocks, parameters);
    }
    m_plan.links = &*split.links;
    forgetTimesElsewhere(shape, split.links->groups);
}

void SearchWorker::forgetTimesElsewhere(Shape &shape, const GroupLinks &groups)
{
    const std::array<RankGroup, 3> inner{groups.tensor, groups.context, groups.expert};
    if (inner == m_inner)
        return;
    m_inner = inner;
    for (Times &t : m_times)
        t.loads.clear();
    shape.loads = {};
}

void SearchWorker::visitPipeline(Pipeline &p, const Plan &plan, std::size_t batch)
{
    Shape shape{.batch = batch, .loads = {}, .mfuAtMost = {}};
    const std::vector<std::vector<BlockMemory>> &memory = memoryOf(plan);
    for (Split &s : p.splits) {
        if (s.states > m_scenario.hardware.hbmCapacity.value.expected && !m_best.wants(false, INFINITY)) {
            m_counts.evaluated += p.of->remats.size(); // whatever is kept, none fits
            continue;
        }
        m_plan = {split(plan, s.fsdp), &m_scenario, &m_work, &p.of->layout, nullptr, &s.weights, nullptr};
        for (const std::size_t remat : p.of->remats) {
            m_plan.plan.remat = m_shared.space->remats[remat];
            m_plan.memory = &memory[remat];
            m_plan.remat = remat;
            consider(shape, s);
        }
    }
}

void SearchWorker::consider(Shape &shape, Split &split)
{
    SearchRow out;
    const PeakMemory peak = peakMemory(ledgerInput(m_plan));
    const Fit fits = fit(peak.memory, m_scenario.hardware.hbmCapacity.value.expected);
    out.feasible = fits.fits();
    ++m_counts.evaluated;
    m_counts.feasible += out.feasible ? 1 : 0;
    out.globalBatch = m_scenario.run.globalBatch;
    const auto wanted = [&](double mfuAtMost) {
        out.boundMfu = mfuAtMost;
        return m_best.wants(out.feasible, mfuAtMost) || mayBeAnchor(out);
    };
    if (!m_best.wantsAll() && (!wanted(INFINITY) || !wanted(mfuAtMost(shape))))
        return;
    const Headline bound = timed(shape, split, 0);
    out.bound = bound.step.value;
    if (!wanted(mfu(out.bound, shape.batch))) // no step is faster than its bound, whatever the objective
        return;
    out.plan = m_plan.plan;
    out.memory = peak.memory.total;
    out.largest = fits.largest;
    out.shortBy = fits.shortBy;
    fillParts(out, shape, m_input, bound);
    if (out.feasible)
        fillExpected(out, shape, split);
    keep(out);
}

bool SearchWorker::mayBeAnchor(const SearchRow &row) const
{
    return row.feasible && row.globalBatch == m_shared.scenario->run.globalBatch && (!m_anchor || !surelyBelow(row.boundMfu, m_anchor->boundMfu));
}

void SearchWorker::keep(const SearchRow &row)
{
    m_fresh.push_back(row);
    if (mayBeAnchor(row) && (!m_anchor || ranksBefore(row, *m_anchor, Objective::bound)))
        m_anchor = row;
}

const ShapeTimes &SearchWorker::operatorTimes(std::size_t level)
{
    needOps();
    Times &t = m_times[level];
    const ChipRates &chip = m_shared.rates[level].chip;
    if (!t.shape)
        t.shape = shapeTimes(m_off, m_work, chip);
    else if (t.microBatches != m_work.shape.microBatchCount)
        renew(*t.shape, m_off, m_work, chip);
    t.microBatches = m_work.shape.microBatchCount;
    return *t.shape;
}

const std::vector<BlockLoad> &SearchWorker::loadsOf(std::size_t level)
{
    const ShapeTimes &times = operatorTimes(level);
    Times &t = m_times[level];
    if (t.loads.empty())
        t.loads = blockLoads(m_off, times, m_plan, m_shared.rates[level]);
    else if (t.loadedFor != t.microBatches)
        renew(t.loads, m_off, times, m_plan, m_shared.rates[level]);
    t.loadedFor = t.microBatches;
    return t.loads;
}

double SearchWorker::mfuAtMost(Shape &shape)
{
    if (!shape.mfuAtMost) {
        fillOperatorsAlone(m_alone, *m_plan.layout, m_plan.plan.schedule, operatorTimes(0).blocks, m_work.shape.microBatchCount,
                           m_shared.rates[0].overlap);
        shape.mfuAtMost = mfu(headline(m_silent, m_alone).step.value, shape.batch);
    }
    return *shape.mfuAtMost;
}

Headline SearchWorker::timed(Shape &shape, Split &split, std::size_t level)
{
    const LevelRates &rates = m_shared.rates[level];
    place(shape, split);
    if (shape.loads[level].empty())
        shape.loads[level] = stageLoads(m_off, *m_plan.layout, loadsOf(level));
    if (!split.loads[level])
        split.loads[level] = weightLoads(m_off, m_plan, rates);
    if (!split.transfers[level])
        split.transfers[level] = transfers(m_off, m_plan, rates);
    fillHeadlineInput(m_input, m_silent, m_plan, {shape.loads[level], *split.loads[level], *split.transfers[level]}, rates);
    return headline(m_silent, m_input);
}

void SearchWorker::fillExpected(SearchRow &out, Shape &shape, Split &split)
{
    out.low = timed(shape, split, 1).step.value;
    out.expected = timed(shape, split, 2).step.value;
    out.high = timed(shape, split, 3).step.value;
    out.expectedMfu = {mfu(out.high, shape.batch), mfu(out.expected, shape.batch), mfu(out.low, shape.batch)};
    const double tokens = static_cast<double>(m_scenario.run.globalBatch) * static_cast<double>(m_scenario.run.sequenceLength)
        * (1.0 - m_scenario.run.paddingShare);
    out.tokensPerSecondPerChip = tokens / (m_shared.devices * out.expected.value);
}

void SearchWorker::fillParts(SearchRow &out, const Shape &shape, const HeadlineInput &ideal, const Headline &bound)
{
    const std::size_t critical = m_plan.layout->stages[bound.critical];
    const std::array<Derived<Seconds>, stepPartCount> parts =
        stepParts(m_silent, ideal, attribution(m_silent, ideal, bound), {critical, shape.loads[0][critical], m_plan.remat});
    for (std::size_t p = 0; p < stepPartCount; ++p) {
        const auto id = static_cast<StepPartId>(p);
        if (p < categoryCount || id == StepPartId::recompute)
            out.compute += parts[p].value;
        if (id >= StepPartId::exposedTensor && id <= StepPartId::exposedPipeline)
            out.exposed += parts[p].value;
    }
    out.bubble = parts[static_cast<std::size_t>(StepPartId::bubble)].value;
    out.dominant = keyOf(dominantPart(parts));
    out.hfu = raw(m_executed.inStep(m_plan.plan, m_work.shape.microBatchCount, m_plan.remat)) / (m_shared.devices * m_shared.peak * raw(out.bound));
}

double SearchWorker::mfu(Seconds step, std::size_t batch) const
{
    return raw(m_shared.useful[batch]) / (m_shared.devices * m_shared.peak * raw(step));
}

} // namespace headroom
