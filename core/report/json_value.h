#pragma once
// How report's JSON is put together: keys in the order they are written, numbers finite or absent.

#include "base/band.h"
#include "base/units.h"
#include "spec/field.h"
#include "spec/plan.h"

#include <nlohmann/json.hpp>
#include <string>

namespace headroom {

using Json = nlohmann::ordered_json;

// Leaves a number that is not finite out.
void put(Json &object, const char *key, double value);
template <int F, int B, int S> void put(Json &object, const char *key, Quantity<F, B, S> value)
{
    put(object, key, value.value);
}
// {low, expected, high}
void put(Json &object, const char *key, const Band<double> &band);
// A number of things: without a fraction when it has none.
void putCount(Json &object, const char *key, double value);

// null for a field that is not set.
Json fieldJson(const FieldValue &value);
// The fields of a plan under their keys, and the micro-batch count that follows. `scratch` lends the other fields.
Json planJson(Scenario &scratch, const Plan &plan, Count globalBatch);

// A value as a cell of CSV: empty for null, texts quoted where they must be.
std::string csvCell(const Json &value);
// Two spaces of indentation, a line break at the end; bytes that are no UTF-8 are replaced.
std::string dumped(const Json &json);

} // namespace headroom
