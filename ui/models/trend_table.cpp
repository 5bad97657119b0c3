#include "ui/models/tables.h"

#include "base/format.h"
#include "estimate/step_parts.h"
#include "ui/text.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom {

namespace {

struct Place
{
    const TrendRow *row;
    std::size_t point;
    const TrendPoint &at() const { return row->points[point]; }
};

Place placeOf(const Snapshot &s, std::size_t row)
{
    for (const TrendRow &r : s.trend->rows) {
        if (row < r.points.size())
            return {&r, row};
        row -= r.points.size();
    }
    return {&s.trend->rows.front(), 0};
}

double figure(const Snapshot &s, std::size_t row, Figure of)
{
    const Figures &f = placeOf(s, row).at().figures;
    return f.legal ? valueOf(f, of) : std::nan("");
}

QString partText(const std::string &id)
{
    const auto row = std::ranges::find_if(rowsOf(StepPartId{}), [&](const EnumRow &r) { return id == r.key; });
    return row == rowsOf(StepPartId{}).end() ? qs(id) : coreText(row->label);
}

QString dominant(const Snapshot &s, std::size_t row)
{
    const Place place = placeOf(s, row);
    if (!place.at().figures.legal)
        return {};
    const bool changes = std::ranges::find(place.row->changes, place.point) != place.row->changes.end();
    return (changes ? QStringLiteral("→ ") : QString()) + partText(place.at().figures.dominant);
}

QString remark(const Snapshot &s, std::size_t row)
{
    const TrendPoint &point = placeOf(s, row).at();
    return point.figures.reason ? messageText(*point.figures.reason) : qs(point.followed);
}

constexpr std::array columns{
    Column{"field", QT_TRANSLATE_NOOP("Table", "Field"), "", CellFormat::text, true, false, "",
           texts([](const Snapshot &s, std::size_t r) -> QString { return coreText(placeOf(s, r).row->field->label); })},
    Column{"value", QT_TRANSLATE_NOOP("Table", "Value"), "", CellFormat::text, true, false,
           QT_TRANSLATE_NOOP("Table", "Half, as it is, double; of a number format every one that the chip has"),
           texts([](const Snapshot &s, std::size_t r) -> QString { return qs(formatFieldValue(*placeOf(s, r).row->field, placeOf(s, r).at().value)); })},
    Column{"mfu", QT_TRANSLATE_NOOP("Table", "Expected MFU"), "%", CellFormat::percent, true, true, "",
           numbers([](const Snapshot &s, std::size_t r) -> double { return figure(s, r, Figure::expectedMfu); })},
    Column{"step", QT_TRANSLATE_NOOP("Table", "Expected step"), "s", CellFormat::seconds, true, false, "",
           numbers([](const Snapshot &s, std::size_t r) -> double { return figure(s, r, Figure::expectedStep); })},
    Column{"tokens", QT_TRANSLATE_NOOP("Table", "Tokens/s/chip"), "", CellFormat::number, true, false, "",
           numbers([](const Snapshot &s, std::size_t r) -> double { return figure(s, r, Figure::tokensPerSecondPerChip); })},
    Column{"memory", QT_TRANSLATE_NOOP("Table", "Memory"), "GiB", CellFormat::gibibytes, true, false, "",
           numbers([](const Snapshot &s, std::size_t r) -> double { return figure(s, r, Figure::memory); })},
    Column{"dominant", QT_TRANSLATE_NOOP("Table", "Dominant term"), "", CellFormat::text, true, false,
           QT_TRANSLATE_NOOP("Table", "→ another one than at the value before"), texts(dominant)},
    Column{"remark", QT_TRANSLATE_NOOP("Table", "What follows, or why not"), "", CellFormat::text, true, false, "", texts(remark)},
};

} // namespace

const Table &trendTable()
{
    static constexpr Table table{
        .key = "trend",
        .title = QT_TRANSLATE_NOOP("Table", "Trend check"),
        .columns = columns,
        .rowCount =
            [](const Snapshot &s) {
                std::size_t count = 0;
                if (s.trend)
                    for (const TrendRow &row : s.trend->rows)
                        count += row.points.size();
                return count;
            },
        .rowKey = [](const Snapshot &s, std::size_t r) { return qs(placeOf(s, r).row->field->path()) + QString::number(placeOf(s, r).point); },
        .greyed = [](const Snapshot &s, std::size_t r) { return !placeOf(s, r).at().figures.feasible; },
        .marked = [](const Snapshot &s, std::size_t r) { return placeOf(s, r).point == placeOf(s, r).row->now; },
        .same = [](const Snapshot &a, const Snapshot &b) { return a.trend == b.trend; },
    };
    return table;
}

} // namespace headroom
