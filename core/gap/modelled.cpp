#include "gap/modelled.h"

#include "estimate/step_parts.h"
#include "estimate/system_bound.h"

#include <algorithm>

namespace headroom {

EventClass eventClassOf(const Op &op)
{
    switch (op.category) {
    case OpCategory::attention: return EventClass::attention;
    case OpCategory::linearAttention: return EventClass::linearAttention;
    case OpCategory::optimizer: return EventClass::optimizer;
    case OpCategory::experts:
        if (op.engine == Engine::matrix)
            return op.expertCompute ? EventClass::experts : EventClass::matmul;
        return EventClass::elementwise;
    case OpCategory::embeddingHead: return op.engine == Engine::matrix ? EventClass::matmul : EventClass::embedding;
    default: return op.engine == Engine::matrix ? EventClass::matmul : EventClass::elementwise;
    }
}

namespace {

EventClass eventClassOf(Collective kind)
{
    switch (kind) {
    case Collective::allGather: return EventClass::allGather;
    case Collective::reduceScatter: return EventClass::reduceScatter;
    case Collective::allReduce: return EventClass::allReduce;
    case Collective::allToAll: return EventClass::allToAll;
    default: return EventClass::sendRecv;
    }
}

// The part of the step that waits of a cause belong to.
StepPartId partOf(WaitCause cause)
{
    switch (cause) {
    case WaitCause::tensor: return StepPartId::exposedTensor;
    case WaitCause::expert: return StepPartId::exposedExpert;
    case WaitCause::context: return StepPartId::exposedContext;
    default: return StepPartId::exposedShard;
    }
}

// Where a block's operators stand in the list: as they are, and as the recompute pass repeats them.
struct BlockPlaces
{
    std::vector<std::size_t> once, again; // per operator of the block; the list's size: not run again
};

class Lister
{
public:
    explicit Lister(const OwnedPlan &owned) : m_owned(owned), m_places(owned.work.blocks.blocks.size())
    {
        Derivation off(false);
        const LevelResult expected = levelResult(off, owned.placed, LevelChoice::all(Level::expected));
        const LevelResult ideal = levelResult(off, owned.placed, LevelChoice::all(Level::ideal));
        m_critical = expected.criticalComposition();
        for (std::size_t b = 0; b < m_places.size(); ++b)
            addBlock(b, expected.shape.ops[b], ideal.shape.ops[b]);
    }

    ModelledStep step()
    {
        const double passes = m_owned.work.shape.microBatchCount;
        for (const BlockCount &held : m_owned.layout.compositions[m_critical])
            for (const std::vector<std::size_t> *places : {&m_places[held.block].once, &m_places[held.block].again})
                for (const std::size_t at : *places)
                    if (at < m_out.operators.size())
                        m_out.operators[at].calls += held.count * passes;
        addCollectives();
        if (m_owned.placed.plan.pp == 1)
            for (Count m = 0; m < static_cast<Count>(passes); ++m)
                addMicroBatch();
        std::vector<std::size_t> kept(m_out.operators.size());
        std::size_t next = 0;
        for (std::size_t i = 0; i < kept.size(); ++i)
            kept[i] = m_out.operators[i].calls > 0.0 ? next++ : kept.size();
        for (std::size_t &at : m_out.order)
            at = kept[at];
        std::erase_if(m_out.operators, [](const ModelledOperator &op) { return op.calls <= 0.0; });
        return std::move(m_out);
    }

private:
    void addBlock(std::size_t b, const OpTimes &expected, const OpTimes &bound)
    {
        const Block &block = m_owned.work.blocks.blocks[b];
        const BlockRemat &remat = block.remats[m_owned.placed.remat];
        for (std::size_t o = 0; o < block.ops.size(); ++o) {
            const Op &op = block.ops[o];
            ModelledOperator one{block.name + "." + op.name + "." + keyOf(op.phase), op.name, op.phase, eventClassOf(op), 0.0,
                                 op.executedFlops.value, op.bytes.value, expected[o].value, bound[o].value};
            m_places[b].once.push_back(m_out.operators.size());
            m_out.operators.push_back(one);
            m_places[b].again.push_back(none);
            if (!remat.recomputes(op))
                continue;
            one.id = block.name + "." + op.name + "." + keyOf(Phase::recompute);
            one.phase = Phase::recompute;
            m_places[b].again.back() = m_out.operators.size();
            m_out.operators.push_back(one);
        }
    }
    // Forward of all blocks, then their backward from the last to the first, each with what it runs again in front.
    void addMicroBatch()
    {
        const std::vector<BlockRun> runs = blocksInOrder(m_owned.work.blocks, m_owned.layout, 0, 0);
        const auto add = [&](std::size_t block, const std::vector<std::size_t> &places, bool forward) {
            const std::vector<Op> &ops = m_owned.work.blocks.blocks[block].ops;
            for (std::size_t o = 0; o < ops.size(); ++o)
                if ((ops[o].phase == Phase::forward) == forward && places[o] != none)
                    m_out.order.push_back(places[o]);
        };
        for (const BlockRun &run : runs)
            add(run.block, m_places[run.block].once, true);
        for (auto run = runs.rbegin(); run != runs.rend(); ++run) {
            add(run->block, m_places[run->block].again, true);
            add(run->block, m_places[run->block].once, false);
        }
    }

    void addCollective(Collective kind, StepPartId part, double ranks, Bytes payload)
    {
        const ModelledCollective one{eventClassOf(kind), keyOf(part), ranks, payload};
        if (ranks > 1.0 && std::ranges::find(m_out.collectives, one) == m_out.collectives.end())
            m_out.collectives.push_back(one);
    }
    // Gradients that two stages share are sent as stages send activations: a record does not tell them apart.
    void addCollectives()
    {
        const auto ranks = [&](const auto &call) { return m_owned.placed.links->groups.of(call.group).size(); };
        for (const BlockCount &held : m_owned.layout.compositions[m_critical])
            for (const BlockCall &call : m_owned.work.calls[held.block])
                addCollective(call.kind, partOf(causeOf(call)), ranks(call), call.payload.value);
        using When = WeightCall::When;
        for (const WeightCall &call : m_owned.weights[m_critical].calls)
            addCollective(call.kind, call.when == When::reduction ? StepPartId::exposedData : StepPartId::exposedShard, ranks(call), call.payload());
        addCollective(Collective::sendRecv, StepPartId::exposedPipeline, static_cast<double>(m_owned.placed.plan.pp), {});
    }

    static constexpr std::size_t none = static_cast<std::size_t>(-1);
    const OwnedPlan &m_owned;
    std::size_t m_critical = 0; // composition of the stage that is critical as expected
    std::vector<BlockPlaces> m_places;
    ModelledStep m_out;
};

void addParts(ModelledStep &out, const Estimate &estimate)
{
    const auto index = [](EventClass c) { return static_cast<std::size_t>(c); };
    for (const ModelledOperator &op : out.operators) {
        out.expected[index(op.eventClass)] += op.calls * op.expected;
        out.bound[index(op.eventClass)] += op.calls * op.bound;
    }
    for (const StepPart &part : estimate.system.parts) {
        if (part.id == "optimizer") {
            out.expected[index(EventClass::optimizer)] += part.expected;
            out.bound[index(EventClass::optimizer)] += part.bound;
        } else if (part.id == "contention") {
            out.contention = part.expected;
        } else if (part.id == "overhead" || part.id == "stragglers") {
            out.overhead += part.expected;
        } else if (part.id == "exposed.host") {
            out.exposedCopies = part.expected;
        } else if (part.id == "bubble" || part.id == "imbalance" || part.id == "exposed.pp") {
            out.waits += part.expected;
        } else if (part.id.starts_with("exposed.")) {
            out.exposedCommunication += part.expected;
            out.exposed.push_back(part);
        }
    }
}

// The largest of operators by class, exposed communication, copies and waits.
EventClass dominantOf(const ModelledStep &step)
{
    const auto most = std::ranges::max_element(step.expected);
    const std::pair<Seconds, EventClass> candidates[] = {
        {*most, static_cast<EventClass>(most - step.expected.begin())},
        {step.exposedCommunication, EventClass::otherCollective},
        {step.exposedCopies, EventClass::copyToHost},
        {step.waits + step.overhead, EventClass::hostWork},
    };
    return std::ranges::max_element(candidates, {}, &std::pair<Seconds, EventClass>::first)->second;
}

} // namespace

ModelledStep modelledStep(const Estimate &estimate)
{
    Derivation off(false);
    const Slice slice = *sliceFor(estimate.scenario.hardware, estimate.scenario.run.devices); // evaluate() has used it
    const std::unique_ptr<OwnedPlan> owned = ownedPlan(off, estimate.scenario, estimate.scenario.plan, slice);
    ModelledStep out = Lister(*owned).step();
    out.step = estimate.system.stepTime.expected;
    out.boundStep = estimate.system.stepTime.bound;
    addParts(out, estimate);
    out.dominant = dominantOf(out);
    return out;
}

} // namespace headroom
