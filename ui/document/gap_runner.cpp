#include "ui/document/gap_runner.h"

#include <QMetaObject>

namespace headroom {

namespace {
constexpr std::size_t shownAdvice = 8;
}

GapRunner::GapRunner(QObject *parent) : QObject(parent)
{
}

GapRunner::~GapRunner() = default; // stops the thread and waits for it

void GapRunner::compare(std::shared_ptr<const Estimate> estimate, MeasuredTracePtr trace, std::vector<MatchCorrection> matches)
{
    Job job{std::move(estimate), std::move(trace), std::move(matches)};
    if (m_running && job == m_wanted)
        return;
    m_wanted = std::move(job);
    if (m_running)
        m_worker.request_stop(); // finish() starts the one that is wanted
    else
        start(m_wanted);
}

void GapRunner::forget()
{
    m_wanted = {};
    m_worker.request_stop();
}

void GapRunner::start(Job job)
{
    m_running = true;
    m_worker = std::jthread([this, job = std::move(job)](const std::stop_token &stop) { work(stop, job); });
}

// On the worker's thread.
void GapRunner::work(const std::stop_token &stop, const Job &job)
{
    const TracedRun &run = job.trace->run;
    const auto progress = [this](double share) { QMetaObject::invokeMethod(this, [this, share] { emit progressed(share); }, Qt::QueuedConnection); };
    auto out = std::make_shared<MeasuredGap>();
    Result<GapAnalysis> gap = analyzeGap({*job.estimate, &run.trace, &run.classes, &job.trace->summary(), {}, std::nullopt, stop, job.matches});
    Issues issues;
    if (gap) {
        out->of = job.estimate;
        out->gap = *std::move(gap);
        out->advice = advise(out->gap, shownAdvice, stop, progress);
    } else {
        issues = std::move(gap.error());
        out.reset();
    }
    QMetaObject::invokeMethod(this, [this, job, out, issues] { finish(job, out, issues); }, Qt::QueuedConnection);
}

void GapRunner::finish(const Job &job, const MeasuredGapPtr &gap, const Issues &issues)
{
    m_running = false;
    const bool stopped = m_worker.get_stop_token().stop_requested(); // perhaps before it was wanted again
    if (job == m_wanted && !stopped)
        emit compared(job.estimate, gap, issues);
    else if (m_wanted.estimate)
        start(m_wanted);
}

} // namespace headroom
