#pragma once
// What a user types above a column: ">0.4", "<= 12", "8..64", "=full", "!text", "text". Numbers are in the unit of the
// column's header.

#include "ui/models/column.h"

#include <QString>

#include <optional>

namespace headroom {

struct CellFilter
{
    enum class Kind { contains, equals, excludes, range };
    Kind kind = Kind::contains;
    QString text{};
    double low = 0.0, high = 0.0;           // range
    bool lowOpen = false, highOpen = false; // the end itself is outside

    bool accepts(CellFormat format, const QVariant &value) const;
};

// Nothing for text that is empty; a filter that is not understood is a failure that says why.
struct FilterReading
{
    std::optional<CellFilter> filter;
    bool valid = true;
};
FilterReading readFilter(CellFormat format, const QString &text);

} // namespace headroom
