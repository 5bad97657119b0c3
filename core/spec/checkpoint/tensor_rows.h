#pragma once
// Names of a layer's tensors as the checkpoints of the families spell them; tensor_names.cpp puts families together from these.

#include "spec/checkpoint/tensor_names.h"

namespace headroom::names {

using enum Shape;

inline bool isFull(const AttentionSpec &a)
{
    return a.kind == AttentionKind::full;
}
inline bool isLatent(const AttentionSpec &a)
{
    return a.kind == AttentionKind::mla;
}
inline bool isLightning(const AttentionSpec &a)
{
    return a.kind == AttentionKind::linear && !a.isDeltaRule();
}
inline bool isDelta(const AttentionSpec &a)
{
    return a.isDeltaRule();
}
inline bool hasLowRankGates(const AttentionSpec &a)
{
    return a.isDeltaRule() && a.gateRank.has_value();
}
inline bool hasFullGates(const AttentionSpec &a)
{
    return a.isDeltaRule() && !a.gateRank;
}

// --- norms of a layer ---------------------------------------------------------------------------------------------
inline constexpr auto norm = TensorGroup::norm;
inline const NameRow normRows[] = {
    {"input_layernorm.weight", {"norm1"}, vector},
    {"post_attention_layernorm.weight", {"norm2"}, vector},
};
// Gemma2DecoderLayer, Gemma3DecoderLayer.
inline const NameRow gemmaNormRows[] = {
    {"input_layernorm.weight", {"norm1"}, vector},
    {"post_attention_layernorm.weight", {"post_norm1"}, vector},
    {"pre_feedforward_layernorm.weight", {"norm2"}, vector},
    {"post_feedforward_layernorm.weight", {"post_norm2"}, vector},
};

// --- attention ----------------------------------------------------------------------------------------------------
// LlamaAttention and those modelled on it; the gate is interleaved with the queries in Qwen3NextAttention.
inline const NameRow softmaxRows[] = {
    {"q_proj.weight", {"q_proj", "gate_proj"}},
    {"k_proj.weight", {"k_proj"}},
    {"v_proj.weight", {"v_proj"}},
    {"o_proj.weight", {"o_proj"}},
    {"q_proj.bias", {"q_proj.bias"}, vector},
    {"k_proj.bias", {"k_proj.bias"}, vector},
    {"v_proj.bias", {"v_proj.bias"}, vector},
    {"o_proj.bias", {"o_proj.bias"}, vector},
    {"q_norm.weight", {"q_norm"}, vector},
    {"k_norm.weight", {"k_norm"}, vector},
    {"sinks", {"sinks"}, vector},
};
// DeepseekV2Attention, DeepseekV3Attention; the indexer of DeepSeek-V3.2 and GlmMoeDsa.
inline const NameRow latentRows[] = {
    {"q_proj.weight", {"q_proj"}},
    {"q_a_proj.weight", {"q_a_proj"}},
    {"q_a_proj.bias", {"q_a_proj.bias"}, vector},
    {"q_a_layernorm.weight", {"q_a_norm"}, vector},
    {"q_b_proj.weight", {"q_b_proj"}},
    {"kv_a_proj_with_mqa.weight", {"kv_a_proj"}},
    {"kv_a_proj_with_mqa.bias", {"kv_a_proj.bias"}, vector},
    {"kv_a_layernorm.weight", {"kv_a_norm"}, vector},
    {"kv_b_proj.weight", {"kv_b_proj"}},
    {"g_proj.weight", {"gate_proj"}},
    {"indexer.wq_b.weight", {"indexer.q_proj"}},
    {"indexer.wk.weight", {"indexer.k_proj"}},
    {"indexer.k_norm.weight", {"indexer.k_norm"}, vector},
    {"indexer.k_norm.bias", {"indexer.k_norm.bias"}, vector},
    {"indexer.weights_proj.weight", {"indexer.head_weights"}},
};
inline const NameRow outputRows[] = {
    {"o_proj.weight", {"o_proj"}},
    {"o_proj.bias", {"o_proj.bias"}, vector},
};
// BailingMoeV2Attention and its linear sibling.
inline const NameRow bailingRows[] = {
    {"query_key_value.weight", {"q_proj", "k_proj", "v_proj"}},
    {"query_key_value.bias", {"q_proj.bias", "k_proj.bias", "v_proj.bias"}, vector},
    {"query_layernorm.weight", {"q_norm"}, vector},
    {"key_layernorm.weight", {"k_norm"}, vector},
};
inline const NameRow bailingLinearRows[] = {
    {"query_key_value.weight", {"qkv_proj"}},       {"query_key_value.bias", {"qkv_proj.bias"}, vector},
    {"query_layernorm.weight", {"q_norm"}, vector}, {"key_layernorm.weight", {"k_norm"}, vector},
    {"g_norm.weight", {"g_norm"}, vector},          {"g_proj.weight", {"g_proj"}},
};
inline const NameRow bailingOutputRows[] = {
    {"dense.weight", {"o_proj"}},
    {"dense.bias", {"o_proj.bias"}, vector},
};
// MiniMaxText01LightningAttention.
inline const NameRow minimaxLinearRows[] = {
    {"qkv_proj.weight", {"qkv_proj"}},
    {"norm.weight", {"g_norm"}, vector},
    {"output_gate.weight", {"g_proj"}},
    {"out_proj.weight", {"o_proj"}},
};
// Kimi delta attention: KimiDeltaAttention of moonshotai, BailingMoeV3's of inclusionAI.
inline const NameRow kdaRows[] = {
    {"q_proj.weight", {"qk_proj"}, matrix, 2},
    {"k_proj.weight", {"qk_proj"}, matrix, 2},
    {"v_proj.weight", {"v_proj"}},
    {"q_conv1d.weight", {"qk_conv"}, convolution, 2},
    {"k_conv1d.weight", {"qk_conv"}, convolution, 2},
    {"v_conv1d.weight", {"v_conv"}, convolution},
    {"b_proj.weight", {"b_proj"}},
    {"A_log", {"A_log"}, perHead},
    {"dt_bias", {"dt_bias"}, vector},
    {"o_norm.weight", {"o_norm"}, vector},
    {"o_proj.weight", {"o_proj"}},
};
inline const NameRow kdaLowRankRows[] = {
    {"f_a_proj.weight", {"f_a_proj"}},
    {"f_b_proj.weight", {"f_b_proj"}},
    {"g_a_proj.weight", {"g_a_proj"}},
    {"g_b_proj.weight", {"g_b_proj"}},
};
inline const NameRow kdaFullRows[] = {
    {"f_proj.weight", {"f_b_proj"}},
    {"g_proj.weight", {"g_b_proj"}},
};
// Qwen3NextGatedDeltaNet.
inline const NameRow qwenNextDeltaRows[] = {
    {"in_proj_qkvz.weight", {"qk_proj", "v_proj", "g_b_proj"}},
    {"in_proj_ba.weight", {"b_proj", "a_proj"}},
};
// Qwen3_5GatedDeltaNet keeps the projections apart.
inline const NameRow qwen35DeltaRows[] = {
    {"in_proj_qkv.weight", {"qk_proj", "v_proj"}},
    {"in_proj_z.weight", {"g_b_proj"}},
    {"in_proj_b.weight", {"b_proj"}},
    {"in_proj_a.weight", {"a_proj"}},
};
inline const NameRow gatedDeltaRows[] = {
    {"conv1d.weight", {"qk_conv", "v_conv"}, convolution},
    {"A_log", {"A_log"}, perHead},
    {"dt_bias", {"dt_bias"}, vector},
    {"norm.weight", {"o_norm"}, vector},
    {"out_proj.weight", {"o_proj"}},
};

// --- feed-forward -------------------------------------------------------------------------------------------------
inline const NameRow denseRows[] = {
    {"gate_proj.weight", {"gate_up_proj"}, matrix, 2},
    {"up_proj.weight", {"gate_up_proj"}, matrix, 2},
    {"up_proj.weight", {"up_proj"}},
    {"down_proj.weight", {"down_proj"}},
    {"gate_proj.bias", {"gate_up_proj.bias"}, vector, 2},
    {"up_proj.bias", {"gate_up_proj.bias"}, vector, 2},
    {"up_proj.bias", {"up_proj.bias"}, vector},
    {"down_proj.bias", {"down_proj.bias"}, vector},
};
inline const NameRow gateRows[] = {{"gate.weight", {"router"}}};
inline const NameRow routerRows[] = {
    {"router.weight", {"router"}},
    {"router.bias", {"router.bias"}, vector},
};
inline const NameRow correctionRows[] = {{"e_score_correction_bias", {"router.correction"}, vector}};
inline const NameRow gateCorrectionRows[] = {{"gate.e_score_correction_bias", {"router.correction"}, vector}};
inline const NameRow bailingCorrectionRows[] = {{"gate.expert_bias", {"router.correction"}, vector}};
inline const NameRow projExpertRows[] = {
    {"experts.{e}.gate_proj.weight", {"experts.gate_up"}, matrix, 2},
    {"experts.{e}.up_proj.weight", {"experts.gate_up"}, matrix, 2},
    {"experts.{e}.down_proj.weight", {"experts.down"}},
};
inline const NameRow numberedExpertRows[] = {
    {"experts.{e}.w1.weight", {"experts.gate_up"}, matrix, 2},
    {"experts.{e}.w3.weight", {"experts.gate_up"}, matrix, 2},
    {"experts.{e}.w2.weight", {"experts.down"}},
};
inline const NameRow stackedExpertRows[] = {
    {"experts.gate_up_proj", {"experts.gate_up"}, stacked},
    {"experts.down_proj", {"experts.down"}, stacked},
};
// GptOssExperts.
inline const NameRow gptOssExpertRows[] = {
    {"experts.gate_up_proj", {"experts.gate_up"}, stackedTransposed},
    {"experts.gate_up_proj_bias", {"experts.gate_up.bias"}, stackedVector},
    {"experts.down_proj", {"experts.down"}, stackedTransposed},
    {"experts.down_proj_bias", {"experts.down.bias"}, stackedVector},
};
inline const NameRow sharedRows[] = {
    {"gate_proj.weight", {"shared.gate_up"}, matrix, 2},
    {"up_proj.weight", {"shared.gate_up"}, matrix, 2},
    {"down_proj.weight", {"shared.down"}},
};
inline const NameRow sharedGateRows[] = {{"shared_expert_gate.weight", {"shared.gate"}}};

} // namespace headroom::names
