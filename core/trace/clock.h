#pragma once
// Times as profilers write them. A file's clock may start anywhere (boot, 1970), so an instant keeps nanoseconds and what is
// left below them apart: together they are exact where picoseconds in 64 bits would overflow.

#include <cstdint>
#include <optional>
#include <string_view>

namespace headroom {

struct Instant
{
    std::int64_t nanoseconds = 0;
    std::int64_t picoseconds = 0; // 0 … 999, on top

    bool operator==(const Instant &) const = default;
};

// What is longer is no duration of a run: 2^62 ps are 53 days.
inline constexpr std::int64_t longestPicoseconds = std::int64_t(1) << 62;

// `to` - `from`, ps; nothing beyond longestPicoseconds.
std::optional<std::int64_t> picosecondsBetween(const Instant &from, const Instant &to);
// `start` + `ps`; nothing beyond 64 bits of nanoseconds.
std::optional<Instant> later(const Instant &start, std::int64_t picoseconds);
Instant instantOfPicoseconds(std::uint64_t picoseconds);

// A decimal number of microseconds, "4212936056568.424" or "1.5e3"; digits below a picosecond are rounded. Nothing for anything
// else, or beyond 64 bits of nanoseconds.
std::optional<Instant> instantOfMicroseconds(std::string_view text);
// The same as a duration, ps; it may be negative.
std::optional<std::int64_t> picosecondsOfMicroseconds(std::string_view text);

// Whole and decimal numbers of a file; nothing unless the whole text is one.
std::optional<std::int64_t> wholeNumber(std::string_view text);
std::optional<std::uint64_t> wholeNumber64(std::string_view text);
std::optional<double> decimalNumber(std::string_view text);

} // namespace headroom
