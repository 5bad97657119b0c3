#include "spec/json.h"

#include "base/format.h"

#include <cmath>

namespace headroom {

ObjectReader::ObjectReader(const Json &object, std::string path, std::string file, Issues &issues)
    : m_object(object), m_path(std::move(path)), m_file(std::move(file)), m_issues(issues)
{
}

std::string ObjectReader::pathOf(const std::string &key) const
{
    return m_path.empty() ? key : key.empty() ? m_path : m_path + "." + key;
}

void ObjectReader::fail(const std::string &key, Message message)
{
    m_failed.insert(key);
    m_issues.push_back({Severity::error, pathOf(key), std::move(message), m_file});
}

bool ObjectReader::has(const char *key) const
{
    return m_object.contains(key);
}

const Json *ObjectReader::find(const char *key)
{
    m_known.insert(key);
    const auto found = m_object.find(key);
    return found == m_object.end() || found->is_null() ? nullptr : &*found;
}

const Json *ObjectReader::require(const char *key)
{
    const Json *value = find(key);
    if (!value && has(key))
        fail(key, {CORE_TEXT("core", "must not be null"), {}});
    else if (!value)
        fail(key, {CORE_TEXT("core", "is missing"), {}});
    return value;
}

std::int64_t ObjectReader::whole(const char *key, std::int64_t minimum, std::int64_t maximum)
{
    const Json *value = require(key);
    if (!value)
        return minimum;
    const auto number = wholeNumber(*value, minimum, maximum);
    if (!number)
        fail(key, number.error());
    return number.value_or(minimum);
}

std::optional<std::int64_t> ObjectReader::optionalWhole(const char *key, std::int64_t minimum, std::int64_t maximum)
{
    return find(key) ? std::optional(whole(key, minimum, maximum)) : std::nullopt;
}

bool ObjectReader::flag(const char *key)
{
    const Json *value = require(key);
    if (!value)
        return false;
    if (!value->is_boolean()) {
        fail(key, {CORE_TEXT("core", "must be true or false, not {0}"), {shown(*value)}});
        return false;
    }
    return value->get<bool>();
}

std::string ObjectReader::text(const char *key, std::size_t limit)
{
    const Json *value = require(key);
    if (!value)
        return {};
    if (!value->is_string()) {
        fail(key, {CORE_TEXT("core", "must be a text, not {0}"), {shown(*value)}});
        return {};
    }
    std::string out = value->get<std::string>();
    if (out.size() <= limit)
        return out;
    fail(key, {CORE_TEXT("core", "must have at most {0} bytes, not {1}"),
               {std::to_string(limit), std::to_string(out.size())}});
    return {};
}

void ObjectReader::notAChoice(const char *key, std::span<const EnumRow> rows, const std::string &value)
{
    std::string known;
    for (const EnumRow &row : rows)
        known += (known.empty() ? "" : ", ") + std::string(row.key);
    fail(key, {CORE_TEXT("core", "must be one of {0}, not {1}"), {known, shown(Json(value))}});
}

namespace {

const Json emptyObject = Json::object();
const Json emptyArray = Json::array();

} // namespace

const Json &ObjectReader::object(const char *key)
{
    const Json *value = require(key);
    if (value && !value->is_object())
        fail(key, {CORE_TEXT("core", "must be an object, not {0}"), {shown(*value)}});
    return value && value->is_object() ? *value : emptyObject;
}

const Json &ObjectReader::array(const char *key)
{
    const Json *value = require(key);
    if (value && !value->is_array())
        fail(key, {CORE_TEXT("core", "must be a list, not {0}"), {shown(*value)}});
    return value && value->is_array() ? *value : emptyArray;
}

namespace {

// value + unit text -> SI base units, rounded once.
std::optional<double> inBaseUnits(double value, const std::string &unitText, Unit unit)
{
    return parseQuantity(exactNumber(value) + " " + unitText, unit);
}

} // namespace

bool ObjectReader::readEnds(const char *key, Unit unit, double minimum, double maximum, std::string &source,
                            std::string *note, double (&ends)[3])
{
    const Json &entry = object(key);
    if (failed(key))
        return false;
    const std::size_t before = m_issues.size();
    ObjectReader inside(entry, pathOf(key), m_file, m_issues);
    const bool plain = unit == Unit::ratio || unit == Unit::count || unit == Unit::none;
    const std::string unitText = plain ? "" : inside.text("unit");
    source = inside.text("source");
    if (note && inside.find("note"))
        *note = inside.text("note");
    const bool banded = inside.has("low") || inside.has("high");
    const char *const keys[3] = {banded ? "low" : "value", "value", banded ? "high" : "value"};
    for (int i = 0; i < 3; ++i) {
        const Json *end = inside.require(keys[i]);
        if (!end || !end->is_number()) {
            if (end)
                inside.fail(keys[i], {CORE_TEXT("core", "must be a number, not {0}"), {shown(*end)}});
            break;
        }
        const std::optional<double> value = inBaseUnits(end->get<double>(), unitText, unit);
        if (!value)
            inside.fail("unit", {CORE_TEXT("core", "is not a unit of this quantity: {0}"), {shown(Json(unitText))}});
        else if (!(*value >= minimum && *value <= maximum))
            inside.fail(keys[i], {CORE_TEXT("core", "must be between {0} and {1}, not {2}"),
                                  {editable(minimum, unit), editable(maximum, unit), editable(*value, unit)}});
        if (m_issues.size() != before)
            break;
        ends[i] = *value;
    }
    inside.finish();
    if (m_issues.size() == before && !(ends[0] <= ends[1] && ends[1] <= ends[2]))
        fail(key, {CORE_TEXT("core", "must be ordered low ≤ value ≤ high"), {}});
    return m_issues.size() == before;
}

Band<double> ObjectReader::band(const char *key, Unit unit, double minimum, double maximum, std::string &source)
{
    Band<double> out = Band<double>::exactly(minimum);
    readBand(key, unit, minimum, maximum, source, nullptr, [&](double low, double expected, double high) {
        out = {low, expected, high};
    });
    return out;
}

void ObjectReader::finish()
{
    std::size_t named = 0;
    for (const auto &[key, value] : m_object.items())
        if (!m_known.contains(key) && named++ < unknownKeysNamed)
            fail(shortKey(key), {CORE_TEXT("core", "is not a known key"), {}});
}

OrderedJson writeBand(const Band<double> &band, Unit unit, const std::string &source, const std::string &note)
{
    // The unit a person would choose for the expected value, if all three are exact in it; else the base unit.
    const std::string chosen = editable(band.expected, unit);
    const std::size_t space = chosen.find(' ');
    std::string unitText = space == std::string::npos ? "" : chosen.substr(space + 1);
    const auto exact = [&](double v) -> std::optional<double> {
        const std::optional<double> one = parseQuantity("1 " + unitText, unit);
        if (!one)
            return std::nullopt;
        for (const double candidate :
             {v / *one, parseQuantity(significant(v / *one, 15), Unit::none).value_or(v / *one)})
            if (inBaseUnits(candidate, unitText, unit) == v)
                return candidate;
        return std::nullopt;
    };
    if (!exact(band.low) || !exact(band.expected) || !exact(band.high))
        unitText = engineering(0.0, unit).substr(1); // " B/s"
    if (!unitText.empty() && unitText.front() == ' ')
        unitText.erase(0, 1);
    OrderedJson out;
    if (!band.isExact())
        out["low"] = exact(band.low).value_or(band.low);
    out["value"] = exact(band.expected).value_or(band.expected);
    if (!band.isExact())
        out["high"] = exact(band.high).value_or(band.high);
    if (unit != Unit::ratio && unit != Unit::count && unit != Unit::none)
        out["unit"] = unitText;
    out["source"] = source;
    if (!note.empty())
        out["note"] = note;
    return out;
}

} // namespace headroom
