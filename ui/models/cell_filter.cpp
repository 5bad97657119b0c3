#include "ui/models/cell_filter.h"

#include <cmath>
#include <limits>

namespace headroom {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

std::optional<double> number(QString text)
{
    bool ok = false;
    const double value =
        text.remove(QLatin1Char('%')).trimmed().replace(QLatin1Char(','), QLatin1Char('.')).toDouble(&ok);
    return ok ? std::optional(value) : std::nullopt;
}

// One of <=, >=, <, > and a number.
std::optional<CellFilter> readComparison(const QString &text)
{
    const bool less = text.startsWith(QLatin1Char('<'));
    if (!less && !text.startsWith(QLatin1Char('>')))
        return std::nullopt;
    const bool closed = text.size() > 1 && text[1] == QLatin1Char('=');
    const auto limit = number(text.mid(closed ? 2 : 1));
    if (!limit)
        return std::nullopt;
    CellFilter filter{.kind = CellFilter::Kind::range, .low = -infinity, .high = infinity};
    (less ? filter.high : filter.low) = *limit;
    (less ? filter.highOpen : filter.lowOpen) = !closed;
    return filter;
}

} // namespace

FilterReading readFilter(CellFormat format, const QString &raw)
{
    const QString text = raw.trimmed();
    if (text.isEmpty())
        return {};
    if (isNumeric(format)) {
        if (const auto comparison = readComparison(text))
            return {comparison, true};
        if (const qsizetype dots = text.indexOf(QLatin1String("..")); dots > 0) {
            const auto low = number(text.left(dots)), high = number(text.mid(dots + 2));
            if (low && high)
                return {CellFilter{.kind = CellFilter::Kind::range, .low = *low, .high = *high}, true};
        }
    }
    const QChar first = text[0];
    if (first == QLatin1Char('<') || first == QLatin1Char('>')
        || (isNumeric(format) && text.contains(QLatin1String(".."))))
        return {std::nullopt, false};
    if (first == QLatin1Char('='))
        return {CellFilter{.kind = CellFilter::Kind::equals, .text = text.mid(1).trimmed()}, true};
    if (first == QLatin1Char('!'))
        return {CellFilter{.kind = CellFilter::Kind::excludes, .text = text.mid(1).trimmed()}, true};
    return {CellFilter{.kind = CellFilter::Kind::contains, .text = text}, true};
}

bool CellFilter::accepts(CellFormat format, const QVariant &value) const
{
    if (kind == Kind::range) {
        if (!value.isValid())
            return false;
        const double v = exactCellText(format, value).toDouble();
        return (lowOpen ? v > low : v >= low) && (highOpen ? v < high : v <= high);
    }
    const QString cell = cellText(format, value);
    switch (kind) {
    case Kind::equals: {
        const auto wanted = number(text);
        if (isNumeric(format) && wanted)
            return value.isValid()
                   && std::abs(exactCellText(format, value).toDouble() - *wanted) < 1e-9 * (1.0 + std::abs(*wanted));
        return cell.compare(text, Qt::CaseInsensitive) == 0;
    }
    case Kind::excludes:
        return text.isEmpty() ? !cell.isEmpty() : !cell.contains(text, Qt::CaseInsensitive);
    default:
        return cell.contains(text, Qt::CaseInsensitive);
    }
}

} // namespace headroom
