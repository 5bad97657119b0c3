#include "trace/clock.h"

#include <charconv>
#include <cmath>
#include <limits>

namespace headroom {

namespace {

constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();

template <class T> std::optional<T> parsed(std::string_view text)
{
    T value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

// Nanoseconds and picoseconds with the second part within 0 … 999.
Instant normalised(std::int64_t nanoseconds, std::int64_t picoseconds)
{
    const std::int64_t carry = picoseconds >= 0 ? picoseconds / 1000 : -((999 - picoseconds) / 1000);
    return {nanoseconds + carry, picoseconds - carry * 1000};
}

std::optional<Instant> instantOfDouble(double microseconds)
{
    const double nanoseconds = std::floor(microseconds * 1e3);
    if (!(std::abs(nanoseconds) < 9e18))
        return std::nullopt;
    return normalised(static_cast<std::int64_t>(nanoseconds), std::llround((microseconds * 1e3 - nanoseconds) * 1e3));
}

// The first six decimals as millionths, rounded by the seventh; -1 if there is something else than digits.
std::int64_t millionths(std::string_view decimals)
{
    std::int64_t value = 0;
    for (std::size_t i = 0; i < decimals.size(); ++i) {
        if (decimals[i] < '0' || decimals[i] > '9')
            return -1;
        if (i < 6)
            value = value * 10 + (decimals[i] - '0');
        else if (i == 6 && decimals[i] >= '5')
            ++value;
    }
    for (std::size_t i = decimals.size(); i < 6; ++i)
        value *= 10;
    return value;
}

} // namespace

std::optional<std::int64_t> wholeNumber(std::string_view text) { return parsed<std::int64_t>(text); }
std::optional<std::uint64_t> wholeNumber64(std::string_view text) { return parsed<std::uint64_t>(text); }
std::optional<double> decimalNumber(std::string_view text)
{
    const auto value = parsed<double>(text);
    return value && std::isfinite(*value) ? value : std::nullopt;
}

std::optional<Instant> instantOfMicroseconds(std::string_view text)
{
    const std::size_t point = text.find('.');
    const bool negative = text.starts_with('-');
    const auto whole = wholeNumber(text.substr(0, point));
    if (!whole || (point != std::string_view::npos && text.find_first_not_of("0123456789", point + 1) != std::string_view::npos)) {
        const auto number = decimalNumber(text); // "1e3"
        return number ? instantOfDouble(*number) : std::nullopt;
    }
    if (*whole > largest / 1001 || *whole < -largest / 1001)
        return std::nullopt;
    const std::int64_t below = point == std::string_view::npos ? 0 : millionths(text.substr(point + 1));
    return normalised(*whole * 1000, negative ? -below : below);
}

std::optional<std::int64_t> picosecondsOfMicroseconds(std::string_view text)
{
    const auto instant = instantOfMicroseconds(text);
    return instant ? picosecondsBetween({}, *instant) : std::nullopt;
}

std::optional<std::int64_t> picosecondsBetween(const Instant &from, const Instant &to)
{
    std::int64_t nanoseconds = 0;
    if (__builtin_sub_overflow(to.nanoseconds, from.nanoseconds, &nanoseconds) || nanoseconds > longestPicoseconds / 1000
        || nanoseconds < -longestPicoseconds / 1000)
        return std::nullopt;
    return nanoseconds * 1000 + to.picoseconds - from.picoseconds;
}

std::optional<Instant> later(const Instant &start, std::int64_t picoseconds)
{
    const Instant by = normalised(picoseconds / 1000, picoseconds % 1000);
    std::int64_t nanoseconds = 0;
    if (__builtin_add_overflow(start.nanoseconds, by.nanoseconds, &nanoseconds) || nanoseconds == largest)
        return std::nullopt;
    return normalised(nanoseconds, start.picoseconds + by.picoseconds);
}

Instant instantOfPicoseconds(std::uint64_t picoseconds)
{
    return {static_cast<std::int64_t>(picoseconds / 1000), static_cast<std::int64_t>(picoseconds % 1000)};
}

} // namespace headroom
