#include "estimate/memory_estimate.h"

#include "base/format.h"
#include "base/text.h"

namespace headroom {
namespace {

// The share of head and loss in the passes of the piece that holds them, by their operators at the expected times.
HeadShare headShare(const SystemBound &bound)
{
    const LevelResult &at = bound.expected;
    const PlacedPlan &placed = bound.placed();
    const std::size_t head = placed.work->blocks.head, last = placed.layout->stages.size() - 1;
    const Count piece = placed.plan.schedule == Schedule::dualPipe ? 0 : placed.plan.virtualStages - 1;
    const BlockLoad &whole = at.stages[placed.layout->pieceOf(last, piece)];
    const auto share = [&](PassLoad BlockLoad::*pass) {
        return (at.blocks[head].*pass).compute.value / (whole.*pass).compute.value;
    };
    return {share(&BlockLoad::forward), share(&BlockLoad::backward)};
}

// Rows of the worst stage under their plain names, of every stage under its number.
void nameRows(Derivation &why, std::size_t stage, const std::vector<TermId> &terms)
{
    const std::string prefix = stageTermPrefix(static_cast<Count>(stage));
    for (std::size_t c = 0; c < memoryClasses; ++c)
        why.name(prefix + keyOf(static_cast<MemoryClass>(c)), terms[c]);
    why.name(prefix + "total", terms.back());
}

} // namespace

std::string stageTermPrefix(Count stage) { return "memory.stage" + std::to_string(stage) + "."; }

Message outOfMemory(Bytes needed, Bytes capacity, const char *largest)
{
    return {CORE_TEXT("core", "out of memory: {0} needed, {1} available, short by {2}; largest: {3}"),
            {engineering(needed.value, Unit::bytes), engineering(capacity.value, Unit::bytes), engineering((needed - capacity).value, Unit::bytes), largest}};
}

void fillMemory(Derivation &why, MemoryEstimate &out, const SystemBound &bound)
{
    const LedgerInput ledger = ledgerInput(bound.placed());
    const PeakMemory peak = peakMemory(ledger);
    out.capacity = bound.placed().scenario->hardware.hbmCapacity.value.expected;
    out.total = peak.memory.total;
    out.highTotal = peakMemory(ledgerInput(bound.placed(), Level::high)).memory.total;
    out.stage = static_cast<Count>(peak.stage);
    for (std::size_t s = 0; s < bound.owned->layout.stages.size(); ++s) {
        const StageMemory memory = stageMemory(ledger, s);
        const std::vector<TermId> terms = recordStageMemory(why, ledger, s, memory);
        out.stageTotals.push_back(memory.total);
        nameRows(why, s, terms);
        if (s != peak.stage)
            continue;
        out.totalTerm = terms.back();
        for (std::size_t c = 0; c < memoryClasses; ++c)
            out.parts.push_back({static_cast<MemoryClass>(c), peak.memory.parts[c], terms[c]});
    }
    why.name("memory.total", out.totalTerm);
    for (const MemoryPart &part : out.parts)
        why.name(std::string("memory.") + keyOf(part.kind), part.term);
    if (const std::optional<StepSimulation> &step = bound.expectedSimulation)
        out.timelines = memoryTimeline(ledger, *step, headShare(bound));
}

} // namespace headroom
