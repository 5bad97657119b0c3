#include "ui/models/column.h"

#include "base/format.h"
#include "ui/memory_unit.h"
#include "ui/text.h"

#include <QCoreApplication>

#include <cmath>

namespace headroom {

namespace {

struct CellScale
{
    double factor; // raw value times this is the number shown
    int decimals;  // -1: four significant digits
};

CellScale cellScale(CellFormat format)
{
    switch (format) {
    case CellFormat::percent:
    case CellFormat::share:
    case CellFormat::points:
        return {100.0, 1};
    case CellFormat::milliseconds:
        return {1e3, -1};
    case CellFormat::seconds:
        return {1.0, -1};
    case CellFormat::gibibytes:
        return {1.0 / memoryUnitBytes(), 1};
    case CellFormat::gigabytes:
    case CellFormat::gigaflops:
        return {1e-9, -1};
    case CellFormat::teraflops:
        return {1e-12, -1};
    case CellFormat::integer:
        return {1.0, 0};
    default:
        return {1.0, -1};
    }
}

} // namespace

bool isNumeric(CellFormat format)
{
    return format != CellFormat::text && format != CellFormat::flag;
}

double shownFactor(CellFormat format)
{
    return cellScale(format).factor;
}

std::optional<int> shownDecimals(CellFormat format)
{
    const int decimals = cellScale(format).decimals;
    return decimals < 0 ? std::nullopt : std::optional(decimals);
}

QVariant cellValue(const Column &column, const Snapshot &snapshot, std::size_t row)
{
    const Cells &cells = column.cells;
    if (cells.text)
        return cells.text(snapshot, row);
    const double number = cells.number(snapshot, row);
    if (std::isnan(number))
        return {};
    return cells.kind ? QVariant(cells.kind(static_cast<int>(number))) : QVariant(number);
}

QString cellText(CellFormat format, const QVariant &value)
{
    if (!value.isValid())
        return {};
    if (format == CellFormat::text)
        return value.toString();
    if (format == CellFormat::flag)
        return value.toBool() ? QStringLiteral("★") : QString();
    if (format == CellFormat::exact)
        return qs(exactNumber(value.toDouble()));
    const CellScale scale = cellScale(format);
    const double number = value.toDouble() * scale.factor;
    if (format == CellFormat::points)
        return std::abs(number) < 0.05 ? QStringLiteral("0.0") : pointsText(value.toDouble(), scale.decimals);
    return scale.decimals < 0 ? qs(significant(number, 4)) : QString::number(number, 'f', scale.decimals);
}

QString exactCellText(CellFormat format, const QVariant &value)
{
    if (!value.isValid())
        return {};
    if (format == CellFormat::flag)
        return value.toBool() ? QStringLiteral("1") : QStringLiteral("0");
    if (format == CellFormat::exact)
        return qs(exactNumber(value.toDouble()));
    return isNumeric(format) ? qs(significant(value.toDouble() * cellScale(format).factor, 9)) : value.toString();
}

QString headerText(const Column &column)
{
    const QString title = QCoreApplication::translate("Table", column.title);
    if (column.format == CellFormat::gibibytes)
        return QStringLiteral("%1 (%2)").arg(title, memoryUnitName());
    return column.unit[0] == '\0' ? title : QStringLiteral("%1 (%2)").arg(title, QString::fromUtf8(column.unit));
}

} // namespace headroom
