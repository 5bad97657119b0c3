#include "trace/import.h"

#include "trace/input.h"
#include "trace/readers.h"
#include "trace/refused.h"

#include <algorithm>

namespace headroom {

namespace {

constexpr TraceReader readers[] = {
    {"perfetto", CORE_TEXT("core", "Perfetto (protobuf)"), isPerfetto, readPerfetto},
    {"xplane", CORE_TEXT("core", "JAX / XLA profiler (protobuf)"), isXplane, readXplane},
    {"nsys_sqlite", CORE_TEXT("core", "Nsight Systems (SQLite export)"), isSqlite, readNsysSqlite},
    {"rocprof", CORE_TEXT("core", "rocprofv3 (JSON)"), isRocprofJson, readRocprofJson},
    {"kineto", CORE_TEXT("core", "PyTorch profiler (JSON)"), isKinetoJson, readChromeJson},
    {"xla_json", CORE_TEXT("core", "JAX / TensorBoard profiler (JSON)"), isXlaJson, readChromeJson},
    {"chrome", CORE_TEXT("core", "Chrome trace (JSON)"), isChromeJson, readChromeJson},
    {"nsys_csv", CORE_TEXT("core", "kernels of a GPU (CSV of nsys stats)"), isNsysCsv, readNsysCsv},
    {"nccl_tests", CORE_TEXT("core", "nccl-tests (text)"), isNcclTests, readNcclTests},
    {"step_csv", CORE_TEXT("core", "times of steps (CSV)"), isStepCsv, readStepCsv},
};

Result<Trace> read(Result<TraceInput> input)
{
    if (!input)
        return tl::unexpected(input.error());
    if (auto refused = refusedFile(*input))
        return failure(*std::move(refused));
    const auto reader = std::ranges::find_if(readers, [&](const TraceReader &r) { return r.sniff(input->head()); });
    if (reader != std::end(readers))
        return reader->read(*input, *reader);
    return failure("byte 0", {CORE_TEXT("core", "is no profiler's record that is known here"), {}}, input->file());
}

constexpr std::string_view endings[] = {".nsys-rep", ".xplane.pb", ".pftrace", ".sqlite", ".et"};

bool endsLikeTrace(std::string_view path)
{
    const auto ends = [path](std::string_view ending) {
        return path.size() >= ending.size()
            && std::ranges::equal(path.substr(path.size() - ending.size()), ending, {}, [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    };
    return std::ranges::any_of(endings, ends);
}

// Readers of JSON take any object, to tell what is wrong with it.
bool isForeignJson(const TraceInput &input)
{
    const std::string &head = input.head();
    const std::size_t first = head.find_first_not_of(" \t\r\n");
    const bool json = first != std::string::npos && (head[first] == '{' || head[first] == '[');
    return json && !input.packed() && head.find("\"ph\"") == std::string::npos && head.find("buffer_records") == std::string::npos;
}

} // namespace

std::span<const TraceReader> traceReaders() { return readers; }

bool isTrace(const std::string &path)
{
    if (endsLikeTrace(path))
        return true;
    const Result<TraceInput> input = TraceInput::open(path, {});
    return input && !isForeignJson(*input) && std::ranges::any_of(readers, [&](const TraceReader &r) { return r.sniff(input->head()); });
}

Result<Trace> readTrace(const std::string &path, const TraceReadOptions &options) { return read(TraceInput::open(path, options)); }

Result<Trace> readTraceBytes(std::string_view bytes, const std::string &name, const TraceReadOptions &options)
{
    return read(TraceInput::ofBytes(bytes, name, options));
}

} // namespace headroom
