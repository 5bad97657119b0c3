#include "serving/workload.h"

#include "spec/documents.h"

#include <algorithm>

namespace headroom {

std::vector<RequestGroup> requestShares(const ServingSpec &serving)
{
    std::vector<RequestGroup> out;
    if (!serving.requests.empty())
        out = parseRequests(serving.requests).value_or(std::vector<RequestGroup>{});
    if (out.empty())
        out.push_back({1.0, serving.promptLength, serving.outputLength});
    double all = 0.0;
    for (const RequestGroup &r : out)
        all += r.count;
    for (RequestGroup &r : out)
        r.count /= all;
    return out;
}

SequenceGroup promptSequence(const ServingSpec &serving, double count, double prompt)
{
    const double cached = serving.prefixHitRate * prompt;
    return {.count = count, .cached = cached, .fresh = prompt - cached, .logits = 1.0, .decodes = false};
}

namespace {

double stepsOf(const RequestGroup &r) { return static_cast<double>(r.output) - 1.0; }

// Tokens in the cache of a request when it decodes, on average: before the first step the prompt, before the last all but two.
double meanCached(const RequestGroup &r) { return static_cast<double>(r.prompt) + std::max(0.0, (stepsOf(r) - 1.0) / 2.0); }

// Contexts of a decode phase, as many as the batch.
std::vector<ContextGroup> statedContexts(const ServingSpec &serving, double count)
{
    if (serving.contexts.empty())
        return {{count, static_cast<double>(serving.promptLength)}};
    std::vector<ContextGroup> out;
    double all = 0.0;
    for (const DocumentGroup &d : documentsOf(serving.contexts)) {
        out.push_back({static_cast<double>(d.count), static_cast<double>(d.length)});
        all += static_cast<double>(d.count);
    }
    for (ContextGroup &g : out)
        g.count *= count / all;
    return out;
}

} // namespace

double meanOutput(const std::vector<RequestGroup> &requests)
{
    double mean = 0.0;
    for (const RequestGroup &r : requests)
        mean += r.count * static_cast<double>(r.output);
    return mean;
}

double meanDecodeSteps(const std::vector<RequestGroup> &requests) { return meanOutput(requests) - 1.0; }

GenerationPass prefillPass(const ServingSpec &serving, RunPhase phase, double count)
{
    GenerationPass out;
    if (phase == RunPhase::prefill)
        out.groups.push_back(promptSequence(serving, count, static_cast<double>(serving.promptLength)));
    else
        for (const RequestGroup &r : requestShares(serving))
            out.groups.push_back(promptSequence(serving, count * r.count, static_cast<double>(r.prompt)));
    return out;
}

double tokensPerStep(const ServingSpec &serving)
{
    double tokens = 1.0, accepted = 1.0;
    for (Count i = 0; i < serving.draftTokens; ++i) {
        accepted *= serving.acceptance;
        tokens += accepted;
    }
    return tokens;
}

GenerationPass decodePass(const ServingSpec &serving, RunPhase phase, double count)
{
    return decodePass(serving, phase, count, 1.0 + static_cast<double>(serving.draftTokens));
}

GenerationPass decodePass(const ServingSpec &serving, RunPhase phase, double count, double checked)
{
    GenerationPass out;
    if (phase == RunPhase::decode) {
        for (const ContextGroup &g : statedContexts(serving, count))
            out.groups.push_back({.count = g.count, .cached = g.tokens, .fresh = checked, .logits = checked});
        return out;
    }
    const std::vector<RequestGroup> requests = requestShares(serving);
    const double steps = meanDecodeSteps(requests);
    for (const RequestGroup &r : requests)
        if (stepsOf(r) > 0.0)
            out.groups.push_back({.count = count * r.count * stepsOf(r) / steps, .cached = meanCached(r), .fresh = checked, .logits = checked});
    return out;
}

GenerationPass mixedPass(const ServingSpec &serving, double count)
{
    GenerationPass out = decodePass(serving, RunPhase::serving, count);
    const std::vector<RequestGroup> requests = requestShares(serving);
    const double started = count * tokensPerStep(serving) / std::max(1.0, meanDecodeSteps(requests)); // requests a step
    for (const RequestGroup &r : requests)
        out.groups.push_back(promptSequence(serving, started * r.count, static_cast<double>(r.prompt)));
    return out;
}

Count sequencesAtATime(const RunSpec &run)
{
    if (run.phase != RunPhase::decode || run.serving.contexts.empty())
        return run.serving.batch;
    Count all = 0;
    for (const DocumentGroup &d : documentsOf(run.serving.contexts))
        all += d.count;
    return std::max<Count>(1, all);
}

std::vector<ContextGroup> heldContexts(const ServingSpec &serving, RunPhase phase, double count)
{
    if (phase == RunPhase::prefill)
        return {{count, static_cast<double>(serving.promptLength)}};
    std::vector<ContextGroup> out;
    if (phase == RunPhase::decode) {
        for (const ContextGroup &g : statedContexts(serving, count))
            out.push_back({g.count, g.tokens + 1.0});
        return out;
    }
    const std::vector<RequestGroup> requests = requestShares(serving);
    const double steps = std::max(1.0, meanDecodeSteps(requests));
    for (const RequestGroup &r : requests)
        out.push_back({count * r.count * std::max(1.0, stepsOf(r)) / steps, meanCached(r) + 1.0});
    return out;
}

} // namespace headroom
