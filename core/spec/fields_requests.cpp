// Rows of the requests that a model serves.

#include "spec/fields_serving.h"

#include "base/text.h"
#include "spec/documents.h"

namespace headroom {

namespace {

bool readsPrompts(const Scenario &s) { return s.run.phase == RunPhase::prefill || s.run.phase == RunPhase::serving; }
bool hasOneLength(const Scenario &s) { return ofRequests(s) && s.run.serving.requests.empty(); }
bool hasPrompts(const Scenario &s)
{
    return s.run.phase == RunPhase::prefill || hasOneLength(s) || (inDecode(s) && s.run.serving.contexts.empty());
}
bool hasBatch(const Scenario &s) { return isServed(s) && !(inDecode(s) && !s.run.serving.contexts.empty()); }
bool sharesDevices(const Scenario &s) { return ofRequests(s) && s.run.serving.prefillDevices == 0; }

Issues notLengths(const char *field, const char *rule, const std::string &item)
{
    return {{Severity::error, field, {rule, {item}}, {}}};
}

Field contextsField()
{
    Field row = textField<&Scenario::run, &RunSpec::serving, &ServingSpec::contexts>(
        {.group = "run",
         .key = "serving.contexts",
         .label = CORE_TEXT("core", "Contexts"),
         .help = CORE_TEXT("core", "Tokens that the cache holds of each sequence in decode, as 4096, 3x512; default none, the batch "
                                   "with the prompt length each."),
         .heading = servingHeading,
         .maximum = 65536,
         .applies = inDecode});
    row.check = [](const std::string &text) {
        const auto lengths = parseDocuments(text);
        return lengths ? Issues() : notLengths("run.serving.contexts", CORE_TEXT("core", "must be lengths such as 4096, 3x512, not \"{0}\""), lengths.error());
    };
    return row;
}

Field requestsField()
{
    Field row = textField<&Scenario::run, &RunSpec::serving, &ServingSpec::requests>(
        {.group = "run",
         .key = "serving.requests",
         .label = CORE_TEXT("core", "Requests"),
         .help = CORE_TEXT("core", "Prompt and output lengths of requests, as 2000:200, 3x512:64; default none, all have the prompt "
                                   "and output length."),
         .heading = servingHeading,
         .maximum = 1 << 20,
         .applies = ofRequests});
    row.check = [](const std::string &text) {
        const auto requests = parseRequests(text);
        return requests ? Issues()
                        : notLengths("run.serving.requests", CORE_TEXT("core", "must be lengths such as 2000:200, 3x512:64, not \"{0}\""), requests.error());
    };
    return row;
}

Field prefixHitRate()
{
    return {.group = "run",
            .key = "serving.prefixHitRate",
            .label = CORE_TEXT("core", "Prefix hit rate"),
            .help = CORE_TEXT("core", "Share of a prompt's tokens whose keys and values the cache holds already, 0 to below 1: they are "
                                      "read and not computed; default 0."),
            .heading = servingHeading,
            .kind = FieldKind::number,
            .unit = Unit::ratio,
            .minimum = 0.0,
            .maximum = 0.999999,
            .get = [](const Scenario &s) { return FieldValue(s.run.serving.prefixHitRate); },
            .set = [](Scenario &s, const FieldValue &v) { s.run.serving.prefixHitRate = std::get<double>(v); },
            .applies = readsPrompts};
}

} // namespace

std::vector<Field> requestFields()
{
    return {countField<&Scenario::run, &RunSpec::serving, &ServingSpec::batch>(
                {.group = "run",
                 .key = "serving.batch",
                 .label = CORE_TEXT("core", "Sequences at a time"),
                 .help = CORE_TEXT("core", "Prompts of a prefill, sequences of a decode step, over all devices; default 32."),
                 .heading = servingHeading,
                 .minimum = 1,
                 .maximum = 1 << 24,
                 .applies = hasBatch}),
            countField<&Scenario::run, &RunSpec::serving, &ServingSpec::promptLength>(
                {.group = "run",
                 .key = "serving.promptLength",
                 .label = CORE_TEXT("core", "Prompt length"),
                 .help = CORE_TEXT("core", "Tokens of a prompt; of a decode step, the tokens that the cache holds of each sequence; default 1024."),
                 .heading = servingHeading,
                 .minimum = 1,
                 .maximum = 1 << 24,
                 .applies = hasPrompts}),
            countField<&Scenario::run, &RunSpec::serving, &ServingSpec::outputLength>(
                {.group = "run",
                 .key = "serving.outputLength",
                 .label = CORE_TEXT("core", "Output length"),
                 .help = CORE_TEXT("core", "Tokens that answer a prompt; default 256."),
                 .heading = servingHeading,
                 .minimum = 1,
                 .maximum = 1 << 24,
                 .applies = hasOneLength}),
            contextsField(), requestsField(),
            flagField<&Scenario::run, &RunSpec::serving, &ServingSpec::mixedSteps>(
                {.group = "run",
                 .key = "serving.mixedSteps",
                 .label = CORE_TEXT("core", "Chunked prefill"),
                 .help = CORE_TEXT("core", "Prompts are computed in pieces beside decode steps, which read the weights once for both; else "
                                           "decode waits for whole prompts; default on."),
                 .heading = servingHeading,
                 .applies = sharesDevices}),
            prefixHitRate()};
}

} // namespace headroom
