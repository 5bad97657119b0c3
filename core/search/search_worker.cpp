#include "search/search_worker.h"

#include "estimate/step_parts.h"
#include "ops/legal_plan.h"
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
            addPipeline(planOf(m_shared.scenario->plan, degrees, p.pp, p.schedule), p.layout);
    for (const Count expertTensor : expertTensors(m_scenario.model, degrees.tp)) {
        for (Pipeline &p : m_pipelines) {
            p.first.expertTensor = expertTensor;
            p.weighed = false;
        }
        for (const Count microBatch : m_shared.space->microBatches)
            visitMicroBatch(microBatch);
    }
    Count counted = 0; // the schedules of a pipeline degree stand together
    for (const Pipeline &p : m_pipelines)
        if (p.legal && p.first.pp != counted) {
            m_counts.shapes += p.splits.size();
            counted = p.first.pp;
        }
    m_best.add(m_fresh);
}

void SearchWorker::addPipeline(const Plan &first, const StageLayout &layout)
{
    Pipeline out{first, &layout, {}, {}};
    for (const Count fsdp : divisors(first.fsdp))
        if (withinLimits(*m_shared.space, split(first, fsdp)))
            out.splits.push_back({fsdp, {}, {}, {}});
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
            visitPipeline(p, plan, batch);
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

void SearchWorker::weigh(Pipeline &p)
{
    p.weighed = true;
    p.parameters = allParameters(m_scenario.model, m_work.blocks.blocks, m_work.shape, p.first.pp);
    for (Split &s : p.splits) {
        const Plan plan = split(p.first, s.fsdp);
        s.links = planLinks(m_scenario.hardware, m_shared.slice, plan, keyValueCopies(p.parameters));
        s.weights = weightPlans(m_scenario.run, plan, *p.layout, m_work.blocks.blocks, p.parameters);
        s.loads = {};
    }
}

void SearchWorker::forgetTimesElsewhere(Shape &shape, const GroupLinks &groups)
{
    const std::array<RankGroup, 3> inner{groups.tensor, groups.context, groups.expert};
    if (inner == m_inner)
        return;
    m_inner = inner;
    m_times = {};
    shape.loads = {};
}

void SearchWorker::visitPipeline(Pipeline &p, Plan plan, std::size_t batch)
{
    Shape shape{.batch = batch, .loads = {}};
    for (std::size_t remat = 0; remat < m_shared.space->remats.size(); ++remat) {
        plan.remat = m_shared.space->remats[remat];
        const std::vector<BlockMemory> memory = blockMemory(p.parameters, m_work.kept, remat);
        for (Split &s : p.splits) {
            m_plan = {split(plan, s.fsdp), &m_scenario, &m_work, p.layout, &s.links, &s.weights, &memory, remat};
            forgetTimesElsewhere(shape, s.links.groups);
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
    if (!m_best.wants(out.feasible, INFINITY))
        return;
    const Headline bound = timed(shape, split, 0);
    out.bound = bound.step.value;
    out.boundMfu = mfu(out.bound, shape.batch);
    out.globalBatch = m_scenario.run.globalBatch;
    if (!m_best.wants(out.feasible, out.boundMfu) && !mayBeAnchor(out)) // no step is faster than its bound, whatever the objective
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

const std::vector<BlockLoad> &SearchWorker::blockLoads(std::size_t level)
{
    needOps();
    Times &t = m_times[level];
    if (!t.shape)
        t.shape = shapeTimes(m_off, m_plan, m_shared.rates[level]);
    else if (t.microBatches != m_work.shape.microBatchCount)
        renew(*t.shape, m_off, m_plan, m_shared.rates[level]);
    t.microBatches = m_work.shape.microBatchCount;
    return t.shape->loads;
}

Headline SearchWorker::timed(Shape &shape, Split &split, std::size_t level)
{
    const LevelRates &rates = m_shared.rates[level];
    if (shape.loads[level].empty())
        shape.loads[level] = stageLoads(m_off, *m_plan.layout, blockLoads(level));
    if (!split.loads[level])
        split.loads[level] = weightLoads(m_off, m_plan, rates);
    fillHeadlineInput(m_input, m_off, m_plan, shape.loads[level], *split.loads[level], rates);
    return headline(m_off, m_input);
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
        stepParts(m_off, ideal, attribution(m_off, ideal, bound), {critical, shape.loads[0][critical], m_plan.remat});
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
