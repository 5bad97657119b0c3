#pragma once
// Scenarios side by side: the inputs in which they differ.

#include "spec/field.h"

#include <span>
#include <string>
#include <vector>

namespace headroom {

struct InputDifference
{
    const Field *field = nullptr;   // null: the pattern of layers, or a name
    const char *label = "";         // CORE_TEXT
    std::vector<std::string> texts; // one per scenario, as forms show it; "-": it does not apply, or is not set
};

// One row per field whose value is not the same in all of them, in the order of the forms; names of model, hardware and calibration
// before, and the pattern of layers where nothing else tells it apart. A field that a scenario's form hides counts as not set there.
std::vector<InputDifference> differences(std::span<const Scenario *const> scenarios);

} // namespace headroom
