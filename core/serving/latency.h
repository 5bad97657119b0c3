#pragma once
// From the times of steps to what a user of the model sees: time to the first token, time per token, whole requests, tokens per second.

#include "serving/served_step.h"
#include "serving/workload.h"

namespace headroom {

// The steps of a phase on a plan: a prefill alone, a decode alone, or both in turn, together, or on devices of their own.
struct TimedPhase
{
    RunPhase phase = RunPhase::decode;
    std::optional<TimedStep> prefill, decode, mixed;
    std::optional<TimedStep> plain;    // a decode step without a draft, where there is one
    std::optional<TimedStep> transfer; // of a mean prompt's cache, from devices that prefill to those that decode
    double sequences = 1.0;        // at a time, over all devices
    double perReplica = 1.0;       // of a replica
    double prefillSequences = 1.0; // prompts of the prefill, over all devices that compute them
};
ServedLatency latencyOf(Derivation &why, const RunSpec &run, const TimedPhase &phase);

} // namespace headroom
