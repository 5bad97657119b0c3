#pragma once
// Physical quantities as types: a FLOP count cannot be added to a byte count, and a rate is a count over a time.
// Values are SI base units (FLOP, B, s). Prefixes exist only where numbers enter (named functions below, catalog
// text) and leave (base/format).

#include <cstddef> // before <compare>, which moc of Qt 6.4 cannot read on its own
#include <compare>
#include <cstdint>

namespace headroom {

// A number of dimension FLOP^F · B^B · s^S.
template <int F, int B, int S>
struct Quantity
{
    double value = 0.0;

    constexpr Quantity() = default;
    constexpr explicit Quantity(double v) : value(v) {}

    constexpr Quantity &operator+=(Quantity o) { value += o.value; return *this; }
    constexpr Quantity &operator-=(Quantity o) { value -= o.value; return *this; }
    constexpr Quantity &operator*=(double k) { value *= k; return *this; }
    constexpr Quantity &operator/=(double k) { value /= k; return *this; }
    friend constexpr Quantity operator+(Quantity a, Quantity b) { return Quantity(a.value + b.value); }
    friend constexpr Quantity operator-(Quantity a, Quantity b) { return Quantity(a.value - b.value); }
    friend constexpr Quantity operator-(Quantity a) { return Quantity(-a.value); }
    friend constexpr Quantity operator*(Quantity a, double k) { return Quantity(a.value * k); }
    friend constexpr Quantity operator*(double k, Quantity a) { return Quantity(a.value * k); }
    friend constexpr Quantity operator/(Quantity a, double k) { return Quantity(a.value / k); }
    friend constexpr double operator/(Quantity a, Quantity b) { return a.value / b.value; }
    friend constexpr auto operator<=>(Quantity, Quantity) = default;
};

using Flops = Quantity<1, 0, 0>;
using Bytes = Quantity<0, 1, 0>;
using Seconds = Quantity<0, 0, 1>;
using FlopsPerSecond = Quantity<1, 0, -1>;
using BytesPerSecond = Quantity<0, 1, -1>;
using FlopsPerByte = Quantity<1, -1, 0>;

// Products and quotients of different dimensions; a dimensionless result is a double.
template <int F, int B, int S, int G, int C, int T>
    requires(!(F == G && B == C && S == T))
constexpr auto operator/(Quantity<F, B, S> a, Quantity<G, C, T> b)
{
    return Quantity<F - G, B - C, S - T>(a.value / b.value);
}
template <int F, int B, int S, int G, int C, int T>
constexpr auto operator*(Quantity<F, B, S> a, Quantity<G, C, T> b)
{
    if constexpr (F + G == 0 && B + C == 0 && S + T == 0)
        return a.value * b.value;
    else
        return Quantity<F + G, B + C, S + T>(a.value * b.value);
}

// The dimension of a number at run time, for derivations, forms and tables.
enum class Unit : std::uint8_t { none, flops, bytes, seconds, flopsPerSecond, bytesPerSecond, flopsPerByte, ratio, count };

template <class Q> constexpr Unit unitOf() { return Unit::none; }
template <> constexpr Unit unitOf<Flops>() { return Unit::flops; }
template <> constexpr Unit unitOf<Bytes>() { return Unit::bytes; }
template <> constexpr Unit unitOf<Seconds>() { return Unit::seconds; }
template <> constexpr Unit unitOf<FlopsPerSecond>() { return Unit::flopsPerSecond; }
template <> constexpr Unit unitOf<BytesPerSecond>() { return Unit::bytesPerSecond; }
template <> constexpr Unit unitOf<FlopsPerByte>() { return Unit::flopsPerByte; }

// The value of a quantity or of a plain ratio.
template <int F, int B, int S> constexpr double raw(Quantity<F, B, S> q) { return q.value; }
constexpr double raw(double v) { return v; }

constexpr FlopsPerSecond teraflopsPerSecond(double v) { return FlopsPerSecond(v * 1e12); }
constexpr BytesPerSecond gigabytesPerSecond(double v) { return BytesPerSecond(v * 1e9); }
constexpr BytesPerSecond gigabitsPerSecond(double v) { return BytesPerSecond(v * 1e9 / 8.0); }
constexpr Bytes gibibytes(double v) { return Bytes(v * 1073741824.0); }
constexpr Bytes mebibytes(double v) { return Bytes(v * 1048576.0); }
constexpr Bytes gigabytes(double v) { return Bytes(v * 1e9); }
constexpr Seconds microseconds(double v) { return Seconds(v * 1e-6); }

} // namespace headroom
