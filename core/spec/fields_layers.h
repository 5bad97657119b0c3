#pragma once
// How fields of a model reach its layers: those that a predicate picks. A size that occurs in several layer groups is
// one field: it shows the first group that has it and sets all that do.

#include "spec/field_access.h"

namespace headroom {

inline constexpr double fieldMaxHidden = 1 << 20, fieldMaxWidth = 1 << 24, fieldMaxHeads = 65536;

using Which = bool (*)(const LayerSpec &);

template <Which which> const LayerSpec *firstLayer(const Scenario &s)
{
    for (const LayerGroup &g : s.model.layers)
        if (which(g.layer))
            return &g.layer;
    return nullptr;
}

template <Which which, class F> void forLayers(Scenario &s, F change)
{
    for (LayerGroup &g : s.model.layers)
        if (which(g.layer))
            change(g.layer);
}

// A count in the layers that `which` picks, hidden when there is none.
template <Which which, auto part, auto member> Field layerCountField(Field row)
{
    row.group = "model";
    row.kind = FieldKind::count;
    row.unit = Unit::count;
    row.get = [](const Scenario &s) {
        const LayerSpec *l = firstLayer<which>(s);
        return l ? FieldValue(l->*part.*member) : FieldValue(Count{0});
    };
    row.set = [](Scenario &s, const FieldValue &v) {
        forLayers<which>(s, [&](LayerSpec &l) { l.*part.*member = std::get<Count>(v); });
    };
    row.applies = [](const Scenario &s) { return firstLayer<which>(s) != nullptr; };
    return row;
}

std::vector<Field> attentionFields();

} // namespace headroom
