// The derivation of a stage's memory rows.

#include "base/text.h"
#include "memory/ledger.h"

#include <algorithm>
#include <string>

namespace headroom {
namespace {

const char *design = "Headroom model §6, §13";

TermId stateTerm(Derivation &why, Bytes value, double bytesEach, const char *origin)
{
    static const Formula formula{"memory.states", CORE_TEXT("core", "Parameters held, times bytes each"), "n * b", {"n", "b"}, design};
    const Derived<double> n = why.given("parameters held by the rank", bytesEach > 0.0 ? value.value / bytesEach : 0.0);
    const Derived<double> b = why.given(origin, bytesEach);
    return why.record(formula, value, {n.term, b.term}).term;
}

TermId activationTerm(Derivation &why, const LedgerInput &in, std::size_t stage, Bytes value)
{
    static const Formula kept{"memory.kept", CORE_TEXT("core", "Kept by a kind of block per micro-batch"), "n * k", {"n", "k"}, design};
    static const Formula sum{"memory.keptSum", CORE_TEXT("core", "Kept by the stage per micro-batch"), "sum(k)", {"k"}, design};
    static const Formula formula{"memory.activations", CORE_TEXT("core", "Activations in flight"), "f * k", {"f", "k"}, design};
    std::vector<double> shares;
    pieceShares(shares, in, stage);
    const Derived<double> f = microBatchesInFlight(why, in.plan->schedule, in.pipeline(), static_cast<Count>(stage), shares);
    std::vector<TermId> terms;
    Bytes total{};
    for (const auto &[b, count] : in.layout->blocksOf(stage)) {
        const Bytes each = (*in.perBlock)[b].kept;
        const Derived<double> n = why.given("blocks", count);
        const Derived<Bytes> k = why.given("kept tensors; operators §9 and Headroom model §13", each);
        total += count * each;
        terms.push_back(why.record(kept, count * each, {n.term, k.term}, in.blocks->blocks[b].name).term);
    }
    const Derived<Bytes> stageKept = why.record(sum, total, std::span<const TermId>(terms));
    return why.record(formula, value, {f.term, stageKept.term}).term;
}

TermId fragmentationTerm(Derivation &why, const LedgerInput &in, const StageMemory &memory, const std::vector<TermId> &rows)
{
    static const Formula given{"memory.allocated", CORE_TEXT("core", "What the allocator gives out"), "sum(b)", {"b"}, design};
    static const Formula formula{"memory.fragmentation", CORE_TEXT("core", "Memory lost between blocks"), "f * b", {"f", "b"}, design};
    const Derived<double> f = why.given("calibration.fragmentation", in.fragmentation);
    Bytes sum{};
    for (std::size_t c = 0; c < rows.size(); ++c)
        sum += memory.parts[c];
    sum -= memory[MemoryClass::workspace];
    std::vector<TermId> terms = rows;
    terms.pop_back(); // the workspace
    const Derived<Bytes> allocated = why.record(given, sum, std::span<const TermId>(terms));
    return why.record(formula, memory[MemoryClass::fragmentation], {f.term, allocated.term}).term;
}

// The block that the peak's transients belong to: the head, or the layer that needs most. Absent where none needs anything.
std::optional<std::size_t> blockAtPeak(const LedgerInput &in, std::size_t stage, const StageMemory &memory)
{
    return memory[MemoryClass::logits].value > 0.0 ? std::optional(in.blocks->head) : largestLayer(in, in.layout->blocksOf(stage));
}

TermId gatheredTerm(Derivation &why, const LedgerInput &in, std::size_t stage, const StageMemory &memory)
{
    static const Formula formula{"memory.gathered", CORE_TEXT("core", "Weights held whole, and a whole gradient"), "c * s * n + g * w",
                                 {"c", "s", "n", "g", "w"}, design};
    double copies = 1.0, weights = heldParameters((*in.weights)[in.layout->stages[stage]].weights, in.shards, *in.plan).gathered;
    double gradients = 0.0;
    std::string subject = "the stage, kept gathered";
    if (in.plan->regather != Regather::keep) {
        const std::optional<std::size_t> block = blockAtPeak(in, stage, memory);
        const GatheredParameters p = block ? gatheredParameters(in, (*in.perBlock)[*block].parameters) : GatheredParameters{};
        copies = block == in.blocks->head ? 1.0 : 2.0; // a layer's with the next one's
        weights = p.weights;
        gradients = p.gradients;
        subject = block ? in.blocks->blocks[*block].name : "";
    }
    const Derived<double> c = why.given("copies: running and prefetched", copies), s = why.given("bf16 element", computeBytes),
                          n = why.given("parameters gathered", weights), w = why.given("parameters with a whole gradient", gradients),
                          g = why.given("run.stateRecipe gradient", stateBytes(in.run->stateRecipe).gradient);
    return why.record(formula, memory[MemoryClass::gatheredWeights], {c.term, s.term, n.term, g.term, w.term}, subject).term;
}

TermId recomputeTerm(Derivation &why, const LedgerInput &in, std::size_t stage, const StageMemory &memory)
{
    static const Formula formula{"memory.recompute", CORE_TEXT("core", "What one layer makes again for its backward"), "max(0, a - k)", {"a", "k"}, design};
    const std::optional<std::size_t> block = blockAtPeak(in, stage, memory);
    if (!block || block == in.blocks->head)
        return why.given("no layer runs at the peak", memory[MemoryClass::recompute]).term;
    const BlockMemory &m = (*in.perBlock)[*block];
    const Derived<Bytes> all = why.given("all that its backward needs", m.keptAll), kept = why.given("kept by the policy", m.kept);
    return why.record(formula, memory[MemoryClass::recompute], {all.term, kept.term}, in.blocks->blocks[*block].name).term;
}

TermId logitTerm(Derivation &why, const LedgerInput &in, const StageMemory &memory)
{
    static const Formula formula{"memory.logits", CORE_TEXT("core", "Logits in fp32"), "4 * t * V / p", {"t", "V", "p"}, design};
    if (memory[MemoryClass::logits].value == 0.0)
        return why.given("no head runs at the peak", Bytes{}).term;
    const Derived<double> t = why.given("tokens whose logits are there at once", logitTokens(in)),
                          v = why.given("model.vocab", static_cast<double>(in.model->vocab)), p = why.given("plan.tp", static_cast<double>(in.plan->tp));
    return why.record(formula, memory[MemoryClass::logits], {t.term, v.term, p.term}).term;
}

} // namespace

std::vector<TermId> recordStageMemory(Derivation &why, const LedgerInput &in, std::size_t stage, const StageMemory &memory)
{
    static const Formula total{"memory.total", CORE_TEXT("core", "Peak memory of a stage"), "sum(b)", {"b"}, design};
    const StateBytes &bytes = stateBytes(in.run->stateRecipe);
    std::vector<TermId> terms;
    for (std::size_t c = 0; c < memoryClasses; ++c) {
        const Bytes value = memory.parts[c];
        switch (static_cast<MemoryClass>(c)) {
        case MemoryClass::parameters: terms.push_back(stateTerm(why, value, bytes.weight, "run.stateRecipe weight")); break;
        case MemoryClass::quantisedWeights: terms.push_back(stateTerm(why, value, fp8Bytes, "fp8 element")); break;
        case MemoryClass::gradients: terms.push_back(stateTerm(why, value, bytes.gradient, "run.stateRecipe gradient")); break;
        case MemoryClass::optimizer: terms.push_back(stateTerm(why, value, bytes.optimizer, "run.stateRecipe optimizer")); break;
        case MemoryClass::activations: terms.push_back(activationTerm(why, in, stage, value)); break;
        case MemoryClass::gatheredWeights: terms.push_back(gatheredTerm(why, in, stage, memory)); break;
        case MemoryClass::recompute: terms.push_back(recomputeTerm(why, in, stage, memory)); break;
        case MemoryClass::logits: terms.push_back(logitTerm(why, in, memory)); break;
        case MemoryClass::workspace: terms.push_back(why.given("calibration.workspace", value).term); break;
        case MemoryClass::fragmentation: terms.push_back(fragmentationTerm(why, in, memory, terms)); break;
        case MemoryClass::reserved: terms.push_back(why.given("hardware.reserved", value).term); break;
        default: terms.push_back(why.given(labelOf(static_cast<MemoryClass>(c)), value).term);
        }
    }
    const std::vector<TermId> rows = terms;
    terms.push_back(why.record(total, memory.total, std::span<const TermId>(rows)).term);
    return terms;
}

} // namespace headroom
