#include "base/text.h"
#include "spec/field_access.h"

#include <algorithm>

namespace headroom {

namespace {

constexpr double maxDegree = 1 << 20;
constexpr const char *degrees = CORE_TEXT("core", "Degrees");
constexpr const char *execution = CORE_TEXT("core", "Execution");
constexpr const char *sharding = CORE_TEXT("core", "Sharding");
constexpr const char *placing = CORE_TEXT("core", "Placement");

template <Count Plan::*member> Field degree(const char *key, const char *label, const char *help)
{
    return countField<&Scenario::plan, member>({.group = "plan",
                                                .key = key,
                                                .label = label,
                                                .help = help,
                                                .heading = degrees,
                                                .minimum = 1,
                                                .maximum = maxDegree});
}

bool isTorus(const Scenario &s)
{
    return s.hardware.scaleUp == ScaleUpKind::torus;
}

// What a text breaks that `parse` reads.
template <auto parse> Issues errorsOf(const std::string &text)
{
    const auto read = parse(text);
    return read ? Issues() : read.error();
}

// Absent from the form unless the policy is custom: it changes nothing otherwise.
Field keptTensorsField()
{
    return {.group = "plan",
            .key = "keptTensors",
            .label = CORE_TEXT("core", "Tensors kept"),
            .help = CORE_TEXT("core", "Activations that the custom policy keeps, by name, with :offload those in the host's memory: "
                                      "\"query, key, value, context:offload\"; the layer input is kept in any case."),
            .heading = execution,
            .kind = FieldKind::text,
            .maximum = 2048,
            .get = [](const Scenario &s) { return FieldValue(keptTensorsText(s.plan.keptTensors)); },
            .set = [](Scenario &s, const FieldValue &v) { s.plan.keptTensors = parseKeptTensors(std::get<std::string>(v)).value_or(KeptTensors{}); },
            .applies = [](const Scenario &s) { return isTraining(s) && s.plan.remat == RematPolicy::custom; },
            .check = errorsOf<&parseKeptTensors>};
}

bool isPipeline(const Scenario &s) { return isTraining(s) && s.plan.pp > 1; }

// As keptTensors: of the selective policy alone.
Field recomputeModulesField()
{
    return {.group = "plan",
            .key = "recomputeModules",
            .label = CORE_TEXT("core", "Modules recomputed"),
            .help = CORE_TEXT("core", "What the selective policy runs again, by Megatron-LM's names: core_attn, mla_up_proj, layernorm, "
                                      "moe_act, mlp, shared_experts, moe; default core_attn."),
            .heading = execution,
            .kind = FieldKind::text,
            .maximum = 256,
            .get = [](const Scenario &s) { return FieldValue(recomputeModulesText(s.plan.recomputeModules)); },
            .set = [](Scenario &s, const FieldValue &v) {
                s.plan.recomputeModules = parseRecomputeModules(std::get<std::string>(v)).value_or(RecomputeModule::coreAttention);
            },
            .applies = [](const Scenario &s) { return isTraining(s) && s.plan.remat == RematPolicy::selective; },
            .check = errorsOf<&parseRecomputeModules>};
}

// Absent from the form unless the split is listed.
Field stageLayersField()
{
    Field out = textField<&Scenario::plan, &Plan::stageLayers>(
        {.group = "plan",
         .key = "stageLayers",
         .label = CORE_TEXT("core", "Layers of the stages"),
         .help = CORE_TEXT("core", "Layers on each stage in turn, \"4*15, 1\" for fifteen stages of 4 and one of 1; with virtual stages, on each of "
                                   "their parts as a forward meets them."),
         .heading = execution,
         .maximum = 2048,
         .applies = [](const Scenario &s) { return isPipeline(s) && s.plan.stageSplit == StageSplit::listed; }});
    out.check = errorsOf<&parseStageLayers>;
    return out;
}

bool isInterleaved(const Scenario &s) { return isTraining(s) && s.plan.schedule == Schedule::interleaved; }

// A choice of schedule brings the number of virtual stages that it needs: at least 2 when interleaved, else 1.
Field scheduleField(const Field &row)
{
    Field out = choiceField<&Scenario::plan, &Plan::schedule>(row);
    out.set = [](Scenario &s, const FieldValue &v) {
        s.plan.schedule = *fromKey<Schedule>(std::get<std::string>(v));
        s.plan.virtualStages = isInterleaved(s) ? std::max<Count>(2, s.plan.virtualStages) : 1;
    };
    return out;
}

} // namespace

std::vector<Field> planFields()
{
    std::vector<Field> rows{
        degree<&Plan::dp>(
            "dp", CORE_TEXT("core", "Data parallel (DP)"),
            CORE_TEXT("core", "Copies of the model that split the batch and add up gradients once a step; default 1.")),
        degree<&Plan::fsdp>(
            "fsdp", CORE_TEXT("core", "Fully sharded data parallel (FSDP)"),
            CORE_TEXT("core",
                      "Ranks that split the batch and the weights, gathered layer by layer; default all devices.")),
        degree<&Plan::tp>(
            "tp", CORE_TEXT("core", "Tensor parallel (TP)"),
            CORE_TEXT(
                "core",
                "Ranks that split every layer's heads and widths; exchanges activations twice a layer; default 1.")),
        degree<&Plan::ep>("ep", CORE_TEXT("core", "Expert parallel (EP)"),
                          CORE_TEXT("core", "Ranks that split the experts and, as a batch axis, the tokens; adds two "
                                            "all-to-alls a layer; default 1.")),
        degree<&Plan::pp>(
            "pp", CORE_TEXT("core", "Pipeline parallel (PP)"),
            CORE_TEXT("core", "Stages that split the layers; idles while the pipeline fills and drains; default 1.")),
        degree<&Plan::cp>("cp", CORE_TEXT("core", "Context parallel (CP)"),
                          CORE_TEXT("core", "Ranks that split each sequence; exchanges keys and values; default 1.")),
        countField<&Scenario::plan, &Plan::microBatch>(
            {.group = "plan",
             .key = "microBatch",
             .label = CORE_TEXT("core", "Micro-batch"),
             .help = CORE_TEXT("core", "Sequences per rank and pass; larger keeps more activations, smaller gathers "
                                       "weights more often; default 1."),
             .heading = execution,
             .minimum = 1,
             .maximum = 1 << 24,
             .applies = isTraining}),
        scheduleField(
            {.group = "plan",
             .key = "schedule",
             .label = CORE_TEXT("core", "Pipeline schedule"),
             .help = CORE_TEXT("core", "Order of forward and backward passes on a stage; sets the bubble and the "
                                       "micro-batches in flight; default 1F1B."),
             .heading = execution,
             .applies = isTraining}),
        countField<&Scenario::plan, &Plan::virtualStages>(
            {.group = "plan",
             .key = "virtualStages",
             .label = CORE_TEXT("core", "Virtual stages"),
             .help = CORE_TEXT("core", "Parts of a stage that the interleaved schedule runs one by one: idle time falls by this "
                                       "factor, transfers rise by it; 1 in other schedules."),
             .heading = execution,
             .minimum = 1,
             .maximum = 4096,
             .applies = isInterleaved}),
        choiceField<&Scenario::plan, &Plan::stageSplit>(
            {.group = "plan",
             .key = "stageSplit",
             .label = CORE_TEXT("core", "Split into stages"),
             .help = CORE_TEXT("core", "How the stages share the layers: the last one also computes the head, which equal numbers of layers "
                                       "leave out of account; default equal numbers."),
             .heading = execution,
             .applies = isPipeline}),
        stageLayersField(),
        choiceField<&Scenario::plan, &Plan::remat>(
            {.group = "plan",
             .key = "remat",
             .label = CORE_TEXT("core", "Recompute (remat)"),
             .help = CORE_TEXT("core", "Which activations are dropped and computed again in backward: less memory, "
                                       "more FLOPs; default none."),
             .heading = execution,
             .applies = isTraining}),
        choiceField<&Scenario::plan, &Plan::rematMode>(
            {.group = "plan",
             .key = "rematMode",
             .label = CORE_TEXT("core", "Recompute reaches"),
             .help = CORE_TEXT("core", "Whether what is dropped runs again up to the layer's end (Megatron-LM) or only as far as "
                                       "backward needs it (XLA); default to the end."),
             .heading = execution,
             .applies = isTraining}),
        recomputeModulesField(),
        keptTensorsField(),
        countField<&Scenario::plan, &Plan::epChunks>(
            {.group = "plan",
             .key = "epChunks",
             .label = CORE_TEXT("core", "Expert all-to-all chunks"),
             .help = CORE_TEXT("core", "Pieces an expert all-to-all is cut into to hide it under expert compute; the "
                                       "bound takes infinitely many; default 1."),
             .heading = execution,
             .minimum = 1,
             .maximum = 1024,
             .applies = hasExperts}),
        choiceField<&Scenario::plan, &Plan::regather>(
            {.group = "plan",
             .key = "regather",
             .label = CORE_TEXT("core", "Weight gathering"),
             .help = CORE_TEXT(
                 "core",
                 "Whether sharded weights are gathered again in backward or kept for the whole step; default again."),
             .heading = sharding,
             .applies = isTraining}),
        choiceField<&Scenario::plan, &Plan::weightSharding>(
            {.group = "plan",
             .key = "weightSharding",
             .label = CORE_TEXT("core", "Weight sharding"),
             .help =
                 CORE_TEXT("core", "Axes over which weights, gradients and optimizer state are split; default FSDP."),
             .heading = sharding,
             .applies = isTraining}),
        choiceField<&Scenario::plan, &Plan::stateSharding>(
            {.group = "plan",
             .key = "stateSharding",
             .label = CORE_TEXT("core", "State sharding (ZeRO)"),
             .help =
                 CORE_TEXT("core", "What is additionally split over the data, expert and context axes; default none."),
             .heading = sharding,
             .applies = isTraining}),
        countField<&Scenario::plan, &Plan::expertTensor>(
            {.group = "plan",
             .key = "expertTensor",
             .label = CORE_TEXT("core", "Tensor parallel in experts"),
             .help = CORE_TEXT("core",
                               "Ranks that split one expert's widths, and see one another's tokens: a divisor of TP · FSDP · DP, "
                               "taken in this order; default 1."),
             .heading = sharding,
             .minimum = 1,
             .maximum = maxDegree,
             .applies = hasExperts}),
        choiceField<&Scenario::plan, &Plan::contextParallel>(
            {.group = "plan",
             .key = "contextParallel",
             .label = CORE_TEXT("core", "Context exchange"),
             .help = CORE_TEXT("core", "How the parts of a sequence exchange keys and values: a ring hides under attention, an "
                                       "all-gather does not; default ring, matters when CP > 1."),
             .heading = sharding,
             .applies = isTraining}),
        flagField<&Scenario::plan, &Plan::sequenceParallel>(
            {.group = "plan",
             .key = "sequenceParallel",
             .label = CORE_TEXT("core", "Sequence parallel"),
             .help = CORE_TEXT("core", "Norms and residuals work on each tensor-parallel rank's share of the tokens; "
                                       "default on, matters when TP > 1."),
             .heading = sharding,
             .applies = isTraining}),
        flagField<&Scenario::plan, &Plan::asyncTensorParallel>(
            {.group = "plan",
             .key = "asyncTensorParallel",
             .label = CORE_TEXT("core", "Asynchronous tensor parallel"),
             .help = CORE_TEXT("core", "Tensor-parallel collectives go in pieces under the matrix products beside them; needs "
                                       "sequence parallel; default off, matters when TP > 1."),
             .heading = sharding,
             .applies = isTraining}),
        textField<&Scenario::plan, &Plan::axisOrder>(
            {.group = "plan",
             .key = "axisOrder",
             .label = CORE_TEXT("core", "Order of axes"),
             .help = CORE_TEXT("core", "Which axes lie closest together on the network, innermost first; empty is "
                                       "tp-cp-ep-fsdp-pp-dp."),
             .heading = placing,
             .maximum = 64}),
        textField<&Scenario::plan, &Plan::torusAxes>(
            {.group = "plan",
             .key = "torusAxes",
             .label = CORE_TEXT("core", "Axes on torus dimensions"),
             .help = CORE_TEXT("core", "Dimensions that an axis takes first, as tp=x, ep=yz; the others follow the order of axes; "
                                       "empty leaves all to it."),
             .heading = placing,
             .maximum = 64,
             .applies = isTorus}),
    };
    return rows;
}

} // namespace headroom
