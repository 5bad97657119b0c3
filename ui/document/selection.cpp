#include "ui/document/selection.h"

#include "estimate/estimate.h"

namespace headroom {

std::string operatorKey(const RooflineOperator &op)
{
    return operatorKey(op.group, op.name, op.phase);
}

std::string operatorKey(const std::string &group, const std::string &name, Phase phase)
{
    return group + "/" + name + "/" + keyOf(phase);
}

TermId termOf(const Estimate &estimate, const Selected &selected)
{
    switch (selected.kind) {
    case Selected::Kind::term:
        return estimate.why.find(selected.key);
    case Selected::Kind::op:
        for (const RooflineOperator &op : estimate.roofline.operators)
            if (operatorKey(op) == selected.key)
                return op.timeTerm;
        break;
    case Selected::Kind::loss:
        for (const WaterfallRow &row : estimate.waterfall)
            if (row.id == selected.key)
                return row.term;
        break;
    case Selected::Kind::part:
        for (const StepPart &part : estimate.system.parts)
            if (part.id == selected.key)
                return part.boundTerm;
        break;
    }
    return {};
}

void Selection::select(const Selected &selected)
{
    if (selected == m_current)
        return;
    m_current = selected;
    emit changed();
}

} // namespace headroom
