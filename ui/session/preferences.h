#pragma once
// What a user prefers and the program remembers, beside theme and language (Appearance) and the last project (Session).

#include "spec/scenario.h"

#include <span>

namespace headroom {

// Percent of the usual size of everything; read once, before the application starts.
std::span<const int> uiScales();
int uiScale();
void setUiScale(int percent);
// Makes Qt draw at that scale, on top of what the environment asks for. Before the QApplication is made.
void applyUiScale();

// What counts as a model FLOP in new documents.
Convention preferredConvention();
void setPreferredConvention(Convention convention);
// The worked example in it.
Scenario newScenario();

} // namespace headroom
