#pragma once
// Where the parallel axes of a plan lie on the network: innermost first (tp, cp, ep, fsdp, pp, dp, or the plan's own order) on a
// switch domain, or on the dimensions of a torus slice. What does not fit inside uses scale-out.

#include "base/result.h"
#include "spec/hardware_spec.h"
#include "spec/plan.h"

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

inline constexpr std::size_t maxTorusDims = 3;

// A part of one torus dimension: `length` chips, `stride` apart.
struct TorusPart
{
    Count length = 1, stride = 1;
    bool wraps = false;
    bool operator==(const TorusPart &) const = default;
};

// The ranks of one axis: `inside` of them reach one another by scale-up, `outside` such groups by scale-out.
struct AxisPlacement
{
    double inside = 1.0, outside = 1.0;
    std::array<TorusPart, maxTorusDims> parts{};
    std::size_t partCount = 0;
    bool operator==(const AxisPlacement &) const = default;
};

// Some ranks of an axis, that far apart along it.
struct AxisPart
{
    Axis axis{};
    Count ranks = 1, stride = 1;
};

struct Placement
{
    bool torus = false, inSwitch = false; // inSwitch: the switch reduces
    std::array<AxisPlacement, axisCount> axes{}; // by Axis
    const AxisPlacement &of(Axis axis) const { return axes[static_cast<std::size_t>(axis)]; }
};

// The ranks that a collective spans: the product of some axes or parts of them.
struct RankGroup
{
    double inside = 1.0, outside = 1.0;
    bool torus = false, inSwitch = false;
    double links = 0.0;     // torus: links of the worst-placed chip, 2 per wrapped part and 1 per open one, over the stride
    double hops = 0.0;      // steps of latency inside: ranks - 1 on a switch, the diameter on a torus
    double allToAll = 0.0;  // torus: bytes over one link per byte of a rank, the worst part's
    double stride = 1.0;    // torus: chips between neighbours of the first part
    double size() const { return inside * outside; }
    bool operator==(const RankGroup &) const = default;
};

// Dimensions of a torus slice, largest last.
struct Slice
{
    std::array<Count, maxTorusDims> dims{1, 1, 1};
    std::size_t count = 0;
    Count chips() const { return dims[0] * dims[1] * dims[2]; }
};
// "4x8x8". Errors: syntax, number of dimensions.
Result<Slice> parseSlice(std::string_view text, std::int64_t torusDims);
// The slice a run uses: the stated one, or the most cubic one for its devices (whole pods when they exceed one).
Result<Slice> sliceFor(const HardwareSpec &hardware, Count devices);
std::string text(const Slice &slice);

// The plan's texts and the hardware's hold valid orders and dimensions.
Placement placeAxes(const HardwareSpec &hardware, const Slice &slice, const Plan &plan);
RankGroup rankGroup(const Placement &placement, std::span<const AxisPart> parts);

} // namespace headroom
