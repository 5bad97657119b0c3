#pragma once
// What the device of the critical stage is expected to run in one step, in the classes of a trace.

#include "estimate/estimate.h"
#include "trace/event_class.h"

#include <array>
#include <string>
#include <vector>

namespace headroom {

// One operator of a block, with all its calls in a step.
struct ModelledOperator
{
    std::string id;    // "mla+moe.query up-projection.forward", as the roofline's terms; of a recompute pass "….recompute"
    std::string name;  // CORE_TEXT
    Phase phase{};
    EventClass eventClass{};
    double calls = 0.0;         // per step on the device
    Flops flops{};              // executed, one call
    Bytes bytes{};              // one call
    Seconds expected{}, bound{}; // one call, at the calibration and ideal
};

// A kind of collective that the device takes part in.
struct ModelledCollective
{
    EventClass kind{};
    std::string part;   // of the step that its exposed time belongs to: key of StepPartId, "exposed.tp"
    double ranks = 0.0;
    Bytes payload{};    // of one call: the full array; of weights, the mean over blocks
    bool operator==(const ModelledCollective &) const = default;
};

struct ModelledStep
{
    std::vector<ModelledOperator> operators;
    // Operators as the stage runs them in one step, one micro-batch after the other: indices into `operators`. Empty for a pipeline of
    // several stages, whose schedule mixes micro-batches.
    std::vector<std::size_t> order;
    std::vector<ModelledCollective> collectives; // each once
    std::array<Seconds, eventClasses> expected{}, bound{}; // operators' time by class; the optimizer included
    Seconds contention{};           // what communication under them adds to operators
    Seconds exposedCommunication{}; // but for the pipeline's
    std::vector<StepPart> exposed;  // the parts that it is the sum of
    Seconds exposedCopies{};        // activations kept in the host's memory
    Seconds waits{};                // bubble, imbalance, transfers between stages
    Seconds overhead{};             // fixed
    Seconds step{}, boundStep{};
    EventClass dominant{};          // class of the largest expected part; hostWork stands for waits and overhead
};
// `estimate` has a legal plan.
ModelledStep modelledStep(const Estimate &estimate);

// The class whose kernels run an operator.
EventClass eventClassOf(const Op &op);

} // namespace headroom
