#pragma once
// A sweep as cells of one figure: what can run, what does not fit the memory, and the edge between the two.

#include "explore/sweep.h"

#include <QString>

#include <optional>
#include <vector>

namespace headroom {

enum class CellState { fits, tooLarge, illegal, missing };

struct SweepCellData
{
    CellState state = CellState::missing;
    double value = 0.0;            // of the figure, as shown: %, s, tokens/s, GiB
    double low = 0.0, high = 0.0;  // its interval, equal to the value where it has none
};

// A border between a cell that fits and a neighbour that does not, in cell coordinates.
struct SweepEdge
{
    double x1, y1, x2, y2;
    bool operator==(const SweepEdge &) const = default;
};

struct SweepData
{
    Figure figure{};
    QString xName, yName;              // y: of a map
    std::vector<QString> xTexts, yTexts;
    std::vector<SweepCellData> cells;  // x runs fastest
    std::vector<SweepEdge> edges;      // out of memory
    double lowest = 0.0, highest = 0.0; // of all values, those that do not fit included
    std::optional<std::size_t> best{}; // cell
    std::optional<std::size_t> now{};  // the cell whose values are the scenario's own
    bool isMap() const { return !yTexts.empty(); }
    std::size_t columns() const { return xTexts.size(); }
    std::size_t rows() const { return yTexts.empty() ? 1 : yTexts.size(); }
};

SweepData sweepData(const Sweep &found, Figure figure);
// "46.2 %", "3.31 s".
QString shownFigure(double shown, Figure figure);
// What the values of a figure are drawn in: "%", "s", "", "GiB".
QString figureUnit(Figure figure);

} // namespace headroom
