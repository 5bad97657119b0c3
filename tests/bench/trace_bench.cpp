// How fast records are read and what they take in memory; one line per format. Not a test: nothing fails here.
//
//   PyTorch JSON          512 MB   1.6 s on the clock, 320 MB/s   1.5 s of processors   2.0 M events   peak 96 MiB
//   PyTorch JSON, gzip    512 MB   …                                                                   limits: 120 MB/s, 400 MB

#include "base/format.h"
#include "support/traces.h"
#include "support/wire.h"

#include <chrono>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <sys/resource.h>

namespace {

using namespace headroom;
namespace fs = std::filesystem;

constexpr std::size_t kinetoBytes = 512u << 20, xplaneBytes = 128u << 20;

// As PyTorch writes an operator, its launch and its kernel.
std::string kinetoStep(std::size_t step)
{
    const std::string ts = std::to_string(1'600'000'000'000 + step * 100), id = std::to_string(step);
    return R"(  {"ph": "X", "cat": "cpu_op", "name": "aten::addmm", "pid": 900, "tid": 900, "ts": )" + ts + R"(.125, "dur": 31.5,
    "args": {"External id": )" + id + R"(, "Ev Idx": )" + id + R"(, "Input Dims": [[4096], [8192, 1024], [1024, 4096], [], []], "Input type": ["float", "float", "float", "Scalar", "Scalar"]}},
  {"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 900, "tid": 900, "ts": )" + ts + R"(.625, "dur": 8.25,
    "args": {"External id": )" + id + R"(, "cbid": 211, "correlation": )" + id + R"(}},
  {"ph": "X", "cat": "kernel", "name": "ampere_sgemm_128x64_nn_)" + std::to_string(step % 500) + R"(", "pid": 0, "tid": 7, "ts": )" + ts + R"(.875, "dur": 88.5,
    "args": {"External id": )" + id + R"(, "queued": 0, "device": 0, "context": 1, "stream": 7, "correlation": )" + id + R"(, "registers per thread": 128, "grid": [64, 32, 1], "block": [128, 1, 1], "est. achieved occupancy %": 25}},
)";
}

void writeKineto(const fs::path &plain, const fs::path &packed)
{
    std::ofstream out(plain, std::ios::binary), gz(packed, std::ios::binary);
    std::string block = R"({"schemaVersion": 1, "deviceProperties": [{"id": 0, "name": "H100"}], "traceEvents": [)";
    std::size_t written = 0;
    for (std::size_t step = 0; written < kinetoBytes; ++step) {
        block += kinetoStep(step);
        if (block.size() > (8u << 20) || written + block.size() >= kinetoBytes) {
            written += block.size();
            if (written >= kinetoBytes)
                block += "{}]}";
            out << block;
            gz << testing::gzip(block); // members one after the other are one file
            block.clear();
        }
    }
}

void writeXplane(const fs::path &path)
{
    using testing::field;
    std::string events;
    for (std::size_t i = 0; events.size() < xplaneBytes; ++i)
        events += field(4, field(1, 1 + i % 500) + field(2, i * 1'000'000) + field(3, 900'000) + field(4, field(1, 1) + field(4, i)));
    std::string names = field(5, field(1, 1) + field(2, field(2, std::string("run_id"))));
    for (std::size_t i = 0; i < 500; ++i)
        names += field(4, field(1, 1 + i) + field(2, field(2, "%fusion." + std::to_string(i) + " = bf16[8,128] fusion(bf16[8,128] %x)")));
    std::ofstream(path, std::ios::binary) << field(1, field(2, std::string("/device:TPU:0")) + field(3, field(2, std::string("XLA Ops")) + events) + names);
}

double peakMebibytes()
{
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) / 1024.0;
}

void bench(const char *name, const fs::path &file, std::uintmax_t inflated)
{
    const auto start = std::chrono::steady_clock::now();
    const std::clock_t processors = std::clock();
    const auto trace = readTrace(file.string());
    const double used = static_cast<double>(std::clock() - processors) / CLOCKS_PER_SEC;
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    const double megabytes = static_cast<double>(inflated) / 1e6;
    std::printf("%-20s %s MB  %s s on the clock, %s MB/s  %s s of processors, %s MB/s  %zu events  peak %s MiB\n", name, fixed(megabytes, 0).c_str(),
                fixed(seconds, 2).c_str(), fixed(megabytes / seconds, 0).c_str(), fixed(used, 2).c_str(), fixed(megabytes / used, 0).c_str(),
                trace ? trace->events.size() : 0, fixed(peakMebibytes(), 0).c_str());
}

} // namespace

int main(int argc, char **argv)
{
    if (argc > 1) { // a file: in a process of its own, so that the peak is the reader's
        bench(argv[2], argv[1], std::stoull(argv[3]));
        return 0;
    }
    const fs::path folder = fs::temp_directory_path() / "headroom-trace-bench";
    fs::create_directories(folder);
    const fs::path plain = folder / "kineto.json", packed = folder / "kineto.json.gz", xplane = folder / "x.xplane.pb";
    writeKineto(plain, packed);
    writeXplane(xplane);
    const auto run = [&](const char *name, const fs::path &file, const fs::path &inflated) {
        const std::string command = "\"" + std::string(argv[0]) + "\" \"" + file.string() + "\" \"" + name + "\" " + std::to_string(fs::file_size(inflated));
        if (std::system(command.c_str()) != 0)
            std::printf("%s failed\n", name);
        std::fflush(stdout);
    };
    run("PyTorch JSON", plain, plain);
    run("PyTorch JSON, gzip", packed, plain);
    run("XLA protobuf", xplane, xplane);
    fs::remove_all(folder);
    return 0;
}
