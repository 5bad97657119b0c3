#include "trace/refused.h"

#include "trace/input.h"

namespace headroom {

namespace {

using namespace std::string_view_literals;

bool holds(std::string_view head, std::string_view word) { return head.find(word) != std::string_view::npos; }
std::string_view start(std::string_view head) { return head.substr(0, 4096); }
bool isTar(std::string_view head) { return head.size() > 262 && head.substr(257, 5) == "ustar"; }

struct RefusedRow
{
    bool (*is)(std::string_view head);
    const char *advice;
};
const RefusedRow rows[] = {
    {[](std::string_view h) { return h.starts_with("NVIDIA Tegra Profiler Report"); },
     CORE_TEXT("core", "is a report of Nsight Systems, which its own program alone can read: run nsys export --type sqlite on it and take the .sqlite file")},
    {[](std::string_view h) { return h.starts_with("NVR\0"sv); },
     CORE_TEXT("core", "is a report of Nsight Compute, which measures single kernels: record the run with nsys or the PyTorch profiler")},
    {[](std::string_view h) { return isTar(h) && (holds(start(h), ".et") || holds(h, "workload_graph") || holds(start(h), "chakra")); },
     CORE_TEXT("core", "holds Chakra execution traces, graphs without a timeline: take the profiler's record of the same run (Kineto's JSON)")},
    {[](std::string_view h) { return holds(h.substr(0, 64), "\x0a\x06schema") || (h.starts_with('{') && (holds(start(h), "\"workload_graph\"") ||
             (holds(start(h), "\"schema\"") && holds(start(h), "\"nodes\"") && !holds(start(h), "\"schemaVersion\"")))); },
     CORE_TEXT("core", "is a Chakra execution trace, a graph without a timeline: take the profiler's record of the same run (Kineto's JSON)")},
    {isTar, CORE_TEXT("core", "is a tar archive: unpack it and take the files within")},
    {[](std::string_view h) { return h.starts_with("PK\x03\x04"); }, CORE_TEXT("core", "is a zip archive: unpack it and take the files within")},
    {[](std::string_view h) { return h.starts_with("\x28\xb5\x2f\xfd") || h.starts_with("\xfd" "7zXZ") || h.starts_with("BZh"); },
     CORE_TEXT("core", "is packed with zstd, xz or bzip2: unpack it first; gzip is read as it is")},
    {[](std::string_view h) { return h.starts_with("PAR1") || h.starts_with("\x89HDF") || h.starts_with("ARROW1"); },
     CORE_TEXT("core", "is a table in Parquet, HDF5 or Arrow: run nsys export --type sqlite on the report instead")},
};

} // namespace

std::optional<Issue> refusedFile(const TraceInput &input)
{
    for (const RefusedRow &row : rows)
        if (row.is(input.head())) {
            Issue issue;
            issue.field = "byte 0";
            issue.message.pattern = row.advice;
            issue.file = input.file();
            return issue;
        }
    return std::nullopt;
}

} // namespace headroom
