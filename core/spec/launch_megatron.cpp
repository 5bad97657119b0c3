#include "spec/launch_writer.h"
#include "spec/list_text.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <numeric>

namespace headroom {
namespace {

constexpr const char *layoutFlag = "--pipeline-model-parallel-layout";

void megatronRemat(Writer &w)
{
    const bool activations = w.words().has("--recompute-activations"); // another name of selective
    const std::string granularity = w.words().text("--recompute-granularity").value_or(activations ? "selective" : "none");
    if (granularity == "full" && w.words().has("--recompute-num-layers") && w.words().text("--recompute-method") == "block")
        w.warn("--recompute-num-layers", {CORE_TEXT("core", "some layers alone recomputed has no counterpart here: all of them are"), {}});
    w.words().has("--recompute-method");
    const std::string modules = w.words().text("--recompute-modules").value_or("core_attn");
    w.set("plan.remat", granularity == "full" ? "full" : granularity == "selective" ? "selective" : "none");
    w.set("plan.rematMode", "wholeLayer");
    if (granularity != "selective")
        return;
    RecomputeModules known;
    for (const std::string_view name : listItems(modules))
        if (const auto module = fromKey<RecomputeModule>(name))
            known |= *module;
        else
            w.warn("--recompute-modules", {CORE_TEXT("core", "\"{0}\" has no counterpart here: it is kept"), {std::string(name)}});
    if (known.empty())
        w.set("plan.remat", "none");
    else
        w.set("plan.recomputeModules", recomputeModulesText(known));
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

// What the flags say of the stages.
struct StageFlags
{
    std::optional<std::string> layout;
    std::optional<Count> first, last;    // layers of the first and of the last stage
    bool embedding = false, head = false; // count as layers
    std::optional<Count> layersOfPart, parts; // of each virtual stage; how many a stage has
};

// "Et*3|(tt|)*14m|L" with its repetitions written out: what follows * repeats the letter or the group in brackets before it
// (pipeline_parallel_layer_layout.py, NVIDIA/Megatron-LM core_v0.14). Absent: brackets without their like, or no number after *.
std::optional<std::string> writtenOut(std::string_view text, std::size_t &at, int depth = 0)
{
    constexpr std::size_t longest = 1 << 20;
    constexpr int deepest = 8;
    std::string out, last;
    while (at < text.size() && text[at] != ')') {
        const char c = text[at++];
        if (c == '*') {
            Count times = 0;
            const auto [end, error] = std::from_chars(text.data() + at, text.data() + text.size(), times);
            if (error != std::errc() || times < 1 || last.empty() || static_cast<std::size_t>(times) > (longest - out.size()) / last.size())
                return std::nullopt;
            for (Count n = 1; n < times; ++n)
                out += last;
            at = static_cast<std::size_t>(end - text.data());
            continue;
        }
        if (c == ',' || c == ' ')
            continue;
        last = c;
        if (c == '(') {
            const auto inner = depth < deepest ? writtenOut(text, at, depth + 1) : std::nullopt;
            if (!inner || at >= text.size())
                return std::nullopt;
            last = *inner;
            ++at;
        }
        if (out.size() + last.size() > longest)
            return std::nullopt;
        out += last;
    }
    return out;
}

// Layers of each piece of a --pipeline-model-parallel-layout; none when it is no layout.
std::vector<Count> layersOfLayout(Writer &w, const std::string &layout)
{
    std::size_t at = 0;
    const std::optional<std::string> all = writtenOut(layout, at);
    if (!all || at < layout.size() || all->find_first_not_of("Etm|L") != std::string::npos)
        return {};
    std::vector<Count> out{0};
    for (const char c : *all)
        if (c == '|')
            out.push_back(0);
        else
            out.back() += c == 't' ? 1 : 0;
    const std::size_t bar = all->rfind('|'), lastStage = bar == std::string::npos ? 0 : bar;
    if (all->find('E') > all->find('|') || all->find_first_of("mL") < lastStage)
        w.warn(layoutFlag, {CORE_TEXT("core", "embedding on the first stage, MTP modules and head on the last one: the plan has no other place for them"), {}});
    return out;
}

// Layers of each piece where the first and the last stage hold numbers of their own; `pieces` of each stage share its layers.
std::vector<Count> layersWithEnds(Writer &w, std::optional<Count> first, std::optional<Count> last, Count stages, Count pieces)
{
    const Count layers = layerCount(w.scenario().model), ends = (first ? 1 : 0) + (last ? 1 : 0), others = stages - ends;
    for (const auto &[flag, count] : {std::pair{"--decoder-first-pipeline-num-layers", first}, std::pair{"--decoder-last-pipeline-num-layers", last}})
        if (count && *count > layers)
            w.fail(flag, {CORE_TEXT("core", "{0} exceeds the {1} layers"), {std::to_string(*count), std::to_string(layers)}});
    if (!w.good())
        return {};
    const Count left = layers - first.value_or(0) - last.value_or(0);
    std::vector<Count> ofStage(static_cast<std::size_t>(stages), others > 0 ? left / others : 0);
    ofStage.front() = first.value_or(ofStage.front());
    ofStage.back() = last.value_or(ofStage.back());
    const bool divides = std::ranges::all_of(ofStage, [&](Count n) { return n >= 0 && n % pieces == 0; });
    if (left < 0 || std::accumulate(ofStage.begin(), ofStage.end(), Count{0}) != layers || !divides) {
        w.fail(first ? "--decoder-first-pipeline-num-layers" : "--decoder-last-pipeline-num-layers",
               {CORE_TEXT("core", "the {0} layers do not divide over {1} stages of {2} parts so"),
                {std::to_string(layers), std::to_string(stages), std::to_string(pieces)}});
        return {};
    }
    std::vector<Count> out;
    for (Count piece = 0; piece < pieces; ++piece)
        std::ranges::transform(ofStage, std::back_inserter(out), [&](Count n) { return n / pieces; });
    return out;
}

// Embedding and head where they count as layers.
Count countedLayers(const StageFlags &flags, const Scenario &scenario)
{
    return layerCount(scenario.model) + (flags.embedding ? 1 : 0) + (flags.head ? 1 : 0);
}

// Embedding and head, where they count as layers, take the place of one on the first and on the last piece.
std::vector<Count> layersWithHead(Writer &w, const StageFlags &flags, Count pieces)
{
    const Count all = countedLayers(flags, w.scenario());
    w.divides(flags.embedding ? "--account-for-embedding-in-pipeline-split" : "--account-for-loss-in-pipeline-split", pieces, all);
    if (!w.good())
        return {};
    std::vector<Count> out(static_cast<std::size_t>(pieces), all / pieces);
    out.front() -= flags.embedding ? 1 : 0;
    out.back() -= flags.head ? 1 : 0;
    return out;
}

std::optional<Count> countOf(Writer &w, const char *flag)
{
    return w.words().has(flag) ? std::optional(w.words().count(flag, 1)) : std::nullopt;
}

// Parts of each stage.
Count virtualStages(Writer &w, const StageFlags &flags, Count stages, Count laidOut)
{
    constexpr const char *each = "--num-layers-per-virtual-pipeline-stage", *number = "--num-virtual-stages-per-pipeline-rank";
    const Count layers = countedLayers(flags, w.scenario());
    if (flags.layersOfPart && flags.parts)
        w.fail(each, {CORE_TEXT("core", "and {0} say the same thing twice: one of them is enough"), {number}});
    if (flags.layersOfPart)
        w.divides(each, stages * *flags.layersOfPart, layers);
    if (!w.good())
        return 1;
    const Count parts = flags.layersOfPart ? layers / stages / *flags.layersOfPart : flags.parts.value_or(1);
    if (laidOut == 0)
        return parts;
    if ((flags.parts || flags.layersOfPart) && parts * stages != laidOut)
        w.fail(layoutFlag, {CORE_TEXT("core", "has {0} parts where {1} stages of {2} are asked for"),
                            {std::to_string(laidOut), std::to_string(stages), std::to_string(parts)}});
    return std::max<Count>(1, laidOut / stages);
}

void leaveOut(Writer &w, std::initializer_list<const char *> flags, const Message &why)
{
    for (const char *flag : flags)
        if (w.words().has(flag))
            w.warn(flag, why);
}

void megatronStages(Writer &w, Count stages)
{
    constexpr const char *first = "--decoder-first-pipeline-num-layers", *last = "--decoder-last-pipeline-num-layers",
                         *embedding = "--account-for-embedding-in-pipeline-split", *head = "--account-for-loss-in-pipeline-split";
    const StageFlags flags{w.words().text(layoutFlag), countOf(w, first), countOf(w, last), w.words().has(embedding), w.words().has(head),
                           countOf(w, "--num-layers-per-virtual-pipeline-stage"), countOf(w, "--num-virtual-stages-per-pipeline-rank")};
    if (stages == 1)
        return leaveOut(w, {layoutFlag, first, last, embedding, head, "--num-layers-per-virtual-pipeline-stage", "--num-virtual-stages-per-pipeline-rank"},
                        {CORE_TEXT("core", "says nothing of a single stage"), {}});
    std::vector<Count> layers = flags.layout ? layersOfLayout(w, *flags.layout) : std::vector<Count>{};
    if (flags.layout && (layers.empty() || static_cast<Count>(layers.size()) % stages != 0))
        return w.fail(layoutFlag, {CORE_TEXT("core", "\"{0}\" is no layout of {1} stages: Et|(t|)*14tL"),
                                   {flags.layout->substr(0, 60), std::to_string(stages)}});
    const Count pieces = virtualStages(w, flags, stages, static_cast<Count>(layers.size()));
    if (!w.good())
        return;
    if (flags.layout)
        leaveOut(w, {first, last, embedding, head}, {CORE_TEXT("core", "left out: the layout says where every layer lies"), {}});
    else if (flags.first || flags.last)
        layers = layersWithEnds(w, flags.first, flags.last, stages, pieces);
    else if (flags.embedding || flags.head)
        layers = layersWithHead(w, flags, stages * pieces);
    if (!flags.layout && (flags.first || flags.last))
        leaveOut(w, {embedding, head}, {CORE_TEXT("core", "left out: the first and the last stage have numbers of their own"), {}});
    w.set("plan.schedule", pieces > 1 ? "interleaved" : "1F1B");
    if (pieces > 1)
        w.set("plan.virtualStages", pieces);
    w.set("plan.stageSplit", layers.empty() ? "even" : "listed");
    if (!layers.empty())
        w.set("plan.stageLayers", stageLayersText(layers));
}

} // namespace

Result<LaunchFlags> megatronFlags(LaunchWords &words, const Scenario &scenario)
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
    w.set("run.sequenceLength", words.count("--seq-length", scenario.run.sequenceLength, 1, LaunchWords::mostTokens));
    w.set("run.globalBatch", words.count("--global-batch-size", scenario.run.globalBatch, 1, LaunchWords::mostTokens));
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
    if (hasExperts(scenario.model))
        w.set("plan.expertTensor", expertTensor);
    megatronSharding(w, dp, ep);
    megatronRemat(w);
    megatronStages(w, pp);
    if (words.has("--fp8-format"))
        w.warn("--fp8-format", {notModelled, {}});
    return w.finish();
}

} // namespace headroom
