// Measured laws as JSON: one object a law, each parameter [fast or slow end, expected, other end] as the Band has them, in SI base
// units.
//
//   {"class": "gemm", "dtype": "bf16", "chip": "H100 SXM", "eCompute": [0.70, 0.78, 0.84], "eMemory": [0.75, 0.85, 1.0],
//    "launch": [3.3e-6, 3.6e-6, 4e-6], "range": {"flops": [2.1e6, 1.7e14]},
//    "heldOut": {"median": 0.041, "p90": 0.10, "points": 663, "coverage": 0.90}, "source": "…"}

#include "spec/spec_json.h"

#include <algorithm>

namespace headroom {

namespace {

constexpr std::size_t mostLaws = 1000;
constexpr double mostSize = 1e24;

OrderedJson writeLaw(const MeasuredLaw &law)
{
    OrderedJson out;
    out["class"] = keyOf(law.kind);
    out["dtype"] = law.dtype;
    out["chip"] = law.chip;
    for (const LawValue &v : law.values)
        out[keyOf(v.parameter)] = {v.value.low, v.value.expected, v.value.high};
    OrderedJson &range = out["range"] = OrderedJson::object();
    for (const LawRange &r : law.range)
        range[keyOf(r.size)] = {r.least, r.most};
    out["heldOut"] = nullptr;
    if (law.heldOut)
        out["heldOut"] = {{"median", law.heldOut->median}, {"p90", law.heldOut->p90}, {"points", law.heldOut->points},
                          {"coverage", law.heldOut->coverage}};
    out["source"] = law.source;
    if (!law.note.empty())
        out["note"] = law.note;
    return out;
}

// `count` numbers in ascending order, each within [0, maximum].
std::vector<double> numbers(ObjectReader &r, const char *key, std::size_t count, double maximum)
{
    const Json &list = r.array(key);
    std::vector<double> out;
    for (const Json &item : list)
        if (const auto number = finiteNumber(item, 0.0, maximum); number)
            out.push_back(*number);
    if (out.size() == count && list.size() == count && std::ranges::is_sorted(out))
        return out;
    r.fail(key, {CORE_TEXT("core", "must be {0} numbers between 0 and {1} in ascending order, not {2}"),
                 {std::to_string(count), shown(Json(maximum)), shown(list)}});
    return std::vector<double>(count, 0.0);
}

double largest(LawParameter parameter)
{
    switch (unitOf(parameter)) {
    case Unit::ratio: return 1.0; // no law beats a peak
    case Unit::seconds: return 1.0;
    default: return 1e6;
    }
}

void readValues(ObjectReader &r, MeasuredLaw &law)
{
    const std::span<const LawParameter> needed = parametersOf(law.kind);
    const std::span<const EnumRow> rows = rowsOf(LawParameter{});
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto parameter = static_cast<LawParameter>(i);
        if (std::ranges::find(needed, parameter) == needed.end() && !r.has(rows[i].key))
            continue;
        const std::vector<double> ends = numbers(r, rows[i].key, 3, largest(parameter));
        law.values.push_back({parameter, {ends[0], ends[1], ends[2]}});
    }
}

void readRange(ObjectReader &r, MeasuredLaw &law)
{
    ObjectReader inside(r.object("range"), r.pathOf("range"), r.file(), r.issues());
    const std::span<const EnumRow> rows = rowsOf(LawSize{});
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (!inside.has(rows[i].key))
            continue;
        const std::vector<double> ends = numbers(inside, rows[i].key, 2, mostSize);
        law.range.push_back({static_cast<LawSize>(i), ends[0], ends[1]});
    }
    inside.finish();
}

double share(ObjectReader &r, const char *key, double maximum)
{
    const Json *value = r.require(key);
    if (!value)
        return 0.0;
    const auto number = finiteNumber(*value, 0.0, maximum);
    if (!number)
        r.fail(key, number.error());
    return number.value_or(0.0);
}

void readError(ObjectReader &r, MeasuredLaw &law)
{
    if (!r.has("heldOut"))
        return r.fail("heldOut", {CORE_TEXT("core", "is missing"), {}});
    if (!r.find("heldOut"))
        return;
    ObjectReader inside(r.object("heldOut"), r.pathOf("heldOut"), r.file(), r.issues());
    LawError error;
    error.median = share(inside, "median", 100.0);
    error.p90 = share(inside, "p90", 100.0);
    error.points = inside.whole("points", 1, 1000000000);
    error.coverage = share(inside, "coverage", 1.0);
    inside.finish();
    law.heldOut = error;
}

} // namespace

OrderedJson writeLaws(const std::vector<MeasuredLaw> &laws)
{
    OrderedJson out = OrderedJson::array();
    for (const MeasuredLaw &law : laws)
        out.push_back(writeLaw(law));
    return out;
}

std::vector<MeasuredLaw> readLaws(ObjectReader &reader, const std::string &chip)
{
    std::vector<MeasuredLaw> laws;
    const Json &list = reader.array("laws");
    if (list.size() > mostLaws)
        reader.fail("laws", {CORE_TEXT("core", "must have at most {0} laws, not {1}"), {std::to_string(mostLaws), std::to_string(list.size())}});
    for (std::size_t i = 0; i < std::min(list.size(), mostLaws); ++i) {
        if (!list[i].is_object()) {
            reader.fail("laws", {CORE_TEXT("core", "must be a list of objects; one item is {0}"), {shown(list[i])}});
            break;
        }
        ObjectReader r(list[i], reader.pathOf("laws[" + std::to_string(i) + "]"), reader.file(), reader.issues());
        MeasuredLaw law;
        law.kind = r.choice<LawClass>("class");
        law.dtype = r.text("dtype", 64);
        law.chip = chip.empty() ? r.text("chip", 256) : chip;
        readValues(r, law);
        readRange(r, law);
        readError(r, law);
        law.source = r.text("source");
        if (r.find("note"))
            law.note = r.text("note");
        r.finish();
        laws.push_back(std::move(law));
    }
    return laws;
}

} // namespace headroom
