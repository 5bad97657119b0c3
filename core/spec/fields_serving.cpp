// Rows of run.phase and run.serving: they show where the phase uses them.

#include "base/text.h"
#include "spec/documents.h"
#include "spec/field_access.h"

namespace headroom {

namespace {

constexpr const char *serving = CORE_TEXT("core", "Serving");

bool inDecode(const Scenario &s) { return s.run.phase == RunPhase::decode; }
bool ofRequests(const Scenario &s) { return s.run.phase == RunPhase::serving; }
bool readsPrompts(const Scenario &s) { return s.run.phase == RunPhase::prefill || s.run.phase == RunPhase::serving; }
bool hasOneLength(const Scenario &s) { return ofRequests(s) && s.run.serving.requests.empty(); }
bool hasPrompts(const Scenario &s)
{
    return s.run.phase == RunPhase::prefill || hasOneLength(s) || (inDecode(s) && s.run.serving.contexts.empty());
}
bool hasBatch(const Scenario &s) { return isServed(s) && !(inDecode(s) && !s.run.serving.contexts.empty()); }
bool sharesDevices(const Scenario &s) { return ofRequests(s) && s.run.serving.prefillDevices == 0; }
bool scalesWeights(const Scenario &s) { return isServed(s) && s.run.serving.weightFormat != NumberFormat::bf16; }
bool scalesCache(const Scenario &s) { return isServed(s) && s.run.serving.cacheFormat != NumberFormat::bf16; }

template <std::optional<Count> ServingSpec::*member> Field groupField(Field row)
{
    row.kind = FieldKind::count;
    row.unit = Unit::count;
    row.minimum = 1.0;
    row.maximum = 1 << 20;
    row.optional = true;
    row.get = [](const Scenario &s) { return s.run.serving.*member ? FieldValue(*(s.run.serving.*member)) : FieldValue(); };
    row.set = [](Scenario &s, const FieldValue &v) {
        const Count *group = std::get_if<Count>(&v);
        s.run.serving.*member = group ? std::optional(*group) : std::nullopt;
    };
    return row;
}

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
         .heading = serving,
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
         .heading = serving,
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
            .heading = serving,
            .kind = FieldKind::number,
            .unit = Unit::ratio,
            .minimum = 0.0,
            .maximum = 0.999999,
            .get = [](const Scenario &s) { return FieldValue(s.run.serving.prefixHitRate); },
            .set = [](Scenario &s, const FieldValue &v) { s.run.serving.prefixHitRate = std::get<double>(v); },
            .applies = readsPrompts};
}

Field stepOverhead()
{
    return {.group = "run",
            .key = "serving.stepOverhead",
            .label = CORE_TEXT("core", "Step overhead"),
            .help = CORE_TEXT("core", "Seconds of the host in each step that nothing hides: scheduling, sampling, launches; not in the "
                                      "bound; default 0."),
            .heading = serving,
            .kind = FieldKind::number,
            .unit = Unit::seconds,
            .minimum = 0.0,
            .maximum = 3600.0,
            .get = [](const Scenario &s) { return FieldValue(s.run.serving.stepOverhead.value); },
            .set = [](Scenario &s, const FieldValue &v) { s.run.serving.stepOverhead = Seconds(std::get<double>(v)); },
            .applies = isServed};
}

bool decodes(const Scenario &s) { return inDecode(s) || ofRequests(s); }
bool drafts(const Scenario &s) { return decodes(s) && s.run.serving.draftTokens > 0; }

template <double ServingSpec::*member> Field numberField(Field row)
{
    row.kind = FieldKind::number;
    row.unit = Unit::ratio;
    row.get = [](const Scenario &s) { return FieldValue(s.run.serving.*member); };
    row.set = [](Scenario &s, const FieldValue &v) { s.run.serving.*member = std::get<double>(v); };
    return row;
}

std::vector<Field> draftFields()
{
    return {countField<&Scenario::run, &RunSpec::serving, &ServingSpec::draftTokens>(
                {.group = "run",
                 .key = "serving.draftTokens",
                 .label = CORE_TEXT("core", "Draft tokens"),
                 .help = CORE_TEXT("core", "Tokens that a draft proposes for each sequence and a decode step checks together (speculative "
                                           "decoding); default 0, none."),
                 .heading = serving,
                 .minimum = 0,
                 .maximum = 64,
                 .applies = decodes}),
            numberField<&ServingSpec::acceptance>(
                {.group = "run",
                 .key = "serving.acceptance",
                 .label = CORE_TEXT("core", "Acceptance rate"),
                 .help = CORE_TEXT("core", "Probability that the next proposed token is accepted, 0 to 1; default 0.7."),
                 .heading = serving,
                 .minimum = 0.0,
                 .maximum = 1.0,
                 .applies = drafts}),
            numberField<&ServingSpec::draftCost>(
                {.group = "run",
                 .key = "serving.draftCost",
                 .label = CORE_TEXT("core", "Draft cost"),
                 .help = CORE_TEXT("core", "Time of proposing one token over that of a decode step without a draft, 0 to 10; default 0.1."),
                 .heading = serving,
                 .minimum = 0.0,
                 .maximum = 10.0,
                 .applies = drafts})};
}

template <std::optional<Seconds> ServingSpec::*member> Field limitField(Field row)
{
    row.kind = FieldKind::number;
    row.unit = Unit::seconds;
    row.minimum = 1e-9;
    row.maximum = 1e6;
    row.optional = true;
    row.heading = serving;
    row.applies = ofRequests;
    row.get = [](const Scenario &s) { return s.run.serving.*member ? FieldValue((s.run.serving.*member)->value) : FieldValue(); };
    row.set = [](Scenario &s, const FieldValue &v) {
        const double *seconds = std::get_if<double>(&v);
        s.run.serving.*member = seconds ? std::optional(Seconds(*seconds)) : std::nullopt;
    };
    return row;
}

std::vector<Field> limitFields()
{
    return {limitField<&ServingSpec::ttftLimit>(
                {.group = "run",
                 .key = "serving.ttftLimit",
                 .label = CORE_TEXT("core", "TTFT limit"),
                 .help = CORE_TEXT("core", "Seconds to its first token within which a request counts in the goodput; optional.")}),
            limitField<&ServingSpec::tpotLimit>(
                {.group = "run",
                 .key = "serving.tpotLimit",
                 .label = CORE_TEXT("core", "TPOT limit"),
                 .help = CORE_TEXT("core", "Seconds per output token within which requests count in the goodput; optional.")})};
}

Field prefillDevices()
{
    return countField<&Scenario::run, &RunSpec::serving, &ServingSpec::prefillDevices>(
        {.group = "run",
         .key = "serving.prefillDevices",
         .label = CORE_TEXT("core", "Devices for prefill"),
         .help = CORE_TEXT("core", "Devices that compute prompts and nothing else, in replicas of the plan; caches then travel to the other "
                                   "devices, which decode; default 0, all do both."),
         .heading = serving,
         .minimum = 0,
         .maximum = 1 << 20,
         .applies = ofRequests});
}

std::vector<Field> lengthFields()
{
    return {countField<&Scenario::run, &RunSpec::serving, &ServingSpec::batch>(
                {.group = "run",
                 .key = "serving.batch",
                 .label = CORE_TEXT("core", "Sequences at a time"),
                 .help = CORE_TEXT("core", "Prompts of a prefill, sequences of a decode step, over all devices; default 32."),
                 .heading = serving,
                 .minimum = 1,
                 .maximum = 1 << 24,
                 .applies = hasBatch}),
            countField<&Scenario::run, &RunSpec::serving, &ServingSpec::promptLength>(
                {.group = "run",
                 .key = "serving.promptLength",
                 .label = CORE_TEXT("core", "Prompt length"),
                 .help = CORE_TEXT("core", "Tokens of a prompt; of a decode step, the tokens that the cache holds of each sequence; default 1024."),
                 .heading = serving,
                 .minimum = 1,
                 .maximum = 1 << 24,
                 .applies = hasPrompts}),
            countField<&Scenario::run, &RunSpec::serving, &ServingSpec::outputLength>(
                {.group = "run",
                 .key = "serving.outputLength",
                 .label = CORE_TEXT("core", "Output length"),
                 .help = CORE_TEXT("core", "Tokens that answer a prompt; default 256."),
                 .heading = serving,
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
                 .heading = serving,
                 .applies = sharesDevices}),
            prefixHitRate()};
}

// Any format but fp4, which no cache has.
Field cacheFormat()
{
    Field row = choiceField<&Scenario::run, &RunSpec::serving, &ServingSpec::cacheFormat>(
                {.group = "run",
                 .key = "serving.cacheFormat",
                 .label = CORE_TEXT("core", "Cache format"),
                 .help = CORE_TEXT("core", "How keys and values, or their latents, are stored; rotary keys of latents stay bf16, states of "
                                           "linear attention fp32; default bf16."),
                 .heading = serving,
                 .applies = isServed});
    row.choices = rowsOf(NumberFormat{}).first(4);
    return row;
}

std::vector<Field> formatFields()
{
    return {choiceField<&Scenario::run, &RunSpec::serving, &ServingSpec::weightFormat>(
                {.group = "run",
                 .key = "serving.weightFormat",
                 .label = CORE_TEXT("core", "Weight format"),
                 .help = CORE_TEXT("core", "How the weights of the layers' products are stored and read; table, router and head stay "
                                           "bf16; default bf16."),
                 .heading = serving,
                 .applies = isServed}),
            groupField<&ServingSpec::weightGroup>(
                {.group = "run",
                 .key = "serving.weightGroup",
                 .label = CORE_TEXT("core", "Weights per scale"),
                 .help = CORE_TEXT("core", "Elements of a weight that share a scale; default the format's own."),
                 .heading = serving,
                 .applies = scalesWeights}),
            cacheFormat(),
            groupField<&ServingSpec::cacheGroup>(
                {.group = "run",
                 .key = "serving.cacheGroup",
                 .label = CORE_TEXT("core", "Cache elements per scale"),
                 .help = CORE_TEXT("core", "Elements of the cache that share a scale; default the format's own, of latents 128."),
                 .heading = serving,
                 .applies = scalesCache})};
}

} // namespace

Field phaseField()
{
    return choiceField<&Scenario::run, &RunSpec::phase>(
        {.group = "run",
         .key = "phase",
         .label = CORE_TEXT("core", "Phase"),
         .help = CORE_TEXT("core", "What the devices do: train, or serve the model; default training."),
         .heading = CORE_TEXT("core", "Batch")});
}

std::vector<Field> servingFields()
{
    std::vector<Field> rows = lengthFields();
    rows.push_back(prefillDevices());
    for (std::vector<Field> part : {draftFields(), limitFields(), formatFields()})
        for (Field &row : part)
            rows.push_back(std::move(row));
    rows.push_back(stepOverhead());
    return rows;
}

} // namespace headroom
