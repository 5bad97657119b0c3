#pragma once
// What a plan keeps of a layer's activations, by name, and the policies that are known under a name. Names of tensors follow MaxText
// where it has one (decoders.py and attention_mla.py, AI-Hypercomputer/maxtext@7e5c2f41), in this program's spelling.

#include "base/enum_table.h"
#include "base/result.h"

#include <bit>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

namespace headroom {

// Activations of a layer in the order they are made. `query`, `key` and `value` are what the core reads, after norm, convolution and
// rotation; where nothing comes between, they are the projections' outputs.
enum class Tensor {
    decoderLayerInput, attentionNorm, queryProj, keyProj, valueProj, gateProj, queryLatent, queryLatentNorm, kvLatent, kvLatentNorm,
    indexQueryProj, indexKeyProj, indexWeights, indexQuery, indexKey, chosenKeys, gateLatents, decayProj, decays, convolved,
    query, key, value, chunkMatrices, scores, probabilities, logSumExp, context, contextNorm, gatedContext, outProj, mlpInput, mlpNorm,
    routerScores, dispatchMasks, moeDispatched, moeMlpWi0, moeMlpWi1, moeMlpAct, moeMlpWo, mlpWi0, mlpWi1, mlpAct, mlpWo, mlpOut, attentionDropout, mlpDropout,
    layerOutput // never kept by name: the next layer's input
};
std::span<const EnumRow> rowsOf(Tensor); // without layerOutput
inline constexpr std::size_t tensorCount = static_cast<std::size_t>(Tensor::layerOutput) + 1;

// A set of enumerators of a small enum.
template <class E> class Set
{
public:
    constexpr Set() = default;
    constexpr Set(E e) : m_bits(std::uint64_t{1} << static_cast<unsigned>(e)) {}
    constexpr Set(std::initializer_list<E> all)
    {
        for (const E e : all)
            m_bits |= Set(e).m_bits;
    }
    constexpr bool has(E e) const { return (m_bits & Set(e).m_bits) != 0; }
    constexpr bool empty() const { return m_bits == 0; }
    constexpr int size() const { return std::popcount(m_bits); }
    constexpr bool meets(Set other) const { return (m_bits & other.m_bits) != 0; }
    constexpr bool within(Set other) const { return (m_bits & ~other.m_bits) == 0; }
    constexpr Set operator|(Set other) const { return fromBits(m_bits | other.m_bits); }
    constexpr Set operator&(Set other) const { return fromBits(m_bits & other.m_bits); }
    constexpr Set without(Set other) const { return fromBits(m_bits & ~other.m_bits); }
    constexpr Set &operator|=(Set other) { return *this = *this | other; }
    bool operator==(const Set &) const = default;
    // Calls visit(enumerator) for each, in order.
    template <class Visit> void each(Visit visit) const
    {
        for (std::uint64_t left = m_bits; left != 0; left &= left - 1)
            visit(static_cast<E>(std::countr_zero(left)));
    }

private:
    static constexpr Set fromBits(std::uint64_t bits)
    {
        Set out;
        out.m_bits = bits;
        return out;
    }
    std::uint64_t m_bits = 0;
};
using TensorSet = Set<Tensor>;

// Tensors kept on the device, and those kept in the host's memory.
struct KeptTensors
{
    TensorSet device{}, host{};
    bool operator==(const KeptTensors &) const = default;
};
// "queryProj, context, mlpWi0:offload": names, each with ":offload" when the host keeps it; commas, semicolons or spaces between them.
// kvProj, qkvProj and mlpWi stand for their parts. Errors: the name that is none, or that is listed twice.
Result<KeptTensors> parseKeptTensors(std::string_view text);
std::string keptTensorsText(const KeptTensors &kept);

enum class RematPolicy {
    none, saveDotExceptMlp, full, selective, minimalWithContext, minimal, saveDotWithContextExceptMlp, saveDotExceptMlpWi,
    maxTextSaveDotExceptMlp, saveQkvProj, qkvProjOffloaded, minimalOffloaded, saveOutProj, custom
};
std::span<const EnumRow> rowsOf(RematPolicy); // keys none, save_dot_except_mlp, full, selective, maxtext.minimal, …, custom

// How far a policy runs a layer again: to its end, but for what is kept, or what backward needs and no more.
enum class RematMode { wholeLayer, needed };
std::span<const EnumRow> rowsOf(RematMode);

// Parts of a layer that the selective policy runs again, by their names in Megatron-LM's --recompute-modules (transformer_config.py,
// NVIDIA/Megatron-LM core_v0.14).
enum class RecomputeModule { coreAttention, latentUpProjection, layerNorm, expertActivation, mlp, sharedExperts, moe };
std::span<const EnumRow> rowsOf(RecomputeModule); // keys core_attn, mla_up_proj, layernorm, moe_act, mlp, shared_experts, moe
using RecomputeModules = Set<RecomputeModule>;
// "core_attn, moe_act"; commas, semicolons or spaces between them. Errors: no name, the name that is none, or that is listed twice.
Result<RecomputeModules> parseRecomputeModules(std::string_view text);
std::string recomputeModulesText(RecomputeModules modules);

// What a module's recomputation does to the layers that have it.
struct ModuleTensors
{
    TensorSet of{}, notOf{}; // of layers with one of these tensors and none of those
    TensorSet dropped{};     // not kept
    TensorSet reached{};     // runs again as far as these: the module ends there, whatever backward needs of it
};
const ModuleTensors &tensorsOf(RecomputeModule module);

// What a policy says of the tensors.
struct PolicyTensors
{
    KeptTensors kept{};
    bool allNeeded = false; // keeps what backward needs, less what `modules` drop
    RecomputeModules modules{};
};

// A policy as a plan states it.
struct RematChoice
{
    RematPolicy policy = RematPolicy::none;
    RematMode mode = RematMode::wholeLayer;
    KeptTensors custom{};       // of the custom policy
    RecomputeModules modules{RecomputeModule::coreAttention}; // of the selective one
};
PolicyTensors tensorsOf(const RematChoice &choice);

} // namespace headroom
