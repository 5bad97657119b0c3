#pragma once
// A step that serves, in the form in which charts, tables and the Why panel show a step of training.

#include "serving/serving.h"

namespace headroom {

// Roofline, waterfall, parts, communication, contract and issues of a step, with the derivation of the whole result, in which the terms
// have the names that a step of training gives them as well ("system.expectedMfu", "stepTime.bound"). Memory is not in it: classes differ.
// `modelFlopsPerToken` is of the new tokens that the step computes.
Estimate stepView(const ServingEstimate &serving, const ServedStep &step);

} // namespace headroom
