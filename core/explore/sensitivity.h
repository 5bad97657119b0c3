#pragma once
// How far MFU and step time move when each field moves by a share of itself, everything else as it is: the tornado.
//
//   field                    from          to                 MFU points      step
//   calibration.hbmEff…      0.57..0.92    +10 %  -10 %       +2.31 / -2.60   -4.9 % / +5.8 %

#include "explore/figures.h"
#include "explore/variant.h"

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace headroom {

// One step of one field.
struct SensitivityStep
{
    FieldValue value;
    Figures figures;      // legal
    std::string followed; // what else changed, see followedText()
};

struct SensitivityRow
{
    const Field *field = nullptr;
    FieldValue now;
    std::optional<SensitivityStep> down, up; // to a smaller and to a larger value
    std::optional<Message> downOut, upOut;   // why a step is left out
    // The larger change of a figure, either way.
    double swing(const Figures &base, Figure figure) const;
};

struct Sensitivity
{
    double share = 0.1;
    Figures base;
    std::vector<SensitivityRow> rows; // every numeric field that applies; largest swing of expected MFU first, then of the step, then in their order
    bool complete = true;             // false: stopped, rows are those done
};

// Numbers and bands move to (1 - share) and (1 + share) times themselves, as far as their range goes. Whole numbers move to the legal
// value nearest to that, on their side of the present value and at most to its half or double; degrees and devices take the data axes
// with them (variant.h). Errors: the scenario's own; a plan that is not legal; a share not above 0 and below 1.
Result<Sensitivity> sensitivity(const Scenario &scenario, double share = 0.1, const std::stop_token &stop = {},
                                const std::function<void(std::size_t done, std::size_t total)> &progress = {});

} // namespace headroom
