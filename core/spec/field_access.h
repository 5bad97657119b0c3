#pragma once
// Getters and setters of fields, made from the path of members that leads to the value:
//
//   countField<&Scenario::plan, &Plan::tp>({.group = "plan", .key = "tp", …})

#include "spec/field.h"

#include <type_traits>

namespace headroom {

inline bool hasExperts(const Scenario &s) { return hasExperts(s.model); }

template <auto... path> auto &follow(auto &scenario)
{
    return (scenario.*....*path);
}

template <auto... path> Field countField(Field row)
{
    row.kind = FieldKind::count;
    row.unit = Unit::count;
    row.get = [](const Scenario &s) { return FieldValue(follow<path...>(s)); };
    row.set = [](Scenario &s, const FieldValue &v) { follow<path...>(s) = std::get<Count>(v); };
    return row;
}

template <auto... path> Field flagField(Field row)
{
    row.kind = FieldKind::flag;
    row.get = [](const Scenario &s) { return FieldValue(follow<path...>(s)); };
    row.set = [](Scenario &s, const FieldValue &v) { follow<path...>(s) = std::get<bool>(v); };
    return row;
}

template <auto... path> Field choiceField(Field row)
{
    using E = std::remove_cvref_t<decltype(follow<path...>(std::declval<Scenario &>()))>;
    row.kind = FieldKind::choice;
    row.choices = rowsOf(E{});
    row.get = [](const Scenario &s) { return FieldValue(std::string(keyOf(follow<path...>(s)))); };
    row.set = [](Scenario &s, const FieldValue &v) { follow<path...>(s) = *fromKey<E>(std::get<std::string>(v)); };
    return row;
}

template <auto... path> Field textField(Field row)
{
    row.kind = FieldKind::text;
    row.get = [](const Scenario &s) { return FieldValue(follow<path...>(s)); };
    row.set = [](Scenario &s, const FieldValue &v) { follow<path...>(s) = std::get<std::string>(v); };
    return row;
}

// What a value's source becomes when a user types another one; the old source no longer says where it comes from.
inline constexpr const char *editedSource = "set by the user";

template <class Q> Band<double> rawBand(const Band<Q> &b)
{
    if constexpr (std::is_arithmetic_v<Q>)
        return {static_cast<double>(b.low), static_cast<double>(b.expected), static_cast<double>(b.high)};
    else
        return {raw(b.low), raw(b.expected), raw(b.high)};
}

template <class Q> void setSourced(Sourced<Q> &to, const Band<double> &from)
{
    const Band<Q> value{static_cast<Q>(from.low), static_cast<Q>(from.expected), static_cast<Q>(from.high)};
    if (value == to.value)
        return;
    to = {value, editedSource, {}};
}

// A datasheet number, Sourced<Q>.
template <auto... path> Field sourcedField(Field row)
{
    using S = std::remove_cvref_t<decltype(follow<path...>(std::declval<Scenario &>()))>;
    row.kind = FieldKind::band;
    row.unit = unitOf<decltype(S::value.low)>();
    row.get = [](const Scenario &s) { return FieldValue(rawBand(follow<path...>(s).value)); };
    row.set = [](Scenario &s, const FieldValue &v) { setSourced(follow<path...>(s), std::get<Band<double>>(v)); };
    row.source = [](const Scenario &s) { return follow<path...>(s).source; };
    return row;
}

// A datasheet number that may be absent, std::optional<Sourced<Q>>.
template <auto... path> Field optionalSourcedField(Field row)
{
    using S = typename std::remove_cvref_t<decltype(follow<path...>(std::declval<Scenario &>()))>::value_type;
    row.kind = FieldKind::band;
    row.unit = unitOf<decltype(S::value.low)>();
    row.optional = true;
    row.get = [](const Scenario &s) {
        const auto &value = follow<path...>(s);
        return value ? FieldValue(rawBand(value->value)) : FieldValue();
    };
    row.set = [](Scenario &s, const FieldValue &v) {
        auto &value = follow<path...>(s);
        if (std::holds_alternative<std::monostate>(v)) {
            value.reset();
            return;
        }
        if (!value)
            value.emplace().source = editedSource;
        setSourced(*value, std::get<Band<double>>(v));
    };
    row.source = [](const Scenario &s) {
        const auto &value = follow<path...>(s);
        return value ? value->source : std::string();
    };
    return row;
}

// Which phase a field belongs to, for `applies`.
inline bool isTraining(const Scenario &s) { return s.run.phase == RunPhase::training; }
inline bool isServed(const Scenario &s) { return !isTraining(s); }

// The tables, one per group.
std::vector<Field> modelFields();
std::vector<Field> hardwareFields();
std::vector<Field> runFields();
std::vector<Field> kernelFields();  // of the group run, as are the next two
Field phaseField();
std::vector<Field> servingFields();
std::vector<Field> planFields();
std::vector<Field> calibrationFields();

} // namespace headroom
