#include "ui/charts/pareto_chart.h"

#include "base/format.h"
#include "ui/charts/chart_text.h"
#include "ui/charts/pareto_scene.h"
#include "ui/models/tables.h"
#include "ui/text.h"

namespace headroom {

namespace {

constexpr int lowPlot = 320; // px

class ParetoChart : public Chart
{
public:
    explicit ParetoChart(QCustomPlot &plot);

    void show(const ChartContent &content, const ChartStyle &style) override;
    std::optional<ChartHit> hitAt(QPointF position) const override;
    void act(const QString &) override { }
    void fit() override;
    bool zoomable() const override { return true; }
    QString dataText() const override;

private:
    QCustomPlot &m_plot;
    QCPAxisRect *m_rect;
    ParetoScene *m_scene;
    const SearchResult *m_search = nullptr; // what is shown; it outlives the picture
    QCPRange m_shownX, m_shownY;            // set by fit(): the view follows the data until the user zooms
};

ParetoChart::ParetoChart(QCustomPlot &plot) : m_plot(plot)
{
    plot.plotLayout()->clear();
    m_rect = new QCPAxisRect(&plot);
    m_rect->setLayer(QStringLiteral("background")); // else its own background hides the grid
    plot.plotLayout()->addElement(0, 0, m_rect);
    for (const auto type : {QCPAxis::atLeft, QCPAxis::atBottom}) {
        m_rect->axis(type)->setLayer(QStringLiteral("axes"));
        m_rect->axis(type)->grid()->setLayer(QStringLiteral("grid"));
    }
    m_rect->setRangeDragAxes(m_rect->axis(QCPAxis::atBottom), m_rect->axis(QCPAxis::atLeft));
    m_rect->setRangeZoomAxes(m_rect->axis(QCPAxis::atBottom), m_rect->axis(QCPAxis::atLeft));
    m_scene = new ParetoScene(plot, *m_rect);
}

void ParetoChart::show(const ChartContent &content, const ChartStyle &style)
{
    applyTheme(m_plot, style);
    m_search = content.search;
    if (!content.estimate)
        return;
    QCPAxis *x = m_rect->axis(QCPAxis::atBottom), *y = m_rect->axis(QCPAxis::atLeft);
    const bool fitted = x->range() == m_shownX && y->range() == m_shownY;
    ParetoData data = paretoData(content.search, *content.estimate);
    x->setLabel(ParetoText::tr("Memory per device, worst pipeline stage (GiB)"));
    const bool low = m_plot.height() < lowPlot * style.scale(); // the whole label would not fit beside the axis
    if (data.objective == Objective::expected)
        y->setLabel(low ? ParetoText::tr("Expected MFU (%)") : ParetoText::tr("Expected MFU (% of the dense peak)"));
    else
        y->setLabel(low ? ParetoText::tr("MFU bound (%)") : ParetoText::tr("MFU at the bound (% of the dense peak)"));
    const bool first = m_shownX.size() == 0.0 || m_shownY == QCPRange();
    m_scene->setContent(std::move(data), style, content.stale, content.row);
    if (fitted || first)
        fit();
}

void ParetoChart::fit()
{
    constexpr double room = 1.06;
    m_shownX = QCPRange(0.0, std::max(1.0, m_scene->data().mostMemory() * room));
    m_shownY = QCPRange(0.0, std::max(1.0, m_scene->data().highestMfu() * (room + 0.06)));
    m_rect->axis(QCPAxis::atBottom)->setRange(m_shownX);
    m_rect->axis(QCPAxis::atLeft)->setRange(m_shownY);
    m_shownX = m_rect->axis(QCPAxis::atBottom)->range();
    m_shownY = m_rect->axis(QCPAxis::atLeft)->range();
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
    return ChartHit{text, std::nullopt, {}, *index};
}

QString ParetoChart::dataText() const
{
    QString out = QStringLiteral("rank\tplan\tmemory (GiB)\tMFU (%)\tfront\n");
    if (!m_search)
        return out;
    for (const ParetoPoint &point : m_scene->data().points)
        out += QStringList{QString::number(point.row + 1), planText(m_search->rows[point.row].plan), qs(exactNumber(point.memory)),
                           qs(exactNumber(point.mfu)), m_search->rows[point.row].pareto ? QStringLiteral("1") : QStringLiteral("0")}
                   .join(QLatin1Char('\t'))
               + QLatin1Char('\n');
    return out;
}

} // namespace

std::unique_ptr<Chart> makeParetoChart(QCustomPlot &plot)
{
    return std::make_unique<ParetoChart>(plot);
}

} // namespace headroom
