#include "trace/collective_order.h"

#include <algorithm>
#include <map>

namespace headroom {

std::vector<RankCalls> rankCalls(const Trace &trace, const ClassifiedTrace &classes)
{
    struct Call { std::int64_t start; std::string group; OrderedCall call; };
    std::map<std::int32_t, std::vector<Call>> byDevice;
    for (std::size_t e = 0; e < trace.events.size(); ++e) {
        const TraceLane &lane = trace.lanes[trace.events[e].lane];
        if (!isDeviceWork(lane) || kindOf(classes.ofEvent[e]) != TimeKind::communication || classes.waits[e])
            continue;
        const TracedCollective c = trace.details[trace.events[e].detail].collective.value_or(TracedCollective{});
        byDevice[lane.device].push_back({trace.events[e].start, c.group, {classes.ofEvent[e], c.inBytes ? c.inBytes : c.outBytes, c.dtype}});
    }
    std::vector<RankCalls> out;
    for (auto &[device, calls] : byDevice) {
        std::ranges::stable_sort(calls, {}, &Call::start);
        const std::string whose = trace.rank ? std::to_string(*trace.rank) : trace.file;
        std::map<std::string, RankCalls> groups;
        for (const Call &c : calls) {
            RankCalls &of = groups[c.group];
            of.rank = byDevice.size() > 1 ? whose + ":" + std::to_string(device) : whose;
            of.group = c.group;
            of.calls.push_back(c.call);
        }
        for (auto &[group, of] : groups)
            out.push_back(std::move(of));
    }
    return out;
}

OrderCheck compareOrder(const std::vector<RankCalls> &ranks)
{
    OrderCheck out;
    std::map<std::string, std::vector<const RankCalls *>> groups;
    for (const RankCalls &r : ranks)
        groups[r.group].push_back(&r);
    for (const auto &[group, members] : groups) {
        if (members.size() < 2)
            continue;
        ++out.groups;
        const std::vector<OrderedCall> &first = members.front()->calls;
        for (std::size_t m = 1; m < members.size(); ++m) {
            const std::vector<OrderedCall> &second = members[m]->calls;
            const auto [a, b] = std::ranges::mismatch(first, second);
            out.calls += static_cast<std::size_t>(a - first.begin());
            if (a == first.end() && b == second.end())
                continue;
            OrderMismatch found{group, members.front()->rank, members[m]->rank, static_cast<std::size_t>(a - first.begin()), {}, {}};
            if (a != first.end())
                found.ofFirst = *a;
            if (b != second.end())
                found.ofSecond = *b;
            out.mismatches.push_back(std::move(found));
        }
    }
    return out;
}

} // namespace headroom
