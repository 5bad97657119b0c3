#pragma once
// The memory levels a roofline can count bytes at: HBM, or the memory on the chip.

#include "base/derivation.h"
#include "ops/op.h"

#include <span>
#include <string>

namespace headroom {

// The memory whose traffic an arithmetic intensity counts.
enum class MemoryLevel { hbm, onChip };
std::span<const EnumRow> rowsOf(MemoryLevel);

// An operator against on-chip memory: the same FLOPs, the bytes that tiles move.
struct OnChipPoint
{
    Bytes bytes{};
    FlopsPerByte intensity{};
    FlopsPerSecond attainable{};
    Seconds time{};              // max of compute and on-chip traffic
    BoundBy boundBy{};           // compute or onChip
    double timeShare = 0.0;      // of the on-chip step time
    TermId timeTerm, bytesTerm;
};

// The roofline of a chip's on-chip memory; no bound uses it.
struct OnChipRoofline
{
    std::string memory;          // "L2", "VMEM"; "on-chip memory" when the chip does not name it
    BytesPerSecond bandwidth{};
    FlopsPerByte ridge{};
    Seconds stepTime{};          // sum of the operators' times
    TermId stepTimeTerm, ridgeTerm;
};

} // namespace headroom
