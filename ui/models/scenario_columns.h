#pragma once
// Scenarios side by side as rows of text: results with the difference from the baseline, then the inputs that differ.

#include "explore/figures.h"
#include "spec/project_file.h"

#include <QString>

#include <optional>
#include <vector>

namespace headroom {

struct ComparedCell
{
    QString text;
    QString delta;          // from the baseline, with sign; empty: none, or the baseline itself
    int better = 0;         // +1 the delta is an improvement, -1 a loss, 0 neither
    bool differs = false;   // an input that is not the baseline's
};
struct ComparedRow
{
    QString name;
    bool heading = false;
    std::string field;      // path of an input
    std::vector<ComparedCell> cells; // one per scenario
};

// `baseline`: the one that the others are compared with; none: no deltas. `figures`: one per scenario; absent where it is invalid.
std::vector<ComparedRow> comparedRows(const std::vector<NamedScenario> &scenarios, const std::vector<std::optional<Figures>> &figures,
                                      std::optional<std::size_t> baseline);

} // namespace headroom
