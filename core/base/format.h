#pragma once
// The only number-to-text and text-to-number of the project. Always '.' as decimal separator and ASCII; the window
// localises the separator on top.

#include "base/units.h"

#include <optional>
#include <string>
#include <string_view>

namespace headroom {

// Shortest text that reads back to the same double.
std::string exactNumber(double value);
// `digits` significant digits, no exponent for 1e-4 … 1e15, trailing zeros kept out.
std::string significant(double value, int digits);
// A fixed number of decimals.
std::string fixed(double value, int decimals);
// Engineering form with prefix and unit: 989 TFLOP/s, 3.35 TB/s, 13.77 ms, 51.47 GFLOP. Bytes of memory use
// binary prefixes (79.6 GiB); bandwidth and FLOPs decimal ones. Unit::count: 671 026 404 352 with thin spaces is
// not used; plain digits below 1e6 and 671.03 G above.
std::string engineering(double value, Unit unit, int digits = 4);
// 0.4213 -> "42.1 %".
std::string percent(double ratio, int decimals = 1);
// As forms show an editable value: engineering with as many digits as needed to read back exactly.
std::string editable(double value, Unit unit);
// Reads "989T", "989 TFLOP/s", "3.35TB/s", "80 GiB", "400Gb/s", "13.8 ms", "1e12", "42 %" into SI base units of
// `unit`. Accepts one comma as decimal separator. Nothing when the text is no such number or the unit is another one.
std::optional<double> parseQuantity(std::string_view text, Unit unit);

} // namespace headroom
