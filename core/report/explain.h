#pragma once
// The derivation of a number as an indented tree.
//
//   system.boundMfu = 58 %   MFU: F / (N * P * T)   [model FLOPs utilisation, Chowdhery et al. 2022]
//     F = 1.571e19 FLOP   useful FLOPs: 3 * f * T   [...]
//     N = 256   run.devices

#include "base/derivation.h"
#include "base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace headroom {

// The tree below a term that has a stable name, at most `depth` levels. An unknown name is an error that lists near ones.
Result<std::string> explainText(const Derivation &why, std::string_view name, int depth);
// Every stable name with its value, one on a line.
std::string termsText(const Derivation &why);

} // namespace headroom
