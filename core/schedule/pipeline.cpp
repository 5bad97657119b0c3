#include "schedule/pipeline.h"

#include <algorithm>

namespace headroom {

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

Count piecesPerStage(Schedule schedule, const PipelineSize &size)
{
    return schedule == Schedule::dualPipe ? 2 : size.chunks;
}

std::vector<std::vector<PipelinePass>> pipelineOrder(Schedule schedule, const PipelineSize &size)
{
    std::vector<Order> out;
    for (Count stage = 0; stage < size.stages; ++stage)
        switch (schedule) {
        case Schedule::gpipe: out.push_back(gpipe(size)); break;
        case Schedule::oneFOneB:
        case Schedule::interleaved: out.push_back(oneForwardOneBackward(size, stage)); break;
        case Schedule::zbH1: out.push_back(zeroBubble(size, stage)); break;
        case Schedule::dualPipe: out.push_back(DualPipeOrder(size, stage).make()); break;
        }
    return out;
}

} // namespace headroom
