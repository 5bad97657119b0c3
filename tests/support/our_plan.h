#pragma once
// What Headroom says of a plan, in the pieces that other calculators print: per block, per stage, per call of one device.

#include "estimate/plan_model.h"
#include "schedule/pipeline.h"

#include <memory>
#include <string_view>
#include <vector>

namespace headroom::testing {

// A scenario's plan with everything that it is made of. Blocks are indices into the model's: embedding, layers, head.
class OurPlan
{
public:
    explicit OurPlan(const Scenario &scenario);
    const Scenario &scenario() const { return *m_scenario; }
    std::size_t head() const { return m_owned->work.blocks.head; }

    // FLOPs of a block's products in one micro-batch, and of attention's alone; those that run again.
    double matrixFlops(std::size_t block, bool backward) const;
    double coreFlops(std::size_t block, bool backward) const;
    double coreModelFlops(std::size_t block, bool backward) const;
    double flopsAgain(std::size_t block) const;
    double kept(std::size_t block) const; // bytes, per micro-batch
    double parameters(std::size_t block) const; // of a rank, before state is shared out
    StageMemory memory(std::size_t stage) const;
    double inFlight(Count stage) const; // micro-batches
    // Calls of a block in a micro-batch, payload and bytes that one chip sends, all together.
    struct Calls
    {
        double number = 0.0, payload = 0.0, wire = 0.0;
    };
    Calls calls(std::size_t block, Pass pass, Purpose purpose) const;
    Calls calls(std::size_t block, Pass pass) const; // of all purposes
    // Payload of all collectives of one kind and purpose that a stage's weights need in a step.
    double weightPayload(std::size_t stage, Purpose purpose, Collective kind) const;
    double transferPayload() const; // to the next stage, per micro-batch; 0 without a pipeline
    // HBM bytes of the operators of a block with this name.
    double bytes(std::size_t block, std::string_view name, Phase phase) const;
    // What one call of a purpose puts on each network: bytes, and seconds at the calibration's expected level.
    struct Networks
    {
        double inside = 0.0, outside = 0.0;
    };
    Networks bytesSent(std::size_t block, Pass pass, Purpose purpose) const;
    Networks timeSent(std::size_t block, Pass pass, Purpose purpose) const;
    // Seconds of a stage's pass in the middle of the step, at the calibration's expected level.
    double passTime(std::size_t stage, PassKind kind) const;
    double stepTime() const; // closed form, likewise

private:
    template <class Which> Calls sum(std::size_t block, Which which) const;
    Networks sent(std::size_t block, Pass pass, Purpose purpose, const LinkRates &rates) const;
    std::unique_ptr<Scenario> m_scenario;
    std::unique_ptr<OwnedPlan> m_owned;
};

// The pipeline simulated with given passes of each piece of a stage, nothing else.
struct PeerPass
{
    double forward = 0.0, backward = 0.0;
};
double pipelineOf(Schedule schedule, const PipelineSize &size, const std::vector<PeerPass> &pieces);

} // namespace headroom::testing
