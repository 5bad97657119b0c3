#pragma once
// Small made traces, and what was read in a line.

#include "trace/import.h"

#include <string>

namespace headroom::testing {

// "operators: 2 lanes, 3 events, 120 ps; host: …", kinds in the order of LaneKind.
std::string summary(const Trace &trace);
// "name start+duration @lane kind" of every event, in the trace's order, times in ps: "k 0+5000000 device 0 stream 7 operators".
std::vector<std::string> eventLines(const Trace &trace);

// Reads bytes as the file "t"; the whole text of the issues if they are refused.
tl::expected<Trace, std::string> readBytes(const std::string &bytes, const TraceReadOptions &options = {});
// The text of the refusal; "was read" if there is none.
std::string refusal(const std::string &bytes, const TraceReadOptions &options = {});

// A database made by SQL statements, as bytes.
std::string database(const std::string &sql);

// A file of the folder that HEADROOM_TRACES names, or why there is none to read.
struct PublicTrace
{
    std::string path, missing;
};
PublicTrace publicTrace(const std::string &name);

std::string gzip(const std::string &bytes);
// {"schemaVersion": 1, <more> "traceEvents": [<events>]} as PyTorch writes it.
std::string kineto(const std::string &events, const std::string &more = {});

} // namespace headroom::testing
