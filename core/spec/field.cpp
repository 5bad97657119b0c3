#include "spec/field.h"

#include "base/format.h"
#include "spec/field_access.h"
#include "spec/nearest.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom {

namespace {

std::vector<Field> allFields()
{
    std::vector<Field> all;
    for (const auto &group : {modelFields(), hardwareFields(), runFields(), planFields(), calibrationFields()})
        all.insert(all.end(), group.begin(), group.end());
    return all;
}

std::string_view trimmed(std::string_view text)
{
    const auto from = text.find_first_not_of(" \t\r\n");
    return from == std::string_view::npos ? std::string_view()
                                          : text.substr(from, text.find_last_not_of(" \t\r\n") + 1 - from);
}

std::string bounded(std::string_view text)
{
    return std::string(text.substr(0, 60)) + (text.size() > 60 ? "…" : "");
}

std::string choiceKeys(const Field &field)
{
    std::string out;
    for (const EnumRow &row : field.choices)
        out += (out.empty() ? "" : ", ") + std::string(row.key);
    return out;
}

std::string numberText(const Field &field, double value)
{
    return field.kind == FieldKind::count ? exactNumber(value) : editable(value, field.unit);
}

tl::unexpected<Issues> outOfRange(const Field &field, double value)
{
    return failure(field.path(),
                   {CORE_TEXT("core", "must be between {0} and {1}, not {2}"),
                    {numberText(field, field.minimum), numberText(field, field.maximum), numberText(field, value)}});
}

bool inRange(const Field &field, double value)
{
    return value >= field.minimum && value <= field.maximum; // false for NaN
}

tl::unexpected<Issues> wrongKind(const Field &field)
{
    static constexpr std::array<const char *, 6> rules{
        CORE_TEXT("core", "must be a whole number"),
        CORE_TEXT("core", "must be a number"),
        CORE_TEXT("core", "must be a number or a band low..expected..high"),
        CORE_TEXT("core", "must be true or false"),
        CORE_TEXT("core", "must be one of the choices"),
        CORE_TEXT("core", "must be a text")};
    return failure(field.path(), {rules[static_cast<std::size_t>(field.kind)], {}});
}

tl::unexpected<Issues> notReadable(const Field &field, std::string_view text)
{
    if (field.unit == Unit::ratio || field.unit == Unit::count || field.unit == Unit::none)
        return failure(field.path(), {CORE_TEXT("core", "must be a number, not \"{0}\""), {bounded(text)}});
    return failure(field.path(),
                   {CORE_TEXT("core", "must be a number with a unit, such as {0}, not \"{1}\""),
                    {engineering(field.unit == Unit::seconds ? 0.0138 : 3.35e12, field.unit), bounded(text)}});
}

// The unit text behind the last number: "7.67..8 TB/s" means TB/s both times.
std::string unitSuffix(std::string_view text)
{
    const auto last = text.find_last_of("0123456789.");
    return last == std::string_view::npos ? std::string() : std::string(text.substr(last + 1));
}

std::optional<Band<double>> parseBand(const Field &field, std::string_view text)
{
    std::vector<std::string> parts;
    for (std::size_t from = 0; from <= text.size();) {
        const std::size_t to = std::min(text.find("..", from), text.size());
        parts.emplace_back(trimmed(text.substr(from, to - from)));
        from = to + 2;
    }
    if (parts.size() > 3)
        return std::nullopt;
    std::vector<double> ends;
    for (std::string &part : parts) {
        if (parseQuantity(part, Unit::none))
            part += unitSuffix(parts.back());
        const auto value = parseQuantity(part, field.unit);
        if (!value)
            return std::nullopt;
        ends.push_back(*value);
    }
    if (ends.size() == 1)
        return Band<double>::exactly(ends[0]);
    return ends.size() == 3 ? Band<double>{ends[0], ends[1], ends[2]}
                            : Band<double>{ends[0], (ends[0] + ends[1]) / 2.0, ends[1]};
}

Result<FieldValue> parseFlag(const Field &field, std::string_view text)
{
    for (const char *yes : {"true", "on", "yes", "1"})
        if (sameName(text, yes))
            return FieldValue(true);
    for (const char *no : {"false", "off", "no", "0"})
        if (sameName(text, no))
            return FieldValue(false);
    return failure(field.path(), {CORE_TEXT("core", "must be true or false, not \"{0}\""), {bounded(text)}});
}

Result<FieldValue> parseCount(const Field &field, std::string_view text)
{
    const auto number = parseQuantity(text, Unit::count);
    if (!number)
        return notReadable(field, text);
    if (*number != std::floor(*number))
        return failure(field.path(), {CORE_TEXT("core", "must be a whole number, not {0}"), {bounded(text)}});
    if (!inRange(field, *number))
        return outOfRange(field, *number);
    return FieldValue(static_cast<Count>(*number));
}

} // namespace

std::span<const Field> fields()
{
    static const std::vector<Field> all = allFields();
    return all;
}

const Field *findField(std::string_view path)
{
    const Field *byKey = nullptr;
    for (const Field &field : fields()) {
        if (field.path() == path)
            return &field;
        if (field.key == path) {
            if (byKey)
                return nullptr;
            byKey = &field;
        }
    }
    return byKey;
}

Result<FieldValue> parseFieldValue(const Field &field, std::string_view text)
{
    text = trimmed(text);
    if (field.optional && (text.empty() || sameName(text, "none")))
        return FieldValue();
    switch (field.kind) {
    case FieldKind::count:
        return parseCount(field, text);
    case FieldKind::number: {
        const auto number = parseQuantity(text, field.unit);
        return number ? checkFieldValue(field, *number) : notReadable(field, text);
    }
    case FieldKind::band: {
        const auto band = parseBand(field, text);
        return band ? checkFieldValue(field, *band) : notReadable(field, text);
    }
    case FieldKind::flag:
        return parseFlag(field, text);
    case FieldKind::choice:
    case FieldKind::text:
        return checkFieldValue(field, std::string(text));
    }
    return wrongKind(field);
}

std::string formatFieldValue(const Field &field, const FieldValue &value)
{
    if (const auto *count = std::get_if<Count>(&value))
        return std::to_string(*count);
    if (const auto *number = std::get_if<double>(&value))
        return editable(*number, field.unit);
    if (const auto *flag = std::get_if<bool>(&value))
        return *flag ? "true" : "false";
    if (const auto *text = std::get_if<std::string>(&value))
        return *text;
    if (const auto *band = std::get_if<Band<double>>(&value)) {
        if (band->isExact() && band->expected == band->low)
            return editable(band->low, field.unit);
        const std::string low = editable(band->low, field.unit), high = editable(band->high, field.unit);
        if (band->expected == (band->low + band->high) / 2.0)
            return low + ".." + high;
        return low + ".." + editable(band->expected, field.unit) + ".." + high;
    }
    return {};
}

namespace {

Result<FieldValue> checkNumber(const Field &field, double value)
{
    if (!inRange(field, value))
        return outOfRange(field, value);
    return FieldValue(value);
}

Result<FieldValue> checkBand(const Field &field, const Band<double> &band)
{
    for (const double end : {band.low, band.expected, band.high})
        if (!inRange(field, end))
            return outOfRange(field, end);
    if (!(band.low <= band.expected && band.expected <= band.high))
        return failure(field.path(), {CORE_TEXT("core", "must be ordered low ≤ expected ≤ high, not {0}..{1}..{2}"),
                                      {editable(band.low, field.unit), editable(band.expected, field.unit),
                                       editable(band.high, field.unit)}});
    return FieldValue(band);
}

Result<FieldValue> checkChoice(const Field &field, const std::string &text)
{
    const auto row = std::ranges::find_if(field.choices, [&](const EnumRow &r) { return sameName(r.key, text); });
    if (row == field.choices.end())
        return failure(field.path(),
                       {CORE_TEXT("core", "must be one of {0}, not \"{1}\""), {choiceKeys(field), bounded(text)}});
    return FieldValue(std::string(row->key));
}

Result<FieldValue> checkText(const Field &field, const std::string &text)
{
    if (static_cast<double>(text.size()) > field.maximum)
        return failure(field.path(), {CORE_TEXT("core", "must have at most {0} characters, not {1}"),
                                      {exactNumber(field.maximum), std::to_string(text.size())}});
    if (std::ranges::any_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x20; }))
        return failure(field.path(), {CORE_TEXT("core", "must not contain control characters"), {}});
    if (Issues issues = field.check ? field.check(text) : Issues(); !issues.empty())
        return tl::unexpected<Issues>(std::move(issues));
    return FieldValue(text);
}

} // namespace

Result<FieldValue> checkFieldValue(const Field &field, FieldValue value)
{
    if (std::holds_alternative<std::monostate>(value)) {
        if (field.optional)
            return value;
        return failure(field.path(), {CORE_TEXT("core", "must have a value"), {}});
    }
    const auto *count = std::get_if<Count>(&value);
    const auto *number = std::get_if<double>(&value);
    const auto *text = std::get_if<std::string>(&value);
    switch (field.kind) {
    case FieldKind::count:
        if (!count)
            return wrongKind(field);
        return inRange(field, static_cast<double>(*count)) ? Result<FieldValue>(value)
                                                           : outOfRange(field, static_cast<double>(*count));
    case FieldKind::number:
        return number  ? checkNumber(field, *number)
               : count ? checkNumber(field, static_cast<double>(*count))
                       : wrongKind(field);
    case FieldKind::band:
        if (const auto *band = std::get_if<Band<double>>(&value))
            return checkBand(field, *band);
        return number ? checkBand(field, Band<double>::exactly(*number)) : wrongKind(field);
    case FieldKind::flag:
        return std::holds_alternative<bool>(value) ? Result<FieldValue>(value) : wrongKind(field);
    case FieldKind::choice:
        return text ? checkChoice(field, *text) : wrongKind(field);
    case FieldKind::text:
        return text ? checkText(field, *text) : wrongKind(field);
    }
    return wrongKind(field);
}

Issue doesNotApply(const Field &field)
{
    return {Severity::error, field.path(), {CORE_TEXT("core", "does not apply to this model, hardware and plan; what it depends on is set before it"), {}}, {}};
}

Issues applySetting(Scenario &scenario, std::string_view assignment)
{
    const std::size_t equals = assignment.find('=');
    if (equals == std::string_view::npos)
        return {{Severity::error,
                 {},
                 {CORE_TEXT("core", "a setting is key=value, not \"{0}\""), {bounded(assignment)}},
                 {}}};
    const std::string_view key = trimmed(assignment.substr(0, equals));
    const Field *field = findField(key);
    if (!field) {
        std::vector<std::string> paths;
        for (const Field &f : fields())
            paths.push_back(f.path());
        return {{Severity::error,
                 bounded(key),
                 {CORE_TEXT("core", "is not a known field; near are {0}"), {nearestNames(key, paths)}},
                 {}}};
    }
    if (!field->appliesTo(scenario))
        return {doesNotApply(*field)};
    const Result<FieldValue> value = parseFieldValue(*field, assignment.substr(equals + 1));
    if (!value)
        return value.error();
    field->set(scenario, *value);
    return {};
}

} // namespace headroom
