#include "app/trace_input.h"

#include "app/interrupt.h"
#include "spec/file.h"

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

Result<TracedRun> readRecords(const std::vector<std::string> &paths, const Options &options)
{
    const Result<TraceRules> rules = traceRules(options);
    if (!rules)
        return tl::unexpected(rules.error());
    const Result<std::vector<std::string>> files = traceFiles(paths);
    if (!files)
        return tl::unexpected(files.error());
    const Interrupt interrupt;
    return readRun(*files, *rules, {.stop = interrupt.token(), .progress = {}});
}

Result<TracedRun> readMeasured(const Options &options)
{
    std::vector<std::string> paths;
    for (const std::optional<std::string> &named : {options.trace, options.traces})
        if (named)
            paths.push_back(*named);
    Result<TracedRun> run = readRecords(paths, options);
    if (run && (!run->refused.empty() || run->ranks.empty()))
        return tl::unexpected(run->refused);
    return run;
}

} // namespace headroom
