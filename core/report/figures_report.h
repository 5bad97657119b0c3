#pragma once
// The figures of a variant, as the reports of studies share them.

#include "explore/figures.h"
#include "report/json_value.h"
#include "spec/field.h"

#include <string>
#include <vector>

namespace headroom {

// legal, feasible, reason, boundMfu, expectedMfu, stepTime, tokensPerSecondPerChip, memory, shortBy, dominant; of what is not legal the
// first three.
Json figuresJson(const Figures &figures);
// The heading of figuresCells(), without a line break.
std::string figuresHeading();
// Comma-separated, one cell per heading.
std::string figuresCells(const Figures &figures);

// A field's value as a table shows it; "-" when it is not set.
std::string shownValue(const Field &field, const FieldValue &value);
// "+2.31", "-0.40": a difference of ratios in points.
std::string signedPoints(double difference);
// "+5.8 %" of what it was.
std::string signedShare(double now, double before);
// What such a report begins with: model, devices, hardware, convention.
std::string studyHead(const Scenario &scenario, const std::string &what);
Json studyJson(const Scenario &scenario);
// Left-aligned columns as wide as their widest cell, two blanks apart; the first row is the heading.
std::string textTable(const std::vector<std::vector<std::string>> &rows);

} // namespace headroom
