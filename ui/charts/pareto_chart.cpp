#include "ui/charts/pareto_chart.h"

#include "base/format.h"
#include "ui/charts/chart_text.h"
#include "ui/charts/pareto_scene.h"
#include "ui/charts/plot_chart.h"
#include "ui/models/tables.h"
#include "ui/memory_unit.h"
#include "ui/text.h"

namespace headroom {

namespace {

class ParetoChart : public PlotChart
{
public:
    explicit ParetoChart(QCustomPlot &plot);

    void show(const ChartContent &content, const ChartStyle &style) override;
    std::optional<ChartHit> hitAt(QPointF position) const override;
    std::vector<ChartPoint> points() const override;
    void fit() override;

protected:
    DataTable data() const override;

private:
    QCPAxisRect *m_rect;
    ParetoScene *m_scene;
    const SearchResult *m_search = nullptr; // what is shown; it outlives the picture
    FittedRange m_x, m_y;
};

ParetoChart::ParetoChart(QCustomPlot &plot)
    : PlotChart(plot), m_rect(newRect()), m_x(*m_rect->axis(QCPAxis::atBottom)), m_y(*m_rect->axis(QCPAxis::atLeft))
{
    plot.plotLayout()->addElement(0, 0, m_rect);
    zoomAlong(*m_rect, {m_rect->axis(QCPAxis::atBottom), m_rect->axis(QCPAxis::atLeft)});
    m_scene = new ParetoScene(plot, *m_rect);
}

void ParetoChart::show(const ChartContent &content, const ChartStyle &style)
{
    applyTheme(m_plot, style);
    m_search = content.search;
    if (!content.estimate)
        return;
    QCPAxis *x = m_rect->axis(QCPAxis::atBottom), *y = m_rect->axis(QCPAxis::atLeft);
    ParetoData shown = paretoData(content.search, *content.estimate);
    x->setLabel(ParetoText::tr("Memory per device, worst pipeline stage (%1)").arg(memoryUnitName()));
    const bool low = m_plot.height() < lowPlot * style.scale(); // the whole label would not fit beside the axis
    if (shown.byExpected)
        y->setLabel(low ? ParetoText::tr("Expected MFU (%)") : ParetoText::tr("Expected MFU (% of the dense peak)"));
    else
        y->setLabel(low ? ParetoText::tr("MFU bound (%)") : ParetoText::tr("MFU at the bound (% of the dense peak)"));
    m_scene->setContent(std::move(shown), style, content.stale, content.row, ParetoText::tr("memory of a device"));
    if (!m_x.zoomed() && !m_y.zoomed())
        fit();
}

void ParetoChart::fit()
{
    constexpr double room = 1.06;
    m_x.fit(0.0, std::max(1.0, m_scene->data().farthest() * room));
    m_y.fit(0.0, std::max(1.0, m_scene->data().highest() * (room + 0.06)));
}

std::optional<ChartHit> ParetoChart::hitAt(QPointF position) const
{
    const auto index = m_scene->rowAt(position);
    if (!index || !m_search || *index >= m_search->rows.size())
        return std::nullopt;
    const SearchRow &row = m_search->rows[*index];
    QString text = QStringLiteral("<b>%1</b><br>%2<br>%3<br>%4")
                       .arg(planText(row.plan).toHtmlEscaped(),
                            ParetoText::tr("MFU at the bound %1, expected %2").arg(percentText(row.boundMfu), intervalText(row.expectedMfu)),
                            ParetoText::tr("step %1, memory %2")
                                .arg(quantityText(row.bound.value, Unit::seconds), quantityText(row.memory.value, Unit::bytes)),
                            ParetoText::tr("rank %1").arg(*index + 1));
    if (row.pareto)
        text += QStringLiteral("<br>") + ParetoText::tr("on the front");
    text += QStringLiteral("<br>") + ParetoText::tr("Double-click: apply");
    return ChartHit{.text = text, .selected = {}, .action = {}, .row = *index};
}

// The plans of the front, by what they are.
std::vector<ChartPoint> ParetoChart::points() const
{
    if (!m_search)
        return {};
    return m_scene->points([this](std::size_t i) { return QStringLiteral("%1 · %2").arg(planText(m_search->rows[i].plan)).arg(m_search->rows[i].globalBatch); });
}

DataTable ParetoChart::data() const
{
    DataTable out{{QStringLiteral("rank"), QStringLiteral("plan"), QStringLiteral("memory (%1)").arg(memoryUnitName()), QStringLiteral("MFU (%)"), QStringLiteral("front")},
                  {}};
    if (!m_search)
        return out;
    for (const ParetoPoint &point : m_scene->data().points)
        out.rows.push_back({QString::number(point.row + 1), planText(m_search->rows[point.row].plan), qs(exactNumber(point.x)),
                            qs(exactNumber(point.y)), m_search->rows[point.row].pareto ? QStringLiteral("1") : QStringLiteral("0")});
    return out;
}

} // namespace

std::unique_ptr<Chart> makeParetoChart(QCustomPlot &plot)
{
    return std::make_unique<ParetoChart>(plot);
}

} // namespace headroom
