#include "ui/memory_unit.h"

#include "base/units.h"

#include <atomic>

namespace headroom {

namespace {
std::atomic chosen = MemoryUnit::gibibyte;
}

MemoryUnit memoryUnit()
{
    return chosen;
}

void setMemoryUnit(MemoryUnit unit)
{
    chosen = unit;
}

double memoryUnitBytes()
{
    return memoryUnit() == MemoryUnit::gibibyte ? gibibytes(1.0).value : gigabytes(1.0).value;
}

QString memoryUnitName()
{
    return memoryUnit() == MemoryUnit::gibibyte ? QStringLiteral("GiB") : QStringLiteral("GB");
}

} // namespace headroom
