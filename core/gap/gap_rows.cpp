#include "gap/gap_rows.h"

#include "base/format.h"
#include "estimate/step_parts.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace headroom {

namespace {

Seconds seconds(std::int64_t picoseconds) { return Seconds(static_cast<double>(picoseconds) * 1e-12); }

std::size_t index(EventClass c) { return static_cast<std::size_t>(c); }

constexpr EventClass computeClasses[] = {EventClass::matmul, EventClass::attention, EventClass::linearAttention, EventClass::experts,
                                         EventClass::embedding, EventClass::optimizer, EventClass::elementwise};

// Contention slows all operators alike.
Seconds expectedOf(const ModelledStep &model, EventClass c)
{
    const Seconds sum = std::accumulate(model.expected.begin(), model.expected.end(), Seconds{});
    const Seconds own = model.expected[index(c)];
    return sum.value > 0.0 ? own + model.contention * (own / sum) : own;
}

Message slower(Seconds measured, Seconds expected)
{
    if (expected.value <= 0.0)
        return {CORE_TEXT("core", "the model has no such operators"), {}};
    return {CORE_TEXT("core", "{0} of the expected time"), {percent(measured / expected, 0)}};
}

constexpr std::string_view communication = "gap.communication";
const char *const transfers = keyOf(StepPartId::exposedPipeline);

const char *hostName(EventClass c)
{
    switch (c) {
    case EventClass::dataInput: return CORE_TEXT("core", "Waits for input");
    case EventClass::compile: return CORE_TEXT("core", "Waits for compilation");
    case EventClass::allocator: return CORE_TEXT("core", "Waits for memory allocation");
    case EventClass::syncWait: return CORE_TEXT("core", "Idle after the host waited for the device");
    default: return CORE_TEXT("core", "Idle before late launches");
    }
}

// "exposed.tp" -> "gap.communication.tp"
std::string communicationId(const std::string &part)
{
    const std::size_t dot = part.find('.');
    return std::string(communication) + (dot == std::string::npos ? std::string() : part.substr(dot));
}

Message hiddenShare(const ExposedPart &part)
{
    if (part.time == 0)
        return {CORE_TEXT("core", "the record has no collective that can only be of this axis"), {}};
    const double hidden = 1.0 - static_cast<double>(part.exposed) / static_cast<double>(part.time);
    return {CORE_TEXT("core", "{0} of it runs under computation"), {percent(hidden)}};
}

// One row for each part of the step that communicates, in the model or in the trace. What waits of a pipeline took is given back: they
// are a receive that has nothing to receive yet.
Seconds addCommunication(std::vector<GapRow> &out, const ModelledStep &model, std::vector<ExposedPart> exposed)
{
    for (const StepPart &part : model.exposed)
        if (part.expected.value > 0.0 && std::ranges::find(exposed, part.id, &ExposedPart::id) == exposed.end())
            exposed.push_back({part.id, 0, 0});
    const bool split = std::ranges::any_of(exposed, [](const ExposedPart &e) { return !e.id.empty() && e.id != transfers; });
    Seconds receives{};
    for (const ExposedPart &e : exposed) {
        if (e.id == transfers) {
            receives += seconds(e.exposed);
            continue;
        }
        const auto part = std::ranges::find(model.exposed, e.id, &StepPart::id);
        const char *name = !e.id.empty() ? labelOf(*fromKey<StepPartId>(e.id))
                           : split      ? CORE_TEXT("core", "Exposed communication of no one axis")
                                        : CORE_TEXT("core", "Exposed communication");
        out.push_back({communicationId(e.id), name, seconds(e.exposed), part == model.exposed.end() ? Seconds{} : part->expected, {}, 0.0, hiddenShare(e)});
    }
    return receives;
}

} // namespace

bool isCommunication(const GapRow &row) { return row.id.starts_with(communication); }

std::vector<GapRow> gapRows(const ModelledStep &model, const DeviceTime &t, const std::vector<ExposedPart> &exposed)
{
    std::vector<GapRow> out;
    for (const EventClass c : computeClasses) {
        const Seconds measured = seconds(t.of(c).share), expected = expectedOf(model, c);
        if (measured.value > 0.0 || expected.value > 0.0)
            out.push_back({std::string("gap.") + keyOf(c), labelOf(c), measured, expected, model.bound[index(c)], 0.0, slower(measured, expected)});
    }
    const Seconds receives = addCommunication(out, model, exposed);
    out.push_back({"gap.copies", CORE_TEXT("core", "Exposed copies"), seconds(t.exposedCopies), model.exposedCopies, {}, 0.0,
                   {CORE_TEXT("core", "copies and memory sets that nothing hides"), {}}});
    for (const EventClass c : {EventClass::dataInput, EventClass::compile, EventClass::allocator, EventClass::syncWait, EventClass::hostLaunch})
        out.push_back({std::string("gap.") + keyOf(c), hostName(c), seconds(t.of(c).share), {}, {}, 0.0,
                       {CORE_TEXT("core", "the device had nothing to do meanwhile"), {}}});
    out.push_back({"gap.idle", model.waits.value > 0.0 ? CORE_TEXT("core", "Idle, and waits of the pipeline") : CORE_TEXT("core", "Idle"),
                   seconds(t.idleUnknown) + receives, model.waits + model.overhead, {}, 0.0,
                   {CORE_TEXT("core", "nothing runs, and the record does not say why"), {}}});
    std::erase_if(out, [](const GapRow &r) { return r.measured.value == 0.0 && r.expected.value == 0.0; });
    return out;
}

std::vector<ClassEfficiency> classEfficiencies(const ModelledStep &model, const DeviceTime &t)
{
    std::vector<ClassEfficiency> out;
    for (const EventClass c : computeClasses) {
        ClassEfficiency one{c, static_cast<double>(t.of(c).calls), 0.0, seconds(t.of(c).share), expectedOf(model, c), model.bound[index(c)]};
        for (const ModelledOperator &op : model.operators)
            if (op.eventClass == c)
                one.modelledCalls += op.calls;
        if (one.measured.value > 0.0)
            out.push_back(one);
    }
    return out;
}

bool isKind(const CommunicationRow &row, EventClass kind)
{
    switch (kind) {
    case EventClass::allReduce: return row.kind == "all-reduce";
    case EventClass::allGather: return row.kind == "all-gather";
    case EventClass::reduceScatter: return row.kind == "reduce-scatter";
    case EventClass::allToAll: return row.kind == "all-to-all";
    case EventClass::sendRecv: return row.kind == "send-recv" || row.kind == "ring";
    default: return false;
    }
}

std::vector<LinkUse> linkUses(const Estimate &estimate, const DeviceTime &t)
{
    std::vector<LinkUse> out;
    for (const EventClass kind : {EventClass::allReduce, EventClass::allGather, EventClass::reduceScatter, EventClass::allToAll, EventClass::sendRecv}) {
        LinkUse use;
        use.kind = kind;
        bool several = false;
        for (const CommunicationRow &row : estimate.system.communication) {
            if (!isKind(row, kind))
                continue;
            several = several || (use.modelledCalls > 0.0 && row.link != use.link);
            use.link = row.link;
            use.modelledCalls += row.calls;
            use.wire += row.calls * row.wire;
            use.bound += row.total;
        }
        if (several)
            use.link.clear();
        std::vector<EventClass> traced{kind};
        if (kind == EventClass::allToAll) // DeepEP's two halves of the experts' exchange
            traced.insert(traced.end(), {EventClass::dispatch, EventClass::combine});
        for (const EventClass c : traced) {
            use.calls += static_cast<double>(t.of(c).calls);
            use.measured += seconds(t.of(c).time);
        }
        if (use.measured.value > 0.0 && use.wire.value > 0.0)
            use.rate = use.wire / use.measured;
        if (use.calls > 0.0 || use.modelledCalls > 0.0)
            out.push_back(use);
    }
    return out;
}

namespace {

// Host events of a step by name, of classes that make a device wait.
std::vector<HostFinding> suspectsOf(const Trace &trace, const ClassifiedTrace &classes, const Span &step)
{
    std::map<std::pair<EventClass, std::string>, HostFinding> found;
    for (std::size_t e = 0; e < trace.events.size(); ++e) {
        const EventClass c = classes.ofEvent[e];
        const TraceEvent &event = trace.events[e];
        const bool waits = c == EventClass::syncWait || c == EventClass::compile || c == EventClass::allocator || c == EventClass::dataInput;
        if (!waits || event.end() <= step.start || event.start >= step.end)
            continue;
        HostFinding &f = found[{c, trace.details[event.detail].name}];
        f.name = trace.details[event.detail].name;
        f.eventClass = c;
        ++f.calls;
        f.time += seconds(std::min(event.end(), step.end) - std::max(event.start, step.start));
    }
    std::vector<HostFinding> out;
    out.reserve(found.size());
    for (auto &[key, f] : found)
        out.push_back(std::move(f));
    std::ranges::stable_sort(out, std::greater{}, &HostFinding::time);
    return out;
}

// As the model's dominant part has it: all collectives are one, all waits are one.
EventClass coarse(EventClass c)
{
    switch (kindOf(c)) {
    case TimeKind::communication: return EventClass::otherCollective;
    case TimeKind::copy: return EventClass::copyToHost;
    case TimeKind::host: return EventClass::hostWork;
    default: return c;
    }
}

} // namespace

DominantCheck dominantCheck(const ModelledStep &model, const GapInput &input)
{
    DominantCheck out;
    std::map<EventClass, std::int64_t> byClass; // of the step, as the model has it: communication where it is exposed
    for (std::size_t c = 0; c < eventClasses; ++c)
        byClass[coarse(static_cast<EventClass>(c))] += input.summary->typical->classes[c].share;
    byClass[EventClass::hostWork] += input.summary->typical->idleUnknown;
    out.predicted = model.dominant;
    out.measured = std::ranges::max_element(byClass, {}, [](const auto &entry) { return entry.second; })->first;
    out.differs = out.predicted != out.measured;
    if (out.differs)
        out.suspects = suspectsOf(*input.trace, *input.classes, input.summary->typical->step.span);
    return out;
}

} // namespace headroom
