#pragma once
// The command line of a training run as settings of a scenario: Megatron-LM arguments ("--tensor-model-parallel-size 8") or MaxText
// flags ("ici_fsdp_parallelism=32").

#include "base/result.h"
#include "spec/scenario.h"

#include <string>
#include <string_view>
#include <vector>

namespace headroom {

struct LaunchFlags
{
    std::string launcher;              // "Megatron-LM", "MaxText"
    std::vector<std::string> settings; // "plan.tp=8": to be applied in this order
    Issues notes;                      // flags that the settings do not express, by name
};

// Reads pasted text: words apart by blanks, quotes and line ends with a backslash as a shell takes them. The scenario gives what the
// flags leave open: devices, batch, whether there are experts. Degrees that Megatron leaves to the number of ranks are worked out:
// its data-parallel ranks are dp * fsdp * ep here, and its expert-parallel ranks must lie among them.
// Errors: no flag of either kind, a value that is no number, degrees that do not divide one another; each names the flag.
Result<LaunchFlags> readLaunchFlags(std::string_view text, const Scenario &scenario);

// The scenario with the settings. Errors: those of the fields, and the flags' own.
Result<Scenario> withLaunchFlags(const Scenario &scenario, const LaunchFlags &flags);

} // namespace headroom
