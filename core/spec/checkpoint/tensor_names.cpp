#include "spec/checkpoint/tensor_names.h"

#include "base/text.h"

#include <algorithm>
#include <array>
#include <string>

namespace headroom {

std::span<const EnumRow> rowsOf(TensorGroup)
{
    static constexpr std::array<EnumRow, 15> rows{{
        {"embedding", CORE_TEXT("core", "embedding")},
        {"attention", CORE_TEXT("core", "attention")},
        {"norm", CORE_TEXT("core", "norms")},
        {"feedForward", CORE_TEXT("core", "dense feed-forward")},
        {"router", CORE_TEXT("core", "routers")},
        {"routerBias", CORE_TEXT("core", "router biases")},
        {"experts", CORE_TEXT("core", "routed experts")},
        {"sharedExperts", CORE_TEXT("core", "shared experts")},
        {"head", CORE_TEXT("core", "output head")},
        {"mtp", CORE_TEXT("core", "multi-token prediction")},
        {"scale", CORE_TEXT("core", "quantisation scales")},
        {"duplicate", CORE_TEXT("core", "copies of embedding and head")},
        {"buffer", CORE_TEXT("core", "buffers")},
        {"vision", CORE_TEXT("core", "vision tower")},
        {"other", CORE_TEXT("core", "other")},
    }};
    return rows;
}

} // namespace headroom

namespace headroom::names {

namespace {

using enum Shape;

bool isFull(const AttentionSpec &a)
{
    return a.kind == AttentionKind::full;
}
bool isLatent(const AttentionSpec &a)
{
    return a.kind == AttentionKind::mla;
}
bool isLightning(const AttentionSpec &a)
{
    return a.kind == AttentionKind::linear && !a.isDeltaRule();
}
bool isDelta(const AttentionSpec &a)
{
    return a.isDeltaRule();
}
bool hasLowRankGates(const AttentionSpec &a)
{
    return a.isDeltaRule() && a.gateRank.has_value();
}
bool hasFullGates(const AttentionSpec &a)
{
    return a.isDeltaRule() && !a.gateRank;
}

// --- norms of a layer ---------------------------------------------------------------------------------------------
constexpr auto norm = TensorGroup::norm;
const NameRow normRows[] = {
    {"input_layernorm.weight", {"norm1"}, vector},
    {"post_attention_layernorm.weight", {"norm2"}, vector},
};
// Gemma2DecoderLayer, Gemma3DecoderLayer.
const NameRow gemmaNormRows[] = {
    {"input_layernorm.weight", {"norm1"}, vector},
    {"post_attention_layernorm.weight", {"post_norm1"}, vector},
    {"pre_feedforward_layernorm.weight", {"norm2"}, vector},
    {"post_feedforward_layernorm.weight", {"post_norm2"}, vector},
};

// --- attention ----------------------------------------------------------------------------------------------------
// LlamaAttention and those modelled on it; the gate is interleaved with the queries in Qwen3NextAttention.
const NameRow softmaxRows[] = {
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
const NameRow latentRows[] = {
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
const NameRow outputRows[] = {
    {"o_proj.weight", {"o_proj"}},
    {"o_proj.bias", {"o_proj.bias"}, vector},
};
// BailingMoeV2Attention and its linear sibling.
const NameRow bailingRows[] = {
    {"query_key_value.weight", {"q_proj", "k_proj", "v_proj"}},
    {"query_key_value.bias", {"q_proj.bias", "k_proj.bias", "v_proj.bias"}, vector},
    {"query_layernorm.weight", {"q_norm"}, vector},
    {"key_layernorm.weight", {"k_norm"}, vector},
};
const NameRow bailingLinearRows[] = {
    {"query_key_value.weight", {"qkv_proj"}},       {"query_key_value.bias", {"qkv_proj.bias"}, vector},
    {"query_layernorm.weight", {"q_norm"}, vector}, {"key_layernorm.weight", {"k_norm"}, vector},
    {"g_norm.weight", {"g_norm"}, vector},          {"g_proj.weight", {"g_proj"}},
};
const NameRow bailingOutputRows[] = {
    {"dense.weight", {"o_proj"}},
    {"dense.bias", {"o_proj.bias"}, vector},
};
// MiniMaxText01LightningAttention.
const NameRow minimaxLinearRows[] = {
    {"qkv_proj.weight", {"qkv_proj"}},
    {"norm.weight", {"g_norm"}, vector},
    {"output_gate.weight", {"g_proj"}},
    {"out_proj.weight", {"o_proj"}},
};
// Kimi delta attention: KimiDeltaAttention of moonshotai, BailingMoeV3's of inclusionAI.
const NameRow kdaRows[] = {
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
const NameRow kdaLowRankRows[] = {
    {"f_a_proj.weight", {"f_a_proj"}},
    {"f_b_proj.weight", {"f_b_proj"}},
    {"g_a_proj.weight", {"g_a_proj"}},
    {"g_b_proj.weight", {"g_b_proj"}},
};
const NameRow kdaFullRows[] = {
    {"f_proj.weight", {"f_b_proj"}},
    {"g_proj.weight", {"g_b_proj"}},
};
// Qwen3NextGatedDeltaNet.
const NameRow qwenNextDeltaRows[] = {
    {"in_proj_qkvz.weight", {"qk_proj", "v_proj", "g_b_proj"}},
    {"in_proj_ba.weight", {"b_proj", "a_proj"}},
};
// Qwen3_5GatedDeltaNet keeps the projections apart.
const NameRow qwen35DeltaRows[] = {
    {"in_proj_qkv.weight", {"qk_proj", "v_proj"}},
    {"in_proj_z.weight", {"g_b_proj"}},
    {"in_proj_b.weight", {"b_proj"}},
    {"in_proj_a.weight", {"a_proj"}},
};
const NameRow gatedDeltaRows[] = {
    {"conv1d.weight", {"qk_conv", "v_conv"}, convolution},
    {"A_log", {"A_log"}, perHead},
    {"dt_bias", {"dt_bias"}, vector},
    {"norm.weight", {"o_norm"}, vector},
    {"out_proj.weight", {"o_proj"}},
};

// --- feed-forward -------------------------------------------------------------------------------------------------
const NameRow denseRows[] = {
    {"gate_proj.weight", {"gate_up_proj"}, matrix, 2},
    {"up_proj.weight", {"gate_up_proj"}, matrix, 2},
    {"up_proj.weight", {"up_proj"}},
    {"down_proj.weight", {"down_proj"}},
    {"gate_proj.bias", {"gate_up_proj.bias"}, vector, 2},
    {"up_proj.bias", {"gate_up_proj.bias"}, vector, 2},
    {"up_proj.bias", {"up_proj.bias"}, vector},
    {"down_proj.bias", {"down_proj.bias"}, vector},
};
const NameRow gateRows[] = {{"gate.weight", {"router"}}};
const NameRow routerRows[] = {
    {"router.weight", {"router"}},
    {"router.bias", {"router.bias"}, vector},
};
const NameRow correctionRows[] = {{"e_score_correction_bias", {"router.correction"}, vector}};
const NameRow gateCorrectionRows[] = {{"gate.e_score_correction_bias", {"router.correction"}, vector}};
const NameRow bailingCorrectionRows[] = {{"gate.expert_bias", {"router.correction"}, vector}};
const NameRow projExpertRows[] = {
    {"experts.{e}.gate_proj.weight", {"experts.gate_up"}, matrix, 2},
    {"experts.{e}.up_proj.weight", {"experts.gate_up"}, matrix, 2},
    {"experts.{e}.down_proj.weight", {"experts.down"}},
};
const NameRow numberedExpertRows[] = {
    {"experts.{e}.w1.weight", {"experts.gate_up"}, matrix, 2},
    {"experts.{e}.w3.weight", {"experts.gate_up"}, matrix, 2},
    {"experts.{e}.w2.weight", {"experts.down"}},
};
const NameRow stackedExpertRows[] = {
    {"experts.gate_up_proj", {"experts.gate_up"}, stacked},
    {"experts.down_proj", {"experts.down"}, stacked},
};
// GptOssExperts.
const NameRow gptOssExpertRows[] = {
    {"experts.gate_up_proj", {"experts.gate_up"}, stackedTransposed},
    {"experts.gate_up_proj_bias", {"experts.gate_up.bias"}, stackedVector},
    {"experts.down_proj", {"experts.down"}, stackedTransposed},
    {"experts.down_proj_bias", {"experts.down.bias"}, stackedVector},
};
const NameRow sharedRows[] = {
    {"gate_proj.weight", {"shared.gate_up"}, matrix, 2},
    {"up_proj.weight", {"shared.gate_up"}, matrix, 2},
    {"down_proj.weight", {"shared.down"}},
};
const NameRow sharedGateRows[] = {{"shared_expert_gate.weight", {"shared.gate"}}};

// --- groups that several families share ---------------------------------------------------------------------------
constexpr auto attention = TensorGroup::attention;
const RowGroup norms{"", normRows, norm};
const RowGroup softmax{"self_attn.", softmaxRows, attention};
const RowGroup softmaxOnly{"self_attn.", softmaxRows, attention, isFull};
const RowGroup latent{"self_attn.", latentRows, attention, isLatent};
const RowGroup output{"self_attn.", outputRows, attention, isLatent};
const RowGroup dense{"mlp.", denseRows, TensorGroup::feedForward};
const RowGroup gate{"mlp.", gateRows, TensorGroup::router};
const RowGroup gateCorrection{"mlp.", gateCorrectionRows, TensorGroup::routerBias};
const RowGroup bailingCorrection{"mlp.", bailingCorrectionRows, TensorGroup::routerBias};
const RowGroup sharedExperts{"mlp.shared_experts.", sharedRows, TensorGroup::sharedExperts};
const RowGroup sharedExpert{"mlp.shared_expert.", sharedRows, TensorGroup::sharedExperts};
const RowGroup sharedGate{"mlp.", sharedGateRows, TensorGroup::sharedExperts};
const RowGroup sparseGate{"block_sparse_moe.", gateRows, TensorGroup::router};
const RowGroup bailing{"attention.", bailingRows, attention, isFull};
const RowGroup bailingLinear{"attention.", bailingLinearRows, attention, isLightning};
const RowGroup bailingLatent{"attention.", latentRows, attention, isLatent};
const RowGroup bailingOutput{"attention.", bailingOutputRows, attention,
                             [](const AttentionSpec &a) { return !a.isDeltaRule(); }};
const RowGroup gatedDelta{"linear_attn.", gatedDeltaRows, attention, isDelta};

constexpr const char *embedTokens = "model.embed_tokens.weight";
constexpr const char *wordEmbeddings = "model.word_embeddings.weight";

} // namespace

std::span<const Layout> layouts()
{
    static const Layout rows[] = {
        {"llama", embedTokens, {norms, softmax, dense}},
        {"mistral", embedTokens, {norms, softmax, dense}},
        {"qwen2", embedTokens, {norms, softmax, dense}},
        {"qwen3", embedTokens, {norms, softmax, dense}},
        {"gemma2", embedTokens, {{"", gemmaNormRows, norm}, softmax, dense}},
        {"gemma3_text", embedTokens, {{"", gemmaNormRows, norm}, softmax, dense}},
        {"mixtral",
         embedTokens,
         {norms, softmax, sparseGate},
         MtpForm::none,
         {numberedExpertRows},
         "block_sparse_moe."},
        {"qwen2_moe",
         embedTokens,
         {norms, softmax, dense, gate, sharedExpert, sharedGate},
         MtpForm::none,
         {projExpertRows},
         "mlp."},
        {"qwen3_moe", embedTokens, {norms, softmax, dense, gate}, MtpForm::none, {projExpertRows}, "mlp."},
        {"qwen3_next",
         embedTokens,
         {norms,
          softmaxOnly,
          {"linear_attn.", qwenNextDeltaRows, attention, isDelta},
          gatedDelta,
          dense,
          gate,
          sharedExpert,
          sharedGate},
         MtpForm::separate,
         {projExpertRows},
         "mlp."},
        {"qwen3_5_text",
         embedTokens,
         {norms, softmaxOnly, {"linear_attn.", qwen35DeltaRows, attention, isDelta}, gatedDelta, dense},
         MtpForm::separate},
        {"qwen3_5_moe_text",
         embedTokens,
         {norms,
          softmaxOnly,
          {"linear_attn.", qwen35DeltaRows, attention, isDelta},
          gatedDelta,
          gate,
          sharedExpert,
          sharedGate},
         MtpForm::separate,
         {stackedExpertRows, projExpertRows},
         "mlp."},
        {"deepseek_v2",
         embedTokens,
         {norms, latent, output, dense, gate, sharedExperts},
         MtpForm::none,
         {projExpertRows},
         "mlp."},
        {"deepseek_v3",
         embedTokens,
         {norms, latent, output, dense, gate, gateCorrection, sharedExperts},
         MtpForm::layerWithCopies,
         {projExpertRows},
         "mlp."},
        {"kimi_k2",
         embedTokens,
         {norms, latent, output, dense, gate, gateCorrection, sharedExperts},
         MtpForm::layerWithCopies,
         {projExpertRows},
         "mlp."},
        {"deepseek_v32",
         embedTokens,
         {norms, latent, output, dense, gate, gateCorrection, sharedExperts},
         MtpForm::layerWithCopies,
         {projExpertRows},
         "mlp."},
        {"glm_moe_dsa",
         embedTokens,
         {norms, latent, output, dense, gate, gateCorrection, sharedExperts},
         MtpForm::layerWithCopies,
         {projExpertRows},
         "mlp."},
        {"glm4_moe",
         embedTokens,
         {norms, softmax, dense, gate, gateCorrection, sharedExperts},
         MtpForm::layerWithCopies,
         {projExpertRows},
         "mlp."},
        {"kimi_linear",
         embedTokens,
         {norms,
          latent,
          output,
          {"self_attn.", kdaRows, attention, isDelta},
          {"self_attn.", kdaLowRankRows, attention, hasLowRankGates},
          {"self_attn.", kdaFullRows, attention, hasFullGates},
          dense,
          sparseGate,
          {"block_sparse_moe.", gateCorrectionRows, TensorGroup::routerBias},
          {"block_sparse_moe.shared_experts.", sharedRows, TensorGroup::sharedExperts}},
         MtpForm::none,
         {numberedExpertRows},
         "block_sparse_moe."},
        {"bailing_moe",
         wordEmbeddings,
         {norms, bailing, bailingOutput, dense, gate, bailingCorrection, sharedExperts},
         MtpForm::layer,
         {projExpertRows},
         "mlp."},
        {"bailing_moe_linear",
         wordEmbeddings,
         {norms, bailing, bailingLinear, bailingOutput, dense, gate, bailingCorrection, sharedExperts},
         MtpForm::layer,
         {projExpertRows},
         "mlp."},
        {"bailing_hybrid",
         wordEmbeddings,
         {norms,
          bailingLatent,
          bailingLinear,
          bailingOutput,
          {"attention.", kdaRows, attention, isDelta},
          {"attention.", kdaLowRankRows, attention, hasLowRankGates},
          {"attention.", kdaFullRows, attention, hasFullGates},
          dense,
          gate,
          bailingCorrection,
          sharedExperts},
         MtpForm::layer,
         {projExpertRows},
         "mlp."},
        {"minimax_text_01",
         embedTokens,
         {norms, softmaxOnly, {"self_attn.", minimaxLinearRows, attention, isLightning}, sparseGate},
         MtpForm::none,
         {numberedExpertRows},
         "block_sparse_moe."},
        {"minimax",
         embedTokens,
         {norms, softmaxOnly, {"self_attn.", minimaxLinearRows, attention, isLightning}, sparseGate},
         MtpForm::none,
         {numberedExpertRows},
         "block_sparse_moe."},
        {"minimax_m2",
         embedTokens,
         {norms, softmax, sparseGate, {"block_sparse_moe.", correctionRows, TensorGroup::routerBias}},
         MtpForm::none,
         {numberedExpertRows},
         "block_sparse_moe."},
        {"gpt_oss",
         embedTokens,
         {norms, softmax, {"mlp.", routerRows, TensorGroup::router}},
         MtpForm::none,
         {gptOssExpertRows},
         "mlp."},
    };
    return rows;
}

const Layout *layoutOf(const std::string &modelType)
{
    const auto found =
        std::ranges::find(layouts(), modelType, [](const Layout &l) { return std::string(l.modelType); });
    return found == layouts().end() ? nullptr : &*found;
}

} // namespace headroom::names
