#pragma once
// Sets of time as ordered ranges that neither touch nor overlap: how long a device was busy, how much of that nothing else covered.

#include <cstdint>
#include <vector>

namespace headroom {

// [start, end) in picoseconds.
struct Span
{
    std::int64_t start = 0, end = 0;
    std::int64_t length() const { return end - start; }
    bool operator==(const Span &) const = default;
};
// In order, apart from one another, none empty. What the functions below take and give.
using Spans = std::vector<Span>;

// Any ranges as a set: in order, joined where they touch or overlap, without empty ones.
Spans unite(std::vector<Span> ranges);
Spans unite(const Spans &a, const Spans &b);
Spans intersect(const Spans &a, const Spans &b);
// What of `a` is not in `b`.
Spans subtract(const Spans &a, const Spans &b);
std::int64_t length(const Spans &spans);
// What of a set lies within a range, found by halves: cheap for a short range of a long set.
Spans within(const Spans &spans, const Span &range);

} // namespace headroom
