#include "schedule/simulation.h"

#include "schedule/pass_time.h"

#include <algorithm>

namespace headroom {
namespace {

// What a piece of a stage sends in a pass: to the next stage, or round to the first; null when nothing.
const LinkTime *sentBy(const HeadlineInput &in, std::size_t stage, Count piece, bool forward)
{
    if (in.layout->piecesPerStage == 1)
        return transferOf(in, stage, forward);
    const bool dual = in.schedule == Schedule::dualPipe, last = stage + 1 == in.layout->stages.size();
    const auto around = [&](bool goesOn) { return goesOn && in.transfers.wraps ? &in.transfers.around : nullptr; };
    const bool up = (piece == 0 || !dual) == forward; // DualPipe's second piece runs from the last stage to the first
    if (up)
        return last ? around(piece + 1 < in.layout->piecesPerStage) : &in.transfers.over(stage);
    return stage == 0 ? around(piece > 0 && !dual) : &in.transfers.over(stage - 1);
}

PipelineTimes timesOf(const HeadlineInput &in)
{
    const Silent off;
    PipelineTimes out;
    const std::vector<StageTime> stages = stageTimes(in);
    for (std::size_t s = 0; s < stages.size(); ++s) {
        for (Count piece = 0; piece < in.layout->piecesPerStage; ++piece) {
            const auto time = [&](PassKind kind) { return passDetail(in, s, piece, kind).time.total.value; };
            const Seconds w = in.weightGradient.empty() ? Seconds{} : in.weightGradient[in.layout->pieceOf(s, piece)].value;
            out.pieces.push_back({time(PassKind::forward), time(PassKind::backward), w,
                                  in.schedule == Schedule::dualPipe ? time(PassKind::forwardAndBackward) : Seconds{}});
        }
        const bool last = s + 1 == stages.size();
        const LinkTime *sent = !last ? &in.transfers.over(s) : in.transfers.wraps ? &in.transfers.around : nullptr;
        out.transfers.push_back(sent ? transferTime(off, *sent).value : Seconds{});
        out.gather.push_back(stages[s].gather.value);
        out.reduction.push_back(stages[s].late.value);
    }
    return out;
}

// The need that a task starts with, if that is later than the end of the one before it on its stage.
std::optional<PassWait> waitOf(const Task &task, const std::vector<TaskTime> &times, Seconds start, Seconds free)
{
    if (start <= free)
        return std::nullopt;
    const auto last = std::ranges::max_element(task.needs, {}, [&](const Task::Needs &n) { return times[n.task].end + n.delay; });
    return PassWait{last->task, last->delay};
}

} // namespace

PassDetail passDetail(const HeadlineInput &in, std::size_t stage, Count piece, PassKind kind)
{
    const Silent off;
    const std::size_t c = in.layout->pieceOf(stage, piece);
    const bool both = kind == PassKind::forwardAndBackward, forward = kind == PassKind::forward;
    PassDetail out;
    if (both) {
        out.load = overlappedPasses(off, in.forward[c], in.backward[in.layout->pieceOf(stage, 1 - piece)], in.overlap);
        const LinkTime *sent = sentBy(in, stage, piece, true); // the other piece's gradients go the same way
        out.sent = bothTransfers(off, sent, sent);
    } else {
        out.load = forward ? in.forward[c] : in.backward[c];
        if (const LinkTime *sent = sentBy(in, stage, piece, forward))
            out.sent = *sent;
    }
    out.time = passTime(off, out.load, contentionOf(off, out.load, in.overlap), out.sent ? &*out.sent : nullptr);
    return out;
}

std::optional<StepSimulation> simulateStep(const HeadlineInput &in, Count virtualStages)
{
    const PipelineSize size{static_cast<Count>(in.layout->stages.size()), static_cast<Count>(in.microBatches.value), virtualStages};
    if (2.0 * static_cast<double>(size.stages * virtualStages) * static_cast<double>(size.microBatches) > mostSimulatedPasses)
        return std::nullopt;
    const PipelineGraph graph = pipelineGraph(in.schedule, size, timesOf(in));
    const std::vector<TaskTime> times = simulate(graph.graph);
    StepSimulation out;
    out.passes.reserve(times.size());
    for (std::size_t t = 0; t < times.size(); ++t) {
        const Task &task = graph.graph.tasks[t];
        const bool first = t == 0 || graph.graph.tasks[t - 1].resource != task.resource;
        out.passes.push_back({graph.passes[t], task.resource, times[t], waitOf(task, times, times[t].start, first ? Seconds{} : times[t - 1].end)});
    }
    out.pipeline = lastEnd(times);
    Seconds slowest{};
    for (const std::uint16_t composition : in.layout->stages) {
        out.optimizer.push_back(in.weights[composition].optimizer.value);
        slowest = std::max(slowest, out.optimizer.back());
    }
    out.overhead = stragglersTime(in, out.pipeline + slowest) + in.overhead.value;
    out.step = out.pipeline + slowest + out.overhead;
    return out;
}

} // namespace headroom
