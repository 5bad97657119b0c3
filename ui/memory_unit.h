#pragma once
// The unit in which the window shows amounts of memory: GiB (1024³ bytes) or GB (1000³ bytes), as the user prefers. What is stored and
// what programs read keeps to bytes. The program without a window shows GiB.

#include <QString>

namespace headroom {

enum class MemoryUnit { gibibyte, gigabyte };

MemoryUnit memoryUnit();
void setMemoryUnit(MemoryUnit unit); // of this process; Appearance remembers it
double memoryUnitBytes();
QString memoryUnitName(); // "GiB"

} // namespace headroom
