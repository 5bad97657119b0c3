#include "schedule/task_graph.h"

#include <algorithm>

namespace headroom {
namespace {

// For each task, those that wait for it: its resource's next one, and those that need it.
struct Waiting
{
    std::vector<std::vector<std::size_t>> followers;
    std::vector<std::size_t> missing; // how many each task still waits for
};

Waiting waitingOf(const TaskGraph &graph)
{
    constexpr std::size_t none = static_cast<std::size_t>(-1);
    Waiting out{std::vector<std::vector<std::size_t>>(graph.tasks.size()), std::vector<std::size_t>(graph.tasks.size(), 0)};
    std::vector<std::size_t> last(graph.resources, none);
    const auto wait = [&](std::size_t task, std::size_t before) {
        out.followers[before].push_back(task);
        ++out.missing[task];
    };
    for (std::size_t t = 0; t < graph.tasks.size(); ++t) {
        std::size_t &previous = last[graph.tasks[t].resource];
        if (previous != none)
            wait(t, previous);
        previous = t;
        for (const Task::Needs &n : graph.tasks[t].needs)
            wait(t, n.task);
    }
    return out;
}

} // namespace

std::vector<TaskTime> simulate(const TaskGraph &graph)
{
    Waiting waiting = waitingOf(graph);
    std::vector<TaskTime> times(graph.tasks.size());
    std::vector<Seconds> free(graph.resources); // when each resource's latest task ends
    std::vector<std::size_t> ready;
    for (std::size_t t = 0; t < graph.tasks.size(); ++t)
        if (waiting.missing[t] == 0)
            ready.push_back(t);
    std::size_t done = 0;
    while (!ready.empty()) {
        const std::size_t t = ready.back();
        ready.pop_back();
        const Task &task = graph.tasks[t];
        Seconds start = free[task.resource];
        for (const Task::Needs &n : task.needs)
            start = std::max(start, times[n.task].end + n.delay);
        times[t] = {start, start + task.duration};
        free[task.resource] = times[t].end;
        ++done;
        for (const std::size_t next : waiting.followers[t])
            if (--waiting.missing[next] == 0)
                ready.push_back(next);
    }
    return done == graph.tasks.size() ? times : std::vector<TaskTime>{};
}

Seconds lastEnd(const std::vector<TaskTime> &times)
{
    Seconds end{};
    for (const TaskTime &t : times)
        end = std::max(end, t.end);
    return end;
}

} // namespace headroom
