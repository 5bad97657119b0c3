#pragma once
// The value of one field at which a figure reaches what is asked of it.

#include "explore/figures.h"
#include "explore/variant.h"

#include <optional>
#include <stop_token>

namespace headroom {

struct Goal
{
    FieldValue value;        // the value nearest to the present one that reaches the goal
    Figures figures;         // at that value
    std::string followed;    // what else changed with it
    // The goal lies between the figures of two neighbouring values: whole numbers, or a jump. `value` is the one past the goal, and this
    // the one before it.
    std::optional<FieldValue> before;
};

// Looks from the present value outwards, by doublings and within the field's range, for two values between whose figures the goal
// lies, then halves. A band is sought as an exact value. Errors: a field that is no number or does not apply, a goal that is no
// positive number, and a goal that no value reaches, with the figures at the ends of what was tried.
Result<Goal> goalSeek(const Scenario &scenario, const Field &field, Figure figure, double goal, const std::stop_token &stop = {});

} // namespace headroom
