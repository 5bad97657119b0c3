#pragma once
// Texts that place a plan's axes on a network: their order, and the dimensions of a torus they take.

#include "spec/plan.h"

#include "base/result.h"

#include <string_view>

namespace headroom {

// Every axis once, innermost first: "tp-cp-ep-fsdp-pp-dp"; "" is innermostFirst. Error: the rule that the text breaks.
using AxisOrder = std::array<Axis, axisCount>;
tl::expected<AxisOrder, Message> parseAxisOrder(std::string_view text);

// Dimensions of a torus by letters: "xz" is the first and the third, as bits. Error: a letter that names none of `dims`, or one twice.
tl::expected<unsigned, Message> parseTorusDims(std::string_view text, std::int64_t dims);
// Which dimensions an axis takes first: "tp=x, ep=yz"; those of axes that are not named are 0. Error: the rule that the text breaks.
using TorusAxes = std::array<unsigned, axisCount>;
tl::expected<TorusAxes, Message> parseTorusAxes(std::string_view text, std::int64_t dims);

} // namespace headroom
