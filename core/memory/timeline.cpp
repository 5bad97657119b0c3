#include "memory/timeline.h"

#include <algorithm>

namespace headroom {
namespace {

// Writes the points of one stage, pass after pass.
class StageWriter
{
public:
    StageWriter(const TimelineInput &in, Count stage, StageTimeline &out)
        : m_in(in), m_stage(stage), m_share(1.0 / static_cast<double>(in.size.chunks)), m_out(out)
    {
        point({}, Moment::idle);
    }

    void pass(const PipelinePass &pass, const TaskTime &time)
    {
        point(time.start, Moment::idle);
        switch (pass.kind) {
        case PassKind::forward: forward(time, atHead(pass.chunk)); break;
        case PassKind::backward: backward(time, m_share, atHead(pass.chunk)); break;
        case PassKind::inputGradient: backward(time, 0.0, atHead(pass.chunk)); break; // what the weight gradient needs stays
        case PassKind::weightGradient:
            point(time.start, Moment::backward);
            m_held -= m_share;
            point(time.end, Moment::backward);
            break;
        case PassKind::forwardAndBackward: // one micro-batch comes while another goes
            point(time.start, Moment::backward);
            if (atHead(pass.chunk) || atHead(pass.backwardChunk))
                point(time.start, Moment::head);
            point(time.end, Moment::backward);
            break;
        }
        point(time.end, Moment::idle);
    }
    void end(Seconds time) { point(time, Moment::idle); }

private:
    void point(Seconds time, Moment moment) { m_out.points.push_back({time, m_held, moment}); }

    // Whether the head follows this chunk's layers on this stage.
    bool atHead(Count chunk) const
    {
        if (m_in.schedule == PipelineSchedule::dualPipe)
            return m_stage == (chunk == 0 ? m_in.size.stages - 1 : 0);
        return m_stage == m_in.size.stages - 1 && chunk == m_in.size.chunks - 1;
    }
    // Of a pass of one chunk.
    double headShare(double ofStage) const { return std::min(1.0, ofStage * static_cast<double>(m_in.size.chunks)); }

    // Layers, then the head.
    void forward(const TaskTime &time, bool withHead)
    {
        const Seconds head = std::max(time.start, time.end - (withHead ? headShare(m_in.headForward) : 0.0) * (time.end - time.start));
        point(time.start, Moment::forward);
        m_held += m_share;
        point(head, Moment::forward);
        if (withHead) {
            point(head, Moment::head);
            point(time.end, Moment::head);
        }
    }
    void backward(const TaskTime &time, double freed, bool withHead)
    {
        const Seconds head = std::min(time.end, time.start + (withHead ? headShare(m_in.headBackward) : 0.0) * (time.end - time.start));
        if (withHead) {
            point(time.start, Moment::head);
            point(head, Moment::head);
        }
        point(head, Moment::backward);
        m_held -= freed;
        point(time.end, Moment::backward);
    }

    const TimelineInput &m_in;
    Count m_stage;
    double m_share, m_held = 0.0;
    StageTimeline &m_out;
};

} // namespace

std::size_t StageTimeline::peak() const
{
    std::size_t best = 0;
    Bytes most{};
    for (std::size_t p = 0; p < points.size(); ++p)
        if (const Bytes total = at(points[p]).total; total > most) {
            most = total;
            best = p;
        }
    return best;
}

std::vector<StageTimeline> memoryTimeline(const LedgerInput &ledger, const TimelineInput &in)
{
    const double passes = 2.0 * static_cast<double>(in.size.stages * in.size.chunks) * static_cast<double>(in.size.microBatches);
    if (passes > mostTimelinePasses)
        return {};
    const std::vector<std::vector<PipelinePass>> orders = pipelineOrder(in.schedule, in.size);
    const std::vector<TaskTime> times = simulate(pipelineGraph(in.schedule, in.size, in.passes, in.transfer));
    const Seconds end = lastEnd(times) + in.after;
    std::vector<StageTimeline> out(orders.size());
    std::size_t task = 0; // of a stage after the other, in the order of its passes
    for (std::size_t stage = 0; stage < orders.size(); ++stage) {
        out[stage].rows = stageRows(ledger, stage);
        StageWriter writer(in, static_cast<Count>(stage), out[stage]);
        for (const PipelinePass &pass : orders[stage])
            writer.pass(pass, times[task++]);
        writer.end(end);
    }
    return out;
}

} // namespace headroom
