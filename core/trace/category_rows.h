#pragma once
// Categories of events that say what they are: PyTorch's, and rocprofv3's in Perfetto traces.

#include "trace/trace.h"

#include <string_view>

namespace headroom {

struct CategoryRow
{
    std::string_view category;
    LaneKind kind;
    bool onDevice;
};

// Null for one that says nothing.
const CategoryRow *categoryRow(std::string_view category);
// ProfilerStep#N, as torch.profiler marks steps.
bool isStepName(std::string_view name);

} // namespace headroom
