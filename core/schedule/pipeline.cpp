#include "schedule/pipeline.h"

#include "base/text.h"

#include <algorithm>

namespace headroom {

std::span<const EnumRow> rowsOf(PipelineSchedule)
{
    static constexpr EnumRow rows[] = {
        {"GPipe", CORE_TEXT("core", "GPipe")},
        {"1F1B", CORE_TEXT("core", "1F1B")},
        {"interleaved", CORE_TEXT("core", "Interleaved 1F1B")},
        {"ZB-H1", CORE_TEXT("core", "Zero bubble, ZB-H1")},
        {"DualPipe", CORE_TEXT("core", "DualPipe")},
    };
    return rows;
}

std::optional<const char *> unfit(PipelineSchedule schedule, const PipelineSize &s)
{
    if (schedule == PipelineSchedule::interleaved && s.chunks < 2)
        return CORE_TEXT("core", "interleaved 1F1B needs at least two virtual stages per stage");
    if (schedule != PipelineSchedule::interleaved && s.chunks != 1)
        return CORE_TEXT("core", "only interleaved 1F1B has virtual stages");
    if (schedule == PipelineSchedule::interleaved && s.microBatches % s.stages != 0)
        return CORE_TEXT("core", "interleaved 1F1B needs a number of micro-batches that the stages divide");
    if (schedule == PipelineSchedule::dualPipe && (s.stages % 2 != 0 || s.microBatches % 2 != 0 || s.microBatches < 2 * s.stages))
        return CORE_TEXT("core", "DualPipe needs an even number of stages and an even number of micro-batches, at least twice the stages");
    return std::nullopt;
}

namespace {

using Order = std::vector<PipelinePass>;

Order gpipe(const PipelineSize &size)
{
    Order order;
    for (Count n = 0; n < size.microBatches; ++n)
        order.push_back({.kind = PassKind::forward, .microBatch = n});
    for (Count n = 0; n < size.microBatches; ++n)
        order.push_back({.kind = PassKind::backward, .microBatch = n});
    return order;
}

// Narayanan et al. 2021, section 2.2: forwards until the pipeline below is full, then one backward for each forward. Pass k of a
// stage: groups of p micro-batches go through chunk after chunk.
Order oneForwardOneBackward(const PipelineSize &size, Count stage)
{
    const Count p = size.stages, v = size.chunks, total = size.microBatches * v;
    const Count warmUp = std::min(total, v > 1 ? 2 * (p - stage - 1) + (v - 1) * p : p - stage - 1);
    const auto pass = [&](PassKind kind, Count k) -> PipelinePass {
        if (v == 1)
            return {.kind = kind, .microBatch = k};
        const Count chunk = k % (p * v) / p;
        return {.kind = kind, .microBatch = k / (p * v) * p + k % p, .chunk = kind == PassKind::forward ? chunk : v - 1 - chunk};
    };
    Order order;
    for (Count k = 0; k < warmUp; ++k)
        order.push_back(pass(PassKind::forward, k));
    for (Count k = 0; k < total; ++k) {
        if (k + warmUp < total)
            order.push_back(pass(PassKind::forward, k + warmUp));
        order.push_back(pass(PassKind::backward, k));
    }
    return order;
}

// Qi et al. 2023, ZB-H1: as 1F1B, but a stage puts its weight gradients off by as many micro-batches as stages lie before it, so that
// they fill the end of the step.
Order zeroBubble(const PipelineSize &size, Count stage)
{
    const Count m = size.microBatches, warmUp = std::min(m, size.stages - stage - 1);
    Order order;
    for (Count n = 0; n < warmUp; ++n)
        order.push_back({.kind = PassKind::forward, .microBatch = n});
    for (Count n = 0; n < m; ++n) {
        if (n + warmUp < m)
            order.push_back({.kind = PassKind::forward, .microBatch = n + warmUp});
        order.push_back({.kind = PassKind::inputGradient, .microBatch = n});
        if (n >= stage)
            order.push_back({.kind = PassKind::weightGradient, .microBatch = n - stage});
    }
    for (Count n = std::max(Count{0}, m - stage); n < m; ++n)
        order.push_back({.kind = PassKind::weightGradient, .microBatch = n});
    return order;
}

// DeepSeek-AI 2025, DualPipe: half of the micro-batches run from the first stage to the last, half the other way, and a forward of
// one direction overlaps a backward of the other. The eight phases follow the published schedule.
class DualPipeOrder
{
public:
    DualPipeOrder(const PipelineSize &size, Count stage)
        : m_half(size.stages / 2), m_upper(stage >= size.stages / 2), m_rank(m_upper ? size.stages - 1 - stage : stage),
          m_phases(size.microBatches / 2 - size.stages + m_rank + 1)
    {
    }

    Order make()
    {
        const Count rest = m_half - m_rank - 1;
        repeat(2 * rest, [&](Count) { forward(0); });
        repeat(m_rank + 1, [&](Count) { forward(0); forward(1); });
        repeat(rest, [&](Count) { inputGradient(1); weightGradient(); forward(1); });
        repeat(m_phases, [&](Count n) {
            if (n == 0 && m_rank == m_half - 1) { // the middle stages do not overlap their first two
                forward(0);
                backward(1);
            } else {
                overlapped(0, 1);
            }
            overlapped(1, 0);
        });
        repeat(rest, [&](Count) { backward(1); overlapped(1, 0); });
        ends();
        repeat(rest, [&](Count) { weightGradient(); inputGradient(0); });
        repeat(m_rank + 1, [&](Count) { weightGradient(); });
        return std::move(m_order);
    }

private:
    template <class Step> static void repeat(Count times, Step step)
    {
        for (Count n = 0; n < times; ++n)
            step(n);
    }
    // Backwards of both directions; the second half of them puts its weight gradients off.
    void ends()
    {
        bool put = false;
        for (Count n = 0; n < m_rank + 1; ++n)
            for (const int direction : {1, 0}) {
                const bool odd = m_rank % 2 == 1;
                put = put || (n == (m_rank + 1) / 2 && odd == (direction == 1));
                put ? inputGradient(direction) : backward(direction);
            }
    }
    // Directions as the stage sees them: 0 is the one that enters the pipeline on its half.
    Count chunkOf(int direction) const { return (direction == 1) != m_upper ? 1 : 0; }
    void forward(int d) { m_order.push_back({.kind = PassKind::forward, .microBatch = m_forward[d]++, .chunk = chunkOf(d)}); }
    void backward(int d) { m_order.push_back({.kind = PassKind::backward, .microBatch = m_backward[d]++, .chunk = chunkOf(d)}); }
    void inputGradient(int d)
    {
        m_put.push_back({.kind = PassKind::weightGradient, .microBatch = m_backward[d], .chunk = chunkOf(d)});
        m_order.push_back({.kind = PassKind::inputGradient, .microBatch = m_backward[d]++, .chunk = chunkOf(d)});
    }
    void weightGradient()
    {
        m_order.push_back(m_put[m_taken++]);
    }
    void overlapped(int f, int b)
    {
        m_order.push_back({.kind = PassKind::forwardAndBackward, .microBatch = m_forward[f]++, .chunk = chunkOf(f),
                           .backwardMicroBatch = m_backward[b]++, .backwardChunk = chunkOf(b)});
    }

    Count m_half;
    bool m_upper;
    Count m_rank, m_phases;
    Count m_forward[2]{}, m_backward[2]{};
    Order m_order, m_put;
    std::size_t m_taken = 0;
};

} // namespace

std::vector<std::vector<PipelinePass>> pipelineOrder(PipelineSchedule schedule, const PipelineSize &size)
{
    std::vector<Order> out;
    for (Count stage = 0; stage < size.stages; ++stage)
        switch (schedule) {
        case PipelineSchedule::gpipe: out.push_back(gpipe(size)); break;
        case PipelineSchedule::oneFOneB:
        case PipelineSchedule::interleaved: out.push_back(oneForwardOneBackward(size, stage)); break;
        case PipelineSchedule::zbH1: out.push_back(zeroBubble(size, stage)); break;
        case PipelineSchedule::dualPipe: out.push_back(DualPipeOrder(size, stage).make()); break;
        }
    return out;
}

Seconds equalStagesTime(PipelineSchedule schedule, const PipelineSize &size, const StagePasses &s)
{
    const double p = static_cast<double>(size.stages), m = static_cast<double>(size.microBatches), v = static_cast<double>(size.chunks);
    const Seconds f = s.forward, b = s.backward, w = s.weightGradient, both = s.overlapped;
    switch (schedule) {
    case PipelineSchedule::gpipe:
    case PipelineSchedule::oneFOneB: return (m + p - 1.0) * (f + b);
    case PipelineSchedule::interleaved: return (m + (p - 1.0) / v) * (f + b);
    case PipelineSchedule::zbH1: return m * (f + b) + (p - 1.0) * std::max(Seconds{}, f + b - 2.0 * w);
    case PipelineSchedule::dualPipe: break;
    }
    const double h = p / 2.0 - 1.0;
    const Seconds fill = h * (both + b - 3.0 * w);
    const bool exact = both == f + b && b - w >= f && f >= w;
    return m * both + (exact ? fill - std::min(f, h * (b - w - f)) : std::max(Seconds{}, fill - f));
}

double heldMicroBatches(PipelineSchedule schedule, const PipelineSize &size, Count stage)
{
    const double p = static_cast<double>(size.stages), m = static_cast<double>(size.microBatches), v = static_cast<double>(size.chunks);
    const double i = static_cast<double>(stage);
    switch (schedule) {
    case PipelineSchedule::gpipe: return m;
    case PipelineSchedule::oneFOneB: return std::min(p - i, m);
    case PipelineSchedule::interleaved: return std::min(m * v, 2.0 * (p - i - 1.0) + (v - 1.0) * p + 1.0) / v;
    case PipelineSchedule::zbH1: return std::min(p, m);
    case PipelineSchedule::dualPipe: break;
    }
    return p + 1.0;
}

} // namespace headroom
