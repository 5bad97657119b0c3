#include "ui/charts/sensitivity_chart.h"

#include "base/format.h"
#include "ui/charts/chart_text.h"
#include "ui/charts/plot_chart.h"
#include "ui/charts/sensitivity_scene.h"
#include "ui/text.h"

#include <cmath>

namespace headroom {

namespace {

constexpr double leastRow = 15.0; // px of a bar's row

class SensitivityChart : public WholeChart
{
public:
    explicit SensitivityChart(QCustomPlot &plot);

    void show(const ChartContent &content, const ChartStyle &style) override;
    std::optional<ChartHit> hitAt(QPointF position) const override;
    std::vector<ChartPoint> points() const override { return m_scene->points(); }

protected:
    DataTable data() const override;

private:
    QStringList legend(const Sensitivity &found) const;

    QCPAxisRect *m_rect;
    QCPTextElement *m_legend;
    SensitivityScene *m_scene;
    StudyContent m_study;
    MovedFields m_moved = MovedFields::all;
};

SensitivityChart::SensitivityChart(QCustomPlot &plot) : WholeChart(plot), m_rect(newFixedRect()), m_legend(new QCPTextElement(&plot))
{
    plot.plotLayout()->addElement(0, 0, m_legend);
    plot.plotLayout()->addElement(1, 0, m_rect);
    plot.plotLayout()->setRowSpacing(0);
    m_legend->setTextFlags(Qt::AlignLeft | Qt::AlignVCenter);
    m_legend->setSelectable(false);
    m_rect->setAutoMargins(QCP::msBottom | QCP::msTop | QCP::msRight);
    QCPAxis *left = m_rect->axis(QCPAxis::atLeft);
    left->setTicks(false);
    left->grid()->setVisible(false);
    m_scene = new SensitivityScene(plot, *m_rect);
}

// From the whole text to what is needed most.
QStringList SensitivityChart::legend(const Sensitivity &found) const
{
    const QString share = percentText(found.share, 0);
    const QString whole = StudyText::tr("upper half: +%1; lower half, hatched: −%1; crossed: does not fit the memory").arg(share);
    return {whole + QStringLiteral(" · ") + StudyText::tr("%1 fields move nothing").arg(m_scene->data().still), whole,
            StudyText::tr("above +%1, below −%1 (hatched); crossed: too large").arg(share), StudyText::tr("above +%1, below −%1").arg(share)};
}

void SensitivityChart::show(const ChartContent &content, const ChartStyle &style)
{
    applyTheme(m_plot, style);
    m_study = content.study;
    m_moved = content.choice.moved;
    const double rows = std::max(1.0, (m_plot.height() - 70 * style.scale()) / (leastRow * style.scale()));
    m_scene->setContent(m_study.sensitivity ? tornadoData(*m_study.sensitivity, m_study.sensitivityFigure, static_cast<std::size_t>(rows), m_moved) : TornadoData{},
                        style, content.stale);
    const TornadoData &shown = m_scene->data();
    QCPAxis *x = m_rect->axis(QCPAxis::atBottom);
    const bool points = unitOf(shown.figure) == Unit::ratio;
    const QString what = (points ? StudyText::tr("%1: change in points") : StudyText::tr("%1: change in %")).arg(coreText(labelOf(shown.figure)));
    m_rect->setMargins(QMargins(static_cast<int>(std::ceil(m_scene->nameWidth(m_plot.width()))), 2, 8, 2));
    const double width = std::max(40.0, m_plot.width() - m_scene->nameWidth(m_plot.width()) - 8.0);
    const double room = std::min(0.6, 2.0 * m_scene->valueWidth() / width);
    const double end = (shown.largest > 0 ? shown.largest : 1.0) / (1.0 - room);
    x->setRange(-end, end);
    x->setLabel(fitting({what, points ? StudyText::tr("Points") : QStringLiteral("%")}, style.font(), width));
    m_legend->setFont(style.font(0.85));
    m_legend->setText(m_study.sensitivity ? fitting(legend(*m_study.sensitivity), m_legend->font(), m_plot.width() - 16.0) : QString());
    m_legend->setTextColor(style.theme->muted);
}

std::optional<ChartHit> SensitivityChart::hitAt(QPointF position) const
{
    const TornadoBar *bar = m_scene->barAt(position);
    if (!bar || !m_study.sensitivity)
        return std::nullopt;
    const SensitivityRow &row = m_study.sensitivity->rows[bar->row];
    QString text = QStringLiteral("<b>%1</b> %2").arg(bar->name.toHtmlEscaped(), qs(formatFieldValue(*row.field, row.now)).toHtmlEscaped());
    const auto side = [&](const std::optional<SensitivityStep> &step, const std::optional<Message> &out) {
        text += QStringLiteral("<br>");
        if (!step) {
            text += StudyText::tr("left out: %1").arg(messageText(*out));
            return;
        }
        const Figures &f = step->figures;
        text += StudyText::tr("%1: expected MFU %2, step %3")
                    .arg(qs(formatFieldValue(*row.field, step->value)).toHtmlEscaped(), percentText(f.expectedMfu.expected, 2),
                         quantityText(f.expected.value, Unit::seconds));
        if (!step->followed.empty())
            text += QStringLiteral(" (%1)").arg(qs(step->followed));
        if (!f.feasible)
            text += QStringLiteral(", ") + StudyText::tr("does not fit the memory");
    };
    side(row.down, row.downOut);
    side(row.up, row.upOut);
    text += QStringLiteral("<br>") + StudyText::tr("Double-click: go to the field");
    return ChartHit{.text = text, .selected = {}, .action = {}, .row = bar->row};
}

DataTable SensitivityChart::data() const
{
    DataTable out{{QStringLiteral("field"), QStringLiteral("now"), QStringLiteral("way"), QStringLiteral("value"), QStringLiteral("expected MFU change (points)"),
                   QStringLiteral("expected step change (s)"), QStringLiteral("fits")},
                  {}};
    if (!m_study.sensitivity)
        return out;
    const Figures &base = m_study.sensitivity->base;
    for (const SensitivityRow &row : m_study.sensitivity->rows)
        for (const bool up : {false, true})
            if (const std::optional<SensitivityStep> &step = up ? row.up : row.down; step && isShown(*row.field, m_moved))
                out.rows.push_back({qs(row.field->path()), qs(formatFieldValue(*row.field, row.now)), up ? QStringLiteral("up") : QStringLiteral("down"),
                                    qs(formatFieldValue(*row.field, step->value)),
                                    qs(exactNumber(100.0 * (step->figures.expectedMfu.expected - base.expectedMfu.expected))),
                                    qs(exactNumber(step->figures.expected.value - base.expected.value)),
                                    step->figures.feasible ? QStringLiteral("1") : QStringLiteral("0")});
    return out;
}

} // namespace

std::unique_ptr<Chart> makeSensitivityChart(QCustomPlot &plot)
{
    return std::make_unique<SensitivityChart>(plot);
}

} // namespace headroom
