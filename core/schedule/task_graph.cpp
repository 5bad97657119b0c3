#include "schedule/task_graph.h"

#include <algorithm>

namespace headroom {
namespace {

constexpr std::size_t none = static_cast<std::size_t>(-1);

// Runs each resource as far as it can; one that lacks a task waits in that task's list and goes on when the task is done.
class Simulation
{
public:
    explicit Simulation(const TaskGraph &graph)
        : m_graph(graph), m_times(graph.tasks.size()), m_done(graph.tasks.size(), false), m_firstWaiting(graph.tasks.size(), none),
          m_order(graph.resources), m_next(graph.resources, 0), m_free(graph.resources), m_nextWaiting(graph.resources, none)
    {
        for (std::size_t t = 0; t < graph.tasks.size(); ++t)
            m_order[graph.tasks[t].resource].push_back(t);
    }

    std::vector<TaskTime> run()
    {
        for (std::size_t r = 0; r < m_order.size(); ++r)
            m_runnable.push_back(r);
        while (!m_runnable.empty()) {
            const std::size_t r = m_runnable.back();
            m_runnable.pop_back();
            advance(r);
        }
        return m_finished == m_graph.tasks.size() ? std::move(m_times) : std::vector<TaskTime>{};
    }

private:
    void advance(std::size_t resource)
    {
        for (; m_next[resource] < m_order[resource].size(); ++m_next[resource]) {
            const std::size_t t = m_order[resource][m_next[resource]];
            const Task &task = m_graph.tasks[t];
            Seconds start = m_free[resource];
            for (const Task::Needs &n : task.needs) {
                if (!m_done[n.task]) {
                    m_nextWaiting[resource] = m_firstWaiting[n.task];
                    m_firstWaiting[n.task] = resource;
                    return;
                }
                start = std::max(start, m_times[n.task].end + n.delay);
            }
            m_times[t] = {start, start + task.duration};
            m_free[resource] = m_times[t].end;
            finish(t);
        }
    }
    void finish(std::size_t task)
    {
        m_done[task] = true;
        ++m_finished;
        for (std::size_t r = m_firstWaiting[task]; r != none; r = m_nextWaiting[r])
            m_runnable.push_back(r);
    }

    const TaskGraph &m_graph;
    std::vector<TaskTime> m_times;
    std::vector<bool> m_done;
    std::vector<std::size_t> m_firstWaiting; // per task: a resource that waits for it
    std::vector<std::vector<std::size_t>> m_order; // per resource: its tasks
    std::vector<std::size_t> m_next;
    std::vector<Seconds> m_free; // when each resource's latest task ends
    std::vector<std::size_t> m_nextWaiting; // per resource: the next one that waits for the same task
    std::vector<std::size_t> m_runnable;
    std::size_t m_finished = 0;
};

} // namespace

std::vector<TaskTime> simulate(const TaskGraph &graph)
{
    return Simulation(graph).run();
}

Seconds lastEnd(const std::vector<TaskTime> &times)
{
    Seconds end{};
    for (const TaskTime &t : times)
        end = std::max(end, t.end);
    return end;
}

} // namespace headroom
