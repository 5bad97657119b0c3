#include "report/json_value.h"

#include <cmath>
#include <string_view>

namespace headroom {

void put(Json &object, const char *key, double value)
{
    if (std::isfinite(value))
        object[key] = value;
}

void put(Json &object, const char *key, const Band<double> &band)
{
    Json &out = object[key] = Json::object();
    put(out, "low", band.low);
    put(out, "expected", band.expected);
    put(out, "high", band.high);
}

void putCount(Json &object, const char *key, double value)
{
    if (std::abs(value) < 9e15 && std::trunc(value) == value)
        object[key] = static_cast<std::int64_t>(value);
    else
        put(object, key, value);
}

namespace {

struct ToJson
{
    Json operator()(std::monostate) const { return nullptr; }
    Json operator()(double v) const { return std::isfinite(v) ? Json(v) : Json(nullptr); }
    Json operator()(const Band<double> &v) const
    {
        Json out;
        put(out, "band", v);
        return v.isExact() ? (*this)(v.expected) : out["band"];
    }
    template <class T> Json operator()(const T &v) const { return v; }
};

} // namespace

Json fieldJson(const FieldValue &value) { return std::visit(ToJson{}, value); }

Json planJson(Scenario &scratch, const Plan &plan, Count globalBatch)
{
    Json out = Json::object();
    scratch.plan = plan;
    for (const Field &field : fields()) {
        if (std::string_view(field.group) != "plan")
            continue;
        if (Json value = fieldJson(field.get(scratch)); !value.is_null())
            out[field.key] = std::move(value);
    }
    out["microBatchCount"] = plan.microBatchCount(globalBatch);
    return out;
}

std::string csvCell(const Json &value)
{
    if (value.is_null())
        return {};
    if (!value.is_string())
        return value.dump();
    std::string text = value.get<std::string>();
    if (text.find_first_of(",\"\n") == std::string::npos)
        return text;
    for (std::size_t at = 0; (at = text.find('"', at)) != std::string::npos; at += 2)
        text.insert(at, 1, '"');
    return '"' + text + '"';
}

std::string dumped(const Json &json) { return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"; }

} // namespace headroom
