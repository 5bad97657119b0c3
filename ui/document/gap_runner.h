#pragma once
// Compares an estimate with the opened trace on a thread of its own; only the newest comparison is delivered.

#include <QObject>

#include "gap/advice.h"
#include "ui/document/measured_trace.h"

#include <memory>
#include <thread>

namespace headroom {

// Where a measured run lost time against an estimate, and what to change.
struct MeasuredGap
{
    std::shared_ptr<const Estimate> of; // what was compared
    GapAnalysis gap;
    std::vector<Advice> advice;
};
using MeasuredGapPtr = std::shared_ptr<const MeasuredGap>;

class GapRunner : public QObject
{
    Q_OBJECT

public:
    explicit GapRunner(QObject *parent = nullptr);
    ~GapRunner() override;

    void compare(std::shared_ptr<const Estimate> estimate, MeasuredTracePtr trace);
    void forget(); // what is under way is not wanted any more

signals:
    // Null with the reason.
    void compared(std::shared_ptr<const headroom::Estimate> estimate, headroom::MeasuredGapPtr gap, const headroom::Issues &issues);

private:
    struct Job
    {
        std::shared_ptr<const Estimate> estimate;
        MeasuredTracePtr trace;
    };
    void start(Job job);
    void finish(const Job &job, const MeasuredGapPtr &gap, const Issues &issues);

    std::jthread m_worker;
    bool m_running = false;
    Job m_wanted; // the newest; nothing: none
};

} // namespace headroom
