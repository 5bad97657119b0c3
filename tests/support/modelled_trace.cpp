#include "support/modelled_trace.h"

#include "support/made_trace.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <vector>

namespace headroom::testing {

namespace {

constexpr int steps = 3;

double microsecondsOf(Seconds s) { return s.value * 1e6; }

// A collective of the model, run once a step for all its calls.
struct Call
{
    TraceDetail detail;
    Seconds hidden{}, exposed{};
};

std::string collectiveName(const std::string &kind)
{
    static const std::map<std::string, std::string> names{{"all-gather", "AllGather"}, {"reduce-scatter", "ReduceScatter"}, {"all-reduce", "AllReduce"},
                                                          {"all-to-all", "AllToAll"}};
    const auto known = names.find(kind);
    return "ncclDevKernel_" + (known == names.end() ? "SendRecv" : known->second) + "_RING_LL";
}

// By what the collective is for; weights under a pass are sharded, gradients that every replica has are reduced.
std::string partOf(const CommunicationRow &row)
{
    if (row.purpose == "Gradients of replicated weights") // over whichever axes hold copies
        return "exposed.dp";
    for (const char *axis : {"tp", "ep", "cp", "pp"})
        if (row.axis == axis)
            return std::string("exposed.") + axis;
    return "exposed.fsdp";
}

// "dp+ep" of a plan: the product of both.
std::int64_t ranksOf(const std::string &axes, const Plan &plan)
{
    std::int64_t out = 1;
    for (std::size_t start = 0; start < axes.size();) {
        const std::size_t end = std::min(axes.find('+', start), axes.size());
        const std::string axis = axes.substr(start, end - start);
        const std::size_t part = axis.find(' '); // "fsdp 2/8"
        out *= part == std::string::npos ? plan.degree(*fromKey<Axis>(axis)) : std::stoll(axis.substr(part + 1));
        start = end + 1;
    }
    return out;
}

// The exposed time of each part of the model, shared out by how long its calls take; what is hidden has room in front of a boundary between
// segments.
std::vector<Call> callsOf(const Estimate &estimate, const ModelledStep &model)
{
    std::vector<Call> out;
    std::map<std::string, Seconds> all;
    const auto &rows = estimate.system.communication;
    for (const CommunicationRow &row : rows)
        all[partOf(row)] += row.total;
    for (const CommunicationRow &row : rows) {
        const std::string id = partOf(row);
        if (id == "exposed.pp") // part of the waits
            continue;
        const auto part = std::ranges::find(estimate.system.parts, id, &StepPart::id); // that are not zero
        const Seconds exposed = part == estimate.system.parts.end() ? Seconds{} : part->expected;
        out.push_back({collective(collectiveName(row.kind), row.kind, row.payload.value, row.payload.value, ranksOf(row.axis, estimate.scenario.plan)),
                       std::min(row.hidden, 0.5 / static_cast<double>(rows.size()) * model.step), exposed * (row.total / all[id])});
    }
    return out;
}

std::size_t mostHidden(const std::vector<Call> &calls)
{
    return static_cast<std::size_t>(std::ranges::max_element(calls, {}, &Call::hidden) - calls.begin());
}

// One step, written from `start` on.
class StepWriter
{
public:
    StepWriter(MadeTrace &made, const ModelledStep &model, const Losses &losses, std::vector<Call> calls)
        : m_made(made), m_model(model), m_losses(losses), m_calls(std::move(calls)), m_compute(made.lane("stream 7", 0)),
          m_network(made.lane("stream 9", 0)), m_steps(made.lane("Steps", 0, LaneKind::steps)), m_host(made.lane("main", -1, LaneKind::host))
    {
        const Seconds all = std::accumulate(model.expected.begin(), model.expected.end(), Seconds{});
        m_slowed = 1.0 + model.contention / all;
        // A pipeline's stage mixes micro-batches; for sums any order will do.
        m_order = model.order;
        for (std::size_t op = 0; op < model.operators.size() && model.order.empty(); ++op)
            m_order.insert(m_order.end(), static_cast<std::size_t>(model.operators[op].calls), op);
    }
    double write(double start, int number)
    {
        m_at = start;
        const std::size_t count = m_order.size(), segments = m_calls.size();
        for (std::size_t segment = 0; segment < segments; ++segment) {
            for (std::size_t i = segment * count / segments; i < (segment + 1) * count / segments; ++i) {
                const ModelledOperator &op = m_model.operators[m_order[i]];
                run(op.eventClass, m_order[i], op.expected);
            }
            collective(segment);
            if (segment == segments / 2)
                m_at += microsecondsOf(m_losses.idle);
        }
        run(EventClass::optimizer, count, m_model.expected[static_cast<std::size_t>(EventClass::optimizer)]);
        // Half of a pipeline's waits is a receive that has begun, half is idle.
        m_made.add(m_network, collectiveName("send-recv"), m_at, 0.5 * microsecondsOf(m_model.waits));
        m_at += microsecondsOf(m_model.waits + m_model.overhead);
        m_made.add(m_host, "enumerate(DataLoader)#next", m_at, microsecondsOf(m_losses.input));
        m_at += microsecondsOf(m_losses.input);
        m_made.add(m_steps, std::to_string(number), start, m_at - start);
        return m_at;
    }

private:
    void run(EventClass c, std::size_t number, Seconds time)
    {
        const double duration = microsecondsOf(time) * m_slowed * (c == m_losses.slower ? m_losses.factor : 1.0);
        m_made.add(m_compute, kernelName(c, number), m_at, duration);
        m_at += duration;
    }
    void collective(std::size_t segment)
    {
        const Call &call = m_calls[segment];
        const double exposed = microsecondsOf(call.exposed), hidden = microsecondsOf(call.hidden);
        const bool unhidden = m_losses.unhidden && segment == mostHidden(m_calls);
        m_made.add(m_network, call.detail, m_at - (unhidden ? 0.0 : hidden), hidden + exposed);
        m_at += exposed + (unhidden ? hidden : 0.0);
    }

    MadeTrace &m_made;
    const ModelledStep &m_model;
    const Losses &m_losses;
    std::vector<Call> m_calls;
    std::vector<std::size_t> m_order; // indices into the model's operators
    double m_at = 0.0, m_slowed = 1.0;
    std::uint32_t m_compute, m_network, m_steps, m_host;
};

} // namespace

std::string kernelName(EventClass c, std::size_t number)
{
    const std::string n = std::to_string(number);
    switch (c) {
    case EventClass::matmul: return "nvjet_hsh_" + n;
    case EventClass::attention: return "flash_fwd_" + n;
    case EventClass::linearAttention: return "chunk_gla_" + n;
    case EventClass::experts: return "m_grouped_" + n;
    case EventClass::embedding: return "embedding_" + n;
    case EventClass::optimizer: return "adam_" + n;
    default: return "elementwise_" + n;
    }
}

Seconds hiddenByOne(const Estimate &estimate)
{
    const std::vector<Call> calls = callsOf(estimate, modelledStep(estimate));
    return calls[mostHidden(calls)].hidden;
}

Trace modelledTrace(const Estimate &estimate, const Losses &losses)
{
    const ModelledStep model = modelledStep(estimate);
    MadeTrace made;
    StepWriter writer(made, model, losses, callsOf(estimate, model));
    double at = 0.0;
    for (int step = 0; step < steps; ++step)
        at = writer.write(at, step);
    made.head.format = "made";
    made.head.file = "made.json";
    return made.trace();
}

} // namespace headroom::testing
