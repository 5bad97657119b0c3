#include "spec/remat.h"

#include "base/text.h"
#include "spec/list_text.h"
#include "spec/nearest.h"

#include <array>
#include <optional>
#include <vector>

namespace headroom {

std::span<const EnumRow> rowsOf(Tensor)
{
    static constexpr std::array<EnumRow, tensorCount - 1> rows{{
        {"decoderLayerInput", CORE_TEXT("core", "Layer input"), CORE_TEXT("core", "The residual stream; kept in any case, on the device or the host.")},
        {"attentionNorm", CORE_TEXT("core", "Attention norm output")},
        {"queryProj", CORE_TEXT("core", "Query projection output")},
        {"keyProj", CORE_TEXT("core", "Key projection output"), CORE_TEXT("core", "In latent attention the keys' part without rotation.")},
        {"valueProj", CORE_TEXT("core", "Value projection output")},
        {"gateProj", CORE_TEXT("core", "Output gate projection output")},
        {"queryLatent", CORE_TEXT("core", "Query latent"), CORE_TEXT("core", "MaxText query_wa_proj.")},
        {"queryLatentNorm", CORE_TEXT("core", "Query latent after its norm"), CORE_TEXT("core", "MaxText mla_q.")},
        {"kvLatent", CORE_TEXT("core", "Key-value latent and rotary key"), CORE_TEXT("core", "MaxText kv_wa_proj.")},
        {"kvLatentNorm", CORE_TEXT("core", "Key-value latent after its norm"), CORE_TEXT("core", "MaxText mla_kv.")},
        {"indexQueryProj", CORE_TEXT("core", "Indexer query projection output")},
        {"indexKeyProj", CORE_TEXT("core", "Indexer key projection output")},
        {"indexWeights", CORE_TEXT("core", "Indexer head weights")},
        {"indexQuery", CORE_TEXT("core", "Indexer queries as scored")},
        {"indexKey", CORE_TEXT("core", "Indexer keys as scored")},
        {"chosenKeys", CORE_TEXT("core", "Keys chosen by the indexer")},
        {"gateLatents", CORE_TEXT("core", "Latents of decay and output gate")},
        {"decayProj", CORE_TEXT("core", "Decay and beta projection output")},
        {"decays", CORE_TEXT("core", "Decay and beta as the core reads them (fp32)")},
        {"convolved", CORE_TEXT("core", "Queries and keys after the short convolution")},
        {"query", CORE_TEXT("core", "Queries as the core reads them"), CORE_TEXT("core", "MaxText query_proj.")},
        {"key", CORE_TEXT("core", "Keys as the core reads them"), CORE_TEXT("core", "MaxText key_proj.")},
        {"value", CORE_TEXT("core", "Values as the core reads them"), CORE_TEXT("core", "MaxText value_proj.")},
        {"chunkMatrices", CORE_TEXT("core", "Chunk matrices of the delta rule")},
        {"scores", CORE_TEXT("core", "Scores of an unfused core")},
        {"probabilities", CORE_TEXT("core", "Probabilities of an unfused core")},
        {"logSumExp", CORE_TEXT("core", "Log-sum-exp of a fused core (fp32)"),
         CORE_TEXT("core", "Where it is not kept, the core runs again even if its context is kept.")},
        {"context", CORE_TEXT("core", "Core output (context)")},
        {"contextNorm", CORE_TEXT("core", "Normed core output")},
        {"gatedContext", CORE_TEXT("core", "Gated core output")},
        {"outProj", CORE_TEXT("core", "Output projection output")},
        {"mlpInput", CORE_TEXT("core", "Residual stream before the feed-forward")},
        {"mlpNorm", CORE_TEXT("core", "Feed-forward norm output")},
        {"routerScores", CORE_TEXT("core", "Router scores and choices (fp32)")},
        {"dispatchMasks", CORE_TEXT("core", "Dispatch and combine masks")},
        {"moeDispatched", CORE_TEXT("core", "Tokens at their experts")},
        {"moeMlpWi0", CORE_TEXT("core", "Expert gate projection output"), CORE_TEXT("core", "MaxText moe_mlpwi_0; without a gate the up projection's.")},
        {"moeMlpWi1", CORE_TEXT("core", "Expert up projection output"), CORE_TEXT("core", "MaxText moe_mlpwi_1.")},
        {"moeMlpAct", CORE_TEXT("core", "Expert activation output")},
        {"moeMlpWo", CORE_TEXT("core", "Expert down projection output"), CORE_TEXT("core", "MaxText moe_mlpwo.")},
        {"mlpWi0", CORE_TEXT("core", "Gate projection output"), CORE_TEXT("core", "Of the dense feed-forward or the shared experts; MaxText mlpwi_0.")},
        {"mlpWi1", CORE_TEXT("core", "Up projection output"), CORE_TEXT("core", "Of the dense feed-forward or the shared experts; MaxText mlpwi_1.")},
        {"mlpAct", CORE_TEXT("core", "Activation output")},
        {"mlpWo", CORE_TEXT("core", "Down projection output"), CORE_TEXT("core", "Of the dense feed-forward or the shared experts; MaxText mlpwo.")},
        {"mlpOut", CORE_TEXT("core", "Feed-forward output before its post-norm")},
        {"attentionDropout", CORE_TEXT("core", "Dropout mask after attention")},
        {"mlpDropout", CORE_TEXT("core", "Dropout mask after the feed-forward")},
    }};
    return rows;
}

std::span<const EnumRow> rowsOf(RematMode)
{
    static constexpr std::array<EnumRow, 2> rows{{
        {"wholeLayer", CORE_TEXT("core", "to the layer's end"),
         CORE_TEXT("core", "What is not kept runs again up to the layer's output, as Megatron-LM's checkpoints do.")},
        {"needed", CORE_TEXT("core", "what backward needs"),
         CORE_TEXT("core", "An operator runs again only if backward needs what it makes, as XLA does.")},
    }};
    return rows;
}

namespace {

using enum Tensor;
constexpr TensorSet matrixOutputs{queryProj, keyProj, valueProj, gateProj, queryLatent, kvLatent, indexQueryProj, indexKeyProj,
                                  indexWeights, chosenKeys, gateLatents, decayProj, chunkMatrices, outProj};
constexpr TensorSet core{scores, logSumExp, context};
constexpr TensorSet qkv{query, key, value};
constexpr TensorSet mlpIn{mlpWi0, mlpWi1, moeMlpWi0, moeMlpWi1};
constexpr TensorSet mlpDown{mlpWo, moeMlpWo};
constexpr TensorSet minimalSet = qkv | TensorSet(outProj) | mlpIn | mlpDown;
constexpr TensorSet withContext{context, logSumExp};

constexpr std::size_t policyCount = static_cast<std::size_t>(RematPolicy::custom) + 1;

// What the policies keep, in the order of their names below. "MaxText" are the lists of get_remat_policy(), decoders.py
// @7e5c2f41; its query_proj and key_proj are named after norm and rotation (attentions.py), what is named mlpwi_* and mlpwo also are the
// experts' (moe.py), and "context" are both outputs of a fused core.
constexpr std::array<PolicyTensors, policyCount> policies{{
    {.allNeeded = true},
    {.kept = {.device = matrixOutputs | core}},
    {},
    {.allNeeded = true}, // less its modules
    {.kept = {.device = minimalSet | withContext}},
    {.kept = {.device = minimalSet}},
    {.kept = {.device = qkv | outProj | withContext}},
    {.kept = {.device = qkv | outProj | mlpDown}},
    {.kept = {.device = qkv | outProj}},
    {.kept = {.device = qkv}},
    {.kept = {.host = qkv}},
    {.kept = {.host = minimalSet}},
    {.kept = {.device = outProj}},
    {},
}};

} // namespace

std::span<const EnumRow> rowsOf(RematPolicy)
{
    static constexpr std::array<EnumRow, policyCount> rows{{
        {"none", CORE_TEXT("core", "none"), CORE_TEXT("core", "Every activation is kept; nothing is recomputed.")},
        {"save_dot_except_mlp", CORE_TEXT("core", "save_dot_except_mlp"),
         CORE_TEXT("core", "Attention's matrix outputs are kept; the feed-forward runs again in backward.")},
        {"full", CORE_TEXT("core", "full"),
         CORE_TEXT("core", "Only layer inputs are kept; every layer runs forward again in backward.")},
        {"selective", CORE_TEXT("core", "selective"),
         CORE_TEXT("core", "Megatron-LM's: the modules of plan.recomputeModules run again, everything else is kept.")},
        {"maxtext.minimal_with_context", CORE_TEXT("core", "maxtext.minimal_with_context"),
         CORE_TEXT("core", "MaxText: queries, keys, values, context, all projections' outputs are kept.")},
        {"maxtext.minimal", CORE_TEXT("core", "maxtext.minimal"),
         CORE_TEXT("core", "MaxText: queries, keys, values and all projections' outputs are kept; the core runs again.")},
        {"maxtext.save_dot_with_context_except_mlp", CORE_TEXT("core", "maxtext.save_dot_with_context_except_mlp"),
         CORE_TEXT("core", "MaxText: queries, keys, values, context and output projection are kept.")},
        {"maxtext.save_dot_except_mlpwi", CORE_TEXT("core", "maxtext.save_dot_except_mlpwi"),
         CORE_TEXT("core", "MaxText: queries, keys, values, output and down projection are kept; the core runs again.")},
        {"maxtext.save_dot_except_mlp", CORE_TEXT("core", "maxtext.save_dot_except_mlp"),
         CORE_TEXT("core", "MaxText: queries, keys, values and output projection are kept; the core runs again.")},
        {"maxtext.save_qkv_proj", CORE_TEXT("core", "maxtext.save_qkv_proj"),
         CORE_TEXT("core", "MaxText: queries, keys and values are kept.")},
        {"maxtext.qkv_proj_offloaded", CORE_TEXT("core", "maxtext.qkv_proj_offloaded"),
         CORE_TEXT("core", "MaxText: queries, keys and values are kept in the host's memory.")},
        {"maxtext.minimal_offloaded", CORE_TEXT("core", "maxtext.minimal_offloaded"),
         CORE_TEXT("core", "MaxText: what minimal keeps, in the host's memory.")},
        {"maxtext.save_out_proj", CORE_TEXT("core", "maxtext.save_out_proj"),
         CORE_TEXT("core", "MaxText: the output projection alone is kept.")},
        {"custom", CORE_TEXT("core", "custom"), CORE_TEXT("core", "The tensors of plan.keptTensors are kept.")},
    }};
    return rows;
}

PolicyTensors tensorsOf(const RematChoice &choice)
{
    PolicyTensors out = policies[static_cast<std::size_t>(choice.policy)];
    if (choice.policy == RematPolicy::custom)
        out.kept = choice.custom;
    if (choice.policy == RematPolicy::selective)
        out.modules = choice.modules;
    return out;
}

namespace {

constexpr std::string_view offload = ":offload";

struct GroupRow
{
    const char *name;
    TensorSet tensors;
};
constexpr GroupRow groups[] = {
    {"kvProj", {keyProj, valueProj}}, {"qkvProj", {queryProj, keyProj, valueProj}}, {"mlpWi", {mlpWi0, mlpWi1}},
};

std::optional<TensorSet> tensorsNamed(std::string_view name)
{
    for (const GroupRow &group : groups)
        if (name == group.name)
            return group.tensors;
    const std::optional<Tensor> tensor = fromKey<Tensor>(name);
    return tensor ? std::optional<TensorSet>(*tensor) : std::nullopt;
}

std::string nearNames(std::string_view name)
{
    std::vector<std::string> known;
    for (const EnumRow &row : rowsOf(Tensor{}))
        known.emplace_back(row.key);
    for (const GroupRow &group : groups)
        known.emplace_back(group.name);
    return nearestNames(name, known);
}

} // namespace

Result<KeptTensors> parseKeptTensors(std::string_view text)
{
    constexpr std::size_t shown = 40;
    KeptTensors out;
    for (const std::string_view item : listItems(text)) {
        const bool away = item.ends_with(offload);
        const std::string_view name = away ? item.substr(0, item.size() - offload.size()) : item;
        const std::optional<TensorSet> tensors = tensorsNamed(name);
        if (!tensors)
            return failure("plan.keptTensors", {CORE_TEXT("core", "\"{0}\" names no tensor of a layer; near are {1}"),
                                                {std::string(name.substr(0, shown)), nearNames(name)}});
        if (tensors->meets(out.device | out.host))
            return failure("plan.keptTensors", {CORE_TEXT("core", "names {0} twice"), {std::string(name)}});
        (away ? out.host : out.device) |= *tensors;
    }
    return out;
}

std::string keptTensorsText(const KeptTensors &kept)
{
    std::string out;
    (kept.device | kept.host).each([&](Tensor t) {
        out += (out.empty() ? "" : ", ") + std::string(keyOf(t)) + (kept.host.has(t) ? std::string(offload) : "");
    });
    return out;
}

} // namespace headroom
