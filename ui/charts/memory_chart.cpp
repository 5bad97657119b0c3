#include "ui/charts/memory_chart.h"

#include "base/format.h"
#include "ui/charts/chart_text.h"
#include "ui/charts/memory_scene.h"
#include "ui/text.h"

#include <cmath>

namespace headroom {

namespace {

constexpr double leastBar = 14.0; // pixels of a stage at 12-pixel text
constexpr double mostOfWidth = 0.34; // of the chart: the bars
constexpr double lowHeight = 280.0, wideFrom = 620.0; // pixels at 12-pixel text: then the legend stands at the right

class MemoryChart : public Chart
{
public:
    explicit MemoryChart(QCustomPlot &plot);

    void show(const ChartContent &content, const ChartStyle &style) override;
    std::optional<ChartHit> hitAt(QPointF position) const override;
    void act(const QString &action) override;
    void fit() override;
    bool zoomable() const override { return true; }
    QString dataText() const override;

private:
    void layOut(const ChartStyle &style);
    void placeLegend(bool beside);
    void showStages(const ChartStyle &style);

    QCustomPlot &m_plot;
    QCPLayoutGrid *m_grid;
    QCPAxisRect *m_areas;
    QCPAxisRect *m_bars;
    QCPAxisRect *m_legendArea;
    MemoryScene *m_scene;
    MemoryLegend *m_legend;
    QSharedPointer<QCPAxisTickerText> m_stages{new QCPAxisTickerText};
    std::optional<Count> m_stage; // chosen; none: the fullest
    bool m_beside = false;        // the legend, of the bars
    QCPRange m_shown{0.0, 0.0};   // times that fit() showed last
};

MemoryChart::MemoryChart(QCustomPlot &plot) : m_plot(plot)
{
    plot.plotLayout()->clear();
    m_grid = new QCPLayoutGrid;
    m_areas = new QCPAxisRect(&plot);
    m_bars = new QCPAxisRect(&plot);
    m_legendArea = new QCPAxisRect(&plot, false);
    plot.plotLayout()->addElement(0, 0, m_grid);
    plot.plotLayout()->addElement(1, 0, m_legendArea);
    plot.plotLayout()->setRowSpacing(2);
    m_grid->addElement(0, 0, m_areas);
    m_grid->addElement(0, 1, m_bars);
    m_grid->setColumnSpacing(0);
    m_legendArea->setAutoMargins({});
    m_legendArea->setMargins({8, 2, 8, 2});
    for (QCPAxisRect *rect : {m_areas, m_bars}) {
        rect->setLayer(QStringLiteral("background")); // its ground lies below the grid
        for (QCPAxis *axis : rect->axes()) {
            axis->setLayer(QStringLiteral("axes"));
            axis->grid()->setLayer(QStringLiteral("grid"));
        }
    }
    m_areas->setRangeDrag(Qt::Horizontal);
    m_areas->setRangeZoom(Qt::Horizontal);
    m_bars->setRangeDrag({});
    m_bars->setRangeZoom({});
    m_bars->axis(QCPAxis::atLeft)->setTickLabels(false);
    m_bars->axis(QCPAxis::atBottom)->setTicker(m_stages);
    m_bars->axis(QCPAxis::atBottom)->grid()->setVisible(false);
    m_scene = new MemoryScene(plot, *m_areas, *m_bars);
    m_legend = new MemoryLegend(plot, *m_legendArea);
}

void MemoryChart::show(const ChartContent &content, const ChartStyle &style)
{
    applyTheme(m_plot, style);
    m_areas->axis(QCPAxis::atBottom)->setLabel(MemoryText::tr("Time in the step (s)"));
    const QString whole = MemoryText::tr("Memory per chip (GiB)");
    const bool fits = QFontMetricsF(style.font()).horizontalAdvance(whole) < 0.45 * m_plot.height();
    m_areas->axis(QCPAxis::atLeft)->setLabel(fits ? whole : QStringLiteral("GiB"));
    m_bars->axis(QCPAxis::atBottom)->setLabel(MemoryText::tr("Peak of each stage"));
    if (!content.estimate)
        return;
    const QCPRange before = m_areas->axis(QCPAxis::atBottom)->range();
    const bool zoomed = m_shown.upper > 0.0 && (before.lower != m_shown.lower || before.upper != m_shown.upper);
    const double end = m_scene->data() ? m_scene->data()->end : 0.0;
    m_scene->setContent(memoryData(*content.estimate, m_stage), style, content.stale,
                        content.selected.kind == Selected::Kind::term ? content.selected.key : std::string());
    m_legend->setContent(m_scene->data(), style);
    layOut(style);
    if (!m_scene->data())
        return;
    const double top = 1.12 * m_scene->data()->largest / gibibytes(1.0).value; // room for the capacity's text
    m_areas->axis(QCPAxis::atLeft)->setRange(0.0, top);
    m_bars->axis(QCPAxis::atLeft)->setRange(0.0, top);
    showStages(style);
    if (!zoomed || end != m_scene->data()->end)
        fit();
}

// Bars as wide as they need, within their share; the legend as high as its rows.
void MemoryChart::layOut(const ChartStyle &style)
{
    const double stages = m_scene->data() ? static_cast<double>(m_scene->data()->peaks.size()) : 1.0;
    const double label = QFontMetricsF(style.font()).horizontalAdvance(m_bars->axis(QCPAxis::atBottom)->label());
    const double wanted = std::max(label, stages * leastBar * style.scale()) + 34 * style.scale();
    const auto width = static_cast<int>(std::lround(std::min(wanted, mostOfWidth * m_plot.width())));
    m_bars->setMinimumSize(width, 0);
    m_bars->setMaximumSize(width, QWIDGETSIZE_MAX);
    const double k = style.scale();
    placeLegend(m_plot.height() < lowHeight * k && m_plot.width() > wideFrom * k);
    const int height = m_legend->heightFor(m_plot.width() - 16) + 4;
    const int column = static_cast<int>(std::ceil(m_legend->widest())) + 16;
    m_legendArea->setMinimumSize(m_beside ? column : 0, m_beside ? 0 : height);
    m_legendArea->setMaximumSize(m_beside ? column : QWIDGETSIZE_MAX, m_beside ? QWIDGETSIZE_MAX : height);
}

// Right of the bars where height is scarce, else below.
void MemoryChart::placeLegend(bool beside)
{
    if (beside == m_beside)
        return;
    m_beside = beside;
    QCPLayout *from = m_legendArea->layout();
    from->take(m_legendArea);
    from->simplify();
    if (beside)
        m_grid->addElement(0, 2, m_legendArea);
    else
        m_plot.plotLayout()->addElement(1, 0, m_legendArea);
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
    m_shown = {0.0, std::max(1e-9, m_scene->data()->end)};
    m_areas->axis(QCPAxis::atBottom)->setRange(m_shown);
    m_shown = m_areas->axis(QCPAxis::atBottom)->range();
}

std::optional<ChartHit> MemoryChart::hitAt(QPointF position) const
{
    if (std::optional<ChartHit> hit = m_legend->hitAt(position))
        return hit;
    return m_scene->hitAt(position);
}

void MemoryChart::act(const QString &action)
{
    if (!action.startsWith(QLatin1String("stage:")))
        return;
    const Count stage = action.mid(6).toLongLong();
    m_stage = stage < 0 ? std::nullopt : std::optional(stage);
}

// One line per drawn point; peaks of the stages when there are none.
QString MemoryChart::dataText() const
{
    QString out = QStringLiteral("stage\ttime (s)\tmoment");
    for (const MemoryClass kind : stackOrder())
        out += QStringLiteral("\t%1 (B)").arg(QString::fromUtf8(keyOf(kind)));
    out += QStringLiteral("\ttotal (B)\n");
    if (!m_scene->data())
        return out;
    const auto line = [&](Count stage, const QString &time, const QString &moment, const StageMemory &memory) {
        QStringList cells{QString::number(stage), time, moment};
        for (const MemoryClass kind : stackOrder())
            cells << qs(exactNumber(memory[kind].value));
        out += (cells << qs(exactNumber(memory.total.value))).join(QLatin1Char('\t')) + QLatin1Char('\n');
    };
    const MemoryData &data = *m_scene->data();
    for (const MemorySample &s : data.samples)
        line(data.stage, qs(exactNumber(s.time)), QString::fromUtf8(keyOf(s.moment)), s.memory);
    for (std::size_t stage = 0; stage < data.peaks.size(); ++stage)
        line(static_cast<Count>(stage), {}, QStringLiteral("peak"), data.peaks[stage]);
    return out;
}

} // namespace

std::unique_ptr<Chart> makeMemoryChart(QCustomPlot &plot)
{
    return std::make_unique<MemoryChart>(plot);
}

} // namespace headroom
