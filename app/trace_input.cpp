#include "app/trace_input.h"

#include "app/interrupt.h"
#include "spec/file.h"
#include "trace/import.h"

#include <algorithm>
#include <filesystem>

namespace headroom {

Result<TraceRules> traceRules(const Options &options)
{
    if (!options.traceRules)
        return builtInTraceRules();
    const Result<std::string> text = readFile(*options.traceRules);
    if (!text)
        return tl::unexpected(text.error());
    Result<TraceRules> own = readTraceRules(*text, *options.traceRules);
    if (!own)
        return own;
    return withBuiltIn(*std::move(own));
}

Result<std::vector<std::string>> tracePaths(const Options &options)
{
    std::vector<std::string> out = options.positional;
    if (!options.traces)
        return out;
    std::error_code error;
    std::vector<std::string> found;
    for (auto i = std::filesystem::directory_iterator(*options.traces, error); !error && i != std::filesystem::directory_iterator(); i.increment(error))
        if (i->is_regular_file(error))
            found.push_back(i->path().string());
    if (error)
        return failure("", {CORE_TEXT("core", "the folder cannot be read"), {}}, *options.traces);
    std::ranges::sort(found);
    out.insert(out.end(), found.begin(), found.end());
    return out;
}

Result<ReadTrace> readClassified(const std::string &path, const TraceRules &rules)
{
    const Interrupt interrupt;
    Result<Trace> trace = readTrace(path, {.stop = interrupt.token(), .progress = {}});
    if (!trace)
        return tl::unexpected(trace.error());
    ClassifiedTrace classes = classify(*trace, rules);
    return ReadTrace{*std::move(trace), std::move(classes)};
}

} // namespace headroom
