#pragma once
// The sequences that a phase has at a time: for the passes of a replica, and for what their caches hold.

#include "memory/kv_cache.h"
#include "ops/generation.h"
#include "spec/run_spec.h"

#include <vector>

namespace headroom {

// Requests of a serving run, by length: shares that sum to 1.
std::vector<RequestGroup> requestShares(const ServingSpec &serving);

// Of one prompt: tokens to compute and, of a prefix hit, tokens in the cache.
SequenceGroup promptSequence(const ServingSpec &serving, double count, double prompt);

// Prompts that a prefill computes together; sequences of a decode step; both, in the steady state of serving: each step decodes a
// token for `count` sequences, and computes as many tokens of prompts as their answers use up. Counts need not be whole.
GenerationPass prefillPass(const ServingSpec &serving, RunPhase phase, double count);
// `checked`: tokens of a sequence that a step computes, 1 + the draft's proposals unless said otherwise.
GenerationPass decodePass(const ServingSpec &serving, RunPhase phase, double count, double checked);
GenerationPass decodePass(const ServingSpec &serving, RunPhase phase, double count);
GenerationPass mixedPass(const ServingSpec &serving, double count);

// Sequences of a decode phase that states each context, else the batch.
Count sequencesAtATime(const RunSpec &run);
// What `count` sequences hold in their caches, on average over their lives.
std::vector<ContextGroup> heldContexts(const ServingSpec &serving, RunPhase phase, double count);

// Tokens that a sequence gains in a step: one, or those of k proposals that are accepted in a row and one more,
// (1 - a^(k + 1)) / (1 - a) (Leviathan et al. 2023).
double tokensPerStep(const ServingSpec &serving);

// Means over the requests, each with its share: prompt tokens to compute, tokens of an answer, steps of decode (the prefill gives the
// first token).
double meanOutput(const std::vector<RequestGroup> &requests);
double meanDecodeSteps(const std::vector<RequestGroup> &requests);

} // namespace headroom
