#pragma once
// A number that is not known exactly: low <= expected <= high, numerically. Whether the high end is the fast one is
// the field's business (`Faster`), and a Level picks the end that a time needs.

namespace headroom {

enum class Faster { larger, smaller };

// ideal: what no software passes; low, expected, high: the chosen calibration's short, likely and long time.
enum class Level { ideal, low, expected, high };

template <class T>
struct Band
{
    T low{};
    T expected{};
    T high{};

    static constexpr Band exactly(T v) { return {v, v, v}; }
    bool operator==(const Band &) const = default;
    constexpr bool isExact() const { return low == high; }
};

// The end of a band that a level uses: ideal and low take the fast end, high the slow one.
template <class T> constexpr T at(const Band<T> &band, Level level, Faster faster)
{
    if (level == Level::expected)
        return band.expected;
    const bool fast = level != Level::high;
    return fast == (faster == Faster::larger) ? band.high : band.low;
}

} // namespace headroom
