#include "ui/charts/roofline_chart.h"

#include "base/format.h"
#include "ui/charts/chart_text.h"
#include "ui/charts/plot_chart.h"
#include "ui/charts/roofline_legend.h"
#include "ui/charts/roofline_scene.h"
#include "ui/charts/roofline_trails.h"
#include "ui/charts/rug_strip.h"
#include "ui/document/evaluated.h"
#include "ui/text.h"

#include <cmath>

namespace headroom {

namespace {

int decadeOf(double value)
{
    return static_cast<int>(std::floor(std::log10(value) + 1e-9)); // 1000 is of the third, however its logarithm is rounded
}

// Decades with SI prefixes; between them 2 and 5 when there is room.
class SiTicker : public QCPAxisTicker
{
protected:
    QVector<double> createTickVector(double, const QCPRange &range) override
    {
        QVector<double> ticks;
        const double decades = std::log10(range.upper / range.lower);
        for (int exponent = decadeOf(range.lower); exponent <= decadeOf(range.upper) + 1; ++exponent)
            for (const double digit : {1.0, 2.0, 5.0})
                if (digit == 1.0 || decades < 2.2)
                    ticks << digit * std::pow(10.0, exponent);
        return ticks;
    }
    int getSubTickCount(double) override { return 0; }
    QVector<double> createSubTickVector(int, const QVector<double> &ticks) override
    {
        QVector<double> minor;
        if (ticks.isEmpty())
            return minor;
        for (int exponent = decadeOf(ticks.first()); exponent <= decadeOf(ticks.last()); ++exponent)
            for (int digit = 2; digit < 10; ++digit)
                minor << digit * std::pow(10.0, exponent);
        return minor;
    }
    QString getTickLabel(double tick, const QLocale &, QChar, int) override { return siTick(tick); }
};

void setHeight(QCPLayoutElement &element, int height)
{
    element.setMinimumSize(0, height);
    element.setMaximumSize(QWIDGETSIZE_MAX, height);
}

class RooflineChart : public PlotChart
{
public:
    explicit RooflineChart(QCustomPlot &plot);

    void show(const ChartContent &content, const ChartStyle &style) override;
    std::optional<ChartHit> hitAt(QPointF position) const override;
    std::vector<ChartPoint> points() const override { return m_scene->points(); }
    void act(const QString &action) override;
    void fit() override;

protected:
    DataTable data() const override;

private:
    QCPAxisRect *m_rect;
    QCPAxisRect *m_legendArea;
    QCPAxisRect *m_strip;
    RooflineScene *m_scene;
    RooflineLegend *m_legend;
    RugStrip *m_rug;
    MemoryLevel m_level = MemoryLevel::hbm;
    FittedRange m_x, m_y;
};

RooflineChart::RooflineChart(QCustomPlot &plot)
    : PlotChart(plot), m_rect(newRect()), m_legendArea(newStrip()), m_strip(newStrip()), m_x(*m_rect->axis(QCPAxis::atBottom)),
      m_y(*m_rect->axis(QCPAxis::atLeft))
{
    plot.plotLayout()->addElement(0, 0, m_rect);
    plot.plotLayout()->addElement(1, 0, m_strip);
    plot.plotLayout()->addElement(2, 0, m_legendArea);
    const QSharedPointer<QCPAxisTicker> ticker(new SiTicker);
    for (const auto type : {QCPAxis::atLeft, QCPAxis::atBottom, QCPAxis::atTop, QCPAxis::atRight}) {
        QCPAxis *axis = m_rect->axis(type);
        axis->setScaleType(QCPAxis::stLogarithmic);
        axis->setTicker(ticker);
        const bool labelled = type == QCPAxis::atLeft || type == QCPAxis::atBottom;
        axis->setVisible(labelled);
    }
    m_rect->setupFullAxesBox(true);
    m_rect->axis(QCPAxis::atTop)->setTicks(false);
    m_rect->axis(QCPAxis::atRight)->setTicks(false);
    zoomAlong(*m_rect, {m_rect->axis(QCPAxis::atBottom), m_rect->axis(QCPAxis::atLeft)});
    m_scene = new RooflineScene(plot, *m_rect);
    m_legend = new RooflineLegend(plot, *m_legendArea);
    m_rug = new RugStrip(plot, *m_strip);
}

void RooflineChart::show(const ChartContent &content, const ChartStyle &style)
{
    applyTheme(m_plot, style);
    QCPAxis *x = m_rect->axis(QCPAxis::atBottom), *y = m_rect->axis(QCPAxis::atLeft);
    y->setLabel(RooflineText::tr("Performance per chip (FLOP/s)"));
    setHeight(*m_strip, RugStrip::heightFor(style));
    if (!content.estimate)
        return;
    RooflineData shown = rooflineData(*content.estimate, content.baseline, content.level, content.gap);
    if (content.served && content.choice.trail != TrailOver::none && content.level == MemoryLevel::hbm)
        addTrails(shown, content.served->trail(content.estimate, content.choice.trail), content.choice.trail);
    x->setLabel(RooflineText::tr("Arithmetic intensity (FLOP/byte, %1)").arg(qs(shown.memory)));
    const bool levelChanged = m_level != content.level; // has other numbers
    m_level = content.level;
    m_rug->setContent(shown, style, content.stale);
    m_legend->setContent(shown, style, m_scene->isolated());
    constexpr double largestShare = 0.35; // of the chart's height: the plot comes first
    m_legend->limitTo(m_plot.width() - 16, largestShare * m_plot.height());
    setHeight(*m_legendArea, m_legend->heightFor(m_plot.width() - 16) + 4);
    m_scene->setContent(std::move(shown), style, content.stale,
                        content.selected.kind == Selected::Kind::op ? content.selected.key : std::string());
    if (levelChanged || (!m_x.zoomed() && !m_y.zoomed()))
        fit();
}

void RooflineChart::fit()
{
    const Interval intensity = m_scene->data().intensity, rate = m_scene->data().rate;
    m_x.fit(intensity.low, intensity.high);
    m_y.fit(rate.low, rate.high);
    m_rect->axis(QCPAxis::atTop)->setRange(intensity.low, intensity.high);
    m_rect->axis(QCPAxis::atRight)->setRange(rate.low, rate.high);
}

std::optional<ChartHit> RooflineChart::hitAt(QPointF position) const
{
    if (const auto category = m_legend->categoryAt(position))
        return ChartHit{RooflineText::tr("Click: show only %1").arg(coreText(labelOf(*category))), std::nullopt,
                        QStringLiteral("isolate:%1").arg(static_cast<int>(*category))};
    if (const RooflinePoint *p = m_scene->pointAt(position)) {
        const QString text =
            QStringLiteral("<b>%1</b> %2<br>%3 · %4<br>%5<br>%6<br>%7")
                .arg(coreText(p->name).toHtmlEscaped(), qs(p->group).toHtmlEscaped(), coreText(labelOf(p->category)),
                     coreText(labelOf(p->phase)),
                     RooflineText::tr("%1 FLOP/B at %2")
                         .arg(qs(significant(p->intensity, 3)), quantityText(p->rate, Unit::flopsPerSecond, 3)),
                     RooflineText::tr("%1, %2 of the time")
                         .arg(quantityText(p->time.value, Unit::seconds, 3), percentText(p->share)),
                     RooflineText::tr("bound by: %1").arg(coreText(labelOf(p->boundBy)))
                         + (p->measured ? QStringLiteral("<br>")
                                              + RooflineText::tr("◇ measured %1, %2 of it")
                                                    .arg(quantityText(*p->measured, Unit::flopsPerSecond, 3), percentText(*p->measured / p->rate))
                                        : QString()));
        return ChartHit{text, Selected{Selected::Kind::op, p->key}, {}};
    }
    if (const std::optional<TrailHit> hit = m_scene->trailAt(position))
        return ChartHit{trailText(m_scene->data(), *hit), Selected{Selected::Kind::op, hit->line->key}, {}};
    return m_rug->hitAt(position);
}

void RooflineChart::act(const QString &action)
{
    if (!action.startsWith(QLatin1String("isolate:")))
        return m_scene->isolate(std::nullopt);
    const auto category = static_cast<OpCategory>(action.mid(8).toInt());
    m_scene->isolate(m_scene->isolated() == category ? std::nullopt : std::optional(category));
}

DataTable RooflineChart::data() const
{
    DataTable out{{QStringLiteral("operator"), QStringLiteral("layer"), QStringLiteral("category"), QStringLiteral("phase"),
                   QStringLiteral("intensity (FLOP/B)"), QStringLiteral("performance (FLOP/s)"), QStringLiteral("time (s)"), QStringLiteral("share")},
                  {}};
    const bool measured = std::ranges::any_of(m_scene->data().points, [](const RooflinePoint &p) { return p.measured.has_value(); });
    if (measured)
        out.header.push_back(QStringLiteral("measured (FLOP/s)"));
    const bool trails = !m_scene->data().trails.empty();
    if (trails)
        out.header.push_back(QString::fromUtf8(m_scene->data().trailOver == TrailOver::batch ? "sequences" : "tokens of each"));
    for (const RooflinePoint &p : m_scene->data().points) {
        out.rows.push_back({qs(p.name), qs(p.group), QString::fromUtf8(keyOf(p.category)), QString::fromUtf8(keyOf(p.phase)),
                            qs(exactNumber(p.intensity)), qs(exactNumber(p.rate)), qs(exactNumber(p.time.value)), qs(exactNumber(p.share))});
        if (measured)
            out.rows.back().push_back(p.measured ? qs(exactNumber(*p.measured)) : QString());
        if (trails)
            out.rows.back().push_back({});
    }
    for (const TrailLine &line : m_scene->data().trails)
        for (const TrailPoint &p : line.points) {
            out.rows.push_back({qs(line.name), qs(line.group), QString::fromUtf8(keyOf(line.category)), QString::fromUtf8(keyOf(line.phase)),
                                qs(exactNumber(p.intensity.value)), qs(exactNumber(p.rate.value)), qs(exactNumber(p.time.value)), {}});
            if (measured)
                out.rows.back().push_back({});
            out.rows.back().push_back(qs(exactNumber(p.value)));
        }
    return out;
}

} // namespace

std::unique_ptr<Chart> makeRooflineChart(QCustomPlot &plot)
{
    return std::make_unique<RooflineChart>(plot);
}

} // namespace headroom
