#include "validate/measured_run.h"

#include "spec/catalog.h"
#include "spec/field.h"
#include "spec/json.h"

#include <algorithm>

namespace headroom {

namespace {

constexpr Count mostDevices = Count{1} << 20, mostWidth = Count{1} << 24;

std::string textOr(ObjectReader &r, const char *key, const char *otherwise = "")
{
    return r.find(key) ? r.text(key, 1u << 16) : std::string(otherwise);
}
bool flagOr(ObjectReader &r, const char *key, bool otherwise)
{
    return r.find(key) ? r.flag(key) : otherwise;
}
std::optional<double> positive(ObjectReader &r, const char *key)
{
    const Json *value = r.find(key);
    if (!value)
        return std::nullopt;
    const auto number = finiteNumber(*value, 1e-12, 1e24);
    if (!number) {
        r.fail(key, number.error());
        return std::nullopt;
    }
    return *number;
}
// The object at a key, or an empty one where it is absent or null.
ObjectReader part(ObjectReader &r, const char *key)
{
    static const Json none = Json::object();
    return ObjectReader(r.find(key) ? r.object(key) : none, r.pathOf(key), r.file(), r.issues());
}

AttentionSpec readAttention(ObjectReader &r, bool rotary)
{
    AttentionSpec a;
    a.heads = r.whole("heads", 1, mostWidth);
    a.kvHeads = r.optionalWhole("kvHeads", 1, mostWidth).value_or(a.heads);
    a.headDim = r.optionalWhole("headDim", 1, mostWidth).value_or(128);
    a.rotaryDim = rotary ? a.headDim : 0;
    a.window = r.optionalWhole("window", 1, Count{1} << 40);
    if (textOr(r, "attention", "full") == "mla") {
        a.kind = AttentionKind::mla;
        a.kvHeads = a.heads;
        ObjectReader m = part(r, "mla");
        a.queryRank = m.optionalWhole("qRank", 1, mostWidth);
        a.kvRank = m.whole("kvRank", 1, mostWidth);
        a.nopeDim = m.whole("nope", 1, mostWidth);
        a.ropeDim = m.whole("rope", 1, mostWidth);
        a.valueDim = m.whole("value", 1, mostWidth);
    }
    return a;
}

FeedForwardSpec readExperts(ObjectReader &r, FeedForwardSpec f)
{
    f.kind = FeedForwardKind::moe;
    f.width = 0;
    f.experts = r.whole("experts", 1, 65536);
    f.topK = r.whole("topK", 1, 65536);
    f.expertWidth = r.whole("moeFfn", 1, mostWidth);
    f.sharedWidth = r.optionalWhole("sharedFfn", 0, mostWidth).value_or(0);
    return f;
}

// From dimensions; layers without experts first, then every `moeEvery`-th with.
ModelSpec readDimensions(ObjectReader &r)
{
    ModelSpec model;
    model.hidden = r.whole("hidden", 1, mostDevices);
    model.vocab = r.whole("vocab", 1, mostWidth);
    model.tiedEmbeddings = flagOr(r, "tied", false);
    FeedForwardSpec dense;
    dense.gated = flagOr(r, "gated", true);
    dense.activation = dense.gated ? Activation::silu : Activation::gelu;
    dense.width = r.whole("ffn", 1, mostWidth);
    const AttentionSpec attention = readAttention(r, dense.gated && !r.find("learnedPositions"));
    const Count layers = r.whole("layers", 1, 4096), first = r.optionalWhole("denseLayers", 0, 4096).value_or(0);
    const Count every = r.optionalWhole("moeEvery", 1, 4096).value_or(1);
    const bool mixture = r.find("experts") != nullptr;
    const FeedForwardSpec experts = mixture ? readExperts(r, dense) : dense;
    for (Count i = 0; i < layers; ++i) {
        const bool routed = mixture && i >= first && (i + 1 - first) % every == 0;
        const LayerSpec layer{attention, routed ? experts : dense};
        if (!model.layers.empty() && model.layers.back().layer == layer)
            ++model.layers.back().count;
        else
            model.layers.push_back({1, layer});
    }
    return model;
}

// Dimensions, or the name of a model of the catalog; nothing where the row has neither or says that it cannot be described.
std::optional<ModelSpec> readShape(ObjectReader &r, std::string &name)
{
    const bool described = r.find("unsupported") == nullptr;
    name = textOr(r, "name");
    if (!r.find("config")) {
        for (const char *key : {"hidden", "layers", "heads", "vocab", "ffn"})
            if (!described || !r.find(key))
                return std::nullopt;
        ModelSpec model = readDimensions(r);
        model.name = name;
        model.mtpDepth = r.optionalWhole("mtp", 0, 64).value_or(0);
        return model;
    }
    name = r.text("config");
    Result<ModelSpec> model = catalogModel(name);
    if (!model) {
        r.fail("config", model.error().front().message);
        return std::nullopt;
    }
    model->mtpDepth = r.optionalWhole("mtp", 0, 64).value_or(0);
    if (const auto layers = r.optionalWhole("layers", 1, 4096)) { // a proxy with fewer
        Scenario scratch;
        scratch.model = *model;
        findField("model.layers")->set(scratch, FieldValue(*layers));
        *model = scratch.model;
    }
    return described ? std::optional(*model) : std::nullopt;
}

void readPlan(ObjectReader &r, MeasuredRun &run)
{
    Plan plan;
    for (const Axis axis : innermostFirst)
        plan.setDegree(axis, r.whole(keyOf(axis), 1, mostDevices));
    plan.expertTensor = r.optionalWhole("expertTensor", 1, mostDevices).value_or(1);
    plan.sequenceParallel = flagOr(r, "sequenceParallel", false);
    const Count zero = r.optionalWhole("zero", 0, 3).value_or(0);
    plan.stateSharding = zero == 1 ? StateSharding::optimizer : zero == 2 ? StateSharding::optimizerGradients : StateSharding::none;
    if (r.find("weightSharding"))
        plan.weightSharding = r.choice<WeightSharding>("weightSharding");
    run.virtualStages = r.optionalWhole("virtualStages", 1, 4096);
    run.approximateMapping = textOr(r, "mapping", "exact") != "exact";
    run.unevenStages = !flagOr(r, "evenStages", true);
    if (r.issues().empty() && run.devices > 0 && plan.product() != run.devices)
        r.fail("dp", {CORE_TEXT("core", "the degrees must multiply to the {0} devices, not to {1}"),
                      {std::to_string(run.devices), std::to_string(plan.product())}});
    run.plan = plan;
}

// By its key, with or without "maxtext.".
std::optional<RematPolicy> rematOf(const std::string &policy)
{
    const std::optional<RematPolicy> known = fromKey<RematPolicy>(policy);
    return known ? known == RematPolicy::custom ? std::nullopt : known : fromKey<RematPolicy>("maxtext." + policy);
}

void readTimes(ObjectReader &r, MeasuredRun &run)
{
    ObjectReader measured = part(r, "measured"), derived = part(r, "derived");
    const double tokens = static_cast<double>(run.globalBatch) * static_cast<double>(run.sequenceLength);
    std::optional<double> seconds = positive(derived, "stepTime");
    if (!seconds)
        seconds = positive(measured, "stepTime");
    if (const auto rate = positive(measured, "tokensPerSecondPerChip"); !seconds && rate && run.devices > 0)
        seconds = tokens / (*rate * static_cast<double>(run.devices));
    if (seconds)
        run.stepTime = Seconds(*seconds);
    if (const auto bytes = positive(measured, "peakMemoryBytes"))
        run.peakMemory = Bytes(*bytes);
    run.memoryKind = textOr(measured, "memoryKind");
    const std::string outcome = textOr(measured, "outcome", "ok");
    run.outOfMemory = outcome == "oom";
    if (outcome != "ok" && outcome != "oom")
        measured.fail("outcome", {CORE_TEXT("core", "must be ok or oom, not \"{0}\""), {outcome}});
}

// The policy, or the modules that Megatron-LM runs again, listed as "recomputed" or in the text "recompute core_attn, moe_act", where all
// of them are known.
void readRemat(ObjectReader &r, MeasuredRun &run)
{
    run.remat = rematOf(textOr(r, "policy"));
    run.rematText = textOr(r, "kind", "unknown");
    if (run.remat == RematPolicy::selective)
        run.recomputed = RecomputeModule::coreAttention;
    constexpr std::string_view recompute = "recompute ";
    const Json *list = r.find("recomputed");
    const std::string said = textOr(r, "text");
    std::string modules = said.starts_with(recompute) ? said.substr(recompute.size()) : "";
    if (list && list->is_array()) {
        modules.clear();
        for (const Json &name : *list)
            modules += (name.is_string() ? name.get<std::string>() : "?") + " ";
    }
    if (modules.empty())
        return;
    if (const auto read = parseRecomputeModules(modules)) {
        run.remat = RematPolicy::selective;
        run.recomputed = *read;
    }
}

// Whether a note holds both words: "overlap of TP, PP, DP communication disabled", "fp32 gradient accumulation".
bool notes(ObjectReader &r, const char *one, const char *other)
{
    const Json *list = r.find("notes");
    return list && list->is_array() && std::ranges::any_of(*list, [&](const Json &note) {
        if (!note.is_string())
            return false;
        const std::string &text = note.get_ref<const std::string &>();
        return text.find(one) != std::string::npos && text.find(other) != std::string::npos;
    });
}

MeasuredRun readRun(ObjectReader &r)
{
    MeasuredRun run;
    run.id = r.text("id");
    run.sweep = textOr(r, "sweep");
    run.chip = r.text("chip");
    run.devices = r.optionalWhole("devices", 1, mostDevices).value_or(0);
    run.globalBatch = r.optionalWhole("globalBatch", 1, mostWidth).value_or(0);
    run.sequenceLength = r.optionalWhole("seqLen", 1, mostWidth).value_or(0);
    run.microBatch = r.optionalWhole("microBatch", 1, mostWidth);
    const std::string quality = textOr(r, "quality", "C");
    run.quality = quality == "A" || quality == "B" ? quality[0] : 'C';
    if (quality != "A" && quality != "B" && quality != "C")
        r.fail("quality", {CORE_TEXT("core", "must be A, B or C, not \"{0}\""), {quality}});
    run.tuned = flagOr(r, "tuned", true);
    run.dtype = textOr(r, "dtype");
    run.fineTuning = textOr(r, "task", "pretrain") != "pretrain";
    if (r.find("flashAttention"))
        run.flashAttention = r.flag("flashAttention");
    ObjectReader model = part(r, "model"), native = part(r, "native"), remat = part(r, "remat");
    run.model = readShape(model, run.modelName);
    run.style = textOr(native, "style");
    readRemat(remat, run);
    if (r.find("plan")) {
        ObjectReader plan = part(r, "plan");
        readPlan(plan, run);
    }
    run.overlapDisabled = notes(r, "overlap", "disabled");
    run.fp32Gradients = notes(r, "fp32", "gradient");
    readTimes(r, run);
    return run;
}

void readLine(std::string_view text, const std::string &file, std::size_t line, MeasuredRuns &out)
{
    const std::string place = file + ":" + std::to_string(line);
    const Result<Json> json = parseJson(text, place);
    if (!json) {
        out.issues.insert(out.issues.end(), json.error().begin(), json.error().end());
        return;
    }
    Issues issues;
    ObjectReader reader(*json, {}, place, issues);
    MeasuredRun run = readRun(reader);
    run.line = line;
    if (issues.empty())
        out.runs.push_back(std::move(run));
    else
        out.issues.insert(out.issues.end(), issues.begin(), issues.end());
}

} // namespace

MeasuredRuns readMeasuredRuns(std::string_view text, const std::string &file)
{
    MeasuredRuns out;
    std::size_t line = 0;
    for (std::size_t start = 0; start < text.size();) {
        const std::size_t end = std::min(text.find('\n', start), text.size());
        const std::string_view row = text.substr(start, end - start);
        ++line;
        if (row.find_first_not_of(" \t\r") != std::string_view::npos)
            readLine(row, file, line, out);
        start = end + 1;
    }
    return out;
}

} // namespace headroom
