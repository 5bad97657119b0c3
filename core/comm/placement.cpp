#include "comm/placement.h"

#include "base/text.h"
#include "spec/axis_order.h"

#include <algorithm>
#include <charconv>
#include <numeric>

namespace headroom {

Result<Slice> parseSlice(std::string_view text, std::int64_t torusDims)
{
    const auto bad = [&] {
        return failure("hardware.slice", {CORE_TEXT("core", "a slice is {0} positive sizes joined by x, like 4x8x8, not \"{1}\""),
                                          {std::to_string(torusDims), std::string(text)}});
    };
    Slice slice;
    const char *at = text.data(), *end = text.data() + text.size();
    while (slice.count < maxTorusDims) {
        const auto [next, error] = std::from_chars(at, end, slice.dims[slice.count]);
        if (error != std::errc{} || slice.dims[slice.count] < 1 || slice.dims[slice.count] > (Count{1} << 20))
            return bad();
        ++slice.count;
        if (next == end)
            break;
        if (*next != 'x' && *next != 'X')
            return bad();
        at = next + 1;
    }
    const std::string back = headroom::text(slice);
    if (static_cast<std::int64_t>(slice.count) != torusDims || back.size() != text.size())
        return bad();
    return slice;
}

std::string text(const Slice &slice)
{
    std::string out;
    for (std::size_t i = 0; i < slice.count; ++i)
        out += (i ? "x" : "") + std::to_string(slice.dims[i]);
    return out;
}

namespace {

// How far from a cube: the longest side, then the sum of the sides; and whether the sides close into rings.
struct SliceQuality
{
    bool unwrapped;
    Count longest, sum;
    auto operator<=>(const SliceQuality &) const = default;
};

SliceQuality qualityOf(const Slice &slice, WrapRule wrap)
{
    const auto used = std::span(slice.dims).first(slice.count);
    const bool cubes = std::ranges::all_of(used, [](Count d) { return d % 4 == 0; });
    return {wrap == WrapRule::cube4 && !cubes, *std::ranges::max_element(used), std::accumulate(used.begin(), used.end(), Count{0})};
}

Slice mostCubic(Count chips, std::size_t dims, WrapRule wrap)
{
    Slice best{{1, 1, 1}, dims};
    best.dims[dims - 1] = chips;
    const auto consider = [&](Slice s) {
        std::ranges::sort(std::span(s.dims).first(dims));
        if (qualityOf(s, wrap) < qualityOf(best, wrap))
            best = s;
    };
    for (Count a = 1; a * a <= chips; ++a) {
        if (chips % a != 0)
            continue;
        if (dims == 2)
            consider({{a, chips / a, 1}, dims});
        for (Count b = a; dims == 3 && a * b * b <= chips; ++b)
            if (chips / a % b == 0)
                consider({{a, b, chips / a / b}, dims});
    }
    return best;
}

bool dimWraps(const Slice &slice, std::size_t dim, const HardwareSpec &hardware)
{
    switch (hardware.wrap) {
    case WrapRule::custom: return slice.dims[dim] > 1 && (*parseTorusDims(hardware.wrappedDims, hardware.torusDims) >> dim & 1u);
    case WrapRule::always: return slice.dims[dim] > 1;
    case WrapRule::never: return false;
    case WrapRule::axis16: return slice.dims[dim] == 16;
    case WrapRule::cube4: break;
    }
    return std::ranges::all_of(std::span(slice.dims).first(slice.count), [](Count d) { return d % 4 == 0; });
}

// Hands out torus dimensions to axes, innermost axis first.
class TorusPlacer
{
public:
    TorusPlacer(const Slice &slice, const HardwareSpec &hardware) : m_slice(slice)
    {
        for (std::size_t d = 0; d < slice.count; ++d)
            m_wraps[d] = dimWraps(slice, d, hardware);
    }

    // `first`: the dimensions to take before any other.
    AxisPlacement place(Count degree, unsigned first)
    {
        AxisPlacement axis;
        const Count left = takeParts(axis, degree, first);
        if (const unsigned set = left > 1 ? wholeDims(left) : 0) {
            for (std::size_t d = 0; d < m_slice.count; ++d)
                if (set >> d & 1u)
                    take(axis, d, m_slice.dims[d]);
        } else {
            takeParts(axis, left, ~0u);
        }
        axis.outside = static_cast<double>(degree) / axis.inside;
        return axis;
    }

private:
    // Takes what a degree shares with what is free of each dimension of a set; returns what is left of the degree.
    Count takeParts(AxisPlacement &axis, Count left, unsigned set)
    {
        for (std::size_t d = 0; d < m_slice.count && left > 1; ++d) {
            const Count part = set >> d & 1u ? std::gcd(left, m_slice.dims[d] / m_taken[d]) : 1;
            if (part > 1)
                take(axis, d, part);
            left /= part;
        }
        return left;
    }

    // The untouched dimensions whose product is `degree`, as a bit set: most dimensions first, then the first ones.
    unsigned wholeDims(Count degree) const
    {
        unsigned best = 0;
        int bestSize = 0;
        for (unsigned set = 1; set < 1u << m_slice.count; ++set) {
            Count product = 1;
            int size = 0;
            for (std::size_t d = 0; d < m_slice.count; ++d)
                if (set >> d & 1u) {
                    product *= m_taken[d] == 1 && m_slice.dims[d] > 1 ? m_slice.dims[d] : 0;
                    ++size;
                }
            if (product == degree && size > bestSize) {
                best = set;
                bestSize = size;
            }
        }
        return best;
    }

    void take(AxisPlacement &axis, std::size_t dim, Count length)
    {
        const bool closes = m_taken[dim] * length == m_slice.dims[dim] && (m_taken[dim] > 1 || length == m_slice.dims[dim]);
        axis.parts[axis.partCount++] = {length, m_taken[dim], closes && m_wraps[dim]};
        axis.inside *= static_cast<double>(length);
        m_taken[dim] *= length;
    }

    const Slice &m_slice;
    std::array<bool, maxTorusDims> m_wraps{};
    std::array<Count, maxTorusDims> m_taken{1, 1, 1};
};

} // namespace

Result<Slice> sliceFor(const HardwareSpec &hardware, Count devices)
{
    if (hardware.scaleUp != ScaleUpKind::torus)
        return Slice{};
    if (!hardware.slice.empty()) {
        Result<Slice> slice = parseSlice(hardware.slice, hardware.torusDims);
        if (slice && devices % slice->chips() != 0)
            return failure("hardware.slice", {CORE_TEXT("core", "a slice of {0} chips does not divide the {1} devices"),
                                              {std::to_string(slice->chips()), std::to_string(devices)}});
        return slice;
    }
    Count chips = devices;
    if (hardware.podSize > 0)
        for (Count slices = 1; chips > hardware.podSize || devices % slices != 0; ++slices)
            if (devices % slices == 0)
                chips = devices / slices;
    return mostCubic(chips, static_cast<std::size_t>(hardware.torusDims), hardware.wrap);
}

Placement placeAxes(const HardwareSpec &hardware, const Slice &slice, const Plan &plan)
{
    Placement placement;
    placement.torus = hardware.scaleUp == ScaleUpKind::torus;
    placement.inSwitch = !placement.torus && hardware.inNetworkReduction.value;
    TorusPlacer placer(slice, hardware);
    const TorusAxes first = placement.torus ? *parseTorusAxes(plan.torusAxes, hardware.torusDims) : TorusAxes{};
    double stride = 1.0;
    const double domain = static_cast<double>(hardware.domainSize.value.expected);
    const AxisOrder order = *parseAxisOrder(plan.axisOrder);
    for (const Axis axis : order) {
        const double degree = static_cast<double>(plan.degree(axis));
        AxisPlacement &out = placement.axes[static_cast<std::size_t>(axis)];
        if (placement.torus)
            out = placer.place(plan.degree(axis), first[static_cast<std::size_t>(axis)]);
        else
            out.inside = std::clamp(domain / stride, 1.0, degree);
        out.outside = degree / out.inside;
        stride *= degree;
    }
    return placement;
}

namespace {

// Where `wanted.ranks` ranks of an axis lie: it passes over the innermost `wanted.stride`, then takes as many. A torus part taken to its
// end closes if the whole part does.
AxisPlacement placementOf(const AxisPlacement &axis, const AxisPart &wanted, bool torus)
{
    AxisPlacement out;
    Count skip = wanted.stride, left = wanted.ranks;
    for (std::size_t i = 0; i < axis.partCount; ++i) {
        const TorusPart &part = axis.parts[i];
        const Count passed = std::gcd(skip, part.length), taken = skip == passed ? std::gcd(left, part.length / passed) : 1;
        skip /= passed;
        left /= taken;
        if (taken == 1)
            continue;
        out.parts[out.partCount++] = {taken, part.stride * passed, part.wraps && passed * taken == part.length};
        out.inside *= static_cast<double>(taken);
    }
    const double ranks = static_cast<double>(wanted.ranks);
    if (!torus)
        out.inside = std::clamp(axis.inside / static_cast<double>(wanted.stride), 1.0, ranks);
    out.outside = ranks / out.inside;
    return out;
}

} // namespace

RankGroup rankGroup(const Placement &placement, std::span<const AxisPart> parts)
{
    RankGroup group;
    group.torus = placement.torus;
    group.inSwitch = placement.inSwitch;
    bool first = true;
    for (const AxisPart &part : parts) {
        const AxisPlacement p = placementOf(placement.of(part.axis), part, placement.torus);
        group.inside *= p.inside;
        group.outside *= p.outside;
        for (std::size_t i = 0; i < p.partCount; ++i) {
            const double length = static_cast<double>(p.parts[i].length), stride = static_cast<double>(p.parts[i].stride);
            // Mean distance on a ring of a chips is a/4 with 2 links each way, on a line a/3 with the middle cut the
            // bottleneck: a/8 and a/4 bytes per link and byte of a rank; an odd ring's is (a² - 1)/a instead of a.
            const double reach = p.parts[i].length % 2 == 0 ? length : (length * length - 1.0) / length;
            group.links += (p.parts[i].wraps ? 2.0 : 1.0) / stride;
            group.hops += (p.parts[i].wraps ? length / 2.0 : length - 1.0) * stride;
            group.allToAll = std::max(group.allToAll, stride * reach / (p.parts[i].wraps ? 8.0 : 4.0));
            group.stride = first ? stride : group.stride;
            first = false;
        }
    }
    if (!placement.torus)
        group.hops = group.inside - 1.0;
    return group;
}

} // namespace headroom
