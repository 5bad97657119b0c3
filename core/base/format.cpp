#include "base/format.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <vector>

namespace headroom {

namespace {

// std::to_chars and std::from_chars throughout: printf and strtod follow the locale's decimal separator.

// A number as decimal digits d1d2d3… and an exponent: value = ± d1.d2d3… × 10^exponent, digits rounded correctly.
struct Decimal
{
    bool negative = false;
    std::string digits;
    int exponent = 0;
};

Decimal decimalOf(double value, int digits)
{
    std::array<char, 64> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::scientific,
                                   std::clamp(digits, 1, 17) - 1)
                         .ptr;
    Decimal out;
    const std::string_view text(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
    const std::size_t e = text.find('e');
    out.negative = text.front() == '-';
    for (const char c : text.substr(0, e))
        if (c >= '0' && c <= '9')
            out.digits += c;
    out.exponent = std::atoi(std::string(text.substr(e + 1)).c_str());
    while (out.digits.size() > 1 && out.digits.back() == '0')
        out.digits.pop_back();
    return out;
}

// ± digits with the decimal point moved: value × 10^-shift, written out.
std::string positional(const Decimal &d, int shift)
{
    const int point = d.exponent - shift + 1; // digits before the decimal point
    std::string out = d.negative ? "-" : "";
    if (point <= 0)
        return out + "0." + std::string(static_cast<std::size_t>(-point), '0') + d.digits;
    const auto whole = static_cast<std::size_t>(point);
    if (d.digits.size() <= whole)
        return out + d.digits + std::string(whole - d.digits.size(), '0');
    return out + d.digits.substr(0, whole) + "." + d.digits.substr(whole);
}

std::string notFinite(double value)
{
    return std::isnan(value) ? "nan" : value < 0 ? "-inf" : "inf";
}

struct UnitText
{
    const char *symbol;
    bool large;  // takes k, M, G, …
    bool small;  // takes m, u, n, …
    bool binary; // written with Ki, Mi, Gi, …
};

// Indexed by Unit.
constexpr std::array<UnitText, 9> unitTexts{{
    {"", false, false, false},       // none
    {"FLOP", true, false, false},    // flops
    {"B", true, false, true},        // bytes
    {"s", false, true, false},       // seconds
    {"FLOP/s", true, false, false},  // flopsPerSecond
    {"B/s", true, false, false},     // bytesPerSecond
    {"FLOP/B", false, false, false}, // flopsPerByte
    {"", false, false, false},       // ratio
    {"", true, false, false},        // count
}};

const UnitText &unitText(Unit unit)
{
    return unitTexts[static_cast<std::size_t>(unit)];
}

constexpr std::array<const char *, 9> largePrefixes{"", "k", "M", "G", "T", "P", "E", "Z", "Y"};
constexpr std::array<const char *, 7> binaryPrefixes{"", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"};
constexpr std::array<const char *, 6> smallPrefixes{"", "m", "u", "n", "p", "f"};

std::string joined(const std::string &number, const std::string &unit)
{
    return unit.empty() ? number : number + " " + unit;
}

// The prefix, as a power of 1000, of a number with this decimal exponent.
int prefixPower(int exponent, const UnitText &unit, Unit kind)
{
    if (kind == Unit::count && exponent < 6)
        return 0;
    const int power = exponent >= 0 ? exponent / 3 : -((-exponent + 2) / 3);
    const int most = unit.large ? static_cast<int>(largePrefixes.size()) - 1 : 0;
    const int least = unit.small ? 1 - static_cast<int>(smallPrefixes.size()) : 0;
    return std::clamp(power, least, most);
}

std::string decimalForm(double value, Unit unit, int digits)
{
    if (unit == Unit::count && value == std::floor(value) && std::abs(value) < 1e6)
        digits = 6; // counts are read digit by digit below a million
    const Decimal d = decimalOf(value, digits);
    const UnitText &u = unitText(unit);
    const int power = value == 0.0 ? 0 : prefixPower(d.exponent, u, unit);
    const char *prefix =
        power >= 0 ? largePrefixes[static_cast<std::size_t>(power)] : smallPrefixes[static_cast<std::size_t>(-power)];
    const int shifted = d.exponent - 3 * power;
    const std::string number = shifted < -9 || shifted > 15 ? significant(value / std::pow(10.0, 3 * power), digits)
                                                            : positional(d, 3 * power);
    return joined(number, std::string(prefix) + u.symbol);
}

// In units of 1024^power.
std::string binaryForm(double value, int power, int digits)
{
    const double scaled = std::ldexp(value, -10 * power);
    return joined(significant(scaled, digits), std::string(binaryPrefixes[static_cast<std::size_t>(power)]) + "B");
}

// The power of 1024 whose unit shows less than 1024 after rounding.
int binaryPower(double value, int digits)
{
    int power = 0;
    while (power + 1 < static_cast<int>(binaryPrefixes.size())) {
        const double shown =
            parseQuantity(significant(std::ldexp(std::abs(value), -10 * power), digits), Unit::none).value_or(0.0);
        if (shown < 1024.0)
            break;
        ++power;
    }
    return power;
}

} // namespace

std::string exactNumber(double value)
{
    if (!std::isfinite(value))
        return notFinite(value);
    // An exponent only where plain digits would be long.
    const double size = std::abs(value);
    const bool plain = value == 0.0 || (size >= 1e-5 && size < 1e17);
    std::array<char, 64> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                   plain ? std::chars_format::fixed : std::chars_format::scientific)
                         .ptr;
    return {buffer.data(), end};
}

std::string significant(double value, int digits)
{
    if (!std::isfinite(value))
        return notFinite(value);
    const Decimal d = decimalOf(value, digits);
    if (value == 0.0)
        return "0";
    if (d.exponent >= -4 && d.exponent < 15)
        return positional(d, 0);
    return positional(d, d.exponent) + "e" + std::to_string(d.exponent);
}

std::string fixed(double value, int decimals)
{
    if (!std::isfinite(value))
        return notFinite(value);
    std::array<char, 400> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed,
                                   std::clamp(decimals, 0, 20))
                         .ptr;
    const std::string text(buffer.data(), end);
    const bool zero = text.find_first_of("123456789") == std::string::npos; // no "-0.0"
    return zero && text.front() == '-' ? text.substr(1) : text;
}

std::string engineering(double value, Unit unit, int digits)
{
    if (!std::isfinite(value))
        return joined(notFinite(value), unitText(unit).symbol);
    if (unitText(unit).binary)
        return binaryForm(value, binaryPower(value, digits), digits);
    return decimalForm(value, unit, digits);
}

std::string percent(double ratio, int decimals)
{
    return fixed(ratio * 100.0, decimals) + " %";
}

namespace {

// Every way to write a value with `digits` digits that a person would choose; bytes also in decimal units and one
// prefix lower: 81559 MiB is shorter than 79.6474609375 GiB, 95 GB than 88.4756… GiB.
std::vector<std::string> forms(double value, Unit unit, int digits)
{
    if (!unitText(unit).binary)
        return {decimalForm(value, unit, digits)};
    const int power = binaryPower(value, 17);
    std::vector<std::string> out{binaryForm(value, power, digits)};
    if (power > 0)
        out.push_back(binaryForm(value, power - 1, digits));
    out.push_back(decimalForm(value, unit, digits));
    return out;
}

} // namespace

std::string editable(double value, Unit unit)
{
    for (int digits = 1; digits <= 17; ++digits)
        for (const std::string &text : forms(value, unit, digits))
            if (parseQuantity(text, unit) == value)
                return text;
    return joined(exactNumber(value), unitText(unit).symbol);
}

} // namespace headroom
