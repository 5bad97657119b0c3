// What a sweep goes through, from text or from two ends.

#include "explore/sweep.h"

#include "base/format.h"
#include "base/text.h"
#include "spec/nearest.h"

#include <algorithm>
#include <cmath>

namespace headroom {

namespace {

constexpr std::size_t defaultSteps = 11;

std::string trimmed(std::string_view text)
{
    const auto from = text.find_first_not_of(" \t");
    return from == std::string_view::npos ? std::string() : std::string(text.substr(from, text.find_last_not_of(" \t") + 1 - from));
}

std::vector<std::string> split(std::string_view text, std::string_view separator)
{
    std::vector<std::string> parts;
    for (std::size_t start = 0; start <= text.size();) {
        const std::size_t end = std::min(text.find(separator, start), text.size());
        parts.push_back(trimmed(text.substr(start, end - start)));
        start = end + separator.size();
    }
    return parts;
}

Result<double> numberOf(const Field &field, std::string text)
{
    const Result<FieldValue> value = parseFieldValue(field, text);
    if (!value)
        return tl::unexpected<Issues>(value.error());
    if (const auto *count = std::get_if<Count>(&*value))
        return static_cast<double>(*count);
    if (const auto *number = std::get_if<double>(&*value))
        return *number;
    if (const auto *band = std::get_if<Band<double>>(&*value))
        return band->expected;
    return failure(field.path(), {CORE_TEXT("core", "must have a value"), {}});
}

Result<FieldValue> valueOf(const Field &field, double number)
{
    if (field.kind == FieldKind::count)
        return checkFieldValue(field, static_cast<Count>(std::llround(number)));
    return checkFieldValue(field, number);
}

// Ends that lack the unit of the last one take it: "1..4 TB/s".
std::string withUnit(const std::string &text, const std::string &of)
{
    const std::size_t digit = of.find_last_of("0123456789.");
    return text.find_first_not_of("0123456789.eE+-") == std::string::npos && digit != std::string::npos ? text + of.substr(digit + 1) : text;
}

// A value that rounds to the one before is that one. Gives what is wrong with it.
Issues append(SweepAxis &axis, double at)
{
    const Result<FieldValue> value = valueOf(*axis.field, at);
    if (!value)
        return value.error();
    if (axis.values.empty() || axis.values.back() != *value)
        axis.values.push_back(*value);
    return {};
}

Result<SweepAxis> doublings(const Field &field, double from, double to, double factor)
{
    SweepAxis out{&field, {}};
    if (!(factor > 1.0) || !(from > 0.0) || to < from)
        return failure(field.path(), {CORE_TEXT("core", "multiples need a first value above 0, a last one not below it, and a factor above 1"), {}});
    constexpr double rounding = 1e-9;
    for (double at = from; at <= to * (1.0 + rounding) && out.values.size() <= mostSweepValues; at *= factor) {
        if (Issues issues = append(out, at); !issues.empty())
            return tl::unexpected<Issues>(std::move(issues));
    }
    return out;
}

Result<SweepAxis> rangeOf(const Field &field, std::vector<std::string> parts)
{
    std::string how = parts.size() == 3 ? parts[2] : std::to_string(defaultSteps);
    const bool logarithmic = how.ends_with("log");
    if (logarithmic)
        how = trimmed(std::string_view(how).substr(0, how.size() - 3));
    const Result<double> from = numberOf(field, withUnit(parts[0], parts[1])), to = numberOf(field, parts[1]);
    if (!from || !to)
        return tl::unexpected<Issues>(from ? to.error() : from.error());
    if (how.starts_with("x")) {
        const auto factor = parseQuantity(std::string_view(how).substr(1), Unit::none);
        return doublings(field, *from, *to, factor.value_or(0.0));
    }
    const auto steps = parseQuantity(how.empty() ? std::to_string(defaultSteps) : how, Unit::none);
    if (!steps || *steps != std::floor(*steps) || *steps < 2 || *steps > static_cast<double>(mostSweepValues))
        return failure(field.path(), {CORE_TEXT("core", "the number of values must be from {0} to {1}, or a factor such as x2, not \"{2}\""),
                                      {"2", std::to_string(mostSweepValues), how}});
    return sweepRange(field, *from, *to, static_cast<std::size_t>(*steps), logarithmic ? Spacing::logarithmic : Spacing::linear);
}

Result<SweepAxis> listOf(const Field &field, const std::vector<std::string> &items)
{
    SweepAxis out{&field, {}};
    for (const std::string &item : items) {
        Result<FieldValue> value = parseFieldValue(field, withUnit(item, items.back()));
        if (!value)
            return tl::unexpected<Issues>(value.error());
        out.values.push_back(*std::move(value));
    }
    return out;
}

} // namespace

Result<SweepAxis> sweepRange(const Field &field, double from, double to, std::size_t steps, Spacing spacing)
{
    if (spacing == Spacing::logarithmic && !(from > 0.0 && to > 0.0))
        return failure(field.path(), {CORE_TEXT("core", "a logarithmic axis needs ends above 0"), {}});
    SweepAxis out{&field, {}};
    for (std::size_t i = 0; i < steps; ++i) {
        const double t = steps > 1 ? static_cast<double>(i) / static_cast<double>(steps - 1) : 0.0;
        const double at = i == 0           ? from
                          : i + 1 == steps ? to // exactly, whatever the rounding
                          : spacing == Spacing::linear ? from + t * (to - from)
                                                       : from * std::pow(to / from, t);
        if (Issues issues = append(out, at); !issues.empty())
            return tl::unexpected<Issues>(std::move(issues));
    }
    return out;
}

Result<SweepAxis> parseSweepAxis(std::string_view text)
{
    const std::size_t equals = text.find('=');
    const std::string key = trimmed(text.substr(0, equals));
    if (equals == std::string_view::npos)
        return failure("", {CORE_TEXT("core", "an axis is key=FROM..TO or key=A,B,C, not \"{0}\""), {key.substr(0, 60)}});
    const Field *field = findField(key);
    if (!field) {
        std::vector<std::string> paths;
        for (const Field &f : fields())
            paths.push_back(f.path());
        return failure(key.substr(0, 60), {CORE_TEXT("core", "is not a known field; near are {0}"), {nearestNames(key, paths)}});
    }
    const std::string_view values = text.substr(equals + 1);
    std::vector<std::string> parts = split(values, "..");
    if (field->isNumeric() && parts.size() > 1) {
        if (parts.size() > 3)
            return failure(field->path(), {CORE_TEXT("core", "a range is FROM..TO or FROM..TO..STEPS, not \"{0}\""), {trimmed(values).substr(0, 60)}});
        return rangeOf(*field, std::move(parts));
    }
    return listOf(*field, split(values, ","));
}

} // namespace headroom
