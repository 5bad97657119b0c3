#pragma once
// What two public calculators say of the same models and plans: tests/core/peers/peers.json.

#include "spec/scenario.h"

#include <initializer_list>

#include <nlohmann/json.hpp>

namespace headroom::testing {

using Json = nlohmann::json;

Json peerCases(const char *peer); // calculon or simumax
double number(const Json &of, const char *name);

// The model and plan of a case: a catalog model, or GPT layers of stated sizes; everything on dp but for ep.
Scenario peerScenario(const Json &peerCase);

// Whether ours is theirs plus the terms, to rounding.
bool explained(double ours, double theirs, std::initializer_list<double> terms, double within = 1e-9);

} // namespace headroom::testing
