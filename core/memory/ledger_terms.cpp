// The derivation of a stage's memory rows.

#include "base/text.h"
#include "memory/ledger.h"

#include <algorithm>

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
    const Derived<double> f = microBatchesInFlight(why, in.plan->schedule, in.pipeline(), static_cast<Count>(stage));
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
