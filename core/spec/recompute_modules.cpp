#include "spec/remat.h"

#include "base/text.h"
#include "spec/list_text.h"
#include "spec/nearest.h"

#include <array>

namespace headroom {

namespace {

using enum Tensor;
constexpr std::size_t moduleCount = static_cast<std::size_t>(RecomputeModule::moe) + 1;
constexpr TensorSet denseInside{mlpWi0, mlpWi1, mlpAct};
constexpr TensorSet routedInside{routerScores, dispatchMasks, moeDispatched, moeMlpWi0, moeMlpWi1, moeMlpAct, moeMlpWo};

// What each one discards, after Megatron-LM (core_v0.14): moe_act, layernorm and mla_up_proj discard the output of the operators that
// they name (multi_latent_attention.py, experts.py, transformer_layer.py: CheckpointWithoutOutput), the others are checkpoints of a
// whole module, which runs again to its end (tensor_parallel.checkpoint). In the order of their names below.
constexpr std::array<ModuleTensors, moduleCount> modules{{
    {.of = {scores, logSumExp}, .dropped = {scores, probabilities, logSumExp}, .reached = {context}},
    {.of = {queryLatent, kvLatent}, .dropped = {queryProj, keyProj, valueProj, query, key, value, queryLatentNorm, kvLatentNorm}},
    {.of = {attentionNorm}, .dropped = {attentionNorm, mlpNorm}},
    {.of = {moeMlpAct}, .dropped = {moeMlpAct}},
    {.of = {mlpAct}, .notOf = {moeMlpAct}, .dropped = denseInside, .reached = {mlpWo}},
    {.of = {moeMlpAct}, .dropped = denseInside, .reached = {mlpWo}},
    {.of = {moeMlpAct}, .dropped = denseInside | routedInside, .reached = {mlpOut}},
}};

} // namespace

std::span<const EnumRow> rowsOf(RecomputeModule)
{
    static constexpr std::array<EnumRow, moduleCount> rows{{
        {"core_attn", CORE_TEXT("core", "Attention core")},
        {"mla_up_proj", CORE_TEXT("core", "Up projections and rotation of latent attention")},
        {"layernorm", CORE_TEXT("core", "Norms before attention and feed-forward")},
        {"moe_act", CORE_TEXT("core", "Activation of the routed experts")},
        {"mlp", CORE_TEXT("core", "Dense feed-forward")},
        {"shared_experts", CORE_TEXT("core", "Shared experts")},
        {"moe", CORE_TEXT("core", "Router, experts and their exchange")},
    }};
    return rows;
}

const ModuleTensors &tensorsOf(RecomputeModule module) { return modules[static_cast<std::size_t>(module)]; }

namespace {

std::string nearModules(std::string_view name)
{
    std::vector<std::string> known;
    for (const EnumRow &row : rowsOf(RecomputeModule{}))
        known.emplace_back(row.key);
    return nearestNames(name, known);
}

} // namespace

Result<RecomputeModules> parseRecomputeModules(std::string_view text)
{
    constexpr std::size_t shown = 40;
    constexpr const char *field = "plan.recomputeModules";
    RecomputeModules out;
    for (const std::string_view name : listItems(text)) {
        const std::optional<RecomputeModule> module = fromKey<RecomputeModule>(name);
        if (!module)
            return failure(field, {CORE_TEXT("core", "\"{0}\" names no module of a layer; near are {1}"),
                                   {std::string(name.substr(0, shown)), nearModules(name)}});
        if (out.has(*module))
            return failure(field, {CORE_TEXT("core", "names {0} twice"), {std::string(name)}});
        out |= *module;
    }
    if (out.empty())
        return failure(field, {CORE_TEXT("core", "names no module; the policy none recomputes none"), {}});
    return out;
}

std::string recomputeModulesText(RecomputeModules modules)
{
    std::string out;
    modules.each([&](RecomputeModule module) { out += (out.empty() ? "" : ", ") + std::string(keyOf(module)); });
    return out;
}

} // namespace headroom
