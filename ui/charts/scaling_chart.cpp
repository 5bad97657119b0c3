#include "ui/charts/scaling_chart.h"

#include "base/format.h"
#include "ui/charts/chart_text.h"
#include "ui/charts/plot_chart.h"
#include "ui/charts/plot_scene.h"
#include "ui/charts/value_ticks.h"
#include "ui/models/tables.h"
#include "ui/text.h"

#include <algorithm>
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
    QPointF middleOf(std::size_t point) const; // of its mark

protected:
    void draw(QCPPainter *painter) override;

private:
    QPointF pixel(std::size_t point, double efficiency) const
    {
        return {m_rect.axis(QCPAxis::atBottom)->coordToPixel(static_cast<double>(point)), m_rect.axis(QCPAxis::atLeft)->coordToPixel(100.0 * efficiency)};
    }
    void drawPoint(QCPPainter &painter, std::size_t index) const;
    void drawTexts(QCPPainter &painter) const;

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
    drawTexts(*painter);
    painter->setOpacity(1.0);
}

QPointF ScalingScene::middleOf(std::size_t point) const
{
    const QPointF at = pixel(point, m_found->points[point].efficiency);
    return m_found->points[point].runs() ? at : QPointF(at.x(), m_rect.bottom() - 9 * m_style.scale());
}

// A disc fits, a ring does not, a cross cannot run.
void ScalingScene::drawPoint(QCPPainter &painter, std::size_t index) const
{
    const ScalingPoint &point = m_found->points[index];
    const double r = 4.2 * m_style.scale();
    const QPointF at = middleOf(index);
    if (!point.runs()) {
        painter.setPen(QPen(m_style.theme->muted, 1.4 * m_style.scale()));
        painter.drawLine(at + QPointF(-r, -r), at + QPointF(r, r));
        painter.drawLine(at + QPointF(-r, r), at + QPointF(r, -r));
        return;
    }
    const bool fits = point.figures.feasible;
    painter.setPen(QPen(fits ? m_style.theme->background : m_style.theme->bad, fits ? 1.0 : 1.6 * m_style.scale()));
    painter.setBrush(fits ? m_style.theme->category[0] : m_style.theme->background);
    painter.drawEllipse(at, r, r);
}

// Above the points, from the last one, which says most, as many as have room; what is left out stands in the readout and the table.
void ScalingScene::drawTexts(QCPPainter &painter) const
{
    const QFont font = m_style.font(0.85);
    const QFontMetricsF metrics(font);
    painter.setFont(font);
    double right = m_rect.right() - 2.0;
    for (std::size_t i = m_found->points.size(); i-- > 0;) {
        const ScalingPoint &point = m_found->points[i];
        const QString text = StudyText::tr("%1 · ×%2").arg(percentText(point.efficiency), qs(significant(point.speedup, 3)));
        const double width = metrics.horizontalAdvance(text), gap = 6 * m_style.scale();
        const QPointF at = middleOf(i);
        const double x = std::max(std::min(at.x() - width / 2, m_rect.right() - width - 2.0), m_rect.left() + 2.0);
        if (!point.runs() || x + width > right)
            continue;
        const QPointF base(x, at.y() - 9 * m_style.scale());
        painter.setPen(Qt::NoPen); // the line of no loss may lie behind
        painter.setBrush(m_style.theme->background);
        painter.drawRect(QRectF(base.x() - 1, base.y() - metrics.ascent(), width + 2, metrics.ascent() + metrics.descent()));
        painter.setPen(m_style.theme->foreground);
        painter.drawText(base, text);
        right = x - gap;
    }
}

class ScalingChart : public WholeChart
{
public:
    explicit ScalingChart(QCustomPlot &plot);

    void show(const ChartContent &content, const ChartStyle &style) override;
    std::optional<ChartHit> hitAt(QPointF position) const override;
    std::vector<ChartPoint> points() const override;

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
    // Room for a text above the highest point, however low the picture.
    const double above = 28.0 * style.scale(), drawn = std::max(1.0, m_plot.height() - 52.0 * style.scale());
    y->setRange(0.0, 100.0 * most / (1.0 - std::clamp(above / drawn, 0.15, 0.5)));
    setValueTicks(*x, texts, style, 0.85 * m_plot.width());
    const Scaling *found = m_scene->found();
    const QString devices = StudyText::tr("Devices");
    x->setLabel(found ? fitting({StudyText::tr("Devices (%1; %2)").arg(coreText(labelOf(found->kind)), coreText(labelOf(found->plan))), devices}, style.font(),
                                0.85 * m_plot.width())
                      : QString());
    y->setLabel(fitting({StudyText::tr("Tokens per device against the first (%)"), StudyText::tr("Efficiency (%)"), QStringLiteral("%")}, style.font(),
                        0.62 * m_plot.height()));
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

std::vector<ChartPoint> ScalingChart::points() const
{
    std::vector<ChartPoint> out;
    const Scaling *found = m_scene->found();
    for (std::size_t i = 0; found && i < found->points.size(); ++i)
        out.push_back({QStringLiteral("run.devices=%1").arg(found->points[i].devices), m_scene->middleOf(i)});
    return out;
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
