#include "base/text.h"
#include "spec/field_access.h"

#include <algorithm>

namespace headroom {

namespace {

constexpr const char *batch = CORE_TEXT("core", "Batch");
constexpr const char *numerics = CORE_TEXT("core", "Counting and state");
constexpr const char *results = CORE_TEXT("core", "Budget and measurement");

Field paddingShare()
{
    return {.group = "run",
            .key = "paddingShare",
            .label = CORE_TEXT("core", "Padding share"),
            .help =
                CORE_TEXT("core", "Share of positions that hold padding and train nothing, 0 to below 1; default 0."),
            .heading = batch,
            .kind = FieldKind::number,
            .unit = Unit::ratio,
            .minimum = 0.0,
            .maximum = 0.999999,
            .get = [](const Scenario &s) { return FieldValue(s.run.paddingShare); },
            .set = [](Scenario &s, const FieldValue &v) { s.run.paddingShare = std::get<double>(v); },
            .applies = isTraining};
}

Field tokenBudget()
{
    return {.group = "run",
            .key = "tokenBudget",
            .label = CORE_TEXT("core", "Token budget"),
            .help = CORE_TEXT("core", "Tokens to train; gives days and chip-hours; optional."),
            .heading = results,
            .kind = FieldKind::number,
            .unit = Unit::count,
            .minimum = 1.0,
            .maximum = 1e18,
            .optional = true,
            .get = [](const Scenario &s) { return s.run.tokenBudget ? FieldValue(*s.run.tokenBudget) : FieldValue(); },
            .set =
                [](Scenario &s, const FieldValue &v) {
                    const double *tokens = std::get_if<double>(&v);
                    s.run.tokenBudget = tokens ? std::optional(*tokens) : std::nullopt;
                },
            .applies = isTraining};
}

// A time of the run in seconds, or none.
template <std::optional<Seconds> RunSpec::*member> Field optionalTime(Field row)
{
    row.group = "run";
    row.heading = results;
    row.kind = FieldKind::number;
    row.unit = Unit::seconds;
    row.optional = true;
    row.get = [](const Scenario &s) { return s.run.*member ? FieldValue((s.run.*member)->value) : FieldValue(); };
    row.set = [](Scenario &s, const FieldValue &v) {
        const double *seconds = std::get_if<double>(&v);
        s.run.*member = seconds ? std::optional(Seconds(*seconds)) : std::nullopt;
    };
    return row;
}

template <Seconds RunSpec::*member> Field time(Field row)
{
    row.group = "run";
    row.heading = results;
    row.kind = FieldKind::number;
    row.unit = Unit::seconds;
    row.maximum = 1e7;
    row.get = [](const Scenario &s) { return FieldValue((s.run.*member).value); };
    row.set = [](Scenario &s, const FieldValue &v) { s.run.*member = Seconds(std::get<double>(v)); };
    return row;
}

Field measuredStepTime()
{
    return optionalTime<&RunSpec::measuredStepTime>(
        {.key = "measuredStepTime",
         .label = CORE_TEXT("core", "Measured step time"),
         .help = CORE_TEXT("core",
                           "Seconds a step took on the cluster, of training, of a decode (the time per output token without a draft) or of a "
                           "prefill; adds the Measured bar to the waterfall; optional."),
         .minimum = 1e-9,
         .maximum = 1e9});
}

bool fails(const Scenario &s) { return isTraining(s) && s.run.deviceMtbf.has_value(); }

// How often devices fail, and what that costs.
std::vector<Field> failureFields()
{
    return {optionalTime<&RunSpec::deviceMtbf>(
                {.key = "deviceMtbf",
                 .label = CORE_TEXT("core", "Time between failures of a device"),
                 .help = CORE_TEXT("core", "Mean time from one failure of a device, its host and network included, to the next, as 50000 h; gives "
                                           "the training goodput; optional."),
                 .minimum = 1.0,
                 .maximum = 1e12,
                 .applies = isTraining}),
            time<&RunSpec::checkpointTime>(
                {.key = "checkpointTime",
                 .label = CORE_TEXT("core", "Checkpoint time"),
                 .help = CORE_TEXT("core", "Seconds that training stands still for each checkpoint; default 0."),
                 .applies = fails}),
            optionalTime<&RunSpec::checkpointInterval>(
                {.key = "checkpointInterval",
                 .label = CORE_TEXT("core", "Checkpoint interval"),
                 .help = CORE_TEXT("core", "Training between two checkpoints, as 30 min; default the interval that loses least."),
                 .minimum = 1e-3,
                 .maximum = 1e9,
                 .applies = fails}),
            time<&RunSpec::restartTime>(
                {.key = "restartTime",
                 .label = CORE_TEXT("core", "Restart time"),
                 .help = CORE_TEXT("core", "Seconds from a failure until training runs again from the last checkpoint; default 0."),
                 .applies = fails})};
}

// Tokens travel in bf16 or fp8.
Field dispatchDtype()
{
    Field row = choiceField<&Scenario::run, &RunSpec::dispatchDtype>(
            {.group = "run",
             .key = "dispatchDtype",
             .label = CORE_TEXT("core", "Dispatch dtype"),
             .help = CORE_TEXT("core", "Number format of tokens and their gradients sent to experts on other ranks; results "
                                       "return as bf16; default bf16."),
             .heading = numerics,
             .applies = hasExperts});
    row.choices = rowsOf(MatrixDtype{}).first(2);
    return row;
}

} // namespace

std::vector<Field> runFields()
{
    std::vector<Field> rows{
        phaseField(),
        countField<&Scenario::run, &RunSpec::devices>(
            {.group = "run",
             .key = "devices",
             .label = CORE_TEXT("core", "Devices"),
             .help = CORE_TEXT("core", "Chips in the run; must equal the product of the plan's degrees; default 1."),
             .heading = batch,
             .minimum = 1,
             .maximum = 1 << 20}),
        countField<&Scenario::run, &RunSpec::sequenceLength>(
            {.group = "run",
             .key = "sequenceLength",
             .label = CORE_TEXT("core", "Sequence length"),
             .help = CORE_TEXT("core", "Tokens per sequence (S); attention grows with its square; default 4096."),
             .heading = batch,
             .minimum = 1,
             .maximum = 1 << 24,
             .applies = isTraining}),
        countField<&Scenario::run, &RunSpec::globalBatch>(
            {.group = "run",
             .key = "globalBatch",
             .label = CORE_TEXT("core", "Global batch"),
             .help = CORE_TEXT("core",
                               "Sequences per step over all devices (B); tokens per step are B times S; default 512."),
             .heading = batch,
             .minimum = 1,
             .maximum = 1 << 24,
             .applies = isTraining}),
        textField<&Scenario::run, &RunSpec::documentLengths>(
            {.group = "run",
             .key = "documentLengths",
             .label = CORE_TEXT("core", "Document lengths"),
             .help = CORE_TEXT("core", "Tokens of the documents packed into the sequences, as 4096, 3x512: attention stays "
                                       "within each; default none, a sequence is one document."),
             .heading = batch,
             .maximum = 4096,
             .applies = isTraining}),
        paddingShare(),
        choiceField<&Scenario::run, &RunSpec::convention>(
            {.group = "run",
             .key = "convention",
             .label = CORE_TEXT("core", "FLOP convention"),
             .help = CORE_TEXT("core", "What counts as a model FLOP, the numerator of MFU; default headroom."),
             .heading = numerics,
             .applies = isTraining}),
        choiceField<&Scenario::run, &RunSpec::stateRecipe>(
            {.group = "run",
             .key = "stateRecipe",
             .label = CORE_TEXT("core", "State recipe"),
             .help = CORE_TEXT(
                 "core", "Bytes per parameter of weights, gradients and optimizer state; default mixed precision."),
             .heading = numerics,
             .applies = isTraining}),
        choiceField<&Scenario::run, &RunSpec::matmulDtype>(
            {.group = "run",
             .key = "matmulDtype",
             .label = CORE_TEXT("core", "Matmul dtype"),
             .help = CORE_TEXT("core", "Number format of the layers' weight products, and of the peak that MFU divides by; "
                                       "attention cores, router and head stay bf16; default bf16."),
             .heading = numerics}),
        dispatchDtype(),
        flagField<&Scenario::run, &RunSpec::dropout>(
            {.group = "run",
             .key = "dropout",
             .label = CORE_TEXT("core", "Dropout"),
             .help = CORE_TEXT("core", "After both halves of a layer, on the embedding, and on attention probabilities; adds "
                                       "masks of one byte, kept for backward, and their bytes; default off."),
             .heading = numerics,
             .applies = isTraining}),
    };
    for (const std::vector<Field> &part : {servingFields(), kernelFields()})
        rows.insert(rows.end(), part.begin(), part.end());
    rows.push_back(tokenBudget());
    rows.push_back(measuredStepTime());
    for (const Field &row : failureFields())
        rows.push_back(row);
    return rows;
}

} // namespace headroom
