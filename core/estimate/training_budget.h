#pragma once
// What a step time means for a whole training: tokens per second, days and chip-hours for the token budget, tokens per parameter, and
// how much of the time is left when devices fail.

#include "base/derivation.h"
#include "spec/model_spec.h"
#include "spec/run_spec.h"

#include <optional>

namespace headroom {

// Tokens that are not padding, of a device in a second.
Derived<double> tokensPerSecondPerChip(Derivation &why, const RunSpec &run, const Derived<Seconds> &step);

// Of run.tokenBudget at a step time, without failures.
struct TrainingBudget
{
    double days = 0.0, chipHours = 0.0;
    double tokensPerParameter = 0.0;       // D / N, all parameters
    double tokensPerActiveParameter = 0.0; // of those that a token meets
    TermId daysTerm, chipHoursTerm, perParameterTerm, perActiveTerm;
};
std::optional<TrainingBudget> trainingBudget(Derivation &why, const RunSpec &run, const ParameterCount &parameters, const Derived<Seconds> &step);

// Failures come independently of one another, as often at any time; after one the cluster starts again from its last checkpoint.
struct TrainingGoodput
{
    Seconds mtbf{};               // of the whole cluster
    Seconds checkpointInterval{}; // useful work between checkpoints: the run's, or the best one
    bool bestInterval = false;    // the run states none
    double goodput = 0.0;         // useful time over wall time
    double failuresPerDay = 0.0;
    std::optional<double> wallDays, wallChipHours; // of the token budget, failures included
    TermId mtbfTerm, intervalTerm, goodputTerm;
};
// Where run.deviceMtbf is stated. `step` is the least interval there can be.
std::optional<TrainingGoodput> trainingGoodput(Derivation &why, const RunSpec &run, const Derived<Seconds> &step,
                                               const std::optional<TrainingBudget> &budget);

} // namespace headroom
