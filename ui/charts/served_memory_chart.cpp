#include "ui/charts/served_memory_chart.h"

#include "base/format.h"
#include "ui/charts/chart_text.h"
#include "ui/charts/chip_legend.h"
#include "ui/charts/memory_scene.h"
#include "ui/charts/plot_chart.h"
#include "ui/charts/served_memory_scene.h"
#include "ui/document/evaluated.h"
#include "ui/memory_unit.h"
#include "ui/text.h"

namespace headroom {

namespace {

// The classes with their bytes at the present batch, and what each sequence holds of caches and states.
std::vector<LegendEntry> legendOf(const ServingEstimate &e, const PlotTheme &theme)
{
    std::vector<LegendEntry> out;
    for (const ServedMemoryClass kind : servedStackOrder())
        for (const ServedMemoryPart &part : e.memory) {
            if (part.kind != kind)
                continue;
            const QString name = coreText(labelOf(kind));
            const QString text = MemoryText::tr("%1, %2 of the memory of the fullest rank").arg(memoryText(part.bytes.value), percentText(part.bytes / e.memoryTotal));
            out.push_back({theme.of(kind), QStringLiteral("%1 %2").arg(name, memoryText(part.bytes.value)),
                           ChartHit{QStringLiteral("<b>%1</b><br>%2").arg(name.toHtmlEscaped(), text),
                                    Selected{Selected::Kind::term, std::string("memory.") + keyOf(kind)},
                                    {}}});
        }
    return out;
}

class ServedMemoryChart : public PlotChart
{
public:
    explicit ServedMemoryChart(QCustomPlot &plot);

    void show(const ChartContent &content, const ChartStyle &style) override;
    std::optional<ChartHit> hitAt(QPointF position) const override;
    std::vector<ChartPoint> points() const override { return m_scene->points(); }
    void fit() override;

protected:
    DataTable data() const override;

private:
    QCPLayoutGrid *m_grid;
    QCPAxisRect *m_rect;
    ServedMemoryScene *m_scene;
    const ServingEstimate *m_estimate = nullptr; // what is shown; it outlives the picture
    std::optional<PlacedLegend> m_legend;
    std::optional<FittedRange> m_shown; // sequences
};

ServedMemoryChart::ServedMemoryChart(QCustomPlot &plot) : PlotChart(plot), m_grid(new QCPLayoutGrid), m_rect(newRect())
{
    plot.plotLayout()->addElement(0, 0, m_grid);
    m_grid->addElement(0, 0, m_rect);
    zoomAlong(*m_rect, {m_rect->axis(QCPAxis::atBottom)});
    m_shown.emplace(*m_rect->axis(QCPAxis::atBottom));
    m_scene = new ServedMemoryScene(plot, *m_rect);
    m_legend.emplace(plot, *m_grid, *newStrip());
}

void ServedMemoryChart::show(const ChartContent &content, const ChartStyle &style)
{
    applyTheme(m_plot, style);
    m_rect->axis(QCPAxis::atBottom)->setLabel(MemoryText::tr("Sequences at a time, over all devices"));
    m_rect->axis(QCPAxis::atLeft)->setLabel(MemoryText::tr("Memory per chip (%1)").arg(memoryUnitName()));
    m_estimate = content.served ? &content.served->estimate : nullptr;
    m_scene->setContent(m_estimate, style, content.stale, content.selected.kind == Selected::Kind::term ? content.selected.key : std::string());
    m_legend->legend().setEntries(m_estimate ? legendOf(*m_estimate, *style.theme) : std::vector<LegendEntry>(), style);
    m_legend->layOut(style);
    if (!m_estimate || m_estimate->memoryOverBatch.empty())
        return;
    const double largest = std::max(m_estimate->memoryOverBatch.back().total.value, m_estimate->memoryCapacity.value);
    constexpr double room = 1.12; // for the capacity's text
    m_rect->axis(QCPAxis::atLeft)->setRange(0.0, room * largest / memoryUnitBytes());
    if (!m_shown->zoomed())
        fit();
}

void ServedMemoryChart::fit()
{
    if (m_estimate && !m_estimate->memoryOverBatch.empty())
        m_shown->fit(static_cast<double>(m_estimate->memoryOverBatch.front().sequences), static_cast<double>(m_estimate->memoryOverBatch.back().sequences));
}

std::optional<ChartHit> ServedMemoryChart::hitAt(QPointF position) const
{
    if (std::optional<ChartHit> hit = m_legend->legend().hitAt(position))
        return hit;
    return m_scene->hitAt(position);
}

// The present batch first, then what is drawn.
DataTable ServedMemoryChart::data() const
{
    DataTable out{{QStringLiteral("sequences")}, {}};
    for (const ServedMemoryClass kind : servedStackOrder())
        out.header << QStringLiteral("%1 (B)").arg(QString::fromUtf8(keyOf(kind)));
    out.header << QStringLiteral("total (B)");
    if (!m_estimate || m_estimate->memoryOverBatch.empty())
        return out;
    const auto line = [&](const ServedMemoryPoint &point) {
        QStringList cells{QString::number(point.sequences)};
        for (const ServedMemoryClass kind : servedStackOrder())
            cells << qs(exactNumber(point.parts[static_cast<std::size_t>(kind)].value));
        out.rows.push_back(cells << qs(exactNumber(point.total.value)));
    };
    ServedMemoryPoint now{m_estimate->sequences, {}, m_estimate->memoryTotal};
    for (const ServedMemoryPart &part : m_estimate->memory)
        now.parts[static_cast<std::size_t>(part.kind)] = part.bytes;
    line(now);
    for (const ServedMemoryPoint &point : m_estimate->memoryOverBatch)
        line(point);
    return out;
}

} // namespace

std::unique_ptr<Chart> makeServedMemoryChart(QCustomPlot &plot)
{
    return std::make_unique<ServedMemoryChart>(plot);
}

} // namespace headroom
