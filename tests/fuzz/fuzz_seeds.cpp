// Writes what the fuzzers start from: `fuzz_seeds FOLDER` makes FOLDER/config, FOLDER/project, FOLDER/safetensors, FOLDER/rules and one of
// each reader of traces.

#include "spec/catalog.h"
#include "spec/project_file.h"
#include "support/traces.h"
#include "support/wire.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>

using namespace headroom;
namespace fs = std::filesystem;

namespace {

void write(const fs::path &path, const std::string &content)
{
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << content;
}

std::string header(const std::string &json)
{
    std::string out;
    for (int i = 0; i < 8; ++i)
        out += static_cast<char>((json.size() >> (8 * i)) & 0xFFu);
    return out + json;
}

} // namespace

int main(int argc, char **argv)
{
    if (argc != 2)
        return 2;
    const fs::path folder = argv[1];
    for (const auto &file : fs::directory_iterator(HEADROOM_SOURCE_DIR "/resources/models")) {
        std::ifstream in(file.path());
        write(folder / "config" / file.path().filename(), nlohmann::json::parse(in).at("config").dump());
    }
    for (const char *model : {"Llama-3.1-8B", "DeepSeek-V3.2", "Qwen3-Next-80B-A3B"}) {
        const Scenario scenario = defaultScenario(catalogModel(model).value(), catalogHardware("H200").value());
        write(folder / "project" / model, writeProject({{{model, scenario}}, 0, 0, "notes", ""}));
    }
    write(folder / "project" / "example", writeProject({{{"a", workedExample()}}, 0, std::nullopt, "", "{}"}));
    write(
        folder / "safetensors" / "header",
        header(
            R"({"__metadata__":{"format":"pt"},"model.norm.weight":{"dtype":"BF16","shape":[7168],"data_offsets":[0,14336]},)"
            R"("model.layers.0.self_attn.q_a_proj.weight_scale_inv":{"dtype":"F32","shape":[12,56],"data_offsets":[14336,17024]},)"
            R"("model.layers.2.shared_head.head.weight":{"dtype":"F4","shape":[2,0],"data_offsets":[17024,17024]}})"));
    write(
        folder / "safetensors" / "index",
        R"({"metadata":{"total_size":8},"weight_map":{"lm_head.weight":"a","model.layers.2.eh_proj.weight":"b","mtp.x":"b"}})");
    write(
        folder / "trace_json" / "kineto",
        R"({"schemaVersion":1,"deviceProperties":[{"id":0,"name":"H100","totalGlobalMem":1}],"distributedInfo":{"rank":0,"world_size":2},"traceEvents":[)"
        R"({"ph":"M","name":"thread_name","pid":0,"tid":7,"args":{"name":"stream 7"}},)"
        R"({"ph":"X","cat":"kernel","name":"nccl","pid":0,"tid":7,"ts":1.5,"dur":2,"args":{"correlation":7,"Collective name":"allreduce","In msg nelems":4,"dtype":"Float"}},)"
        R"({"ph":"B","cat":"kernel","name":"b","pid":0,"tid":"stream 8","ts":3},{"ph":"E","cat":"kernel","pid":0,"tid":"stream 8","ts":9},)"
        R"({"ph":"X","cat":"cpu_op","name":"mm","pid":1,"tid":1,"ts":1,"dur":1,"args":{"Input Dims":[[1,2],[2,3]]}},{"ph":"C","name":"c","ts":1,"args":{"v":1}}]})");
    write(folder / "trace_json" / "xla",
          R"([{"ph":"M","name":"process_name","pid":3,"args":{"name":"/device:TPU:0"}},{"ph":"M","name":"thread_name","pid":3,"tid":1,"args":{"name":"XLA Ops"}},)"
          R"x({"ph":"X","pid":3,"tid":1,"ts":1,"dur":2,"name":"g","args":{"hlo_category":"all-gather","long_name":"%g = s32[2,8]{1,0} all-gather(s32[1,8] %b), replica_groups=[1,2]<=[2]"}},{}])x");
    const auto event = [](std::uint64_t id) { return testing::field(4, testing::field(1, id) + testing::field(2, 5) + testing::field(3, 9)); };
    using testing::field;
    write(folder / "xplane" / "tpu",
          field(1, field(2, std::string("/device:TPU:0")) + field(3, field(2, std::string("XLA Ops")) + field(3, 5) + event(1) + event(2))
                       + field(4, field(1, 1) + field(2, field(2, std::string("%r = f32[2] all-reduce(f32[2] %x)")) + field(5, field(1, 1) + field(3, 9))))
                       + field(5, field(1, 1) + field(2, field(2, std::string("model_flops")))) + field(6, field(1, 1) + testing::doubleField(2, 9.0))));
    write(folder / "perfetto" / "slices",
          field(1, field(13, 1) + field(10, 1) + field(12, field(1, field(1, 5) + field(2, std::string("kernel"))))) +
              field(1, field(10, 1) + field(60, field(1, 7) + field(2, std::string("COMPUTE AGENT [4]")))) +
              field(1, field(10, 1) + field(8, 9) + field(11, field(9, 1) + field(11, 7) + field(3, 5) + field(23, std::string("k")))) +
              field(1, field(10, 1) + field(8, 12) + field(11, field(9, 2) + field(11, 7))));
    write(folder / "nsys" / "kernels", testing::database("CREATE TABLE StringIds (id INTEGER, value TEXT); INSERT INTO StringIds VALUES (1, 'k');"
                                                          "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start, end, deviceId, streamId, correlationId, shortName);"
                                                          "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (1, 5, 0, 7, 3, 1);"));
    write(folder / "trace_text" / "stats", "Start (ns),Duration (ns),CorrId,Bytes (KB),Device,Ctx,Strm,Name\n1,500,41,1,\"H100 (2)\",1,7,\"void k<1, 2>()\"\n");
    write(folder / "trace_text" / "halves", "Name,streamId,type,Event Type,Timestamp (ns)\nk,7,kernel,Enter,100\nk,7,kernel,Leave,130\n");
    write(folder / "trace_text" / "steps", "step,time_ms\n1,1.5\n");
    write(folder / "trace_text" / "nccl", "# all_reduce_perf\n# out-of-place in-place\n# algbw busbw\n8 2 float sum -1 1 0 0 0 1 0 0 0\n");
    write(folder / "rules" / "events",
          R"({"rules":[{"lane":"device","in":"name","pattern":"nccl*AllReduce|^all-reduce$","name":"^x","class":"allReduce","waits":true,"source":"NCCL 2.19"},)"
          R"({"in":"annotation","pattern":"*","class":"container","source":"ours"}]})");
    write(folder / "rules" / "matches", R"({"matches":[{"pattern":"^my_kernel$","modelled":"head.loss.forward"},{"pattern":"debug*|内核","modelled":null}]})");
    write(folder / "trace_json" / "rocprof",
          R"({"rocprofiler-sdk-tool":[{"agents":[{"id":{"handle":9},"type":2,"name":"gfx"}],"kernel_symbols":[{"kernel_id":5,"kernel_name":"k"}],"buffer_records":{"kernel_dispatch":[{"start_timestamp":5,"end_timestamp":9,"dispatch_info":{"agent_id":{"handle":9},"queue_id":{"handle":2},"kernel_id":5}}]}}]})");
    return 0;
}
