#include "ui/charts/scaling_chart.h"

#include "base/format.h"
#include "ui/charts/chart_text.h"
#include "ui/charts/plot_chart.h"
#include "ui/charts/plot_scene.h"
#include "ui/charts/value_ticks.h"
#include "ui/models/tables.h"
#include "ui/text.h"

#include <cmath>

namespace headroom {

namespace {

// The curve, its points with the speed-up beside them, and the line of no loss.
class ScalingScene : public PlotScene
{
public:
    ScalingScene(QCustomPlot &plot, QCPAxisRect &rect) : PlotScene(plot), m_rect(rect)
    {
        setClipAxisRect(&rect);
        setClipToAxisRect(true);
    }
    void setContent(std::shared_ptr<const Scaling> found, const ChartStyle &style, bool stale)
    {
        m_found = std::move(found);
        setLook(style, stale);
    }
    const Scaling *found() const { return m_found.get(); }

protected:
    void draw(QCPPainter *painter) override;

private:
    QPointF pixel(std::size_t point, double efficiency) const
    {
        return {m_rect.axis(QCPAxis::atBottom)->coordToPixel(static_cast<double>(point)), m_rect.axis(QCPAxis::atLeft)->coordToPixel(100.0 * efficiency)};
    }
    void drawPoint(QCPPainter &painter, std::size_t index) const;

    QCPAxisRect &m_rect;
    std::shared_ptr<const Scaling> m_found;
};

void ScalingScene::draw(QCPPainter *painter)
{
    if (!m_style.theme || !m_found)
        return;
    painter->setOpacity(m_stale ? 0.35 : 1.0);
    painter->setAntialiasing(true);
    QPen dashes(m_style.theme->muted, 1.0, Qt::CustomDashLine, Qt::FlatCap);
    dashes.setDashPattern({5, 3});
    painter->setPen(dashes);
    painter->drawLine(QPointF(m_rect.left(), pixel(0, 1.0).y()), QPointF(m_rect.right(), pixel(0, 1.0).y()));
    QPolygonF line;
    for (std::size_t i = 0; i < m_found->points.size(); ++i)
        if (m_found->points[i].runs())
            line << pixel(i, m_found->points[i].efficiency);
    painter->setBrush(Qt::NoBrush);
    painter->setPen(QPen(m_style.theme->category[0], 1.8 * m_style.scale()));
    painter->drawPolyline(line);
    for (std::size_t i = 0; i < m_found->points.size(); ++i)
        drawPoint(*painter, i);
    painter->setOpacity(1.0);
}

// A disc fits, a ring does not, a cross cannot run.
void ScalingScene::drawPoint(QCPPainter &painter, std::size_t index) const
{
    const ScalingPoint &point = m_found->points[index];
    const double r = 4.2 * m_style.scale();
    if (!point.runs()) {
        const QPointF at(pixel(index, 0.0).x(), m_rect.bottom() - 9 * m_style.scale());
        painter.setPen(QPen(m_style.theme->muted, 1.4 * m_style.scale()));
        painter.drawLine(at + QPointF(-r, -r), at + QPointF(r, r));
        painter.drawLine(at + QPointF(-r, r), at + QPointF(r, -r));
        return;
    }
    const bool fits = point.figures.feasible;
    const QPointF at = pixel(index, point.efficiency);
    painter.setPen(QPen(fits ? m_style.theme->background : m_style.theme->bad, fits ? 1.0 : 1.6 * m_style.scale()));
    painter.setBrush(fits ? m_style.theme->category[0] : m_style.theme->background);
    painter.drawEllipse(at, r, r);
    const QString text = StudyText::tr("%1 · ×%2").arg(percentText(point.efficiency), qs(significant(point.speedup, 3)));
    const QFont font = m_style.font(0.85);
    const QFontMetricsF metrics(font);
    const double width = metrics.horizontalAdvance(text);
    const double x = std::clamp(at.x() - width / 2, m_rect.left() + 2.0, std::max(m_rect.left() + 2.0, m_rect.right() - width - 2.0));
    painter.setFont(font);
    painter.setPen(m_style.theme->foreground);
    painter.drawText(QPointF(x, at.y() - 9 * m_style.scale()), text);
}

class ScalingChart : public WholeChart
{
public:
    explicit ScalingChart(QCustomPlot &plot);

    void show(const ChartContent &content, const ChartStyle &style) override;
    std::optional<ChartHit> hitAt(QPointF position) const override;

protected:
    DataTable data() const override;

private:
    QCPAxisRect *m_rect;
    ScalingScene *m_scene;
};

ScalingChart::ScalingChart(QCustomPlot &plot) : WholeChart(plot), m_rect(newFixedRect())
{
    plot.plotLayout()->addElement(0, 0, m_rect);
    m_scene = new ScalingScene(plot, *m_rect);
}

void ScalingChart::show(const ChartContent &content, const ChartStyle &style)
{
    applyTheme(m_plot, style);
    m_scene->setContent(content.study.scaling, style, content.stale);
    QCPAxis *x = m_rect->axis(QCPAxis::atBottom), *y = m_rect->axis(QCPAxis::atLeft);
    std::vector<QString> texts;
    double most = 1.0;
    if (const Scaling *found = m_scene->found())
        for (const ScalingPoint &point : found->points) {
            texts.push_back(QString::number(point.devices));
            most = std::max(most, point.efficiency);
        }
    x->setRange(-0.5, std::max(0.5, static_cast<double>(texts.size()) - 0.5));
    y->setRange(0.0, 118.0 * most);
    setValueTicks(*x, texts, style, 0.85 * m_plot.width());
    const Scaling *found = m_scene->found();
    x->setLabel(found ? StudyText::tr("Devices (%1; %2)").arg(coreText(labelOf(found->kind)), coreText(labelOf(found->plan))) : QString());
    y->setLabel(StudyText::tr("Tokens per device against the first (%)"));
}

std::optional<ChartHit> ScalingChart::hitAt(QPointF position) const
{
    const Scaling *found = m_scene->found();
    if (!found || !QRectF(m_rect->rect()).contains(position))
        return std::nullopt;
    const double at = std::round(m_rect->axis(QCPAxis::atBottom)->pixelToCoord(position.x()));
    if (at < 0 || at >= static_cast<double>(found->points.size()))
        return std::nullopt;
    const ScalingPoint &point = found->points[static_cast<std::size_t>(at)];
    QString text = QStringLiteral("<b>%1</b>").arg(StudyText::tr("%1 devices, global batch %2").arg(point.devices).arg(point.globalBatch));
    if (point.runs())
        text += QStringLiteral("<br>%1<br>").arg(planText(point.plan).toHtmlEscaped())
            + StudyText::tr("expected MFU %1, step %2").arg(intervalText(point.figures.expectedMfu), timeText(point.figures.low, point.figures.high));
    if (point.figures.reason)
        text += QStringLiteral("<br>") + messageText(*point.figures.reason).toHtmlEscaped();
    return ChartHit{.text = text, .selected = {}, .action = {}, .row = {}};
}

DataTable ScalingChart::data() const
{
    DataTable out{{QStringLiteral("devices"), QStringLiteral("global batch"), QStringLiteral("plan"), QStringLiteral("expected MFU (%)"),
                   QStringLiteral("expected step (s)"), QStringLiteral("speed-up"), QStringLiteral("efficiency (%)"), QStringLiteral("fits")},
                  {}};
    if (const Scaling *found = m_scene->found())
        for (const ScalingPoint &p : found->points) {
            const auto number = [&](double value) { return p.runs() ? qs(exactNumber(value)) : QString(); };
            out.rows.push_back({QString::number(p.devices), QString::number(p.globalBatch), p.runs() ? planText(p.plan) : QString(),
                                number(100.0 * p.figures.expectedMfu.expected), number(p.figures.expected.value), number(p.speedup), number(100.0 * p.efficiency),
                                p.figures.feasible ? QStringLiteral("1") : QStringLiteral("0")});
        }
    return out;
}

} // namespace

std::unique_ptr<Chart> makeScalingChart(QCustomPlot &plot)
{
    return std::make_unique<ScalingChart>(plot);
}

} // namespace headroom
