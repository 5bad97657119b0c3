#pragma once
// Everything Headroom says about a scenario that serves: what a prefill, a decode step or the steady state of both costs, how fast
// requests are answered, and what memory holds.
//
//   Llama-3.1-70B on 8 x H100 SXM, decode of 64 sequences, 8192 tokens cached
//
//   step          bound 8.1 ms   expected 11 ms - 14 ms
//   TPOT          …

#include "estimate/estimate.h"
#include "serving/served_memory.h"

#include <optional>
#include <string>
#include <vector>

namespace headroom {

// A term of the user document's cost model: C_prefill or C_decode, which count every pair of the full mask.
struct DocumentTerm
{
    std::string id;   // "linear", "attention", "head"
    std::string name; // CORE_TEXT
    Flops flops{};
    TermId term;
};

// A time at every level; bound <= low <= expected <= high.
struct ServedLevels
{
    Seconds bound{}, low{}, expected{}, high{};
    TermId boundTerm, lowTerm, expectedTerm, highTerm;
};

// One kind of pass: of all sequences of a batch, on one chip and on the plan.
struct ServedStep
{
    std::string id;              // "prefill", "decode", "mixed"
    double sequences = 0.0;      // over all devices
    double tokens = 0.0;         // new tokens over all devices
    RooflineEstimate roofline;   // one chip, the whole batch in one pass
    Flops modelFlops{};
    std::vector<DocumentTerm> document; // absent of a mixed pass
    // Of the plan, when it is legal:
    double boundMfu = 0.0;
    Band<double> expectedMfu{};
    ServedLevels time;           // of a step
    Seconds floor{}, serial{};
    TermId floorTerm, serialTerm, boundMfuTerm, expectedMfuTerm;
    std::vector<StepPart> parts; // sum to the step
    std::string dominant;
    std::vector<CommunicationRow> communication; // of a rank and pass
    Bytes weightsRead{}, cacheRead{}, bytesMoved{}; // of a rank and pass, all stages together
    std::vector<WaterfallRow> waterfall;
};

struct ServedMemoryPart
{
    ServedMemoryClass kind{};
    Bytes bytes{};
    TermId term;
};

// Memory of the fullest rank that decodes, or does all, with so many sequences over all devices.
struct ServedMemoryPoint
{
    Count sequences = 0;
    std::array<Bytes, servedMemoryClasses> parts{};
    Bytes total{};
};

// What a user of the model sees. Times are absent where the phase has none.
struct ServedLatency
{
    std::optional<ServedLevels> ttft; // time to the first token, of the mean prompt
    std::optional<ServedLevels> tpot; // time per output token
    std::optional<ServedLevels> endToEndP50, endToEndP99;
    ServedLevels secondsPerToken;     // of all devices: 1 / (tokens per second)
    double boundTokens = 0.0;         // tokens per second and chip: of answers, or in prefill of prompts
    Band<double> expectedTokens{};    // low: the slow end
    std::optional<double> boundGoodput, expectedGoodput; // of requests within the limits, where there are any
    TermId boundTokensTerm, expectedTokensTerm;
};

struct ServingEstimate
{
    Scenario scenario;
    ParameterCount parameters;
    bool legal = false, feasible = false;
    std::optional<Message> reason;
    std::string reasonField;
    std::vector<ServedStep> steps;
    ServedLatency latency;
    Count sequences = 0;         // at a time, over all devices
    std::vector<ServedMemoryPart> memory;
    Bytes memoryTotal{}, memoryCapacity{}, shortBy{};
    Count memoryStage = 0;
    TermId memoryTerm;
    Count largestBatch = 0;      // sequences over all devices that fit; 0: not one per replica
    TermId largestBatchTerm;     // the memory that so many take, or one per replica
    std::vector<ServedMemoryPoint> memoryOverBatch; // from one sequence per replica to beyond the largest batch and the present one
    std::vector<ContractLine> contract;
    Issues issues;
    Derivation why;

    const ServedStep *step(std::string_view id) const;
};

// Checks, derives and times a scenario whose phase serves. Errors: the scenario's own (checkScenario).
Result<ServingEstimate> evaluateServing(const Scenario &scenario);

} // namespace headroom
