#include "memory/timeline.h"

#include <algorithm>

namespace headroom {
namespace {

// Writes the points of one stage, pass after pass.
class StageWriter
{
public:
    StageWriter(const LedgerInput &ledger, const HeadShare &head, Count stage, StageTimeline &out)
        : m_plan(*ledger.plan), m_head(head), m_stage(stage), m_out(out)
    {
        pieceShares(m_shares, ledger, static_cast<std::size_t>(stage));
        point({}, Moment::idle);
    }

    void pass(const PipelinePass &pass, const TaskTime &time)
    {
        point(time.start, Moment::idle);
        switch (pass.kind) {
        case PassKind::forward: forward(time, shareOf(pass.chunk), atHead(pass.chunk)); break;
        case PassKind::backward: backward(time, shareOf(pass.chunk), atHead(pass.chunk)); break;
        case PassKind::inputGradient: backward(time, 0.0, atHead(pass.chunk)); break; // what the weight gradient needs stays
        case PassKind::weightGradient:
            point(time.start, Moment::backward);
            m_held -= shareOf(pass.chunk);
            point(time.end, Moment::backward);
            break;
        case PassKind::forwardAndBackward: // one micro-batch comes while another goes
            point(time.start, Moment::backward);
            if (atHead(pass.chunk) || atHead(pass.backwardChunk))
                point(time.start, Moment::head);
            point(time.end, Moment::backward);
            break;
        case PassKind::gather:
        case PassKind::reduction: break;
        }
        point(time.end, Moment::idle);
    }
    void end(Seconds time) { point(time, Moment::idle); }

private:
    void point(Seconds time, Moment moment) { m_out.points.push_back({time, m_held, moment}); }

    // Of what the stage keeps of a micro-batch.
    double shareOf(Count chunk) const { return m_shares.empty() ? 1.0 / static_cast<double>(m_plan.virtualStages) : m_shares[static_cast<std::size_t>(chunk)]; }
    // Whether the head follows this chunk's layers on this stage.
    bool atHead(Count chunk) const
    {
        if (m_plan.schedule == Schedule::dualPipe)
            return m_stage == (chunk == 0 ? m_plan.pp - 1 : 0);
        return m_stage == m_plan.pp - 1 && chunk == m_plan.virtualStages - 1;
    }

    // Layers, then the head.
    void forward(const TaskTime &time, double kept, bool withHead)
    {
        const Seconds head = std::max(time.start, time.end - (withHead ? m_head.forward : 0.0) * (time.end - time.start));
        point(time.start, Moment::forward);
        m_held += kept;
        point(head, Moment::forward);
        if (withHead) {
            point(head, Moment::head);
            point(time.end, Moment::head);
        }
    }
    void backward(const TaskTime &time, double freed, bool withHead)
    {
        const Seconds head = std::min(time.end, time.start + (withHead ? m_head.backward : 0.0) * (time.end - time.start));
        if (withHead) {
            point(time.start, Moment::head);
            point(head, Moment::head);
        }
        point(head, Moment::backward);
        m_held -= freed;
        point(time.end, Moment::backward);
    }

    const Plan &m_plan;
    HeadShare m_head;
    Count m_stage;
    std::vector<double> m_shares; // none: all alike
    double m_held = 0.0;
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

std::vector<StageTimeline> memoryTimeline(const LedgerInput &ledger, const StepSimulation &step, const HeadShare &head)
{
    std::vector<StageTimeline> out(ledger.layout->stages.size());
    std::size_t next = 0;
    for (std::size_t stage = 0; stage < out.size(); ++stage) {
        out[stage].rows = stageRows(ledger, stage);
        StageWriter writer(ledger, head, static_cast<Count>(stage), out[stage]);
        for (; next < step.passes.size() && step.passes[next].stage == stage; ++next)
            writer.pass(step.passes[next].pass, step.passes[next].time);
        writer.end(step.step);
    }
    return out;
}

} // namespace headroom
