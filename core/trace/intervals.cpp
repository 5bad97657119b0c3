#include "trace/intervals.h"

#include <algorithm>

namespace headroom {

Spans unite(std::vector<Span> ranges)
{
    std::erase_if(ranges, [](const Span &s) { return s.end <= s.start; });
    std::ranges::sort(ranges, {}, &Span::start);
    Spans out;
    for (const Span &s : ranges) {
        if (!out.empty() && s.start <= out.back().end)
            out.back().end = std::max(out.back().end, s.end);
        else
            out.push_back(s);
    }
    return out;
}

Spans unite(const Spans &a, const Spans &b)
{
    std::vector<Span> all = a;
    all.insert(all.end(), b.begin(), b.end());
    return unite(std::move(all));
}

Spans intersect(const Spans &a, const Spans &b)
{
    Spans out;
    for (auto i = a.begin(), k = b.begin(); i != a.end() && k != b.end();) {
        const Span both{std::max(i->start, k->start), std::min(i->end, k->end)};
        if (both.start < both.end)
            out.push_back(both);
        if (i->end < k->end)
            ++i;
        else
            ++k;
    }
    return out;
}

Spans subtract(const Spans &a, const Spans &b)
{
    Spans out;
    auto k = b.begin();
    for (Span left : a) {
        while (k != b.end() && k->end <= left.start)
            ++k;
        for (auto cut = k; cut != b.end() && cut->start < left.end; ++cut) {
            if (cut->start > left.start)
                out.push_back({left.start, cut->start});
            left.start = std::max(left.start, cut->end);
        }
        if (left.start < left.end)
            out.push_back(left);
    }
    return out;
}

Spans within(const Spans &spans, const Span &range)
{
    Spans out;
    for (auto i = std::ranges::upper_bound(spans, range.start, {}, &Span::end); i != spans.end() && i->start < range.end; ++i)
        out.push_back({std::max(i->start, range.start), std::min(i->end, range.end)});
    return out;
}

std::int64_t length(const Spans &spans)
{
    std::int64_t sum = 0;
    for (const Span &s : spans)
        sum += s.length();
    return sum;
}

} // namespace headroom
