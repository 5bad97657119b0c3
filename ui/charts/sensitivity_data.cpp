#include "ui/charts/sensitivity_data.h"

#include "base/format.h"
#include "ui/text.h"

#include <algorithm>
#include <cmath>

namespace headroom {

namespace {

constexpr double invisible = 5e-3; // would print as 0.00

double change(const Figures &now, const Figures &base, Figure figure)
{
    const double difference = valueOf(now, figure) - valueOf(base, figure);
    return 100.0 * (unitOf(figure) == Unit::ratio ? difference : difference / valueOf(base, figure));
}

} // namespace

bool isShown(const Field &field, MovedFields shown) { return shown == MovedFields::all || field.kind != FieldKind::count; }

TornadoData tornadoData(const Sensitivity &found, Figure figure, std::size_t bars, MovedFields shown)
{
    TornadoData out{.figure = figure, .bars = {}, .still = 0, .largest = 0.0};
    for (std::size_t i = 0; i < found.rows.size(); ++i) {
        const SensitivityRow &row = found.rows[i];
        if (!isShown(*row.field, shown))
            continue;
        TornadoBar bar{.row = i, .key = qs(row.field->path()), .name = coreText(row.field->label), .downText = {}, .upText = {}};
        if ((bar.hasDown = row.down.has_value())) {
            bar.down = change(row.down->figures, found.base, figure);
            bar.downText = qs(formatFieldValue(*row.field, row.down->value));
            bar.downFits = row.down->figures.feasible;
        }
        if ((bar.hasUp = row.up.has_value())) {
            bar.up = change(row.up->figures, found.base, figure);
            bar.upText = qs(formatFieldValue(*row.field, row.up->value));
            bar.upFits = row.up->figures.feasible;
        }
        if (std::max(std::abs(bar.down), std::abs(bar.up)) >= invisible)
            out.bars.push_back(std::move(bar));
        else
            ++out.still;
    }
    std::ranges::stable_sort(out.bars, [](const TornadoBar &a, const TornadoBar &b) {
        return std::max(std::abs(a.down), std::abs(a.up)) > std::max(std::abs(b.down), std::abs(b.up));
    });
    if (out.bars.size() > bars)
        out.bars.resize(bars);
    for (const TornadoBar &bar : out.bars)
        out.largest = std::max({out.largest, std::abs(bar.down), std::abs(bar.up)});
    return out;
}

QString changeText(double change, Figure figure)
{
    const QString number = qs(fixed(std::abs(change), unitOf(figure) == Unit::ratio ? 2 : 1));
    return (change < 0 ? QStringLiteral("−") : QStringLiteral("+")) + number + (unitOf(figure) == Unit::ratio ? QString() : QStringLiteral(" %"));
}

} // namespace headroom
