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

double OurPlan::weightPayload(std::size_t stage, Purpose purpose, Collective kind) const
{
    double out = 0.0;
    for (const WeightCall &call : m_owned->weights[m_owned->layout.stages[stage]].calls)
        if (call.purpose == purpose && call.kind == kind)
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

double OurPlan::bytes(std::size_t block, std::string_view name, Phase phase) const
{
    double out = 0.0;
    for (const Op &op : m_owned->work.blocks.blocks[block].ops)
        if (op.name == name && op.phase == phase)
            out += op.bytes.value.value;
    return out;
}

OurPlan::Networks OurPlan::sent(std::size_t block, Pass pass, Purpose purpose, const LinkRates &rates) const
{
    Derivation off(false);
    for (const BlockCall &call : m_owned->work.calls[block])
        if (call.pass == pass && call.purpose == purpose) {
            const LinkTime time = collectiveTime(off, call.kind, m_owned->links.groups.of(call.group), call.payload, 1.0, rates, call.routing);
            return {time.up.value.value, time.out.value.value};
        }
    return {};
}

OurPlan::Networks OurPlan::bytesSent(std::size_t block, Pass pass, Purpose purpose) const
{
    const Derived<BytesPerSecond> one{BytesPerSecond(1.0), {}};
    const Derived<double> all{1.0, {}};
    return sent(block, pass, purpose, {one, one, {}, {}, all, all, {}});
}

OurPlan::Networks OurPlan::timeSent(std::size_t block, Pass pass, Purpose purpose) const
{
    Derivation off(false);
    return sent(block, pass, purpose, linkRates(off, m_scenario->hardware, m_scenario->calibration, Level::expected));
}

double OurPlan::passTime(std::size_t stage, PassKind kind) const
{
    const Estimate estimate = evaluate(*m_scenario, std::nullopt, Detail::simulated).value();
    const Count middle = estimate.system.microBatchCount / 2;
    for (const SimulatedPass &p : estimate.system.expectedSimulation.value().passes)
        if (p.stage == stage && p.pass.kind == kind && p.pass.microBatch == middle)
            return p.time.end.value - p.time.start.value;
    return 0.0;
}

double OurPlan::stepTime() const
{
    const Estimate estimate = evaluate(*m_scenario).value();
    return estimate.system.stepTime.expected.value;
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
