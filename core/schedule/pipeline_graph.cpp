// The passes of a pipeline as tasks: which pass waits for which.

#include "schedule/pipeline.h"

#include <map>
#include <tuple>

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
    GraphBuilder(PipelineSchedule schedule, const PipelineSize &size, const std::vector<StagePasses> &stages, Seconds transfer)
        : m_schedule(schedule), m_size(size), m_stages(stages), m_transfer(transfer)
    {
        m_graph.resources = static_cast<std::size_t>(size.stages);
    }

    TaskGraph build()
    {
        const auto orders = pipelineOrder(m_schedule, m_size);
        for (std::size_t s = 0; s < orders.size(); ++s)
            for (const PipelinePass &pass : orders[s])
                place(static_cast<Count>(s), pass);
        std::size_t t = 0;
        for (std::size_t s = 0; s < orders.size(); ++s)
            for (const PipelinePass &pass : orders[s])
                need(m_graph.tasks[t++], static_cast<Count>(s), pass);
        return std::move(m_graph);
    }

private:
    using Key = std::tuple<bool, Count, Count, Count>; // forward, stage, chunk, micro-batch

    Seconds durationOf(Count stage, PassKind kind) const
    {
        const StagePasses &s = m_stages[static_cast<std::size_t>(stage)];
        const double v = static_cast<double>(m_size.chunks);
        switch (kind) {
        case PassKind::forward: return s.forward / v;
        case PassKind::backward: return s.backward / v;
        case PassKind::inputGradient: return (s.backward - s.weightGradient) / v;
        case PassKind::weightGradient: return s.weightGradient / v;
        case PassKind::forwardAndBackward: break;
        }
        return s.overlapped;
    }

    // Adds the task, and notes which forward and backward it ends.
    void place(Count stage, const PipelinePass &pass)
    {
        const std::size_t task = m_graph.tasks.size();
        m_graph.tasks.push_back({static_cast<std::size_t>(stage), durationOf(stage, pass.kind), {}});
        const bool both = pass.kind == PassKind::forwardAndBackward;
        if (pass.kind == PassKind::forward || both)
            m_made[{true, stage, pass.chunk, pass.microBatch}] = task;
        if (both)
            m_made[{false, stage, pass.backwardChunk, pass.backwardMicroBatch}] = task;
        else if (pass.kind == PassKind::backward || pass.kind == PassKind::inputGradient)
            m_made[{false, stage, pass.chunk, pass.microBatch}] = task;
    }

    // The place a forward comes from, absent at the pipeline's entry; a backward comes from where the forward goes on.
    std::optional<Place> before(Place at, bool forward) const
    {
        const bool reversed = m_schedule == PipelineSchedule::dualPipe && at.chunk == 1;
        const Count step = forward != reversed ? -1 : 1, next = at.stage + step;
        if (next >= 0 && next < m_size.stages)
            return Place{next, at.chunk};
        if (m_schedule != PipelineSchedule::interleaved)
            return std::nullopt;
        const Count chunk = at.chunk + step;
        if (chunk < 0 || chunk >= m_size.chunks)
            return std::nullopt;
        return Place{forward ? m_size.stages - 1 : 0, chunk};
    }

    void need(Task &task, Count stage, const PipelinePass &pass)
    {
        const auto from = [&](bool forward, Count chunk, Count microBatch) {
            if (const std::optional<Place> p = before({stage, chunk}, forward))
                task.needs.push_back({m_made.at({forward, p->stage, p->chunk, microBatch}), p->stage == stage ? Seconds{} : m_transfer});
        };
        const bool both = pass.kind == PassKind::forwardAndBackward;
        if (pass.kind == PassKind::forward || both)
            from(true, pass.chunk, pass.microBatch);
        if (both)
            from(false, pass.backwardChunk, pass.backwardMicroBatch);
        else if (pass.kind == PassKind::backward || pass.kind == PassKind::inputGradient)
            from(false, pass.chunk, pass.microBatch);
    }

    PipelineSchedule m_schedule;
    const PipelineSize &m_size;
    const std::vector<StagePasses> &m_stages;
    Seconds m_transfer;
    TaskGraph m_graph;
    std::map<Key, std::size_t> m_made;
};

} // namespace

TaskGraph pipelineGraph(PipelineSchedule schedule, const PipelineSize &size, const std::vector<StagePasses> &stages, Seconds transfer)
{
    return GraphBuilder(schedule, size, stages, transfer).build();
}

} // namespace headroom
