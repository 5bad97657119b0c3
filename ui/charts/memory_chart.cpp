#include "ui/charts/memory_chart.h"

#include "base/format.h"
#include "ui/charts/chart_text.h"
#include "ui/charts/chip_legend.h"
#include "ui/charts/memory_scene.h"
#include "ui/charts/plot_chart.h"
#include "ui/memory_unit.h"
#include "ui/text.h"

#include <cmath>

namespace headroom {

namespace {

constexpr double leastBar = 14.0; // pixels of a stage at 12-pixel text
constexpr double mostOfWidth = 0.34; // of the chart: the bars

class MemoryChart : public PlotChart
{
public:
    explicit MemoryChart(QCustomPlot &plot);

    void show(const ChartContent &content, const ChartStyle &style) override;
    std::optional<ChartHit> hitAt(QPointF position) const override;
    std::vector<ChartPoint> points() const override { return m_scene->points(); }
    void fit() override;

protected:
    DataTable data() const override;

private:
    void layOut(const ChartStyle &style);
    void showStages(const ChartStyle &style);

    QCPLayoutGrid *m_grid;
    QCPAxisRect *m_areas;
    QCPAxisRect *m_bars;
    MemoryScene *m_scene;
    std::optional<PlacedLegend> m_legend;
    std::optional<FittedRange> m_shown; // times
    QSharedPointer<QCPAxisTickerText> m_stages{new QCPAxisTickerText};
};

MemoryChart::MemoryChart(QCustomPlot &plot) : PlotChart(plot), m_grid(new QCPLayoutGrid), m_areas(newRect()), m_bars(newRect())
{
    plot.plotLayout()->addElement(0, 0, m_grid);
    m_grid->addElement(0, 0, m_areas);
    m_grid->addElement(0, 1, m_bars);
    m_grid->setColumnSpacing(0);
    zoomAlong(*m_areas, {m_areas->axis(QCPAxis::atBottom)});
    zoomAlong(*m_bars, {});
    m_shown.emplace(*m_areas->axis(QCPAxis::atBottom));
    m_bars->axis(QCPAxis::atLeft)->setTickLabels(false);
    m_bars->axis(QCPAxis::atBottom)->setTicker(m_stages);
    m_bars->axis(QCPAxis::atBottom)->grid()->setVisible(false);
    m_scene = new MemoryScene(plot, *m_areas, *m_bars);
    m_legend.emplace(plot, *m_grid, *newStrip());
}

void MemoryChart::show(const ChartContent &content, const ChartStyle &style)
{
    applyTheme(m_plot, style);
    m_areas->axis(QCPAxis::atBottom)->setLabel(MemoryText::tr("Time in the step (s)"));
    m_areas->axis(QCPAxis::atLeft)->setLabel(
        fitting({MemoryText::tr("Memory per chip (%1)").arg(memoryUnitName()), memoryUnitName()}, style.font(), 0.45 * m_plot.height()));
    m_bars->axis(QCPAxis::atBottom)->setLabel(MemoryText::tr("Peak of each stage"));
    if (!content.estimate)
        return;
    const bool zoomed = m_shown->zoomed();
    const double end = m_scene->data() ? m_scene->data()->end : 0.0;
    m_scene->setContent(memoryData(*content.estimate, content.choice.stage), style, content.stale,
                        content.selected.kind == Selected::Kind::term ? content.selected.key : std::string());
    m_legend->legend().setEntries(memoryLegend(m_scene->data(), *style.theme), style);
    layOut(style);
    if (!m_scene->data())
        return;
    const double top = 1.12 * m_scene->data()->largest / memoryUnitBytes(); // room for the capacity's text
    m_areas->axis(QCPAxis::atLeft)->setRange(0.0, top);
    m_bars->axis(QCPAxis::atLeft)->setRange(0.0, top);
    showStages(style);
    if (!zoomed || end != m_scene->data()->end)
        fit();
}

// Bars as wide as they need, within their share.
void MemoryChart::layOut(const ChartStyle &style)
{
    const double stages = m_scene->data() ? static_cast<double>(m_scene->data()->peaks.size()) : 1.0;
    const double label = QFontMetricsF(style.font()).horizontalAdvance(m_bars->axis(QCPAxis::atBottom)->label());
    const double wanted = std::max(label, stages * leastBar * style.scale()) + 34 * style.scale();
    const auto width = static_cast<int>(std::lround(std::min(wanted, mostOfWidth * m_plot.width())));
    m_bars->setMinimumSize(width, 0);
    m_bars->setMaximumSize(width, QWIDGETSIZE_MAX);
    m_legend->layOut(style);
}

// As many numbers below the bars as have room.
void MemoryChart::showStages(const ChartStyle &style)
{
    const std::size_t stages = m_scene->data()->peaks.size();
    const double room = m_bars->maximumSize().width() / static_cast<double>(stages);
    const double text = QFontMetricsF(style.font()).horizontalAdvance(QString::number(stages)) + 6 * style.scale();
    const auto step = static_cast<std::size_t>(std::max(1.0, std::ceil(text / room)));
    m_stages->clear();
    for (std::size_t s = 0; s < stages; s += step)
        m_stages->addTick(static_cast<double>(s) + 0.5, QString::number(s));
    m_bars->axis(QCPAxis::atBottom)->setRange(0.0, static_cast<double>(stages));
}

void MemoryChart::fit()
{
    if (!m_scene->data())
        return;
    m_shown->fit(0.0, std::max(1e-9, m_scene->data()->end));
}

std::optional<ChartHit> MemoryChart::hitAt(QPointF position) const
{
    if (std::optional<ChartHit> hit = m_legend->legend().hitAt(position))
        return hit;
    return m_scene->hitAt(position);
}

// One line per drawn point; peaks of the stages when there are none.
DataTable MemoryChart::data() const
{
    DataTable out{{QStringLiteral("stage"), QStringLiteral("time (s)"), QStringLiteral("moment")}, {}};
    for (const MemoryClass kind : stackOrder())
        out.header << QStringLiteral("%1 (B)").arg(QString::fromUtf8(keyOf(kind)));
    out.header << QStringLiteral("total (B)");
    if (!m_scene->data())
        return out;
    const auto line = [&](Count stage, const QString &time, const QString &moment, const StageMemory &memory) {
        QStringList cells{QString::number(stage), time, moment};
        for (const MemoryClass kind : stackOrder())
            cells << qs(exactNumber(memory[kind].value));
        out.rows.push_back(cells << qs(exactNumber(memory.total.value)));
    };
    const MemoryData &shown = *m_scene->data();
    for (const MemorySample &s : shown.samples)
        line(shown.stage, qs(exactNumber(s.time)), QString::fromUtf8(keyOf(s.moment)), s.memory);
    for (std::size_t stage = 0; stage < shown.peaks.size(); ++stage)
        line(static_cast<Count>(stage), {}, QStringLiteral("peak"), shown.peaks[stage]);
    return out;
}

} // namespace

std::unique_ptr<Chart> makeMemoryChart(QCustomPlot &plot)
{
    return std::make_unique<MemoryChart>(plot);
}

} // namespace headroom
