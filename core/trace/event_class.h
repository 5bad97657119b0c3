#pragma once
// What an event of a trace is: one row per class, and which kind of time it is.

#include "base/enum_table.h"

#include <cstddef>
#include <cstdint>

namespace headroom {

enum class EventClass : std::uint8_t {
    // of a device: computation
    matmul, attention, linearAttention, experts, embedding, optimizer, elementwise, otherCompute,
    // communication
    allReduce, allGather, reduceScatter, allToAll, dispatch, combine, sendRecv, broadcast, otherCollective,
    // copies
    copyToDevice, copyToHost, copyOnDevice, copyBetweenDevices, memset,
    // of the host
    dataInput, compile, allocator, syncWait, hostLaunch, hostWork,
    // neither: holds other events, or repeats them
    container
};
inline constexpr std::size_t eventClasses = static_cast<std::size_t>(EventClass::container) + 1;
std::span<const EnumRow> rowsOf(EventClass);

enum class TimeKind : std::uint8_t { compute, communication, copy, host, none };
std::span<const EnumRow> rowsOf(TimeKind);
TimeKind kindOf(EventClass c);

} // namespace headroom
