// Rows of run.kernels: which kernel runs each class of operators. A row shows only where the model has such operators.

#include "base/text.h"
#include "spec/field_access.h"

#include <algorithm>

namespace headroom {

namespace {

constexpr const char *kernels = CORE_TEXT("core", "Kernels");

bool anyLayer(const Scenario &s, bool (*has)(const LayerSpec &))
{
    return std::ranges::any_of(s.model.layers, [has](const LayerGroup &g) { return has(g.layer); });
}
bool hasLinear(const Scenario &s)
{
    return anyLayer(s, [](const LayerSpec &l) { return l.attention.kind == AttentionKind::linear; });
}
bool hasSoftmax(const Scenario &s)
{
    return anyLayer(s, [](const LayerSpec &l) { return l.attention.kind != AttentionKind::linear; });
}
bool trainsSoftmax(const Scenario &s) { return isTraining(s) && hasSoftmax(s); }
bool trainsExperts(const Scenario &s) { return isTraining(s) && hasExperts(s); }
bool hasTiles(const Scenario &s) { return trainsSoftmax(s) && s.run.kernels.attention != AttentionKernel::unfused; }
bool hasLossChunks(const Scenario &s) { return isTraining(s) && s.run.kernels.loss != LossKernel::logits; }
bool hasCapacity(const Scenario &s) { return trainsExperts(s) && s.run.kernels.dispatch == DispatchKernel::capacity; }

Field capacityFactor()
{
    return {.group = "run",
            .key = "kernels.capacityFactor",
            .label = CORE_TEXT("core", "Capacity factor"),
            .help = CORE_TEXT("core", "Slots of each expert over the tokens it expects per sequence, 1 to 64; the rest is "
                                      "computed as padding; default 1.25."),
            .heading = kernels,
            .kind = FieldKind::number,
            .unit = Unit::none,
            .minimum = 1.0,
            .maximum = 64.0,
            .get = [](const Scenario &s) { return FieldValue(s.run.kernels.capacityFactor); },
            .set = [](Scenario &s, const FieldValue &v) { s.run.kernels.capacityFactor = std::get<double>(v); },
            .applies = hasCapacity};
}

std::vector<Field> attentionFields()
{
    return {choiceField<&Scenario::run, &RunSpec::kernels, &Kernels::attention>(
                {.group = "run",
                 .key = "kernels.attention",
                 .label = CORE_TEXT("core", "Attention kernel"),
                 .help = CORE_TEXT("core", "Form of the softmax attention core; sets its scores' bytes and the matrix "
                                           "products of its backward; default fused with 5."),
                 .heading = kernels,
                 .applies = trainsSoftmax}),
            countField<&Scenario::run, &RunSpec::kernels, &Kernels::headDimMultiple>(
                {.group = "run",
                 .key = "kernels.headDimMultiple",
                 .label = CORE_TEXT("core", "Head dim multiple"),
                 .help = CORE_TEXT("core", "The attention core computes with head dims padded up to a multiple of this, "
                                           "128 on a TPU's matrix unit; default 1, no padding."),
                 .heading = kernels,
                 .minimum = 1,
                 .maximum = 4096,
                 .applies = trainsSoftmax}),
            countField<&Scenario::run, &RunSpec::kernels, &Kernels::attentionTile>(
                {.group = "run",
                 .key = "kernels.attentionTile",
                 .label = CORE_TEXT("core", "Attention tile"),
                 .help = CORE_TEXT("core", "Rows and columns of a fused kernel's tiles: the masked part of those on the "
                                           "diagonal is computed; default 1, nothing masked is."),
                 .heading = kernels,
                 .minimum = 1,
                 .maximum = 65536,
                 .applies = hasTiles})};
}

std::vector<Field> tileFields()
{
    return {countField<&Scenario::run, &RunSpec::kernels, &Kernels::tileM>(
                {.group = "run",
                 .key = "kernels.tileM",
                 .label = CORE_TEXT("core", "Tile rows"),
                 .help = CORE_TEXT("core",
                                   "Rows of the output tile of a matrix product and queries of an attention tile; "
                                   "sets the bytes of the on-chip roofline alone; default 128."),
                 .heading = kernels,
                 .minimum = 1,
                 .maximum = 65536}),
            countField<&Scenario::run, &RunSpec::kernels, &Kernels::tileN>(
                {.group = "run",
                 .key = "kernels.tileN",
                 .label = CORE_TEXT("core", "Tile columns"),
                 .help = CORE_TEXT("core", "Columns of the output tile of a matrix product; sets the bytes of the on-chip "
                                           "roofline alone; default 256."),
                 .heading = kernels,
                 .minimum = 1,
                 .maximum = 65536})};
}

std::vector<Field> lossFields()
{
    return {choiceField<&Scenario::run, &RunSpec::kernels, &Kernels::loss>(
                {.group = "run",
                 .key = "kernels.loss",
                 .label = CORE_TEXT("core", "Loss kernel"),
                 .help = CORE_TEXT("core", "How many tokens' logits exist at a time; sets the bytes and memory of head and "
                                           "loss; default all, in fp32."),
                 .heading = kernels,
                 .applies = isTraining}),
            countField<&Scenario::run, &RunSpec::kernels, &Kernels::lossChunk>(
                {.group = "run",
                 .key = "kernels.lossChunk",
                 .label = CORE_TEXT("core", "Loss chunk"),
                 .help = CORE_TEXT("core", "Tokens whose logits exist at a time; the head's weights are read once for each "
                                           "chunk; default 1024."),
                 .heading = kernels,
                 .minimum = 1,
                 .maximum = 1 << 24,
                 .applies = hasLossChunks})};
}

std::vector<Field> expertFields()
{
    return {choiceField<&Scenario::run, &RunSpec::kernels, &Kernels::dispatch>(
                {.group = "run",
                 .key = "kernels.dispatch",
                 .label = CORE_TEXT("core", "Expert dispatch kernel"),
                 .help = CORE_TEXT("core", "How tokens reach their experts; capacity computes empty slots and one-hot "
                                           "products; default sorted."),
                 .heading = kernels,
                 .applies = trainsExperts}),
            capacityFactor()};
}

} // namespace

std::vector<Field> kernelFields()
{
    std::vector<Field> rows{
        choiceField<&Scenario::run, &RunSpec::fusion>(
            {.group = "run",
             .key = "fusion",
             .label = CORE_TEXT("core", "Fusion"),
             .help = CORE_TEXT("core", "Which elementwise operators move bytes of their own; default standard."),
             .heading = kernels}),
        choiceField<&Scenario::run, &RunSpec::kernels, &Kernels::linearCore>(
            {.group = "run",
             .key = "kernels.linearCore",
             .label = CORE_TEXT("core", "Linear attention kernel"),
             .help = CORE_TEXT("core", "Where the states between chunks live, and how precise the products are; default "
                                       "two kernels with bf16 states."),
             .heading = kernels,
             .applies = hasLinear}),
    };
    for (const std::vector<Field> &part : {attentionFields(), lossFields(), expertFields(), tileFields()})
        rows.insert(rows.end(), part.begin(), part.end());
    return rows;
}

} // namespace headroom
