#pragma once
// What a model serves: requests of a prompt and an answer, how many at a time, and in which number formats.

#include "base/units.h"
#include "spec/number_format.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

namespace headroom {

// training: steps of forward, backward, optimizer. prefill: one pass over prompts. decode: one token for each sequence.
// serving: requests one after another, both in turn.
enum class RunPhase { training, prefill, decode, serving };
std::span<const EnumRow> rowsOf(RunPhase);

// `count` equal requests.
struct RequestGroup
{
    double count = 1.0;
    Count prompt = 1, output = 1;
    bool operator==(const RequestGroup &) const = default;
};
// "2000:200, 3x512:64": one request of 2000 tokens answered by 200, three of 512 by 64. Errors: the item that is none.
tl::expected<std::vector<RequestGroup>, std::string> parseRequests(std::string_view text);

struct ServingSpec
{
    Count batch = 32;             // sequences at a time, over all devices
    Count promptLength = 1024;    // tokens of a prompt; of decode: tokens in the cache
    Count outputLength = 256;     // tokens of an answer
    std::string contexts;         // of decode: cached tokens of each sequence, "4096, 3x512"; empty: batch of promptLength
    std::string requests;         // of serving: lengths of requests; empty: all of promptLength and outputLength
    bool mixedSteps = true;       // of serving: prompts are computed in pieces beside decode steps, else between them
    double prefixHitRate = 0.0;   // share of a prompt's tokens that the cache holds already, [0, 1)
    NumberFormat weightFormat = NumberFormat::bf16;
    std::optional<Count> weightGroup; // elements that share a scale; absent: the format's own
    NumberFormat cacheFormat = NumberFormat::bf16;
    std::optional<Count> cacheGroup;
    Count draftTokens = 0;        // tokens that a draft proposes and a step checks together; 0: none
    double acceptance = 0.7;      // probability that the next proposed token is accepted, [0, 1]
    double draftCost = 0.1;       // time of proposing one token over that of a plain decode step
    Count prefillDevices = 0;     // of serving: devices that compute prompts alone; 0: all do both
    Count prefillTensor = 0, prefillExpert = 0, prefillPipeline = 0; // degrees on those devices; 0: the plan's
    std::optional<Seconds> ttftLimit, tpotLimit; // what a request must keep to count in the goodput
    Seconds stepOverhead{};       // of the host in each step: scheduling, sampling, launches that graphs do not hide

    bool operator==(const ServingSpec &) const = default;
    double weightBytes() const { return storedBytes(weightFormat, weightGroup); }
};

} // namespace headroom
