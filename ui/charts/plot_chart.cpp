#include "ui/charts/plot_chart.h"

#include <algorithm>

namespace headroom {

QString DataTable::text() const
{
    QString out = header.join(QLatin1Char('\t')) + QLatin1Char('\n');
    for (const QStringList &row : rows)
        out += row.join(QLatin1Char('\t')) + QLatin1Char('\n');
    return out;
}

QString fitting(const QStringList &texts, const QFont &font, double room)
{
    const QFontMetricsF metrics(font);
    const auto fits = std::ranges::find_if(texts, [&](const QString &text) { return metrics.horizontalAdvance(text) <= room; });
    return fits == texts.end() ? texts.back() : *fits;
}

PlotChart::PlotChart(QCustomPlot &plot) : m_plot(plot)
{
    plot.plotLayout()->clear();
    plot.plotLayout()->setRowSpacing(2);
}

QCPAxisRect *PlotChart::newRect()
{
    auto *rect = new QCPAxisRect(&m_plot);
    rect->setLayer(QStringLiteral("background"));
    for (QCPAxis *axis : rect->axes()) {
        axis->setLayer(QStringLiteral("axes"));
        axis->grid()->setLayer(QStringLiteral("grid"));
    }
    return rect;
}

QCPAxisRect *WholeChart::newFixedRect()
{
    QCPAxisRect *rect = newRect();
    rect->setRangeDrag({});
    rect->setRangeZoom({});
    return rect;
}

QCPAxisRect *PlotChart::newStrip()
{
    auto *rect = new QCPAxisRect(&m_plot, false);
    rect->setAutoMargins({});
    rect->setMargins({8, 2, 8, 2});
    return rect;
}

void PlotChart::zoomAlong(QCPAxisRect &rect, const QList<QCPAxis *> &axes)
{
    rect.setRangeDragAxes(axes);
    rect.setRangeZoomAxes(axes);
}

void FittedRange::fit(double lower, double upper)
{
    m_axis.setRange(lower, upper);
    m_shown = m_axis.range(); // as the axis took it
    m_fitted = true;
}

} // namespace headroom
