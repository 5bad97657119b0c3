#include "trace/category_rows.h"

#include <algorithm>
#include <iterator>

namespace headroom {

namespace {

// Rows that are known by category. All others are a host's, or named as XLA names them.
constexpr CategoryRow categoryRows[] = {
    {"kernel", LaneKind::operators, true},
    {"Kernel", LaneKind::operators, true}, // capitals: until 2021
    {"mtia_ccp_events", LaneKind::operators, true},
    {"gpu_memcpy", LaneKind::transfers, true},
    {"Memcpy", LaneKind::transfers, true},
    {"gpu_memset", LaneKind::transfers, true},
    {"Memset", LaneKind::transfers, true},
    {"gpu_user_annotation", LaneKind::annotations, true}, // over the kernels of the same row
    {"cuda_sync", LaneKind::annotations, true},           // waits, also of no stream (-1)
    {"cuda_profiler_range", LaneKind::annotations, true}, // counters of replayed kernels: their times are not measured
    {"kernel_dispatch", LaneKind::operators, true},       // rocprofv3
    {"memory_copy", LaneKind::transfers, true},
    {"user_annotation", LaneKind::annotations, false},
    {"Trace", LaneKind::annotations, false}, // what was recorded, not what ran
};

} // namespace

const CategoryRow *categoryRow(std::string_view category)
{
    const auto row = std::ranges::find(categoryRows, category, &CategoryRow::category);
    return row == std::end(categoryRows) ? nullptr : &*row;
}

bool isStepName(std::string_view name) { return name.starts_with("ProfilerStep#"); }

} // namespace headroom
