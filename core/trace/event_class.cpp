#include "trace/event_class.h"

#include "base/text.h"

namespace headroom {

std::span<const EnumRow> rowsOf(EventClass)
{
    static constexpr EnumRow rows[] = {
        {"matmul", CORE_TEXT("core", "Matrix products")},
        {"attention", CORE_TEXT("core", "Attention core")},
        {"linearAttention", CORE_TEXT("core", "Linear attention core")},
        {"experts", CORE_TEXT("core", "Grouped expert products")},
        {"embedding", CORE_TEXT("core", "Embedding and loss")},
        {"optimizer", CORE_TEXT("core", "Optimizer")},
        {"elementwise", CORE_TEXT("core", "Norms and elementwise")},
        {"otherCompute", CORE_TEXT("core", "Computation of no known class")},
        {"allReduce", CORE_TEXT("core", "All-reduce")},
        {"allGather", CORE_TEXT("core", "All-gather")},
        {"reduceScatter", CORE_TEXT("core", "Reduce-scatter")},
        {"allToAll", CORE_TEXT("core", "All-to-all")},
        {"dispatch", CORE_TEXT("core", "Expert dispatch")},
        {"combine", CORE_TEXT("core", "Expert combine")},
        {"sendRecv", CORE_TEXT("core", "Send and receive")},
        {"broadcast", CORE_TEXT("core", "Broadcast")},
        {"otherCollective", CORE_TEXT("core", "Collective of no known kind")},
        {"copyToDevice", CORE_TEXT("core", "Copy from host to device")},
        {"copyToHost", CORE_TEXT("core", "Copy from device to host")},
        {"copyOnDevice", CORE_TEXT("core", "Copy on the device")},
        {"copyBetweenDevices", CORE_TEXT("core", "Copy between devices")},
        {"memset", CORE_TEXT("core", "Memory set")},
        {"dataInput", CORE_TEXT("core", "Data input")},
        {"compile", CORE_TEXT("core", "Compilation")},
        {"allocator", CORE_TEXT("core", "Memory allocation")},
        {"syncWait", CORE_TEXT("core", "Host waits for the device")},
        {"hostLaunch", CORE_TEXT("core", "Launches from the host")},
        {"hostWork", CORE_TEXT("core", "Work of the host")},
        {"container", CORE_TEXT("core", "Holds other events")},
    };
    static_assert(std::size(rows) == eventClasses);
    return rows;
}

std::span<const EnumRow> rowsOf(TimeKind)
{
    static constexpr EnumRow rows[] = {
        {"compute", CORE_TEXT("core", "Computation")},
        {"communication", CORE_TEXT("core", "Communication")},
        {"copy", CORE_TEXT("core", "Copies")},
        {"host", CORE_TEXT("core", "Host")},
        {"none", CORE_TEXT("core", "No time of its own")},
    };
    return rows;
}

TimeKind kindOf(EventClass c)
{
    if (c <= EventClass::otherCompute)
        return TimeKind::compute;
    if (c <= EventClass::otherCollective)
        return TimeKind::communication;
    if (c <= EventClass::memset)
        return TimeKind::copy;
    return c == EventClass::container ? TimeKind::none : TimeKind::host;
}

} // namespace headroom
