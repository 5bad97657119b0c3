#include "base/format.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <span>

namespace headroom {

namespace {

struct Prefix
{
    std::string_view text;
    int decimalExponent;
    int binaryExponent;
};
constexpr std::array<Prefix, 22> prefixes{{
    {"k", 3, 0},       {"K", 3, 0},   {"M", 6, 0},   {"G", 9, 0},   {"T", 12, 0},  {"P", 15, 0},
    {"E", 18, 0},      {"Z", 21, 0},  {"Y", 24, 0},  {"Ki", 0, 10}, {"Mi", 0, 20}, {"Gi", 0, 30},
    {"Ti", 0, 40},     {"Pi", 0, 50}, {"Ei", 0, 60}, {"m", -3, 0},  {"u", -6, 0},  {"\u00b5", -6, 0},
    {"\u03bc", -6, 0}, {"n", -9, 0},  {"p", -12, 0}, {"f", -15, 0},
}};

// One accepted spelling of a unit.
struct Spelling
{
    Unit unit;
    std::string_view text;
    double factor = 1.0;
    bool prefixed = true; // takes prefixes
};
constexpr std::array<Spelling, 35> spellings{{
    {Unit::none, "", 1.0, false},
    {Unit::flops, "FLOP"},
    {Unit::flops, "FLOPs"},
    {Unit::flops, "Flop"},
    {Unit::flops, ""},
    {Unit::bytes, "B"},
    {Unit::bytes, "byte", 1.0, false},
    {Unit::bytes, "bytes", 1.0, false},
    {Unit::bytes, ""},
    {Unit::seconds, "s"},
    {Unit::seconds, "sec", 1.0, false},
    {Unit::seconds, "min", 60.0, false},
    {Unit::seconds, "h", 3600.0, false},
    {Unit::seconds, "d", 86400.0, false},
    {Unit::seconds, "", 1.0, false},
    {Unit::flopsPerSecond, "FLOP/s"},
    {Unit::flopsPerSecond, "FLOPs/s"},
    {Unit::flopsPerSecond, "FLOPS"},
    {Unit::flopsPerSecond, "Flop/s"},
    {Unit::flopsPerSecond, "flop/s"},
    {Unit::flopsPerSecond, "OP/s"},
    {Unit::flopsPerSecond, "OPS"},
    {Unit::flopsPerSecond, ""},
    {Unit::bytesPerSecond, "B/s"},
    {Unit::bytesPerSecond, "Bps"},
    {Unit::bytesPerSecond, "b/s", 0.125},
    {Unit::bytesPerSecond, "bit/s", 0.125},
    {Unit::bytesPerSecond, "bps", 0.125},
    {Unit::bytesPerSecond, ""},
    {Unit::flopsPerByte, "FLOP/B", 1.0, false},
    {Unit::flopsPerByte, "", 1.0, false},
    {Unit::ratio, "", 1.0, false},
    {Unit::ratio, "%", 0.01, false},
    {Unit::count, ""},
    {Unit::none, "1", 1.0, false},
}};

std::string_view trimmed(std::string_view text)
{
    const auto space = [](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; };
    while (!text.empty() && space(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && space(text.back()))
        text.remove_suffix(1);
    return text;
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

// The leading number of a text: mantissa digits with '.' and a decimal exponent, apart. So a prefix can be added to
// the exponent and the whole be rounded once: 3.35 and T give the double nearest to 3.35e12.
struct Number
{
    std::string mantissa;
    int exponent = 0;
    std::size_t length = 0;
};

std::optional<Number> leadingNumber(std::string_view text)
{
    Number n;
    std::size_t i = 0;
    if (i < text.size() && (text[i] == '+' || text[i] == '-')) {
        if (text[i] == '-')
            n.mantissa = "-";
        ++i;
    }
    bool digits = false, point = false;
    for (; i < text.size() && (isDigit(text[i]) || text[i] == '.' || text[i] == ','); ++i) {
        if (isDigit(text[i])) {
            digits = true;
            n.mantissa += text[i];
            continue;
        }
        if (point)
            return std::nullopt;
        point = true;
        n.mantissa += '.';
    }
    if (!digits)
        return std::nullopt;
    // "1e12" is an exponent, "1 EFLOP" and "1e" are not.
    if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
        std::size_t j = i + 1;
        const bool minus = j < text.size() && text[j] == '-';
        if (j < text.size() && (text[j] == '+' || text[j] == '-'))
            ++j;
        int exponent = 0;
        const auto [end, error] = std::from_chars(text.data() + j, text.data() + text.size(), exponent);
        if (error == std::errc() && exponent >= 0 && exponent <= 400) {
            n.exponent = minus ? -exponent : exponent;
            i = static_cast<std::size_t>(end - text.data());
        }
    }
    n.length = i;
    return n;
}

std::optional<double> scaled(const Number &n, int decimalExponent, int binaryExponent, double factor)
{
    if (factor == 0.01) { // exact as an exponent
        factor = 1.0;
        decimalExponent -= 2;
    }
    const std::string text = n.mantissa + "e" + std::to_string(n.exponent + decimalExponent);
    double value = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    value = std::ldexp(value, binaryExponent) * factor;
    return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

} // namespace

std::optional<double> parseQuantity(std::string_view text, Unit unit)
{
    text = trimmed(text);
    const std::optional<Number> number = leadingNumber(text);
    if (!number)
        return std::nullopt;
    const std::string_view suffix = trimmed(text.substr(number->length));
    for (const Spelling &s : spellings) {
        if (s.unit != unit || !suffix.ends_with(s.text))
            continue;
        const std::string_view before = trimmed(suffix.substr(0, suffix.size() - s.text.size()));
        if (before.empty())
            return scaled(*number, 0, 0, s.factor);
        const auto prefix = std::ranges::find(prefixes, before, &Prefix::text);
        if (prefix == prefixes.end() || !s.prefixed || (prefix->decimalExponent < 0 && unit != Unit::seconds))
            continue;
        return scaled(*number, prefix->decimalExponent, prefix->binaryExponent, s.factor);
    }
    return std::nullopt;
}

} // namespace headroom
