#include "schedule/simulation.h"

#include "schedule/pass_time.h"

#include <algorithm>

namespace headroom {
namespace {

class Pipeline
{
public:
    Pipeline(const HeadlineInput &in, const PipelineSize &size) : m_in(in), m_size(size) {}

    PipelineTimes times()
    {
        PipelineTimes out;
        const std::vector<StageTime> stages = stageTimes(m_in);
        const Count pieces = piecesPerStage(m_in.schedule, m_size);
        for (std::size_t s = 0; s < stages.size(); ++s) {
            for (Count piece = 0; piece < pieces; ++piece)
                out.pieces.push_back(pieces == 1 ? whole(s, stages[s]) : part(s, piece));
            const bool last = s + 1 == stages.size();
            const LinkTime *sent = !last ? &m_in.transfers.over(s) : m_in.transfers.wraps ? &m_in.transfers.around : nullptr;
            out.transfers.push_back(sent ? transferTime(m_off, *sent).value : Seconds{});
            out.gather.push_back(stages[s].gather.value);
            out.reduction.push_back(stages[s].late.value);
        }
        return out;
    }

private:
    PieceTimes whole(std::size_t stage, const StageTime &t) const
    {
        const Seconds w = m_in.weightGradient.empty() ? Seconds{} : m_in.weightGradient[m_in.layout->stages[stage]].value;
        return {t.forward.total.value, t.backward.total.value, w, {}};
    }
    // Interleaved and DualPipe: a piece's own passes, with one transfer each way.
    PieceTimes part(std::size_t stage, Count piece)
    {
        const std::size_t c = m_in.layout->pieceOf(stage, piece);
        const bool dual = m_in.schedule == Schedule::dualPipe, last = stage + 1 == m_in.layout->stages.size();
        const bool up = piece == 0 || !dual; // DualPipe's second piece runs from the last stage to the first
        const LinkTime *next = last ? around(piece + 1 < m_size.chunks) : &m_in.transfers.over(stage),
                       *previous = stage == 0 ? around(piece > 0 && !dual) : &m_in.transfers.over(stage - 1);
        PieceTimes out;
        out.forward = time(m_in.forward[c], up ? next : previous);
        out.backward = time(m_in.backward[c], up ? previous : next);
        if (!m_in.weightGradient.empty())
            out.weightGradient = m_in.weightGradient[c].value;
        if (dual) {
            const std::size_t other = m_in.layout->pieceOf(stage, 1 - piece);
            const std::optional<LinkTime> sent = bothTransfers(m_off, up ? next : previous, up ? next : previous);
            out.overlapped = time(overlappedPasses(m_off, m_in.forward[c], m_in.backward[other], m_in.overlap), sent ? &*sent : nullptr);
        }
        return out;
    }
    const LinkTime *around(bool goesOn) const { return goesOn && m_in.transfers.wraps ? &m_in.transfers.around : nullptr; }
    Seconds time(const PassLoad &load, const LinkTime *sent)
    {
        return passTime(m_off, load, contentionOf(m_off, load, m_in.overlap), sent).total.value;
    }

    const HeadlineInput &m_in;
    PipelineSize m_size;
    Silent m_off;
};

} // namespace

std::optional<StepSimulation> simulateStep(const HeadlineInput &in, Count virtualStages)
{
    const PipelineSize size{static_cast<Count>(in.layout->stages.size()), static_cast<Count>(in.microBatches.value), virtualStages};
    if (2.0 * static_cast<double>(size.stages * virtualStages) * static_cast<double>(size.microBatches) > mostSimulatedPasses)
        return std::nullopt;
    const PipelineGraph graph = pipelineGraph(in.schedule, size, Pipeline(in, size).times());
    const std::vector<TaskTime> times = simulate(graph.graph);
    StepSimulation out;
    out.passes.reserve(times.size());
    for (std::size_t t = 0; t < times.size(); ++t)
        out.passes.push_back({graph.passes[t], graph.graph.tasks[t].resource, times[t]});
    out.pipeline = lastEnd(times);
    Seconds optimizer{};
    for (std::size_t c = 0; c < in.layout->first.size(); ++c)
        optimizer = std::max(optimizer, in.weights[c].optimizer.value);
    out.step = out.pipeline + optimizer + in.overhead.value;
    return out;
}

} // namespace headroom
