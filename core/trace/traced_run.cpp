#include "trace/traced_run.h"

#include "trace/import.h"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <map>
#include <utility>

namespace headroom {

namespace fs = std::filesystem;

namespace {

std::string nameOf(const Trace &trace) { return trace.rank ? std::to_string(*trace.rank) : fs::path(trace.file).filename().string(); }

// As rank and file order them.
auto placeOf(const TraceSummary &s) { return std::pair(s.rank.value_or(std::numeric_limits<std::int64_t>::max()), s.file); }

std::int64_t computed(const TraceSummary &s) { return s.typical ? s.typical->compute : -1; }

Result<Trace> readOne(const std::string &file, std::size_t before, std::size_t files, const RunReadOptions &options)
{
    const auto progress = [&](std::uint64_t read, std::uint64_t size) {
        const double share = size == 0 ? 1.0 : static_cast<double>(read) / static_cast<double>(size);
        options.progress(file, (static_cast<double>(before) + share) / static_cast<double>(files));
    };
    TraceReadOptions one;
    one.stop = options.stop;
    if (options.progress)
        one.progress = progress;
    return readTrace(file, one);
}

struct Reading
{
    TracedRun run;
    std::vector<std::vector<RankCalls>> calls; // per rank
};

void add(Reading &to, Trace trace, const TraceRules &rules)
{
    TracedRun &run = to.run;
    ClassifiedTrace classes = classify(trace, rules);
    run.ranks.push_back({nameOf(trace), summarize(trace, classes)});
    to.calls.push_back(rankCalls(trace, classes));
    if (run.ranks.size() > 1 && computed(run.ranks.back().summary) <= computed(run.ranks[run.compared].summary))
        return;
    run.compared = run.ranks.size() - 1;
    run.trace = std::move(trace);
    run.classes = std::move(classes);
}

// Ranks by their number, whatever the order of the files.
void order(Reading &reading)
{
    TracedRun &run = reading.run;
    std::vector<std::size_t> places(run.ranks.size());
    for (std::size_t i = 0; i < places.size(); ++i)
        places[i] = i;
    std::ranges::stable_sort(places, {}, [&](std::size_t i) { return placeOf(run.ranks[i].summary); });
    std::vector<TracedRank> ranks;
    std::vector<RankCalls> calls;
    for (const std::size_t i : places) {
        ranks.push_back(std::move(run.ranks[i]));
        calls.insert(calls.end(), reading.calls[i].begin(), reading.calls[i].end());
    }
    run.compared = static_cast<std::size_t>(std::ranges::find(places, run.compared) - places.begin());
    run.ranks = std::move(ranks);
    if (run.ranks.size() > 1)
        run.order = compareOrder(calls);
}

// Files of several runs, or one rank twice.
Issues doubts(const std::vector<TracedRank> &ranks)
{
    Issues out;
    std::map<std::int64_t, std::string> fileOf;
    const TraceSummary *sized = nullptr;
    for (const TracedRank &rank : ranks) {
        const TraceSummary &s = rank.summary;
        if (s.rank) {
            const auto [at, fresh] = fileOf.emplace(*s.rank, s.file);
            if (!fresh)
                out.push_back({Severity::warning, "rank", {CORE_TEXT("core", "states rank {0}, as does {1}"), {rank.name, at->second}}, s.file});
        }
        if (sized && s.worldSize && *s.worldSize != *sized->worldSize)
            out.push_back({Severity::warning, "worldSize",
                           {CORE_TEXT("core", "is of a run on {0} ranks, {1} of one on {2}"),
                            {std::to_string(*s.worldSize), sized->file, std::to_string(*sized->worldSize)}},
                           s.file});
        if (!sized && s.worldSize)
            sized = &s;
    }
    return out;
}

template <class Time> std::optional<RankDifference> difference(const std::vector<TracedRank> &ranks, const char *id, const char *name, Time time)
{
    std::optional<RankDifference> out;
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        if (!ranks[i].summary.typical)
            continue;
        const double seconds = static_cast<double>(time(*ranks[i].summary.typical)) * 1e-12;
        if (!out)
            out = {id, name, seconds, seconds, i, i};
        if (seconds < out->least) {
            out->least = seconds;
            out->leastRank = i;
        }
        if (seconds > out->most) {
            out->most = seconds;
            out->mostRank = i;
        }
    }
    return out;
}

} // namespace

Result<std::vector<std::string>> traceFiles(const std::vector<std::string> &paths)
{
    std::vector<std::string> out;
    for (const std::string &path : paths) {
        std::error_code error;
        if (!fs::is_directory(path, error)) {
            out.push_back(path);
            continue;
        }
        std::vector<std::string> found;
        for (auto i = fs::directory_iterator(path, error); !error && i != fs::directory_iterator(); i.increment(error))
            if (i->is_regular_file(error))
                found.push_back(i->path().string());
        if (error)
            return failure("", {CORE_TEXT("core", "the folder cannot be read"), {}}, path);
        std::ranges::sort(found);
        out.insert(out.end(), found.begin(), found.end());
    }
    return out;
}

std::vector<RankDifference> rankDifferences(const std::vector<TracedRank> &ranks)
{
    std::vector<RankDifference> out;
    const auto add = [&](const char *id, const char *name, auto time) {
        if (const auto found = difference(ranks, id, name, time))
            out.push_back(*found);
    };
    add("step", CORE_TEXT("core", "Step"), [](const DeviceTime &t) { return t.step.span.length(); });
    add("compute", CORE_TEXT("core", "Computation"), [](const DeviceTime &t) { return t.compute; });
    add("communication", CORE_TEXT("core", "Communication"), [](const DeviceTime &t) { return t.communication; });
    add("exposedCommunication", CORE_TEXT("core", "Exposed communication"), [](const DeviceTime &t) { return t.exposedCommunication; });
    add("idle", CORE_TEXT("core", "Idle"), [](const DeviceTime &t) { return t.idle; });
    constexpr double worthIt = 0.01;
    std::vector<RankDifference> classes;
    for (std::size_t c = 0; c < eventClasses && !out.empty(); ++c) {
        const auto eventClass = static_cast<EventClass>(c);
        const bool work = kindOf(eventClass) != TimeKind::host && kindOf(eventClass) != TimeKind::none;
        const auto found = difference(ranks, keyOf(eventClass), labelOf(eventClass), [&](const DeviceTime &t) { return t.of(eventClass).time; });
        if (work && found->most - found->least >= worthIt * out.front().most)
            classes.push_back(*found);
    }
    std::ranges::stable_sort(classes, std::greater{}, [](const RankDifference &d) { return d.most - d.least; });
    out.insert(out.end(), classes.begin(), classes.end());
    return out;
}

TracedRun readRun(const std::vector<std::string> &files, const TraceRules &rules, const RunReadOptions &options)
{
    Reading reading;
    for (std::size_t i = 0; i < files.size() && !options.stop.stop_requested(); ++i) {
        Result<Trace> trace = readOne(files[i], i, files.size(), options);
        if (trace)
            add(reading, *std::move(trace), rules);
        else // the others are still worth reading
            reading.run.refused.insert(reading.run.refused.end(), trace.error().begin(), trace.error().end());
    }
    if (options.stop.stop_requested())
        return {};
    order(reading);
    TracedRun out = std::move(reading.run);
    out.issues = doubts(out.ranks);
    if (out.ranks.size() > 1)
        out.differences = rankDifferences(out.ranks);
    return out;
}

Result<TracedRun> comparedWith(const TracedRun &run, std::size_t rank, const TraceRules &rules, const RunReadOptions &options)
{
    Result<Trace> trace = readOne(run.ranks[rank].summary.file, 0, 1, options);
    if (!trace)
        return tl::unexpected(trace.error());
    ClassifiedTrace classes = classify(*trace, rules);
    return TracedRun{run.ranks, run.order, run.differences, run.refused, run.issues, rank, *std::move(trace), std::move(classes)};
}

} // namespace headroom
