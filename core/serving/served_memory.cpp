#include "serving/served_memory.h"

#include "base/text.h"
#include "comm/weight_calls.h"
#include "serving/workload.h"

#include <algorithm>

namespace headroom {

std::span<const EnumRow> rowsOf(ServedMemoryClass)
{
    static constexpr EnumRow rows[] = {
        {"weights", CORE_TEXT("core", "Weights")},
        {"keyValues", CORE_TEXT("core", "Key-value cache")},
        {"windows", CORE_TEXT("core", "Key-value cache of windows")},
        {"latents", CORE_TEXT("core", "Latent cache")},
        {"states", CORE_TEXT("core", "States of linear attention")},
        {"activations", CORE_TEXT("core", "Activations")},
        {"logits", CORE_TEXT("core", "Logits")},
        {"workspace", CORE_TEXT("core", "Workspace")},
        {"fragmentation", CORE_TEXT("core", "Fragmentation")},
        {"reserved", CORE_TEXT("core", "Reserved by the runtime")},
    };
    return rows;
}

namespace {

constexpr const char *design = "Headroom model §11";

Derived<Bytes> weightBytes(Derivation &why, const ServedPlan &plan, const StageWeights &w)
{
    static const Formula formula{"served.weights", CORE_TEXT("core", "Weights of a stage on a rank"), "w * q + s * (n - q)", {"w", "q", "s", "n"},
                                 "products as stored with their scales, table, norms, router and head in bf16; Headroom model §11"};
    const Derived<double> each = why.given("run.serving.weightFormat with its scales", plan.scenario.run.serving.weightBytes()),
                          q = why.given("weights of layers' products", w.quantisedDense + w.quantisedExperts),
                          s = why.given("bf16 element", computeBytes), n = why.given("parameters of the stage", w.dense.parameters + w.experts.parameters);
    return why.record(formula, Bytes(each.value * q.value + s.value * (n.value - q.value)), {each.term, q.term, s.term, n.term});
}

// Widest intermediate of a layer per token, in elements of a rank: queries, keys, values and context, or the feed-forward's.
double widest(const ServedPlan &plan, const LayerSpec &layer)
{
    const AttentionSpec &a = layer.attention;
    const FeedForwardSpec &f = layer.feedForward;
    const double tp = static_cast<double>(plan.shape.tp), hidden = static_cast<double>(plan.scenario.model.hidden), inputs = f.gated ? 3.0 : 2.0;
    const double keyHeads = std::max(1.0, static_cast<double>(a.kvHeads) / tp), heads = static_cast<double>(a.heads) / tp;
    const double queryDim = static_cast<double>(a.queryDim()), valueDim = static_cast<double>(a.valueHeadDim());
    const double attention = heads * (queryDim + valueDim) + keyHeads * (queryDim + valueDim);
    if (f.kind == FeedForwardKind::dense)
        return std::max(attention, inputs * static_cast<double>(f.width) / tp);
    const double routed = static_cast<double>(f.topK) * (2.0 * hidden + inputs * static_cast<double>(f.expertWidth) / static_cast<double>(plan.shape.expertTensor));
    return std::max(attention, routed * static_cast<double>(plan.shape.expertTensor) / tp + inputs * static_cast<double>(f.sharedWidth) / tp);
}

Derived<Bytes> activationBytes(Derivation &why, const ServedPlan &plan, const Composition &stage, const ModelBlocks &blocks, double rows)
{
    static const Formula formula{"served.activations", CORE_TEXT("core", "Activations of a pass"), "s * t * (2 * H + w)", {"s", "t", "H", "w"},
                                 "the residual stream, a norm's output and the widest layer's intermediate; Headroom model §11"};
    double most = 0.0;
    for (const BlockCount &b : stage)
        if (blocks.blocks[b.block].kind == BlockKind::layer)
            most = std::max(most, widest(plan, blocks.blocks[b.block].layer));
    const Derived<double> s = why.given("bf16 element", computeBytes), t = why.given("tokens per device and pass", rows),
                          h = why.given("model.hidden", static_cast<double>(plan.scenario.model.hidden)),
                          w = why.given("widest intermediate of a token", most);
    return why.record(formula, Bytes(s.value * t.value * (2.0 * h.value + w.value)), {s.term, t.term, h.term, w.term});
}

Derived<Bytes> logitBytes(Derivation &why, const ServedPlan &plan, bool hasHead, double rows)
{
    static const Formula formula{"served.logits", CORE_TEXT("core", "Logits of a pass in fp32"), "4 * t * V / p", {"t", "V", "p"}, design};
    const Derived<double> t = why.given("tokens whose next one is asked for", hasHead ? rows : 0.0),
                          v = why.given("model.vocab", static_cast<double>(plan.scenario.model.vocab)),
                          p = why.given("plan.tp", static_cast<double>(plan.shape.tp));
    return why.record(formula, Bytes(4.0 * t.value * v.value / p.value), {t.term, v.term, p.term});
}

ServedMemoryClass cacheClassOf(const AttentionSpec &attention)
{
    if (attention.kind == AttentionKind::mla)
        return ServedMemoryClass::latents;
    return attention.window ? ServedMemoryClass::windows : ServedMemoryClass::keyValues;
}

// The layers whose cache is of a class.
std::vector<CachedLayer> layersOf(const std::vector<CachedLayer> &layers, ServedMemoryClass kind)
{
    std::vector<CachedLayer> out;
    for (const CachedLayer &layer : layers)
        if (layer.attention->kind != AttentionKind::linear && cacheClassOf(*layer.attention) == kind)
            out.push_back(layer);
    return out;
}

ServedMemory stageMemory(Derivation &why, const ServedPlan &plan, std::size_t stage, const ModelBlocks &blocks, Count batch, const GenerationPass &pass)
{
    static const Formula lost{"served.fragmentation", CORE_TEXT("core", "Memory lost between blocks"), "f * (w + c + v + m + z + a + l)",
                              {"f", "w", "c", "v", "m", "z", "a", "l"}, "share of what the allocator gives out; Headroom model §6"};
    static const Formula sum{"served.memory", CORE_TEXT("core", "Memory of a rank that serves"), "sum(b)", {"b"}, design};
    const Composition &composition = plan.layout.blocksOf(stage);
    const RunSpec &run = plan.scenario.run;
    const double sequences = static_cast<double>(batchShare(plan.scenario.plan, batch).perReplica);
    std::vector<CachedLayer> layers;
    bool hasHead = false;
    for (const BlockCount &b : composition) {
        const Block &block = blocks.blocks[b.block];
        hasHead = hasHead || block.kind == BlockKind::head;
        if (block.kind == BlockKind::layer)
            layers.push_back({&block.layer.attention, b.count});
    }
    const Calibration &c = plan.scenario.calibration;
    ServedMemory out;
    const auto at = [&](ServedMemoryClass m) -> Derived<Bytes> & { return out.parts[static_cast<std::size_t>(m)]; };
    const Derived<Bytes> w = at(ServedMemoryClass::weights) = weightBytes(why, plan, stageWeights(composition, blocks.blocks, plan.parameters));
    const std::vector<ContextGroup> held = heldContexts(run.serving, run.phase, sequences);
    const auto cache = [&](ServedMemoryClass kind) { return at(kind) = cacheBytes(why, layersOf(layers, kind), run.serving, plan.shape.tp, held); };
    const Derived<Bytes> k = cache(ServedMemoryClass::keyValues), v = cache(ServedMemoryClass::windows), m = cache(ServedMemoryClass::latents);
    const Derived<Bytes> z = at(ServedMemoryClass::states) = statesBytes(why, layers, plan.shape.tp, sequences);
    const Derived<Bytes> a = at(ServedMemoryClass::activations) = activationBytes(why, plan, composition, blocks, pass.rows());
    const Derived<Bytes> l = at(ServedMemoryClass::logits) = logitBytes(why, plan, hasHead, pass.logits());
    at(ServedMemoryClass::workspace) = why.given("calibration.workspace", Bytes(c.workspace.value.expected));
    const Derived<double> f = why.given("calibration.fragmentation", c.fragmentation.value.expected);
    const Bytes given = w.value + k.value + v.value + m.value + z.value + a.value + l.value;
    at(ServedMemoryClass::fragmentation) = why.record(lost, f.value * given, {f.term, w.term, k.term, v.term, m.term, z.term, a.term, l.term});
    at(ServedMemoryClass::reserved) = why.given("hardware.reserved", plan.scenario.hardware.reserved.expected);
    Sum<Bytes> total(why);
    for (const Derived<Bytes> &part : out.parts)
        total.add(part);
    out.total = total.total(sum);
    out.stage = static_cast<Count>(stage);
    return out;
}

} // namespace

ServedMemory servedMemory(Derivation &why, const ServedPlan &plan, Count batch, const GenerationPass &pass)
{
    const ModelBlocks blocks = blockStructure(plan.scenario.model);
    Derivation off(false);
    std::size_t fullest = 0;
    Bytes most{};
    for (std::size_t stage = 0; stage < plan.layout.stages.size(); ++stage)
        if (const Bytes total = stageMemory(off, plan, stage, blocks, batch, pass).total.value; total > most) {
            most = total;
            fullest = stage;
        }
    return stageMemory(why, plan, fullest, blocks, batch, pass);
}

} // namespace headroom
