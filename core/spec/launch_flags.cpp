#include "spec/launch_flags.h"

#include "base/text.h"
#include "spec/field.h"
#include "spec/launch_words.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom {
namespace {

bool hasExperts(const Scenario &s)
{
    return std::ranges::any_of(s.model.layers, [](const LayerGroup &g) { return g.layer.feedForward.kind == FeedForwardKind::moe; });
}

// Collects settings and notes of one launcher.
class Writer
{
public:
    Writer(LaunchWords &words, const Scenario &scenario, const char *launcher) : m_words(words), m_scenario(scenario)
    {
        m_out.launcher = launcher;
    }
    void set(const char *field, Count value) { m_out.settings.push_back(std::string(field) + "=" + std::to_string(value)); }
    void set(const char *field, const std::string &value) { m_out.settings.push_back(std::string(field) + "=" + value); }
    void warn(const std::string &flag, Message message) { m_out.notes.push_back({Severity::warning, flag, std::move(message), {}}); }
    void fail(const std::string &flag, Message message) { m_errors.push_back({Severity::error, flag, std::move(message), {}}); }
    void divides(const std::string &flag, Count divisor, Count value)
    {
        if (value % divisor != 0)
            fail(flag, {CORE_TEXT("core", "{0} does not divide {1}"), {std::to_string(divisor), std::to_string(value)}});
    }
    bool good() const { return m_errors.empty() && m_words.errors().empty(); }

    Result<LaunchFlags> finish()
    {
        Issues errors = m_words.errors();
        errors.insert(errors.end(), m_errors.begin(), m_errors.end());
        if (!errors.empty())
            return tl::unexpected<Issues>(std::move(errors));
        std::string left;
        for (const std::string &name : m_words.left())
            left += (left.empty() ? "" : ", ") + name;
        if (!left.empty())
            m_out.notes.push_back({Severity::note, m_out.launcher, {CORE_TEXT("core", "flags that say nothing about the plan, left out: {0}"), {left}}, {}});
        return std::move(m_out);
    }
    LaunchWords &words() { return m_words; }
    const Scenario &scenario() const { return m_scenario; }

private:
    LaunchWords &m_words;
    const Scenario &m_scenario;
    LaunchFlags m_out;
    Issues m_errors;
};

// --- Megatron-LM

constexpr const char *notModelled = CORE_TEXT("core", "has no counterpart here: the plan leaves it out");

void megatronRemat(Writer &w)
{
    const std::string granularity = w.words().text("--recompute-granularity").value_or("none");
    if (granularity == "full" && w.words().has("--recompute-num-layers") && w.words().text("--recompute-method") == "block")
        w.warn("--recompute-num-layers", {CORE_TEXT("core", "some layers alone recomputed has no counterpart here: all of them are"), {}});
    w.words().has("--recompute-method");
    const std::string modules = w.words().text("--recompute-modules").value_or("core_attn");
    if (granularity == "selective" && modules != "core_attn")
        w.warn("--recompute-modules", {CORE_TEXT("core", "\"{0}\" has no counterpart here: the attention core alone is recomputed"), {modules}});
    w.set("plan.remat", granularity == "full" ? "full" : granularity == "selective" ? "selective" : "none");
    w.set("plan.rematMode", "wholeLayer");
}

void megatronSharding(Writer &w, Count dp, Count ep)
{
    const bool whole = w.words().has("--use-torch-fsdp2");
    const bool custom = w.words().has("--use-megatron-fsdp") || w.words().has("--use-custom-fsdp");
    const std::string strategy = w.words().text("--data-parallel-sharding-strategy").value_or(custom ? "optim_grads_params" : "no_shard");
    const bool fsdp = whole || (custom && strategy == "optim_grads_params");
    w.set("plan.fsdp", fsdp ? dp / ep : 1);
    w.set("plan.dp", fsdp ? 1 : dp / ep);
    const bool distributed = w.words().has("--use-distributed-optimizer");
    w.set("plan.stateSharding", !fsdp && custom && strategy == "optim_grads" ? "optimizer+gradients"
                                    : !fsdp && (distributed || (custom && strategy == "optim")) ? "optimizer"
                                                                                               : "none");
}

void megatronContext(Writer &w)
{
    const std::string kind = w.words().text("--cp-comm-type").value_or("p2p");
    if (kind != "p2p" && kind != "all_gather")
        w.warn("--cp-comm-type", {CORE_TEXT("core", "\"{0}\" has no counterpart here: the plan takes a ring"), {kind}});
    w.set("plan.contextParallel", kind == "all_gather" ? "allGather" : "ring");
}

Result<LaunchFlags> megatron(LaunchWords &words, const Scenario &scenario)
{
    Writer w(words, scenario, "Megatron-LM");
    const Count tp = words.count("--tensor-model-parallel-size", 1), pp = words.count("--pipeline-model-parallel-size", 1),
                cp = words.count("--context-parallel-size", 1), ep = words.count("--expert-model-parallel-size", 1);
    const bool nodes = words.has("--nnodes") && words.has("--nproc-per-node");
    const Count devices = nodes ? words.count("--nnodes", 1) * words.count("--nproc-per-node", 1)
                                : words.count("--world-size", scenario.run.devices);
    w.divides("--tensor-model-parallel-size", tp * pp * cp, devices);
    if (!w.good())
        return w.finish();
    const Count dp = devices / (tp * pp * cp);
    w.divides("--expert-model-parallel-size", ep, dp);
    if (!w.good())
        return w.finish();
    w.set("run.devices", devices);
    w.set("run.sequenceLength", words.count("--seq-length", scenario.run.sequenceLength));
    w.set("run.globalBatch", words.count("--global-batch-size", scenario.run.globalBatch));
    w.set("plan.tp", tp);
    w.set("plan.pp", pp);
    w.set("plan.cp", cp);
    w.set("plan.ep", ep);
    w.set("plan.microBatch", words.count("--micro-batch-size", 1));
    w.set("plan.sequenceParallel", words.has("--sequence-parallel") ? "true" : "false");
    w.set("plan.asyncTensorParallel", words.has("--tp-comm-overlap") ? "true" : "false");
    megatronContext(w);
    w.set("plan.axisOrder", words.has("--use-tp-pp-dp-mapping") ? "tp-cp-ep-pp-fsdp-dp" : "tp-cp-ep-fsdp-dp-pp");
    w.set("plan.weightSharding", "fsdp");
    const Count expertTensor = words.count("--expert-tensor-parallel-size", tp);
    if (hasExperts(scenario))
        w.set("plan.expertTensor", expertTensor);
    megatronSharding(w, dp, ep);
    megatronRemat(w);
    for (const char *flag : {"--num-layers-per-virtual-pipeline-stage", "--num-virtual-stages-per-pipeline-rank", "--pipeline-model-parallel-layout",
                             "--decoder-first-pipeline-num-layers", "--decoder-last-pipeline-num-layers", "--fp8-format"})
        if (words.has(flag))
            w.warn(flag, {notModelled, {}});
    return w.finish();
}

// --- MaxText

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
            product *= degree;
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

Result<LaunchFlags> maxText(LaunchWords &words, const Scenario &scenario)
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
    w.set("run.sequenceLength", words.count("max_target_length", scenario.run.sequenceLength));
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

} // namespace

Result<LaunchFlags> readLaunchFlags(std::string_view text, const Scenario &scenario)
{
    const std::vector<std::string> words = shellWords(text);
    LaunchWords options, assignments;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::size_t equals = words[i].find('=');
        if (words[i].starts_with("--")) {
            std::string name = words[i].substr(0, equals);
            std::ranges::replace(name, '_', '-');
            const bool apart = equals == std::string::npos && i + 1 < words.size() && !words[i + 1].starts_with("--");
            options.add(name, equals != std::string::npos ? words[i].substr(equals + 1) : apart ? words[i + 1] : "");
            i += apart ? 1 : 0;
        } else if (equals != std::string::npos && equals > 0) {
            assignments.add(words[i].substr(0, equals), words[i].substr(equals + 1));
        }
    }
    const auto any = [&](LaunchWords &of, std::initializer_list<const char *> names) {
        LaunchWords copy = of;
        return std::ranges::any_of(names, [&](const char *name) { return copy.has(name); });
    };
    if (any(options, {"--tensor-model-parallel-size", "--pipeline-model-parallel-size", "--micro-batch-size", "--global-batch-size",
                      "--expert-model-parallel-size", "--context-parallel-size"}))
        return megatron(options, scenario);
    if (any(assignments, {"per_device_batch_size", "remat_policy", "max_target_length", "ici_fsdp_parallelism", "ici_tensor_parallelism",
                          "ici_data_parallelism", "ici_expert_parallelism", "dcn_data_parallelism"}))
        return maxText(assignments, scenario);
    return failure("", {CORE_TEXT("core", "no flags of Megatron-LM (--tensor-model-parallel-size 8 …) or MaxText (ici_fsdp_parallelism=32 …) found"), {}});
}

Result<Scenario> withLaunchFlags(const Scenario &scenario, const LaunchFlags &flags)
{
    Scenario out = scenario;
    Issues issues;
    for (const std::string &setting : flags.settings)
        for (Issue &issue : applySetting(out, setting))
            issues.push_back(std::move(issue));
    if (hasError(issues))
        return tl::unexpected<Issues>(std::move(issues));
    return out;
}

} // namespace headroom
