#pragma once
// Where a measured step lost time against what was expected of it, term by term (model.md §10):
//
//   Expected                47.1 %    9.41 s
//     Matrix products      - 3.2       0.69 s   20 % slower than expected
//     Idle                 - 0.1       5 ms
//     Unexplained          - 0.0       0.3 ms
//   Measured                43.8 %   10.1 s

#include "gap/match.h"

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace headroom {

struct GapInput
{
    Estimate estimate;                          // with a legal plan; its waterfall is carried on
    const Trace *trace = nullptr;               // all three or none
    const ClassifiedTrace *classes = nullptr;
    const TraceSummary *summary = nullptr;
    std::vector<MatchCorrection> corrections;
    std::optional<Seconds> measuredStep;        // absent: the trace's median
    std::stop_token stop{};
    std::vector<MatchCorrection> kept{};        // with the scenario, after the others; a flag tells what its plan has no operator for
};

// One difference between Expected and Measured.
struct GapRow
{
    std::string id;   // stable: "gap.matmul", "gap.communication.tp", "gap.communication", "gap.idle", "gap.dataInput", "gap.unexplained"
    std::string name; // CORE_TEXT
    Seconds measured{}, expected{};
    std::optional<Seconds> bound; // of computation
    double mfu = 0.0;             // MFU points lost, as a ratio
    Message cause;
    Seconds lost() const { return measured - expected; }
};

// How near a class of operators came to its bound.
struct ClassEfficiency
{
    EventClass eventClass{};
    double calls = 0.0, modelledCalls = 0.0;
    Seconds measured{}, expected{}, bound{};
    double share() const { return bound / measured; }
};

// A kind of collective: bytes by the model over the time of the trace.
struct LinkUse
{
    EventClass kind{};
    double calls = 0.0, modelledCalls = 0.0;
    Seconds measured{}, bound{};
    Bytes wire{};                  // that the model says a chip sends in a step
    std::string link;              // "scale-up"; empty when the plan's calls of the kind use several
    std::optional<BytesPerSecond> rate;
};

// What a matched operator reached: executed FLOPs of the model's calls over the time of the trace's.
struct OperatorRate
{
    std::string id; // ModelledOperator::id
    FlopsPerSecond rate{};
};

// What kept the host, and with it perhaps the device, waiting.
struct HostFinding
{
    std::string name;
    EventClass eventClass{};
    std::int64_t calls = 0;
    Seconds time{};
};

struct DominantCheck
{
    EventClass predicted{}, measured{}; // hostWork stands for waits
    bool differs = false;
    std::vector<HostFinding> suspects;  // hidden waits of the step, when they differ
};

struct GapAnalysis
{
    Estimate estimate; // its waterfall ends with Measured
    Seconds measuredStep{};
    double measuredMfu = 0.0, measuredHfu = 0.0;
    std::vector<GapRow> rows; // they sum to measured - expected
    std::vector<ClassEfficiency> efficiencies;
    std::vector<LinkUse> links;
    std::optional<double> overlap, expectedOverlap; // share of communication under computation
    std::optional<DominantCheck> dominant;
    std::optional<Matches> matches;
    std::vector<ModelledOperator> operators; // that matches refer to
    std::vector<OperatorRate> rates;        // of matched operators with FLOPs
    std::optional<Calibration> calibration; // what this run would be expected to do
    Issues flags;                           // measured above a bound, and what usually causes that; what else does not agree
};
// Errors: no legal plan; no measured time; one of `corrections` that names no operator; a stop.
Result<GapAnalysis> analyzeGap(GapInput input);

} // namespace headroom
