// What a config says about the language model, whatever it is wrapped in; and the keys no cost depends on.

#include "spec/hf_family.h"

namespace headroom::hf {

namespace {

constexpr const char *ignored[] = {
    "model_type",
    "architectures",
    "auto_map",
    "_name_or_path",
    "name_or_path",
    "transformers_version",
    "torch_dtype",
    "dtype",
    "use_cache",
    "bos_token_id",
    "eos_token_id",
    "pad_token_id",
    "unk_token_id",
    "sep_token_id",
    "decoder_start_token_id",
    "initializer_range",
    "initializer_factor",
    "rms_norm_eps",
    "layer_norm_eps",
    "rope_theta",
    "rope_scaling",
    "rope_parameters",
    "rope_interleave",
    "rope_local_base_freq",
    "use_mrope",
    "max_position_embeddings",
    "original_max_position_embeddings",
    "pretraining_tp",
    "ep_size",
    "output_router_logits",
    "router_aux_loss_coef",
    "router_z_loss_coef",
    "router_jitter_noise",
    "aux_loss_alpha",
    "aux_loss_coef",
    "seq_aux",
    "norm_topk_prob",
    "routed_scaling_factor",
    "scoring_func",
    "score_function",
    "router_dtype",
    "mtp_loss_scaling_factor",
    "return_dict",
    "output_hidden_states",
    "output_attentions",
    "torchscript",
    "use_bfloat16",
    "_attn_implementation",
    "_attn_implementation_autoset",
    "attn_implementation",
    "is_encoder_decoder",
    "is_decoder",
    "id2label",
    "label2id",
    "finetuning_task",
    "problem_type",
    "task_specific_params",
    "tokenizer_class",
    "prefix",
    "chunk_size_feed_forward",
    "max_length",
    "min_length",
    "do_sample",
    "temperature",
    "top_k",
    "top_p",
    "num_beams",
    "repetition_penalty",
    "generation_config",
    "unsloth_fixed",
    "unsloth_version",
};

const Wrapper wrappers[] = {
    {"gemma3",
     "gemma3_text",
     {"boi_token_index", "eoi_token_index", "image_token_index", "mm_tokens_per_image", "vision_config"}},
    {"qwen3_5_moe",
     "qwen3_5_moe_text",
     {"image_token_id", "video_token_id", "vision_start_token_id", "vision_end_token_id", "vision_config"}},
    {"qwen3_5",
     "qwen3_5_text",
     {"image_token_id", "video_token_id", "vision_start_token_id", "vision_end_token_id", "vision_config"}},
};

const Wrapper *wrapperOf(const Json &json)
{
    const auto type = json.find("model_type"), text = json.find("text_config");
    if (type == json.end() || text == json.end() || !text->is_object())
        return nullptr;
    for (const Wrapper &wrapper : wrappers)
        if (*type == wrapper.modelType)
            return &wrapper;
    return nullptr;
}

// Keys beside text_config that it does not state itself belong to the language model: ties, quantisation, and whatever
// is unknown, for the reader to refuse.
Json unwrapped(const Json &json, const Wrapper &wrapper, const std::string &file, Issues &issues)
{
    Json out = json["text_config"];
    if (!out.contains("model_type"))
        out["model_type"] = wrapper.textType;
    for (const auto &[key, value] : json.items()) {
        const auto same = [&name = key](const char *k) { return name == k; }; // clang 14 cannot capture a binding
        if (key != "text_config" && !out.contains(key) && std::ranges::none_of(wrapper.ignored, same))
            out[key] = value;
    }
    if (json.contains("vision_config")) {
        Message text{CORE_TEXT("core", "is ignored: the language model alone is counted"), {}};
        issues.push_back({Severity::note, "vision_config", std::move(text), file});
    }
    return out;
}

} // namespace

std::span<const char *const> ignoredKeys()
{
    return ignored;
}

Json flattened(Json json, const char *nested)
{
    const auto found = json.find(nested);
    if (found == json.end() || !found->is_object())
        return json;
    const Json inner = *found;
    json.erase(found);
    for (const auto &[key, value] : inner.items())
        json[std::string(nested) + "." + key] = value;
    return json;
}

Json languageModel(const Json &json, const std::string &file, Issues &issues)
{
    if (!json.is_object())
        return json;
    const Wrapper *wrapper = wrapperOf(json);
    Json out = wrapper ? unwrapped(json, *wrapper, file, issues) : json;
    constexpr const char *old = "_sliding_window_pattern", *pattern = "sliding_window_pattern";
    if (out.contains(old) && !out.contains(pattern)) {
        out[pattern] = out[old];
        out.erase(old);
    }
    constexpr const char *rope = "rope_parameters", *share = "partial_rotary_factor";
    if (const auto found = out.find(rope);
        found != out.end() && found->is_object() && found->contains(share) && !out.contains(share))
        out[share] = Json((*found)[share]);
    return out;
}

} // namespace headroom::hf
