#pragma once
// Reading JSON that anyone may have written: size, depth, encoding and duplicate keys are checked, library exceptions
// stop here. ObjectReader checks every key of an object and collects what is wrong; quantities carry unit text:
//
//   "hbmBandwidth": {"value": 3.35, "unit": "TB/s", "source": "…"},  disputed: {"low": 7.67, "value": 8, "high": 8, …}
//
// Private to core: the library's types do not leave it.

#include "base/band.h"
#include "base/enum_table.h"
#include "base/result.h"
#include "base/units.h"
#include "spec/hardware_spec.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

using Json = nlohmann::json;
using OrderedJson = nlohmann::ordered_json; // written in the order of the code

inline constexpr std::size_t jsonSizeLimit = 16u << 20;
inline constexpr int jsonDepthLimit = 64;

// An object at the top level; errors name the file, line and column.
Result<Json> parseJson(std::string_view text, const std::string &file, std::size_t limit = jsonSizeLimit);

// As it stands in the file, cut to a readable length.
std::string shown(const Json &value);
std::string shortKey(const std::string &key); // "" for the empty one
// A file of another kind has thousands of unknown keys; so many are named.
inline constexpr std::size_t unknownKeysNamed = 20;

// A whole number within [minimum, maximum], or the rule it breaks.
tl::expected<std::int64_t, Message> wholeNumber(const Json &value, std::int64_t minimum, std::int64_t maximum);
tl::expected<double, Message> finiteNumber(const Json &value, double minimum, double maximum);

class ObjectReader
{
public:
    // `path` prefixes the field of every issue ("model.layers[2]"); `issues` outlives the reader.
    ObjectReader(const Json &object, std::string path, std::string file, Issues &issues);

    // Null when the key is absent (an issue when required) or JSON null.
    const Json *find(const char *key);
    const Json *require(const char *key);
    bool has(const char *key) const;

    std::int64_t whole(const char *key, std::int64_t minimum, std::int64_t maximum);
    std::optional<std::int64_t> optionalWhole(const char *key, std::int64_t minimum, std::int64_t maximum);
    bool flag(const char *key);
    std::string text(const char *key, std::size_t limit = 4096);
    template <class E> E choice(const char *key)
    {
        const std::string value = text(key);
        const std::optional<E> found = fromKey<E>(value);
        if (!found && !failed(key))
            notAChoice(key, rowsOf(E{}), value);
        return found.value_or(E{});
    }
    // {"value", "unit", …} in SI base units; the object's other keys are read by `inside`.
    template <class Q> Sourced<Q> sourced(const char *key, double minimum, double maximum)
    {
        Sourced<Q> out;
        readBand(key, unitOf<Q>(), minimum, maximum, out.source, &out.note,
                 [&](double low, double expected, double high) {
                     out.value = {Q(low), Q(expected), Q(high)};
                 });
        return out;
    }
    template <class Q> std::optional<Sourced<Q>> optionalSourced(const char *key, double minimum, double maximum)
    {
        return find(key) ? std::optional(sourced<Q>(key, minimum, maximum)) : std::nullopt;
    }
    Band<double> band(const char *key, Unit unit, double minimum, double maximum, std::string &source);

    // The object or array at a key, or an empty one after an issue.
    const Json &object(const char *key);
    const Json &array(const char *key);

    void fail(const std::string &key, Message message);
    // Keys that nobody asked for are errors; the first ones are named. Call last.
    void finish();
    std::string pathOf(const std::string &key) const;
    const std::string &file() const { return m_file; }
    Issues &issues() { return m_issues; }

private:
    template <class F> void readBand(const char *key, Unit unit, double minimum, double maximum, std::string &source,
                                     std::string *note, F &&use)
    {
        double ends[3] = {0.0, 0.0, 0.0};
        if (readEnds(key, unit, minimum, maximum, source, note, ends))
            use(ends[0], ends[1], ends[2]);
    }
    bool readEnds(const char *key, Unit unit, double minimum, double maximum, std::string &source, std::string *note,
                  double (&ends)[3]);
    void notAChoice(const char *key, std::span<const EnumRow> rows, const std::string &value);
    bool failed(const std::string &key) const { return m_failed.contains(key); }

    const Json &m_object;
    std::string m_path;
    std::string m_file;
    Issues &m_issues;
    std::set<std::string, std::less<>> m_known;
    std::set<std::string> m_failed;
};

// {"value": 3.35, "unit": "TB/s", "source": "…"}; reads back to exactly the same band.
OrderedJson writeBand(const Band<double> &band, Unit unit, const std::string &source, const std::string &note = {});
template <class Q> OrderedJson writeSourced(const Sourced<Q> &s)
{
    return writeBand({raw(s.value.low), raw(s.value.expected), raw(s.value.high)}, unitOf<Q>(), s.source, s.note);
}

} // namespace headroom
