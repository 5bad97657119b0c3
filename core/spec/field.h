#pragma once
// One row per parameter of a scenario. Forms, `--set`, JSON, `list fields`, checks and comparison all follow from it.

#include "base/band.h"
#include "base/enum_table.h"
#include "base/result.h"
#include "base/units.h"
#include "spec/scenario.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace headroom {

enum class FieldKind { count, number, band, flag, choice, text };

// The value of a field. monostate: an optional field that is not set. Bands and numbers in SI base units; a choice
// is the enumerator's key; counts are exact.
using FieldValue = std::variant<std::monostate, Count, double, Band<double>, bool, std::string>;

struct Field
{
    const char *group = "";    // model hardware plan run calibration
    const char *key = "";      // stable; "tp" of "plan.tp"; may contain a dot ("kernels.attention")
    const char *label = "";    // CORE_TEXT, the field's standard term
    const char *help = "";     // CORE_TEXT, one sentence: meaning, unit, default, what it changes
    const char *heading = "";  // CORE_TEXT, sub-heading in the form
    FieldKind kind = FieldKind::count;
    Unit unit = Unit::none;
    double minimum = 0.0; // inclusive, in SI base units (count, number, every end of a band)
    double maximum = 0.0;
    bool optional = false;
    std::span<const EnumRow> choices{};
    FieldValue (*get)(const Scenario &) = nullptr;
    void (*set)(Scenario &, const FieldValue &) = nullptr;               // value of the right kind and range
    bool (*applies)(const Scenario &) = nullptr;               // null: always; false: the form hides the row
    Issues (*check)(const std::string &) = nullptr;            // what a text field's text breaks; null: any text is good
    std::string (*source)(const Scenario &) = nullptr;         // datasheet or calibration source of the value

    std::string path() const { return std::string(group) + "." + key; }
    bool appliesTo(const Scenario &scenario) const { return applies == nullptr || applies(scenario); }
    bool isNumeric() const { return kind == FieldKind::count || kind == FieldKind::number || kind == FieldKind::band; }
};

std::span<const Field> fields();
// By full path ("plan.tp"), or by key when that is unique ("tp"). Null when unknown or ambiguous.
const Field *findField(std::string_view path);

// Text as a user types it ("989 TFLOP/s", "3.35 TB/s", "80GiB", "7.67 TB/s..8 TB/s" for a band) to a value of the
// field's kind, range checked. Errors name field, rule and text.
Result<FieldValue> parseFieldValue(const Field &field, std::string_view text);
// The value in engineering form with its unit, as forms and `list fields` show it; parses back to the same value.
std::string formatFieldValue(const Field &field, const FieldValue &value);
// Checks kind, range and finiteness of a value.
Result<FieldValue> checkFieldValue(const Field &field, FieldValue value);
// What it is to set or to vary a field that does not apply to the scenario.
Issue doesNotApply(const Field &field);
// Applies "key=value" of the command line.
Issues applySetting(Scenario &scenario, std::string_view assignment);

} // namespace headroom
