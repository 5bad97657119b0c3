#pragma once
// What a user types above a column: ">0.4", "<= 12", "8..64", "=full", "!text", "text". Numbers are in the unit of the
// column's header; a bare one means what is shown as it, to the digits typed: "45" is 44.5 to 45.5.

#include "ui/models/column.h"

#include <QString>

#include <optional>

namespace headroom {

struct CellFilter
{
    enum class Kind { contains, equals, excludes, inside, outside, present, absent };
    Kind kind = Kind::contains;
    QString text{};                         // contains, equals, excludes
    double low = 0.0, high = 0.0;           // inside, outside
    bool lowOpen = false, highOpen = false; // the end itself is outside

    // Of columns whose cells are numbers: `shown` is in the header's unit, NaN for an empty cell.
    bool acceptsNumber(double shown) const;
    bool acceptsText(const QString &cell) const;
};

// Nothing for text that is empty; a filter that is not understood is a failure that says why.
struct FilterReading
{
    std::optional<CellFilter> filter;
    bool valid = true;
};
FilterReading readFilter(CellFormat format, const QString &text);

} // namespace headroom
