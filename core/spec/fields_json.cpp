// Fields of a group as JSON: counts and ratios as numbers, quantities with unit text, choices by key, absent as null.

#include "base/format.h"
#include "spec/field.h"
#include "spec/spec_json.h"

#include <cmath>

namespace headroom {

namespace {

OrderedJson writeNumber(double value, const Field &field)
{
    const bool plain = field.unit == Unit::ratio || field.unit == Unit::count || field.unit == Unit::none;
    return plain ? OrderedJson(value) : OrderedJson(editable(value, field.unit));
}

OrderedJson writeValue(const Field &field, const FieldValue &value)
{
    if (const auto *count = std::get_if<Count>(&value))
        return *count;
    if (const auto *number = std::get_if<double>(&value))
        return writeNumber(*number, field);
    if (const auto *flag = std::get_if<bool>(&value))
        return *flag;
    if (const auto *text = std::get_if<std::string>(&value))
        return *text;
    if (const auto *band = std::get_if<Band<double>>(&value))
        return formatFieldValue(field, *band);
    return nullptr;
}

Result<FieldValue> readNumber(const Field &field, const Json &value)
{
    if (value.is_string()) // "13.8 ms"
        return parseFieldValue(field, value.get<std::string>());
    const auto number = finiteNumber(value, field.minimum, field.maximum);
    return number ? Result<FieldValue>(*number) : failure(field.path(), number.error());
}

Result<FieldValue> readValue(const Field &field, const Json &value)
{
    if (value.is_null())
        return checkFieldValue(field, FieldValue());
    switch (field.kind) {
    case FieldKind::count: {
        const auto number = wholeNumber(value, static_cast<Count>(field.minimum), static_cast<Count>(field.maximum));
        return number ? Result<FieldValue>(*number) : failure(field.path(), number.error());
    }
    case FieldKind::number:
        return readNumber(field, value);
    case FieldKind::flag:
        if (value.is_boolean())
            return FieldValue(value.get<bool>());
        return failure(field.path(), {CORE_TEXT("core", "must be true or false, not {0}"), {shown(value)}});
    case FieldKind::band:
    case FieldKind::choice:
    case FieldKind::text:
        break;
    }
    if (!value.is_string())
        return failure(field.path(), {CORE_TEXT("core", "must be a text, not {0}"), {shown(value)}});
    return parseFieldValue(field, value.get<std::string>());
}

} // namespace

OrderedJson writeFields(std::string_view group, const Scenario &scenario)
{
    OrderedJson out = OrderedJson::object();
    for (const Field &field : fields())
        if (field.group == group)
            out[field.key] = writeValue(field, field.get(scenario));
    return out;
}

void readFields(std::string_view group, ObjectReader &reader, Scenario &scenario)
{
    for (const Field &field : fields()) {
        if (field.group != group)
            continue;
        const Json *value = reader.find(field.key);
        if (!value && !reader.has(field.key)) {
            reader.fail(field.key, {CORE_TEXT("core", "is missing"), {}});
            continue;
        }
        const auto read = readValue(field, value ? *value : Json());
        if (read)
            field.set(scenario, *read);
        else
            reader.fail(field.key, read.error().front().message);
    }
    reader.finish();
}

} // namespace headroom
