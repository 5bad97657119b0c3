#pragma once
// Compares an estimate with the opened trace on a thread of its own; a newer comparison stops the one before, and it alone is delivered.

#include <QObject>

#include "gap/advice.h"
#include "ui/document/measured_trace.h"

#include <memory>
#include <stop_token>
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

    // `matches`: that the scenario keeps.
    void compare(std::shared_ptr<const Estimate> estimate, MeasuredTracePtr trace, std::vector<MatchCorrection> matches);
    void forget(); // stops what is under way

signals:
    void progressed(double share); // of looking for advice, which comes last
    // Null with the reason.
    void compared(std::shared_ptr<const headroom::Estimate> estimate, headroom::MeasuredGapPtr gap, const headroom::Issues &issues);

private:
    struct Job
    {
        std::shared_ptr<const Estimate> estimate;
        MeasuredTracePtr trace;
        std::vector<MatchCorrection> matches;
        bool operator==(const Job &) const = default;
    };
    void start(Job job);
    void work(const std::stop_token &stop, const Job &job);
    void finish(const Job &job, const MeasuredGapPtr &gap, const Issues &issues);

    std::jthread m_worker;
    bool m_running = false;
    Job m_wanted; // the newest; nothing: none
};

} // namespace headroom
