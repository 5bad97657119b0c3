#include "spec/launch_writer.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom {
namespace {

// Logical axes of a mesh and the degree each counts towards.
struct MeshAxis
{
    const char *name;
    Axis axis;
};
constexpr MeshAxis meshAxes[] = {
    {"data", Axis::data}, {"fsdp", Axis::fsdp}, {"fsdp_transpose", Axis::fsdp}, {"tensor", Axis::tensor},
    {"tensor_transpose", Axis::tensor}, {"tensor_sequence", Axis::tensor}, {"expert", Axis::expert},
    {"pipeline", Axis::pipeline}, {"context", Axis::context}, {"sequence", Axis::context},
};

constexpr Count mostDevices = Count{1} << 40;

// Degrees by axis. One flag of -1 takes the ranks that the others leave; without any, ici_fsdp does, as MaxText's defaults have it.
std::array<Count, axisCount> maxTextDegrees(Writer &w, Count devices)
{
    std::array<Count, axisCount> degrees;
    degrees.fill(1);
    std::optional<Axis> open;
    Count product = 1;
    bool stated = false;
    for (const MeshAxis &mesh : meshAxes)
        for (const char *network : {"ici_", "dcn_"}) {
            const std::string flag = std::string(network) + mesh.name + "_parallelism";
            const std::optional<std::string> value = w.words().text(flag);
            stated = stated || (value && mesh.axis == Axis::fsdp && std::string_view(network) == "ici_");
            if (value == "-1") {
                if (open && *open != mesh.axis)
                    w.fail(flag, {CORE_TEXT("core", "only one degree may be -1"), {}});
                open = mesh.axis;
                continue;
            }
            const Count degree = w.words().count(flag, 1);
            degrees[static_cast<std::size_t>(mesh.axis)] *= degree;
            product = std::min(product, mostDevices) * degree; // what is more divides nothing
        }
    if (!open && !stated)
        open = Axis::fsdp;
    w.divides("ici_fsdp_parallelism", product, devices);
    if (open && w.good())
        degrees[static_cast<std::size_t>(*open)] *= devices / product;
    else if (product != devices)
        w.fail("ici_fsdp_parallelism", {CORE_TEXT("core", "the degrees' product {0} is not the number of devices {1}"),
                                        {std::to_string(product), std::to_string(devices)}});
    return degrees;
}

void maxTextBatch(Writer &w, const Plan &plan, Count devices)
{
    const Count steps = w.words().count("gradient_accumulation_steps", 1), pipelined = w.words().count("num_pipeline_microbatches", 1);
    const std::optional<double> perDevice = w.words().number("per_device_batch_size");
    Count batch = w.scenario().run.globalBatch;
    if (perDevice) {
        const double together = *perDevice * static_cast<double>(devices * steps);
        if (together != std::floor(together) || together < 1.0)
            return w.fail("per_device_batch_size", {CORE_TEXT("core", "gives {0} sequences a step: not a whole number"), {std::to_string(together)}});
        batch = static_cast<Count>(together);
    }
    const Count passes = steps * pipelined, ranks = plan.dp * plan.fsdp * plan.ep * passes;
    if (batch % ranks != 0)
        return w.fail("per_device_batch_size", {CORE_TEXT("core", "{0} sequences do not divide into {1} micro-batches of all ranks"),
                                                {std::to_string(batch), std::to_string(ranks)}});
    w.set("run.globalBatch", batch);
    w.set("plan.microBatch", batch / ranks);
}

// Tensors that MaxText names, as decoders.py and attention_mla.py do (@7e5c2f41).
struct MaxTextTensor
{
    const char *flag;
    TensorSet tensors;
};
using enum Tensor;
constexpr MaxTextTensor maxTextTensors[] = {
    {"decoder_layer_input", {decoderLayerInput}}, {"context", {context, logSumExp}}, {"attention_out", {context}},
    {"mlpwi", {mlpWi0, mlpWi1}}, {"mlpwi_0", {mlpWi0, moeMlpWi0}}, {"mlpwi_1", {mlpWi1, moeMlpWi1}}, {"mlpwo", {mlpWo, moeMlpWo}},
    {"moe_mlpwi_0", {moeMlpWi0}}, {"moe_mlpwi_1", {moeMlpWi1}}, {"moe_mlpwo", {moeMlpWo}}, {"query_proj", {query}}, {"key_proj", {key}},
    {"value_proj", {value}}, {"kv_proj", {key, value}}, {"qkv_proj", {query, key, value}}, {"out_proj", {outProj}},
    {"query_wa_proj", {queryLatent}}, {"kv_wa_proj", {kvLatent}}, {"mla_q", {queryLatentNorm}}, {"mla_kv", {kvLatentNorm}},
};

// The tensors of remat_policy=custom: each flag is device, offload or remat.
KeptTensors maxTextCustom(Writer &w)
{
    KeptTensors kept;
    for (const MaxTextTensor &row : maxTextTensors) {
        const std::string where = w.words().text(row.flag).value_or("remat");
        if (where == "device")
            kept.device |= row.tensors;
        else if (where == "offload")
            kept.host |= row.tensors;
        else if (where != "remat")
            w.fail(row.flag, {CORE_TEXT("core", "must be remat, device or offload, not \"{0}\""), {where}});
    }
    kept.host = kept.host.without(kept.device);
    return kept;
}

void maxTextRemat(Writer &w)
{
    const std::string policy = w.words().text("remat_policy").value_or("full"); // the default
    const std::string own = policy == "minimal_flash" ? "minimal_with_context" : policy; // the former's present name
    w.set("plan.rematMode", "needed");
    if (own == "custom") {
        w.set("plan.remat", own);
        return w.set("plan.keptTensors", keptTensorsText(maxTextCustom(w)));
    }
    for (const std::string &key : {own, "maxtext." + own})
        if (fromKey<RematPolicy>(key) && (key != own || own == "full" || own == "none"))
            return w.set("plan.remat", key);
    w.warn("remat_policy", {CORE_TEXT("core", "\"{0}\" has no counterpart here: the plan keeps its policy"), {policy}});
}

} // namespace

Result<LaunchFlags> maxTextFlags(LaunchWords &words, const Scenario &scenario)
{
    Writer w(words, scenario, "MaxText");
    const Count devices = scenario.run.devices;
    const std::array<Count, axisCount> degrees = maxTextDegrees(w, devices);
    Plan plan;
    for (std::size_t a = 0; a < axisCount; ++a) {
        plan.setDegree(static_cast<Axis>(a), degrees[a]);
        w.set(("plan." + std::string(keyOf(static_cast<Axis>(a)))).c_str(), degrees[a]);
    }
    if (!w.good())
        return w.finish();
    w.set("run.sequenceLength", words.count("max_target_length", scenario.run.sequenceLength, 1, LaunchWords::mostTokens));
    maxTextBatch(w, plan, devices);
    maxTextRemat(w);
    w.set("plan.weightSharding", "fsdp*ep*cp");
    w.set("plan.stateSharding", "none");
    w.set("plan.asyncTensorParallel", "false");
    w.set("plan.axisOrder", std::string());
    w.set("plan.contextParallel", words.text("context_parallel_strategy").value_or("all_gather") == "ring" ? "ring" : "allGather");
    if (plan.tp > 1)
        w.set("plan.sequenceParallel", words.has("ici_tensor_sequence_parallelism") ? "true" : "false");
    for (const char *flag : {"ici_autoregressive_parallelism", "num_layers_per_pipeline_stage", "quantization", "remat_policy_offload"})
        if (words.has(flag))
            w.warn(flag, {notModelled, {}});
    return w.finish();
}

} // namespace headroom
