#pragma once
// Reads a profiler's record, whoever wrote it. What a file is, its content tells, not its name; gzip is unpacked on the way.
//
//   kineto   PyTorch profiler, JSON
//   xla_json JAX / TensorBoard profiler, JSON
//   …

#include "base/result.h"
#include "trace/read_options.h"
#include "trace/trace.h"

#include <span>
#include <string>
#include <string_view>

namespace headroom {

class TraceInput;

struct TraceReader
{
    const char *key;  // Trace::format
    const char *name; // for people
    // Whether a file that starts with these bytes (256 KiB and more, unpacked) is for this reader.
    bool (*sniff)(std::string_view head);
    Result<Trace> (*read)(TraceInput &input, const TraceReader &reader);
};

// In the order they are asked.
std::span<const TraceReader> traceReaders();

// Whether a file is a profiler's record, those included that are refused with advice: by its content, and by the endings that profilers
// give to their files, so that a broken one is named as what it was to be. JSON of a model, a chip or a project is none.
bool isTrace(const std::string &path);

// Errors: a file that no reader knows, one that is known and of no use (with what to do instead), one that is broken (with the
// place and the rule), one that holds more than the options allow, and a stop.
Result<Trace> readTrace(const std::string &path, const TraceReadOptions &options = {});
// Bytes in memory as if they were the file `name`.
Result<Trace> readTraceBytes(std::string_view bytes, const std::string &name, const TraceReadOptions &options = {});

} // namespace headroom
