#include "ui/charts/value_ticks.h"

#include <algorithm>
#include <cmath>

namespace headroom {

void setValueTicks(QCPAxis &axis, const std::vector<QString> &texts, const ChartStyle &style, double pixels)
{
    const QFontMetricsF metrics(style.font());
    double widest = metrics.height();
    if (axis.orientation() == Qt::Horizontal)
        for (const QString &text : texts)
            widest = std::max(widest, metrics.horizontalAdvance(text) + 12.0);
    const double room = std::max(1.0, std::floor(pixels / (1.1 * widest)));
    const std::size_t step = std::max<std::size_t>(1, static_cast<std::size_t>(std::ceil(static_cast<double>(texts.size()) / room)));
    const QSharedPointer<QCPAxisTickerText> ticker(new QCPAxisTickerText);
    for (std::size_t i = 0; i < texts.size(); i += step)
        ticker->addTick(static_cast<double>(i), texts[i]);
    axis.setTicker(ticker);
    axis.setSubTicks(false);
    axis.grid()->setZeroLinePen(Qt::NoPen); // the first value is no zero
}

} // namespace headroom
