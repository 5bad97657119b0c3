// Two passes that a stage runs together (DualPipe).

#include "schedule/pass_program.h"

#include <array>

namespace headroom {
namespace {

// Takes over the blocks of two programs in turn, and renumbers.
class Merge
{
public:
    Merge(const PassProgram &a, const PassProgram &b, double overlap) : m_from{&a, &b}, m_overlap(overlap)
    {
        for (const std::size_t s : {0u, 1u}) {
            m_firstRun[s] = m_out.runs.size();
            m_firstCall[s] = m_out.calls.size();
            m_out.runs.insert(m_out.runs.end(), m_from[s]->runs.begin(), m_from[s]->runs.end());
            m_out.calls.insert(m_out.calls.end(), m_from[s]->calls.begin(), m_from[s]->calls.end());
        }
        for (std::size_t c = 0; c < m_out.calls.size(); ++c) {
            LaneCall &call = m_out.calls[c];
            if (c >= m_firstCall[1] && call.run)
                *call.run += m_firstRun[1];
            if (call.cause == LaneCause::host || call.exposed.value <= 0.0)
                continue;
            m_out.hidden.push_back({c, overlap * (call.exposed / call.total), {}, false});
            call.exposed = (1.0 - overlap) * call.exposed;
        }
    }

    PassProgram merge()
    {
        std::array<double, 2> done{};
        std::array<std::size_t, 2> next{};
        const auto rest = [&](std::size_t s) { return next[s] < m_from[s]->items.size(); };
        const std::array<double, 2> whole{sum(0), sum(1)};
        while (rest(0) || rest(1)) {
            const std::size_t s = !rest(1) || (rest(0) && done[0] * whole[1] <= done[1] * whole[0]) ? 0 : 1;
            done[s] += take(s, next[s]++);
        }
        for (const std::size_t s : {0u, 1u})
            for (HiddenWork work : m_from[s]->hidden) {
                work.call += m_firstCall[s];
                if (work.under)
                    work.under = std::pair(m_itemOf[s][work.under->first], m_itemOf[s][work.under->second]);
                m_out.hidden.push_back(work);
            }
        return std::move(m_out);
    }

private:
    double sum(std::size_t s) const
    {
        double out = 0.0;
        for (const ProgramItem &item : m_from[s]->items)
            out += item.time.value;
        return out;
    }
    double take(std::size_t s, std::size_t index)
    {
        ProgramItem item = m_from[s]->items[index];
        const double time = item.time.value;
        item.run += m_firstRun[s];
        item.call += m_firstCall[s];
        item.putOff = false;
        m_itemOf[s].push_back(m_out.items.size());
        if (item.kind == LaneItemKind::wait && m_out.calls[item.call].cause != LaneCause::host)
            item.time = (1.0 - m_overlap) * item.time;
        m_out.items.push_back(item);
        return time;
    }

    std::array<const PassProgram *, 2> m_from;
    double m_overlap;
    std::array<std::size_t, 2> m_firstRun{}, m_firstCall{};
    std::array<std::vector<std::size_t>, 2> m_itemOf;
    PassProgram m_out;
};

} // namespace

PassProgram together(const PassProgram &first, const PassProgram &second, double overlap) { return Merge(first, second, overlap).merge(); }

} // namespace headroom
