#include "ui/charts/served_pareto_chart.h"

#include "base/format.h"
#include "ui/charts/chart_text.h"
#include "ui/charts/pareto_scene.h"
#include "ui/charts/plot_chart.h"
#include "ui/document/evaluated.h"
#include "ui/models/tables.h"
#include "ui/text.h"

#include <algorithm>

namespace headroom {

namespace {

// Milliseconds without a prefix of their own.
class SecondsTicker : public QCPAxisTickerLog
{
protected:
    QString getTickLabel(double tick, const QLocale &, QChar, int) override { return quantityText(tick, Unit::seconds, 3); }
};

class ServedParetoChart : public PlotChart
{
public:
    explicit ServedParetoChart(QCustomPlot &plot);

    void show(const ChartContent &content, const ChartStyle &style) override;
    std::optional<ChartHit> hitAt(QPointF position) const override;
    std::vector<ChartPoint> points() const override;
    void fit() override;

protected:
    DataTable data() const override;

private:
    QCPAxisRect *m_rect;
    ParetoScene *m_scene;
    const ServingSearchResult *m_search = nullptr; // what is shown; it outlives the picture
    bool m_prefill = false;
    FittedRange m_x, m_y;
};

ServedParetoChart::ServedParetoChart(QCustomPlot &plot)
    : PlotChart(plot), m_rect(newRect()), m_x(*m_rect->axis(QCPAxis::atBottom)), m_y(*m_rect->axis(QCPAxis::atLeft))
{
    plot.plotLayout()->addElement(0, 0, m_rect);
    m_rect->axis(QCPAxis::atBottom)->setScaleType(QCPAxis::stLogarithmic);
    m_rect->axis(QCPAxis::atBottom)->setTicker(QSharedPointer<QCPAxisTicker>(new SecondsTicker));
    zoomAlong(*m_rect, {m_rect->axis(QCPAxis::atBottom), m_rect->axis(QCPAxis::atLeft)});
    m_scene = new ParetoScene(plot, *m_rect);
}

void ServedParetoChart::show(const ChartContent &content, const ChartStyle &style)
{
    applyTheme(m_plot, style);
    m_search = content.served ? content.servedSearch : nullptr;
    if (!content.served)
        return;
    const ServingEstimate &estimate = content.served->estimate;
    ParetoData shown = servedParetoData(m_search, estimate);
    m_prefill = estimate.scenario.run.phase == RunPhase::prefill;
    const QString level = shown.byExpected ? ParetoText::tr("expected") : ParetoText::tr("at the bound");
    m_rect->axis(QCPAxis::atBottom)->setLabel((m_prefill ? ParetoText::tr("TTFT, %1") : ParetoText::tr("TPOT, %1")).arg(level));
    const bool low = m_plot.height() < lowPlot * style.scale();
    m_rect->axis(QCPAxis::atLeft)->setLabel(low ? ParetoText::tr("Tokens/s/chip") : ParetoText::tr("Tokens/s/chip, %1").arg(level));
    m_scene->setContent(std::move(shown), style, content.stale, content.row, ParetoText::tr("TPOT limit"));
    if (!m_x.zoomed() && !m_y.zoomed())
        fit();
}

void ServedParetoChart::fit()
{
    constexpr double room = 1.25;
    const ParetoData &data = m_scene->data();
    double least = data.current ? data.current->x : data.limit.value_or(1.0), most = std::max(least, data.limit.value_or(least));
    for (const ParetoPoint &point : data.points) {
        least = std::min(least, point.x);
        most = std::max(most, point.x);
    }
    m_x.fit(least / room, most * room);
    m_y.fit(0.0, std::max(1e-9, data.highest() * room));
}

std::optional<ChartHit> ServedParetoChart::hitAt(QPointF position) const
{
    const auto index = m_scene->rowAt(position);
    if (!index || !m_search || *index >= m_search->rows.size())
        return std::nullopt;
    const ServingRow &row = m_search->rows[*index];
    const auto time = [](const std::optional<ServedLevels> &t) {
        return t ? ParetoText::tr("bound %1, expected %2").arg(quantityText(t->bound.value, Unit::seconds), timeText(t->low, t->high)) : QString();
    };
    QStringList lines{QStringLiteral("<b>%1</b>").arg(servingPlanText(row).toHtmlEscaped())};
    if (row.latency.ttft)
        lines << QStringLiteral("TTFT: ") + time(row.latency.ttft);
    if (row.latency.tpot)
        lines << QStringLiteral("TPOT: ") + time(row.latency.tpot);
    lines << ParetoText::tr("%1 tokens/s/chip at the bound, %2 expected")
                 .arg(qs(significant(row.latency.boundTokens, 4)), qs(significant(row.latency.expectedTokens.expected, 4)))
          << ParetoText::tr("memory %1").arg(quantityText(row.memory.value, Unit::bytes)) << ParetoText::tr("rank %1").arg(*index + 1);
    if (row.pareto)
        lines << ParetoText::tr("on the front");
    if (!row.keepsLimits)
        lines << ParetoText::tr("beyond a limit of TTFT or TPOT");
    lines << ParetoText::tr("Double-click: apply");
    return ChartHit{.text = lines.join(QStringLiteral("<br>")), .selected = {}, .action = {}, .row = *index};
}

// The plans of the front, by what they are.
std::vector<ChartPoint> ServedParetoChart::points() const
{
    if (!m_search)
        return {};
    return m_scene->points([this](std::size_t i) { return QStringLiteral("%1 · %2").arg(planText(m_search->rows[i].plan)).arg(m_search->rows[i].batch); });
}

DataTable ServedParetoChart::data() const
{
    DataTable out{{QStringLiteral("rank"), QStringLiteral("plan"), QString::fromUtf8(m_prefill ? "TTFT (s)" : "TPOT (s)"), QStringLiteral("tokens/s/chip"),
                   QStringLiteral("front")},
                  {}};
    if (!m_search)
        return out;
    for (const ParetoPoint &point : m_scene->data().points)
        out.rows.push_back({QString::number(point.row + 1), servingPlanText(m_search->rows[point.row]), qs(exactNumber(point.x)), qs(exactNumber(point.y)),
                            m_search->rows[point.row].pareto ? QStringLiteral("1") : QStringLiteral("0")});
    return out;
}

} // namespace

std::unique_ptr<Chart> makeServedParetoChart(QCustomPlot &plot)
{
    return std::make_unique<ServedParetoChart>(plot);
}

} // namespace headroom
