#include "spec/checkpoint/tensor_names.h"

#include "spec/checkpoint/tensor_rows.h"

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
