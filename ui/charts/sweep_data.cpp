#include "ui/charts/sweep_data.h"

#include "base/format.h"
#include "ui/text.h"

#include <algorithm>

namespace headroom {

namespace {

constexpr double bytesPerGib = 1073741824.0;

double factorOf(Figure figure) { return unitOf(figure) == Unit::ratio ? 100.0 : unitOf(figure) == Unit::bytes ? 1.0 / bytesPerGib : 1.0; }

SweepCellData cellOf(const SweepCell &cell, Figure figure)
{
    SweepCellData out;
    if (!cell.done)
        return out;
    const Figures &f = cell.figures;
    if (!f.legal) {
        out.state = CellState::illegal;
        return out;
    }
    out.state = f.feasible ? CellState::fits : CellState::tooLarge;
    out.value = out.low = out.high = valueOf(f, figure) * factorOf(figure);
    if (figure == Figure::expectedMfu) {
        out.low = f.expectedMfu.low * factorOf(figure);
        out.high = f.expectedMfu.high * factorOf(figure);
    } else if (figure == Figure::expectedStep) {
        out.low = f.low.value;
        out.high = f.high.value;
    }
    return out;
}

// Borders where memory runs out, to the right of and above each cell.
std::vector<SweepEdge> edgesOf(const SweepData &data)
{
    std::vector<SweepEdge> out;
    const auto state = [&](std::size_t c, std::size_t r) { return data.cells[r * data.columns() + c].state; };
    const auto edge = [](CellState a, CellState b) {
        return (a == CellState::fits && b == CellState::tooLarge) || (a == CellState::tooLarge && b == CellState::fits);
    };
    for (std::size_t r = 0; r < data.rows(); ++r)
        for (std::size_t c = 0; c < data.columns(); ++c) {
            const double x = static_cast<double>(c), y = static_cast<double>(r);
            if (c + 1 < data.columns() && edge(state(c, r), state(c + 1, r)))
                out.push_back({x + 0.5, y - 0.5, x + 0.5, y + 0.5});
            if (r + 1 < data.rows() && edge(state(c, r), state(c, r + 1)))
                out.push_back({x - 0.5, y + 0.5, x + 0.5, y + 0.5});
        }
    return out;
}

} // namespace

SweepData sweepData(const Sweep &found, Figure figure)
{
    SweepData out{.figure = figure, .xName = coreText(found.x.field->label), .yName = {}, .xTexts = {}, .yTexts = {}, .cells = {}, .edges = {}};
    for (const FieldValue &value : found.x.values)
        out.xTexts.push_back(qs(formatFieldValue(*found.x.field, value)));
    if (found.y) {
        out.yName = coreText(found.y->field->label);
        for (const FieldValue &value : found.y->values)
            out.yTexts.push_back(qs(formatFieldValue(*found.y->field, value)));
    }
    bool first = true;
    for (const SweepCell &cell : found.cells) {
        const SweepCellData &added = out.cells.emplace_back(cellOf(cell, figure));
        if (added.state != CellState::fits && added.state != CellState::tooLarge)
            continue;
        out.lowest = first ? added.value : std::min(out.lowest, added.value);
        out.highest = first ? added.value : std::max(out.highest, added.value);
        first = false;
    }
    out.edges = edgesOf(out);
    out.best = bestCell(found, figure);
    out.now = found.now;
    return out;
}

QString figureUnit(Figure figure)
{
    return unitOf(figure) == Unit::ratio     ? QStringLiteral("%")
           : unitOf(figure) == Unit::seconds ? QStringLiteral("s")
           : unitOf(figure) == Unit::bytes   ? QStringLiteral("GiB")
                                             : QString();
}

QString shownFigure(double shown, Figure figure)
{
    const QString number = qs(unitOf(figure) == Unit::ratio || unitOf(figure) == Unit::bytes ? fixed(shown, 1) : significant(shown, 4));
    return figureUnit(figure).isEmpty() ? number : number + QLatin1Char(' ') + figureUnit(figure);
}

} // namespace headroom
