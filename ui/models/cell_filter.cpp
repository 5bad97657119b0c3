#include "ui/models/cell_filter.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace headroom {

namespace {

using Kind = CellFilter::Kind;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double tolerance = 5e-10; // relative; of numbers that differ by rounding alone

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
    CellFilter filter{.kind = Kind::inside, .low = -infinity, .high = infinity};
    (less ? filter.high : filter.low) = *limit;
    (less ? filter.highOpen : filter.lowOpen) = !closed;
    return filter;
}

// What rounds to the number with as many decimals as it was typed with.
std::optional<CellFilter> readShown(const QString &text, Kind kind)
{
    const auto value = number(text);
    if (!value)
        return std::nullopt;
    qsizetype point = text.indexOf(QLatin1Char('.'));
    if (point < 0)
        point = text.indexOf(QLatin1Char(','));
    qsizetype decimals = 0;
    while (point >= 0 && point + 1 + decimals < text.size() && text[point + 1 + decimals].isDigit())
        ++decimals;
    const double half = 0.5 * std::pow(10.0, -static_cast<double>(decimals));
    return CellFilter{.kind = kind, .low = *value - half, .high = *value + half, .highOpen = true};
}

std::optional<CellFilter> readRange(const QString &text)
{
    const qsizetype dots = text.indexOf(QLatin1String(".."));
    if (dots <= 0)
        return std::nullopt;
    const auto low = number(text.left(dots)), high = number(text.mid(dots + 2));
    if (!low || !high)
        return std::nullopt;
    return CellFilter{.kind = Kind::inside, .low = *low, .high = *high};
}

std::optional<CellFilter> readNumeric(const QString &text)
{
    if (text == QLatin1String("!"))
        return CellFilter{.kind = Kind::present};
    if (text == QLatin1String("="))
        return CellFilter{.kind = Kind::absent};
    if (text[0] == QLatin1Char('!'))
        return readShown(text.mid(1), Kind::outside);
    if (text[0] == QLatin1Char('=')) {
        const auto value = number(text.mid(1));
        return value ? std::optional(CellFilter{.kind = Kind::inside, .low = *value, .high = *value}) : std::nullopt;
    }
    if (const auto comparison = readComparison(text))
        return comparison;
    if (const auto range = readRange(text))
        return range;
    return readShown(text, Kind::inside);
}

CellFilter readText(const QString &text)
{
    if (text[0] == QLatin1Char('='))
        return {.kind = Kind::equals, .text = text.mid(1).trimmed()};
    if (text[0] == QLatin1Char('!'))
        return {.kind = text.size() == 1 ? Kind::present : Kind::excludes, .text = text.mid(1).trimmed()};
    return {.kind = Kind::contains, .text = text};
}

} // namespace

FilterReading readFilter(CellFormat format, const QString &raw)
{
    QString text = raw.trimmed();
    if (text.isEmpty())
        return {};
    if (format == CellFormat::flag) // a mark is 1
        text.replace(QLatin1Char('*'), QLatin1Char('1')).replace(QStringLiteral("★"), QStringLiteral("1"));
    if (format != CellFormat::text) {
        const auto filter = readNumeric(text);
        return {filter, filter.has_value()};
    }
    if (text[0] == QLatin1Char('<') || text[0] == QLatin1Char('>'))
        return {std::nullopt, false};
    return {readText(text), true};
}

bool CellFilter::acceptsNumber(double shown) const
{
    if (kind == Kind::present || kind == Kind::absent)
        return std::isnan(shown) == (kind == Kind::absent);
    if (std::isnan(shown))
        return kind == Kind::outside;
    const double slack = tolerance * std::abs(shown);
    const bool within =
        (lowOpen ? shown > low + slack : shown >= low - slack) && (highOpen ? shown < high - slack : shown <= high + slack);
    return within == (kind == Kind::inside);
}

bool CellFilter::acceptsText(const QString &cell) const
{
    switch (kind) {
    case Kind::present:
        return !cell.isEmpty();
    case Kind::equals:
        return cell.compare(text, Qt::CaseInsensitive) == 0;
    case Kind::excludes:
        return !cell.contains(text, Qt::CaseInsensitive);
    default:
        return cell.contains(text, Qt::CaseInsensitive);
    }
}

} // namespace headroom
