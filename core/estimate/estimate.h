#pragma once
// Everything Headroom says about one scenario, with the derivation of every number. Views read this and compute nothing.

#include "base/derivation.h"
#include "base/result.h"
#include "estimate/memory_level.h"
#include "estimate/training_budget.h"
#include "memory/timeline.h"
#include "ops/op.h"
#include "spec/scenario.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace headroom {

// An operator of the roofline bound: one chip, the whole global batch in one pass, all layers of a kind together.
struct RooflineOperator
{
    std::string name;           // CORE_TEXT pattern, "query projection"
    std::string group;          // layer kind, "mla+moe"; "embedding", "head", "mtp"
    OpCategory category{};
    Phase phase{};
    Engine engine{};
    double count = 1.0;         // layers that run it
    Flops modelFlops{};         // of all `count` layers, as are the following
    Flops executedFlops{};
    Bytes bytes{};
    FlopsPerByte intensity{};   // executed FLOPs per HBM byte
    FlopsPerSecond attainable{}; // min(peak, intensity * bandwidth)
    Seconds time{};
    BoundBy boundBy{};
    double timeShare = 0.0;     // of T_ideal
    // What the plan's bound step time would lose if this operator took half its time, re-evaluated; absent for a
    // plan that is illegal.
    std::optional<Seconds> stepGainIfTwiceAsFast;
    std::optional<OnChipPoint> onChip; // where the chip states an on-chip bandwidth
    TermId timeTerm, flopsTerm, bytesTerm;
};

struct RooflineEstimate
{
    Seconds stepTime{};          // T_ideal
    double mfu = 0.0;            // F_useful / (peak * T_ideal)
    FlopsPerSecond peak{};
    BytesPerSecond hbmBandwidth{};
    FlopsPerByte ridge{};
    std::vector<RooflineOperator> operators;
    std::optional<OnChipRoofline> onChip; // absent where the chip states no on-chip bandwidth
    TermId stepTimeTerm, mfuTerm, ridgeTerm;
};

// Executed FLOPs over peak and time, split by why they are executed. Matrix FLOPs only. padding: tokens, head dims and expert
// slots that hold nothing; form: what the kernels' way to compute adds.
struct HfuSplit
{
    double total = 0.0, useful = 0.0, recompute = 0.0, masked = 0.0, padding = 0.0, form = 0.0;
};

// One collective of a plan, summed over the layers, passes and micro-batches of the critical stage in one step.
struct CommunicationRow
{
    std::string axis;       // "tp", "ep", "dp+ep", …
    std::string kind;       // "all-gather", "reduce-scatter", "all-reduce", "all-to-all", "send-recv"
    std::string purpose;    // CORE_TEXT: "expert dispatch and combine", "weights", "gradients", …
    std::string link;       // "scale-up", "scale-out", "scale-up+scale-out"
    double calls = 0.0;     // per step
    Bytes payload{};        // per call: the full array; of weights, the mean over blocks
    Bytes wire{};           // per call: bytes one chip sends
    Seconds total{}, hidden{}, exposed{}; // per step
    TermId term;
};

struct StepTimes
{
    Seconds floor{}, bound{}, low{}, expected{}, high{}, serial{}, documentMax{}, flopsOnly{};
    TermId floorTerm, boundTerm, lowTerm, expectedTerm, highTerm, serialTerm, documentMaxTerm, flopsOnlyTerm;
};

struct MemoryPart
{
    MemoryClass kind{};
    Bytes bytes{};
    TermId term;
};
struct MemoryEstimate
{
    Bytes capacity{};  // before reserved, which is a part
    Bytes total{};     // peak of the worst stage
    Bytes highTotal{}; // with the most that the runtime may take: high ends of workspace, fragmentation, reserved
    Count stage = 0;   // the worst stage, from 0
    std::vector<MemoryPart> parts; // of the worst stage at its peak; they sum to total
    std::vector<Bytes> stageTotals;
    std::vector<StageTimeline> timelines; // per stage, over the simulated expected step; empty without one
    TermId totalTerm;
    bool fits() const { return total <= capacity; }
    Bytes shortBy() const { return total > capacity ? total - capacity : Bytes{}; }
    MemoryClass largest() const;
};

// Rows of each stage are terms named by this and their class, or "total": "memory.stage3.activations".
std::string stageTermPrefix(Count stage);

// What the critical stage's step consists of at the bound; the parts sum to the step time.
struct StepPart
{
    std::string id;       // stable: "compute.projection", "recompute", "exposed.ep", "bubble", "imbalance", "optimizer", "overhead"
    std::string name;     // CORE_TEXT
    Seconds bound{}, expected{};
    TermId boundTerm, expectedTerm;
};

struct SystemEstimate
{
    bool legal = false;       // the plan obeys every rule
    bool feasible = false;    // and fits the memory
    std::optional<Message> reason; // why not
    std::string reasonField;  // the field to change
    Bytes shortBy{};
    // The rest is present when the plan is legal.
    double boundMfu = 0.0;
    Band<double> expectedMfu{}; // numeric order: low MFU = high time
    HfuSplit hfu;
    StepTimes stepTime;
    // The same step pass by pass, at the bound and as expected; absent unless asked for, and when it has too many passes.
    std::optional<StepSimulation> boundSimulation, expectedSimulation;
    Seconds compute{}, recompute{}, bubble{}, imbalance{}, optimizer{}, overhead{}; // at the bound, critical stage
    std::vector<CommunicationRow> communication;
    std::vector<StepPart> parts;
    std::string dominant;     // id of the largest part
    Count criticalStage = 0;
    Count microBatchCount = 0;
    std::vector<Count> stageLayers; // of each piece of the pipeline, in the order in which a forward meets them
    double tokensPerSecondPerChip = 0.0; // at expected
    std::optional<TrainingBudget> budget;   // where the run states tokens to train
    std::optional<TrainingGoodput> goodput; // where it states how often devices fail
    MemoryEstimate memory;
    TermId boundMfuTerm, expectedMfuTerm, lowMfuTerm, highMfuTerm, tokensTerm;
};

enum class RowKind { anchor, loss };
struct WaterfallRow
{
    std::string id;     // stable: "peak", "memory.elementwise", "roofline", "sharding", "exposed.tp", "system", …
    std::string name;   // CORE_TEXT
    RowKind kind{};
    double mfu = 0.0;   // anchor: MFU; loss: MFU points lost as a ratio (positive = lost)
    Seconds seconds{};  // anchor: step time at it; loss: seconds added
    TermId term;
};

// A plan that a search found, reduced to what anchors the System bound.
struct BestPlan
{
    Plan plan;
    double boundMfu = 0.0;
    Band<double> expectedMfu{};
};

// One line of the contract every output prints.
struct ContractLine
{
    std::string id;
    std::string name;  // CORE_TEXT
    Message value;
    bool detail = false; // one of many of its kind, for the page and JSON
    bool operator==(const ContractLine &) const = default;
};

struct Estimate
{
    Scenario scenario;
    ParameterCount parameters;
    Flops modelFlopsPerToken{};  // training: 3 x forward, by the convention
    Flops modelFlopsPerStep{};   // F_useful
    TermId modelFlopsPerStepTerm;
    RooflineEstimate roofline;
    SystemEstimate system;
    std::optional<BestPlan> best; // given by the caller, see evaluate()
    std::vector<WaterfallRow> waterfall;
    std::vector<ContractLine> contract;
    Issues issues;               // warnings and notes; errors make evaluate() fail
    Derivation why;
};

// numbers: closed forms alone. simulated: the step is simulated pass by pass as well, for views over time.
enum class Detail { numbers, simulated };

// Checks, derives and times a scenario. `best` is the System anchor of the waterfall when a search has found it, or this plan where that is better:
// without it the losses run from the Roofline to this plan. Errors: the scenario's own (checkScenario).
Result<Estimate> evaluate(const Scenario &scenario, const std::optional<BestPlan> &best = std::nullopt, Detail detail = Detail::numbers);

} // namespace headroom
