// Rows of run.phase and of run.serving but its requests: they show where the phase uses them.

#include "spec/fields_serving.h"

#include "base/text.h"

namespace headroom {

namespace {

constexpr const char *serving = servingHeading;

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
         .help = CORE_TEXT("core", "Devices that compute prompts and nothing else; caches then travel to the other devices, which decode and "
                                   "have the plan; default 0, all do both."),
         .heading = serving,
         .minimum = 0,
         .maximum = 1 << 20,
         .applies = ofRequests});
}

template <Count ServingSpec::*member> Field prefillDegree(const char *key, const char *label, const char *help)
{
    return countField<&Scenario::run, &RunSpec::serving, member>({.group = "run",
                                                                  .key = key,
                                                                  .label = label,
                                                                  .help = help,
                                                                  .heading = serving,
                                                                  .minimum = 0,
                                                                  .maximum = 1 << 20,
                                                                  .applies = [](const Scenario &s) { return ofRequests(s) && s.run.serving.prefillDevices > 0; }});
}

std::vector<Field> prefillDegrees()
{
    return {prefillDegree<&ServingSpec::prefillTensor>("serving.prefillTensor", CORE_TEXT("core", "Tensor parallel, prefill"),
                                                       CORE_TEXT("core", "Tensor-parallel degree of the devices for prefill; default 0, the plan's.")),
            prefillDegree<&ServingSpec::prefillExpert>("serving.prefillExpert", CORE_TEXT("core", "Expert parallel, prefill"),
                                                       CORE_TEXT("core", "Expert-parallel degree of the devices for prefill; default 0, the plan's.")),
            prefillDegree<&ServingSpec::prefillPipeline>("serving.prefillPipeline", CORE_TEXT("core", "Pipeline parallel, prefill"),
                                                         CORE_TEXT("core", "Pipeline stages of the devices for prefill; default 0, the plan's."))};
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
    std::vector<Field> rows = requestFields();
    rows.push_back(prefillDevices());
    for (const std::vector<Field> &part : {prefillDegrees(), draftFields(), limitFields(), formatFields()})
        rows.insert(rows.end(), part.begin(), part.end());
    rows.push_back(stepOverhead());
    return rows;
}

} // namespace headroom
