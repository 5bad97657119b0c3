#include "support/our_plan.h"

#include "estimate/estimate.h"

namespace headroom::testing {

namespace {

bool isBackward(const Op &op) { return op.phase != Phase::forward && op.phase != Phase::recompute; }

template <class Which, class What> double sumOf(const Block &block, Which which, What what)
{
    double out = 0.0;
    for (const Op &op : block.ops)
        if (op.engine == Engine::matrix && which(op))
            out += what(op).value.value;
    return out;
}
const Derived<Flops> &executed(const Op &op) { return op.executedFlops; }
const Derived<Flops> &model(const Op &op) { return op.modelFlops; }

} // namespace

OurPlan::OurPlan(const Scenario &scenario) : m_scenario(std::make_unique<Scenario>(scenario))
{
    Derivation off(false);
    m_owned = ownedPlan(off, *m_scenario, m_scenario->plan, *sliceFor(m_scenario->hardware, m_scenario->run.devices));
}

double OurPlan::matrixFlops(std::size_t block, bool backward) const
{
    return sumOf(m_owned->work.blocks.blocks[block], [&](const Op &op) { return isBackward(op) == backward; }, executed);
}

double OurPlan::coreFlops(std::size_t block, bool backward) const
{
    return sumOf(m_owned->work.blocks.blocks[block],
                 [&](const Op &op) { return op.category == OpCategory::attention && isBackward(op) == backward; }, executed);
}

double OurPlan::coreModelFlops(std::size_t block, bool backward) const
{
    return sumOf(m_owned->work.blocks.blocks[block],
                 [&](const Op &op) { return op.category == OpCategory::attention && isBackward(op) == backward; }, model);
}

double OurPlan::flopsAgain(std::size_t block) const
{
    const BlockRemat &remat = m_owned->work.blocks.blocks[block].remats[m_owned->placed.remat];
    return sumOf(m_owned->work.blocks.blocks[block], [&](const Op &op) { return remat.recomputes(op); }, executed);
}

double OurPlan::kept(std::size_t block) const { return m_owned->memory[block].kept.value; }
double OurPlan::parameters(std::size_t block) const { return m_owned->memory[block].parameters.all(); }
StageMemory OurPlan::memory(std::size_t stage) const { return stageMemory(ledgerInput(m_owned->placed), stage); }

double OurPlan::inFlight(Count stage) const
{
    Silent off;
    return microBatchesInFlight(off, m_scenario->plan.schedule, ledgerInput(m_owned->placed).pipeline(), stage).value;
}

template <class Which> OurPlan::Calls OurPlan::sum(std::size_t block, Which which) const
{
    Calls out;
    const StepSet again = m_owned->work.blocks.blocks[block].remats[m_owned->placed.remat].again;
    for (const BlockCall &call : m_owned->work.calls[block]) {
        if (!which(call))
            continue;
        const double n = call.pass == Pass::recompute ? call.repeats(again) : call.count;
        out.number += n;
        out.payload += n * call.payload.value.value;
        out.wire += n * wireBytes(call.kind, m_owned->links.groups.of(call.group), call.payload.value, call.routing).value;
    }
    return out;
}

OurPlan::Calls OurPlan::calls(std::size_t block, Pass pass, Purpose purpose) const
{
    return sum(block, [&](const BlockCall &call) { return call.pass == pass && call.purpose == purpose; });
}

OurPlan::Calls OurPlan::calls(std::size_t block, Pass pass) const
{
    return sum(block, [&](const BlockCall &call) { return call.pass == pass; });
}

double OurPlan::reductionPayload(std::size_t stage, Collective kind) const
{
    double out = 0.0;
    for (const WeightCall &call : m_owned->weights[m_owned->layout.stages[stage]].calls)
        if (call.purpose == Purpose::gradientReduction && call.kind == kind)
            out += call.payload().value * call.part.blocks;
    return out;
}

double OurPlan::transferPayload() const
{
    const Estimate estimate = evaluate(*m_scenario).value();
    for (const CommunicationRow &row : estimate.system.communication)
        if (row.purpose == labelOf(Purpose::stageTransfer))
            return row.payload.value;
    return 0.0;
}

double pipelineOf(Schedule schedule, const PipelineSize &size, const std::vector<PeerPass> &pieces)
{
    PipelineTimes times;
    for (const PeerPass &p : pieces)
        times.pieces.push_back({Seconds(p.forward), Seconds(p.backward), {}, {}});
    const auto stages = static_cast<std::size_t>(size.stages);
    times.transfers.resize(stages);
    times.gather.resize(stages);
    times.reduction.resize(stages);
    return lastEnd(simulate(pipelineGraph(schedule, size, times).graph)).value;
}

} // namespace headroom::testing
