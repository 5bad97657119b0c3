#include "gap/exposed_parts.h"

#include "estimate/step_parts.h"
#include "trace/collective_use.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace headroom {

namespace {

using Candidates = std::vector<const ModelledCollective *>;

// Of collectives that all belong to one part.
std::optional<std::string> onePart(const Candidates &all)
{
    const bool one = !all.empty() && std::ranges::all_of(all, [&](const ModelledCollective *c) { return c->part == all.front()->part; });
    return one ? std::optional(all.front()->part) : std::nullopt;
}

// DeepEP's two halves are the experts' exchange.
EventClass modelledKind(EventClass kind) { return kind == EventClass::dispatch || kind == EventClass::combine ? EventClass::allToAll : kind; }

std::size_t placeOf(const std::string &part)
{
    const std::optional<StepPartId> id = fromKey<StepPartId>(part);
    return id ? static_cast<std::size_t>(*id) : stepPartCount;
}

} // namespace

std::optional<std::string> partOf(const std::vector<ModelledCollective> &modelled, EventClass kind, const std::optional<TracedCollective> &stated)
{
    Candidates left;
    for (const ModelledCollective &c : modelled)
        if (c.kind == modelledKind(kind))
            left.push_back(&c);
    const bool transfers = std::ranges::any_of(left, [](const ModelledCollective *c) { return c->part == keyOf(StepPartId::exposedPipeline); });
    // A ring of another axis is short beside what stages wait for one another.
    std::optional<std::string> otherwise = transfers ? std::optional<std::string>(keyOf(StepPartId::exposedPipeline)) : std::nullopt;
    if (auto part = onePart(left))
        return part;
    if (!stated)
        return otherwise;
    if (stated->groupSize) {
        std::erase_if(left, [&](const ModelledCollective *c) { return std::llround(c->ranks) != *stated->groupSize; });
        if (auto part = onePart(left))
            return part;
    }
    const std::optional<double> bytes = fullArray(kind, *stated);
    if (!bytes)
        return otherwise;
    constexpr double alike = 0.05; // paddings
    std::erase_if(left, [&](const ModelledCollective *c) { return std::abs(c->payload.value - *bytes) > alike * *bytes; });
    const std::optional<std::string> part = onePart(left);
    return part ? part : otherwise;
}

std::vector<ExposedPart> exposedParts(const std::vector<ModelledCollective> &modelled, const Trace &trace, const DeviceWork &work, const TraceStep &step)
{
    std::vector<Span> computing;
    std::map<std::size_t, std::vector<Span>> running; // by place of the part
    std::map<std::size_t, std::string> ids;
    std::map<std::pair<EventClass, std::uint32_t>, std::string> known; // of details
    for (const Work &w : worksIn(work, step.span)) {
        if (kindOf(w.eventClass) == TimeKind::compute)
            computing.push_back(w.span);
        if (kindOf(w.eventClass) != TimeKind::communication)
            continue;
        const std::uint32_t detail = trace.events[w.event].detail;
        const auto [at, fresh] = known.emplace(std::pair(w.eventClass, detail), std::string());
        if (fresh)
            at->second = partOf(modelled, w.eventClass, trace.details[detail].collective).value_or("");
        running[placeOf(at->second)].push_back(w.span);
        ids[placeOf(at->second)] = at->second;
    }
    Spans covered = unite(std::move(computing));
    std::vector<ExposedPart> out;
    for (auto &[place, ranges] : running) {
        const Spans spans = unite(std::move(ranges));
        out.push_back({ids[place], length(spans), length(subtract(spans, covered))});
        covered = unite(covered, spans);
    }
    return out;
}

} // namespace headroom
