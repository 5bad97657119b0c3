#include "explore/sensitivity.h"

#include "base/format.h"
#include "base/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace headroom {

namespace {

constexpr Count triedNear = 4096;    // values round the wanted one whose rules are looked at
constexpr int triedInFull = 48;      // of those that break none, how many are evaluated

enum class Way { down, up };

struct Stepped
{
    std::optional<SensitivityStep> step;
    std::optional<Message> out;
};

// A variant's figures, or why there are none.
Stepped take(const Scenario &scenario, const Field &field, FieldValue value)
{
    const FieldChange change{&field, std::move(value)};
    const Result<Scenario> next = varied(scenario, {&change, 1});
    if (!next)
        return {std::nullopt, next.error().front().message};
    Result<Figures> figures = figuresOf(*next);
    if (!figures)
        return {std::nullopt, figures.error().front().message};
    if (!figures->legal)
        return {std::nullopt, figures->reason};
    return {SensitivityStep{change.value, *std::move(figures), followedText(scenario, *next, {&change, 1})}, std::nullopt};
}

// The legal whole number nearest to the wanted one, between the present value and its half or double.
Stepped takeCount(const Scenario &scenario, const Field &field, Count now, double share, Way way)
{
    const Count least = static_cast<Count>(field.minimum), most = static_cast<Count>(field.maximum);
    const Count from = way == Way::up ? now + 1 : std::max(least, (now + 1) / 2);
    const Count to = way == Way::up ? std::min(most, 2 * now) : now - 1;
    if (from > to)
        return {std::nullopt, Message{CORE_TEXT("core", "{0} is the end of its range"), {std::to_string(now)}}};
    const double target = static_cast<double>(now) * (way == Way::up ? 1.0 + share : 1.0 - share);
    const Count wanted = std::clamp(static_cast<Count>(std::llround(target)), from, to);
    int evaluated = 0;
    for (Count distance = 0; distance <= triedNear && evaluated < triedInFull; ++distance)
        for (const Count value : {wanted + distance, wanted - distance}) {
            if (value < from || value > to || (distance == 0 && value != wanted))
                continue;
            const FieldChange change{&field, value};
            const Result<Scenario> next = varied(scenario, {&change, 1});
            if (!next || illegal(*next))
                continue;
            ++evaluated;
            if (Stepped taken = take(scenario, field, value); taken.step)
                return taken;
        }
    return {std::nullopt, Message{CORE_TEXT("core", "no value from {0} to {1} near {2} is legal"),
                                  {std::to_string(from), std::to_string(to), std::to_string(wanted)}}};
}

// 0.63 · 1.1 is 0.693 to who reads it, not 0.6930000000000001.
double withoutDust(double value)
{
    constexpr int digits = 12;
    std::array<char, 32> text{};
    const auto written = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::general, digits);
    double out = value;
    std::from_chars(text.data(), written.ptr, out);
    return out;
}

double moved(const Field &field, double value, double factor)
{
    return std::clamp(withoutDust(value * factor), field.minimum, field.maximum);
}

Stepped takeNumber(const Scenario &scenario, const Field &field, const FieldValue &now, double factor)
{
    FieldValue next = now;
    if (const auto *number = std::get_if<double>(&now))
        next = moved(field, *number, factor);
    else if (const auto *band = std::get_if<Band<double>>(&now))
        next = Band<double>{moved(field, band->low, factor), moved(field, band->expected, factor), moved(field, band->high, factor)};
    if (next == now)
        return {std::nullopt, Message{CORE_TEXT("core", "{0} is the end of its range"), {formatFieldValue(field, now)}}};
    return take(scenario, field, std::move(next));
}

bool isZero(const FieldValue &value)
{
    const auto *band = std::get_if<Band<double>>(&value);
    const auto *number = std::get_if<double>(&value);
    const auto *count = std::get_if<Count>(&value);
    return (band && band->low == 0.0 && band->high == 0.0) || (number && *number == 0.0) || (count && *count == 0);
}

SensitivityRow rowOf(const Scenario &scenario, const Field &field, double share)
{
    SensitivityRow row{&field, field.get(scenario), {}, {}, {}, {}};
    std::optional<Message> none;
    if (std::holds_alternative<std::monostate>(row.now))
        none = Message{CORE_TEXT("core", "is not set"), {}};
    else if (isZero(row.now))
        none = Message{CORE_TEXT("core", "is 0, and so is any share of it"), {}};
    if (none) {
        row.downOut = row.upOut = none;
        return row;
    }
    const auto *count = std::get_if<Count>(&row.now);
    const auto stepped = [&](Way way) {
        return count ? takeCount(scenario, field, *count, share, way)
                     : takeNumber(scenario, field, row.now, way == Way::up ? 1.0 + share : 1.0 - share);
    };
    Stepped down = stepped(Way::down), up = stepped(Way::up);
    row.down = std::move(down.step);
    row.downOut = std::move(down.out);
    row.up = std::move(up.step);
    row.upOut = std::move(up.out);
    return row;
}

} // namespace

double SensitivityRow::swing(const Figures &base, Figure figure) const
{
    double out = 0.0;
    for (const std::optional<SensitivityStep> &step : {down, up})
        if (step)
            out = std::max(out, std::abs(valueOf(step->figures, figure) - valueOf(base, figure)));
    return out;
}

Result<Sensitivity> sensitivity(const Scenario &scenario, double share, const std::stop_token &stop,
                                const std::function<void(std::size_t, std::size_t)> &progress)
{
    if (!(share > 0.0 && share < 1.0))
        return failure("share", {CORE_TEXT("core", "must be above {0} and below {1}, not {2}"), {"0", "1", exactNumber(share)}});
    Result<Figures> base = figuresOf(scenario);
    if (!base)
        return tl::unexpected<Issues>(base.error());
    if (!base->legal)
        return failure("plan", *base->reason);
    Sensitivity out{.share = share, .base = *std::move(base), .rows = {}, .complete = true};
    std::vector<const Field *> wanted;
    for (const Field &field : fields())
        if (field.isNumeric() && field.appliesTo(scenario))
            wanted.push_back(&field);
    for (std::size_t i = 0; i < wanted.size() && out.complete; ++i) {
        if (stop.stop_requested()) {
            out.complete = false;
            break;
        }
        out.rows.push_back(rowOf(scenario, *wanted[i], share));
        if (progress)
            progress(i + 1, wanted.size());
    }
    std::ranges::stable_sort(out.rows, [&](const SensitivityRow &a, const SensitivityRow &b) {
        const double x = a.swing(out.base, Figure::expectedMfu), y = b.swing(out.base, Figure::expectedMfu);
        return x != y ? x > y : a.swing(out.base, Figure::expectedStep) > b.swing(out.base, Figure::expectedStep);
    });
    return out;
}

} // namespace headroom
