#include "ui/charts/memory_data.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom {

namespace {

constexpr std::size_t slices = 1500; // of the step: a picture has no more columns

MemorySample sampleOf(const StageTimeline &timeline, std::size_t point)
{
    const MemoryPoint &p = timeline.points[point];
    return {p.time.value, p.moment, timeline.at(p)};
}

// Of every slice of a long step the first and the last point, and those where least and most is alive.
std::vector<MemorySample> samplesOf(const StageTimeline &timeline)
{
    const std::vector<MemoryPoint> &points = timeline.points;
    std::vector<MemorySample> out;
    if (points.size() <= 4 * slices) {
        for (std::size_t p = 0; p < points.size(); ++p)
            out.push_back(sampleOf(timeline, p));
        return out;
    }
    const double width = points.back().time.value / static_cast<double>(slices);
    for (std::size_t first = 0; first < points.size();) {
        const double slice = std::floor(points[first].time.value / width);
        std::size_t least = first, most = first, last = first;
        double low = timeline.at(points[first]).total.value, high = low;
        for (std::size_t p = first + 1; p < points.size() && std::floor(points[p].time.value / width) == slice; ++p) {
            const double total = timeline.at(points[p]).total.value;
            last = p;
            if (total < low) {
                low = total;
                least = p;
            }
            if (total > high) {
                high = total;
                most = p;
            }
        }
        std::array<std::size_t, 4> kept{first, least, most, last};
        std::ranges::sort(kept);
        for (std::size_t k = 0; k < kept.size(); ++k)
            if (k == 0 || kept[k] != kept[k - 1])
                out.push_back(sampleOf(timeline, kept[k]));
        first = last + 1;
    }
    return out;
}

std::vector<StageMemory> peaksOf(const MemoryEstimate &memory)
{
    std::vector<StageMemory> out;
    for (std::size_t stage = 0; stage < memory.stageTotals.size(); ++stage) {
        StageMemory peak;
        if (!memory.timelines.empty()) {
            const StageTimeline &t = memory.timelines[stage];
            peak = t.at(t.points[t.peak()]);
        } else if (static_cast<Count>(stage) == memory.stage) {
            for (const MemoryPart &part : memory.parts)
                peak[part.kind] = part.bytes;
        }
        peak.total = memory.stageTotals[stage];
        out.push_back(peak);
    }
    return out;
}

} // namespace

std::span<const MemoryClass> stackOrder()
{
    static constexpr std::array order{
        MemoryClass::reserved,    MemoryClass::workspace,       MemoryClass::parameters, MemoryClass::quantisedWeights,
        MemoryClass::gradients,   MemoryClass::optimizer,       MemoryClass::activations, MemoryClass::gatheredWeights,
        MemoryClass::recompute,   MemoryClass::logits,          MemoryClass::communication, MemoryClass::fragmentation};
    static_assert(order.size() == memoryClasses);
    return order;
}

bool MemoryData::shows(MemoryClass kind) const
{
    const auto has = [kind](const StageMemory &m) { return m[kind].value > 0.0; };
    return std::ranges::any_of(peaks, has) || std::ranges::any_of(samples, has, &MemorySample::memory);
}

std::optional<MemorySample> MemoryData::at(double time) const
{
    if (samples.empty() || time < samples.front().time || time > samples.back().time)
        return std::nullopt;
    const auto after = std::ranges::upper_bound(samples, time, {}, &MemorySample::time);
    if (after == samples.end())
        return samples.back();
    const MemorySample &a = *(after - 1), &b = *after;
    const double share = (time - a.time) / (b.time - a.time);
    MemorySample out{time, a.moment, {}};
    for (std::size_t c = 0; c < memoryClasses; ++c)
        out.memory.parts[c] = (1.0 - share) * a.memory.parts[c] + share * b.memory.parts[c];
    out.memory.total = (1.0 - share) * a.memory.total + share * b.memory.total;
    return out;
}

std::optional<MemoryData> memoryData(const Estimate &estimate, std::optional<Count> stage)
{
    const MemoryEstimate &memory = estimate.system.memory;
    if (!estimate.system.legal)
        return std::nullopt;
    MemoryData out;
    out.fullest = memory.stage;
    const auto stages = static_cast<Count>(memory.stageTotals.size());
    out.stage = stage && *stage >= 0 && *stage < stages ? *stage : memory.stage;
    out.peaks = peaksOf(memory);
    out.capacity = memory.capacity.value;
    for (const StageMemory &peak : out.peaks)
        out.largest = std::max(out.largest, peak.total.value);
    out.largest = std::max(out.largest, out.capacity);
    if (memory.timelines.empty())
        return out;
    out.samples = samplesOf(memory.timelines[static_cast<std::size_t>(out.stage)]);
    out.peak = static_cast<std::size_t>(std::ranges::max_element(out.samples, {}, [](const MemorySample &s) { return s.memory.total; })
                                        - out.samples.begin());
    out.end = out.samples.back().time;
    return out;
}

std::string memoryTerm(Count stage, std::optional<MemoryClass> kind)
{
    return stageTermPrefix(stage) + (kind ? keyOf(*kind) : "total");
}

} // namespace headroom
