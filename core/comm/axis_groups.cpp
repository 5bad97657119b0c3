#include "comm/axis_groups.h"

namespace headroom {

namespace {

AxisGroup groupOf(std::initializer_list<AxisPart> parts)
{
    AxisGroup group;
    for (const AxisPart &part : parts)
        if (part.ranks > 1)
            group.parts[group.count++] = part;
    return group;
}

} // namespace

Count AxisGroup::ranks() const
{
    Count product = 1;
    for (const AxisPart &part : span())
        product *= part.ranks;
    return product;
}

AxisGroups axisGroups(const Plan &plan, Count keyValueCopies)
{
    using enum Axis;
    const auto whole = [&](Axis axis) { return AxisPart{axis, plan.degree(axis)}; };
    const auto onlyIf = [&](bool spanned, Axis axis) { return AxisPart{axis, spanned ? plan.degree(axis) : 1}; };
    // Ranks that do not split an expert with one another: as many lie between two of them as do.
    const auto apart = [&](Axis axis, Count split) { return AxisPart{axis, plan.degree(axis) / split, split}; };
    const bool wide = plan.weightSharding == WeightSharding::fsdpEpCp;
    const Plan::ExpertRanks split = plan.expertRanks();
    return {.tensor = groupOf({whole(tensor)}), .context = groupOf({whole(context)}), .expert = groupOf({whole(expert)}),
            .expertTensor = groupOf({{tensor, split.tensor}}), .expertBeyond = groupOf({{fsdp, split.fsdp}, {data, split.data}}),
            .denseShard = groupOf({onlyIf(wide, context), onlyIf(wide, expert), whole(fsdp)}),
            .expertShard = groupOf({onlyIf(wide, context), apart(fsdp, split.fsdp)}),
            .denseReplicas = groupOf({onlyIf(!wide, context), onlyIf(!wide, expert), whole(data)}),
            .copiedReplicas = groupOf({onlyIf(plan.sequenceParallel, tensor), onlyIf(!wide, context), onlyIf(!wide, expert), whole(data)}),
            .expertReplicas = groupOf({apart(tensor, split.tensor), onlyIf(!wide, context), apart(data, split.data)}),
            .keyValueCopies = groupOf({{tensor, keyValueCopies}}),
            .keyValueReplicas = groupOf({{tensor, keyValueCopies}, onlyIf(!wide, context), onlyIf(!wide, expert), whole(data)}),
            .pipeline = groupOf({whole(pipeline)})};
}

std::string axesText(const AxisGroup &group, const Plan &plan)
{
    std::string text;
    for (const AxisPart &part : group.span()) {
        text += (text.empty() ? "" : "+") + std::string(keyOf(part.axis));
        if (part.ranks < plan.degree(part.axis))
            text += " " + std::to_string(part.ranks) + "/" + std::to_string(plan.degree(part.axis));
    }
    return text;
}

} // namespace headroom
