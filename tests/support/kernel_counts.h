#pragma once
// What the operators of a model count under chosen kernels.

#include "ops/layer_ops.h"
#include "spec/scenario.h"

#include <initializer_list>
#include <string>

namespace headroom::testing {

inline constexpr double sequenceTokens = 4096.0; // tokens

// A catalog model on H100 with settings "key=value". Throws when one is wrong.
Scenario with(const char *model, std::initializer_list<const char *> settings);
ModelBlocks blocksOf(const Scenario &s, const PassShape &shape);

// The operators of that name and phase in the last kind of layer that has it, or in the head, together; one sequence of 4096.
struct PerToken
{
    double model = 0.0, executed = 0.0, bytes = 0.0, masked = 0.0, padding = 0.0, form = 0.0;
};
PerToken perToken(const Scenario &s, const std::string &name, Phase phase);

} // namespace headroom::testing
