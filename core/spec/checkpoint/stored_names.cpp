#include "spec/checkpoint/stored_names.h"

#include "base/text.h"
#include "spec/checkpoint/reconcile.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace headroom {

std::span<const EnumRow> rowsOf(TensorStatus)
{
    static constexpr std::array<EnumRow, 6> rows{{
        {"match", CORE_TEXT("core", "match")},
        {"named", CORE_TEXT("core", "name only")},
        {"tied", CORE_TEXT("core", "tied")},
        {"differs", CORE_TEXT("core", "other shape")},
        {"missing", CORE_TEXT("core", "missing")},
        {"extra", CORE_TEXT("core", "extra")},
    }};
    return rows;
}

std::span<const EnumRow> rowsOf(TensorReason)
{
    static constexpr std::array<EnumRow, 10> rows{{
        {"none", ""},
        {"scale", CORE_TEXT("core", "scale of a quantised weight")},
        {"blocks", CORE_TEXT("core", "quantised: several values to a byte")},
        {"copy", CORE_TEXT("core", "copy of the embedding or head in a prediction module")},
        {"tiedCopy", CORE_TEXT("core", "copy of the tied embedding")},
        {"tied", CORE_TEXT("core", "the embedding is the head")},
        {"mtpLeftOut", CORE_TEXT("core", "prediction module that the checkpoint leaves out")},
        {"mtpNotCounted", CORE_TEXT("core", "prediction module that the model does not count")},
        {"rotaryBuffer", CORE_TEXT("core", "frequencies of RoPE: a buffer, no weight")},
        {"vision", CORE_TEXT("core", "vision tower: the language model alone is counted")},
    }};
    return rows;
}

} // namespace headroom

namespace headroom::names {

namespace {

struct Wrapper
{
    std::string_view stored, canonical;
};
// Gemma 3 as first published and as transformers saves it now, Qwen3.5.
constexpr Wrapper wrappers[] = {
    {"model.language_model.", "model."},
    {"language_model.model.", "model."},
    {"language_model.lm_head.", "lm_head."},
};

constexpr std::string_view visionStarts[] = {
    "vision_tower.", "model.vision_tower.", "multi_modal_projector.", "model.multi_modal_projector.",
    "visual.",       "model.visual.",
};

// FP8 of DeepSeek-V3 (README_WEIGHTS), MXFP4 of gpt-oss, compressed-tensors, GPTQ and AWQ (4 bits).
constexpr StoredForm forms[] = {
    {".weight_scale_inv", ".weight", 0.0, true},
    {"_scale_inv", "", 0.0, true},
    {".weight_scale", ".weight", 0.0, false},
    {".input_scale", ".weight", 0.0, false},
    {"_blocks", "", 2.0, false},
    {"_scales", "", 0.0, false},
    {".weight_packed", ".weight", 2.0, false},
    {".weight_shape", ".weight", 0.0, false},
    {".qweight", ".weight", 2.0, false},
    {".qzeros", ".weight", 0.0, false},
    {".scales", ".weight", 0.0, false},
    {".g_idx", ".weight", 0.0, false},
};

} // namespace

std::string canonical(const std::string &name)
{
    for (const Wrapper &wrapper : wrappers)
        if (name.starts_with(wrapper.stored))
            return std::string(wrapper.canonical) + name.substr(wrapper.stored.size());
    return name;
}

bool isVision(const std::string &name)
{
    return std::ranges::any_of(visionStarts, [&](std::string_view start) { return name.starts_with(start); });
}

bool isRouterBias(const std::string &name)
{
    return name.ends_with(".e_score_correction_bias") || name.ends_with(".gate.expert_bias");
}

const StoredForm *storedForm(const std::string &name)
{
    const auto form =
        std::ranges::find_if(forms, [&](const StoredForm &f) { return name.ends_with(std::string_view(f.ending)); });
    return form == std::end(forms) ? nullptr : &*form;
}

std::string weightOf(const std::string &name, const StoredForm &form)
{
    return name.substr(0, name.size() - std::string_view(form.ending).size()) + form.weight;
}

MtpPlace mtpPlace(const std::string &name, Count layers, Count mtpDepth)
{
    if (name.starts_with("mtp."))
        return mtpDepth == 0 ? MtpPlace::notCounted : MtpPlace::none;
    constexpr std::string_view start = "model.layers.";
    if (!name.starts_with(start))
        return MtpPlace::none;
    Count layer = 0;
    const char *const first = name.data() + start.size();
    const auto [end, error] = std::from_chars(first, name.data() + name.size(), layer);
    if (error != std::errc() || layer < layers)
        return MtpPlace::none;
    const std::string_view rest(end, static_cast<std::size_t>(name.data() + name.size() - end));
    const bool copy = rest == ".embed_tokens.weight" || rest == ".shared_head.head.weight";
    if (layer >= layers + mtpDepth)
        return MtpPlace::notCounted;
    return copy ? MtpPlace::copy : MtpPlace::none;
}

} // namespace headroom::names
