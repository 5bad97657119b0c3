// The passes of a pipeline as tasks: which pass waits for which.

#include "schedule/pipeline.h"

#include <algorithm>
#include <optional>

namespace headroom {
namespace {

// Where a micro-batch's forward (or its backward) runs: a chunk of a stage.
struct Place
{
    Count stage = 0, chunk = 0;
};

class GraphBuilder
{
public:
    GraphBuilder(Schedule schedule, const PipelineSize &size, const PipelineTimes &times)
        : m_schedule(schedule), m_size(size), m_times(times), m_pieces(piecesPerStage(schedule, size)),
          m_made(2 * static_cast<std::size_t>(size.stages * m_pieces * size.microBatches))
    {
        m_out.graph.resources = static_cast<std::size_t>(size.stages);
    }

    PipelineGraph build()
    {
        const auto orders = pipelineOrder(m_schedule, m_size);
        for (Count s = 0; s < m_size.stages; ++s) {
            once(s, PassKind::gather, m_times.gather);
            for (const PipelinePass &pass : orders[static_cast<std::size_t>(s)])
                place(s, pass);
            once(s, PassKind::reduction, m_times.reduction);
        }
        for (std::size_t t = 0; t < m_out.passes.size(); ++t)
            need(m_out.graph.tasks[t], m_out.passes[t]);
        return std::move(m_out);
    }

private:
    std::size_t &made(bool forward, Count stage, Count chunk, Count microBatch)
    {
        const Count index = ((stage * m_pieces + chunk) * m_size.microBatches + microBatch) * 2 + (forward ? 1 : 0);
        return m_made[static_cast<std::size_t>(index)];
    }

    Seconds durationOf(Count stage, const PipelinePass &pass) const
    {
        const PieceTimes &t = m_times.pieces[static_cast<std::size_t>(stage * m_pieces + pass.chunk)];
        switch (pass.kind) {
        case PassKind::forward: return t.forward;
        case PassKind::backward: return t.backward;
        case PassKind::inputGradient: return t.backward - t.weightGradient;
        case PassKind::weightGradient: return t.weightGradient;
        default: break;
        }
        return t.overlapped;
    }

    void add(Count stage, const PipelinePass &pass, Seconds duration)
    {
        m_out.graph.tasks.push_back({static_cast<std::size_t>(stage), duration, {}});
        m_out.passes.push_back(pass);
    }
    void once(Count stage, PassKind kind, const std::vector<Seconds> &times)
    {
        if (const auto s = static_cast<std::size_t>(stage); s < times.size() && times[s].value > 0.0)
            add(stage, {.kind = kind}, times[s]);
    }

    // Adds the task, and notes which forward and backward it ends.
    void place(Count stage, const PipelinePass &pass)
    {
        const std::size_t task = m_out.passes.size();
        add(stage, pass, durationOf(stage, pass));
        const bool both = pass.kind == PassKind::forwardAndBackward;
        if (pass.kind == PassKind::forward || both)
            made(true, stage, pass.chunk, pass.microBatch) = task;
        if (both)
            made(false, stage, pass.backwardChunk, pass.backwardMicroBatch) = task;
        else if (pass.kind == PassKind::backward || pass.kind == PassKind::inputGradient)
            made(false, stage, pass.chunk, pass.microBatch) = task;
    }

    // The place a forward comes from, absent at the pipeline's entry; a backward comes from where the forward goes on.
    std::optional<Place> before(Place at, bool forward) const
    {
        const bool reversed = m_schedule == Schedule::dualPipe && at.chunk == 1;
        const Count step = forward != reversed ? -1 : 1, next = at.stage + step;
        if (next >= 0 && next < m_size.stages)
            return Place{next, at.chunk};
        if (m_schedule != Schedule::interleaved)
            return std::nullopt;
        const Count chunk = at.chunk + step;
        if (chunk < 0 || chunk >= m_size.chunks)
            return std::nullopt;
        return Place{forward ? m_size.stages - 1 : 0, chunk};
    }

    Seconds transferBetween(Count a, Count b) const
    {
        if (a == b)
            return {};
        const bool neighbours = a - b == 1 || b - a == 1;
        return m_times.transfers[static_cast<std::size_t>(neighbours ? std::min(a, b) : m_size.stages - 1)];
    }

    void need(Task &task, const PipelinePass &pass)
    {
        const Count stage = static_cast<Count>(task.resource);
        const auto from = [&](bool forward, Count chunk, Count microBatch) {
            if (const std::optional<Place> p = before({stage, chunk}, forward))
                task.needs.push_back({made(forward, p->stage, p->chunk, microBatch), transferBetween(p->stage, stage)});
        };
        const bool both = pass.kind == PassKind::forwardAndBackward;
        if (pass.kind == PassKind::forward || both)
            from(true, pass.chunk, pass.microBatch);
        if (both)
            from(false, pass.backwardChunk, pass.backwardMicroBatch);
        else if (pass.kind == PassKind::backward || pass.kind == PassKind::inputGradient)
            from(false, pass.chunk, pass.microBatch);
    }

    Schedule m_schedule;
    const PipelineSize &m_size;
    const PipelineTimes &m_times;
    Count m_pieces;
    PipelineGraph m_out;
    std::vector<std::size_t> m_made; // task by direction, stage, piece, micro-batch
};

} // namespace

PipelineGraph pipelineGraph(Schedule schedule, const PipelineSize &size, const PipelineTimes &times)
{
    return GraphBuilder(schedule, size, times).build();
}

} // namespace headroom
