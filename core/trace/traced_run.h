#pragma once
// The records of several ranks of one run: what each of them did, and where they differ. All events are kept of one rank only, the one
// that a model of the step is compared with.

#include "trace/collective_order.h"
#include "trace/read_options.h"
#include "trace/summary.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace headroom {

struct TracedRank
{
    std::string name; // "3", or the file's name where the record states no rank
    TraceSummary summary;
};

// Seconds of the step of median length on the rank where they are least and on the one where they are most.
struct RankDifference
{
    std::string id;   // "step", "compute", "communication", "exposedCommunication", "idle", or the key of a class
    std::string name; // CORE_TEXT
    double least = 0.0, most = 0.0;
    std::size_t leastRank = 0, mostRank = 0; // indices into TracedRun::ranks
};

struct TracedRun
{
    std::vector<TracedRank> ranks; // by their number, then those without one by file
    std::optional<OrderCheck> order; // of several
    // Of several: the five parts, then the classes that differ by a hundredth of the step and more, the largest difference first.
    std::vector<RankDifference> differences;
    Issues refused; // what was said of files that are no traces
    Issues issues;  // ranks that cannot be of one run
    std::size_t compared = 0; // index into ranks
    Trace trace;              // of it, as are classes
    ClassifiedTrace classes;
};

struct RunReadOptions
{
    std::stop_token stop;
    // The file that is read, and the share of all files read so far; called from the thread that reads.
    std::function<void(const std::string &path, double share)> progress;
};

// The files of a list in which folders stand for the files in them, in the order of their names.
// Errors: a folder that cannot be read.
Result<std::vector<std::string>> traceFiles(const std::vector<std::string> &paths);

// Compared is the rank that computes longest: the others wait for it. No rank: all files were refused, or the reading was stopped.
TracedRun readRun(const std::vector<std::string> &files, const TraceRules &rules, const RunReadOptions &options = {});

// The run with another of its ranks compared; its file is read again.
Result<TracedRun> comparedWith(const TracedRun &run, std::size_t rank, const TraceRules &rules, const RunReadOptions &options = {});

// From least to most; `ranks` as in TracedRun.
std::vector<RankDifference> rankDifferences(const std::vector<TracedRank> &ranks);

} // namespace headroom
