#include "ui/document/gap_runner.h"

#include <QMetaObject>

namespace headroom {

GapRunner::GapRunner(QObject *parent) : QObject(parent)
{
}

GapRunner::~GapRunner() = default; // waits for the thread

void GapRunner::compare(std::shared_ptr<const Estimate> estimate, MeasuredTracePtr trace)
{
    m_wanted = {std::move(estimate), std::move(trace)};
    if (!m_running)
        start(m_wanted);
}

void GapRunner::forget()
{
    m_wanted = {};
}

void GapRunner::start(Job job)
{
    m_running = true;
    m_worker = std::jthread([this, job = std::move(job)] {
        const MeasuredTrace &trace = *job.trace;
        auto out = std::make_shared<MeasuredGap>();
        Result<GapAnalysis> gap = analyzeGap({*job.estimate, &trace.trace, &trace.classes, &trace.summary, {}, std::nullopt});
        Issues issues;
        if (gap) {
            out->of = job.estimate;
            out->gap = *std::move(gap);
            out->advice = advise(out->gap);
        } else {
            issues = std::move(gap.error());
            out.reset();
        }
        QMetaObject::invokeMethod(this, [this, job, out, issues] { finish(job, out, issues); }, Qt::QueuedConnection);
    });
}

void GapRunner::finish(const Job &job, const MeasuredGapPtr &gap, const Issues &issues)
{
    m_running = false;
    if (job.estimate == m_wanted.estimate && job.trace == m_wanted.trace)
        emit compared(job.estimate, gap, issues);
    else if (m_wanted.estimate)
        start(m_wanted);
}

} // namespace headroom
