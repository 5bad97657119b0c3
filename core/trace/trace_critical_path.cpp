#include "trace/trace_critical_path.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace headroom {

std::int64_t TraceCriticalPath::length() const { return std::accumulate(byClass.begin(), byClass.end(), waiting); }

EventClass TraceCriticalPath::dominant() const
{
    const auto most = std::ranges::max_element(byClass);
    return waiting > *most ? EventClass::hostWork : static_cast<EventClass>(most - byClass.begin());
}

namespace {

class Walk
{
public:
    Walk(const Trace &trace, const ClassifiedTrace &classes, const HostTime &host, std::vector<Work> works)
        : m_trace(trace), m_classes(classes), m_host(host), m_works(std::move(works))
    {
        std::ranges::stable_sort(m_works, {}, [](const Work &w) { return w.span.end; });
    }

    TraceCriticalPath run(const Span &step)
    {
        std::int64_t at = step.end;
        const Work *after = nullptr;
        while (at > step.start) {
            const Work *before = lastEndingBy(at);
            if (before == nullptr) {
                gap(step.start, at, after);
                break;
            }
            gap(before->span.end, at, after);
            take(*before);
            at = before->span.start;
            after = before;
        }
        for (auto &[detail, op] : m_operators)
            m_path.operators.push_back(std::move(op));
        std::ranges::stable_sort(m_path.operators, std::greater{}, &PathOperator::time);
        return std::move(m_path);
    }

private:
    // The longest of those that end last: it begins earliest.
    const Work *lastEndingBy(std::int64_t at) const
    {
        auto i = std::ranges::upper_bound(m_works, at, {}, [](const Work &w) { return w.span.end; });
        const Work *best = nullptr;
        while (i != m_works.begin()) {
            --i;
            if (best != nullptr && i->span.end < best->span.end)
                break;
            if (i->span.start < at && i->span.length() > 0 && (best == nullptr || i->span.start < best->span.start))
                best = &*i;
        }
        return best;
    }
    void gap(std::int64_t from, std::int64_t to, const Work *after)
    {
        const std::int64_t launch = after == nullptr ? -1 : m_classes.launches[after->event];
        const std::int64_t launched = launch < 0 ? from : std::clamp(m_trace.events[static_cast<std::size_t>(launch)].end(), from, to);
        Spans left = unite({{from, to}});
        for (const EventClass cause : {EventClass::dataInput, EventClass::compile, EventClass::allocator}) {
            const Spans here = within(m_host.spans[static_cast<std::size_t>(cause)], {from, to});
            m_path.byClass[static_cast<std::size_t>(cause)] += headroom::length(intersect(left, here));
            left = subtract(left, here);
        }
        const std::int64_t late = headroom::length(intersect(left, unite({{from, launched}})));
        m_path.byClass[static_cast<std::size_t>(EventClass::hostLaunch)] += late;
        m_path.waiting += headroom::length(left) - late;
    }
    void take(const Work &w)
    {
        m_path.byClass[static_cast<std::size_t>(w.eventClass)] += w.span.length();
        PathOperator &op = m_operators[m_trace.events[w.event].detail];
        op.name = m_trace.details[m_trace.events[w.event].detail].name;
        op.eventClass = w.eventClass;
        ++op.calls;
        op.time += w.span.length();
    }

    const Trace &m_trace;
    const ClassifiedTrace &m_classes;
    const HostTime &m_host;
    std::vector<Work> m_works;
    std::map<std::uint32_t, PathOperator> m_operators;
    TraceCriticalPath m_path;
};

} // namespace

TraceCriticalPath traceCriticalPath(const Trace &trace, const ClassifiedTrace &classes, const DeviceWork &work, const HostTime &host,
                                    const TraceStep &step)
{
    return Walk(trace, classes, host, worksIn(work, step.span)).run(step.span);
}

} // namespace headroom
