#pragma once
// Tasks on named resources in a fixed order per resource, as streams run them. End times are max-plus: longer tasks never end
// the whole earlier, so an interval of durations gives an interval of ends.

#include "base/units.h"

#include <cstddef>
#include <vector>

namespace headroom {

struct Task
{
    std::size_t resource = 0;
    Seconds duration{};
    struct Needs
    {
        std::size_t task = 0;
        Seconds delay{};    // from that task's end, e.g. a transfer
    };
    std::vector<Needs> needs;
};

// Tasks of one resource run in the order of their indices.
struct TaskGraph
{
    std::vector<Task> tasks;
    std::size_t resources = 0;
};

struct TaskTime
{
    Seconds start{}, end{};
};
// Per task. A graph whose orders and needs wait for one another in a circle gives an empty result.
std::vector<TaskTime> simulate(const TaskGraph &graph);
Seconds lastEnd(const std::vector<TaskTime> &times);

} // namespace headroom
