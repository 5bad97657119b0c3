#include "ui/charts/sweep_chart.h"

#include "base/format.h"
#include "ui/charts/chart_text.h"
#include "ui/charts/plot_chart.h"
#include "ui/charts/sweep_scene.h"
#include "ui/charts/value_ticks.h"
#include "ui/text.h"

namespace headroom {

namespace {

class SweepChart : public WholeChart
{
public:
    explicit SweepChart(QCustomPlot &plot);

    void show(const ChartContent &content, const ChartStyle &style) override;
    std::optional<ChartHit> hitAt(QPointF position) const override;
    std::vector<ChartPoint> points() const override;

protected:
    DataTable data() const override;

private:
    void showMap(const SweepData &shown, const ChartStyle &style);
    void showLine(const SweepData &shown, const ChartStyle &style);

    QCPAxisRect *m_rect;
    SweepScene *m_scene;
    StudyContent m_study;
    QSharedPointer<QCPAxisTicker> m_numbers{new QCPAxisTicker};
};

SweepChart::SweepChart(QCustomPlot &plot) : WholeChart(plot), m_rect(newFixedRect())
{
    plot.plotLayout()->addElement(0, 0, m_rect);
    m_scene = new SweepScene(plot, *m_rect);
}

void SweepChart::showMap(const SweepData &shown, const ChartStyle &style)
{
    QCPAxis *x = m_rect->axis(QCPAxis::atBottom), *y = m_rect->axis(QCPAxis::atLeft);
    m_rect->setAutoMargins(QCP::msBottom | QCP::msTop | QCP::msLeft);
    m_rect->setMargins(QMargins(0, 0, static_cast<int>(96 * style.scale()), 0));
    x->setRange(-0.5, static_cast<double>(shown.columns()) - 0.5);
    y->setRange(-0.5, static_cast<double>(shown.rows()) - 0.5);
    x->grid()->setVisible(false);
    y->grid()->setVisible(false);
    setValueTicks(*x, shown.xTexts, style, 0.75 * m_plot.width());
    setValueTicks(*y, shown.yTexts, style, 0.75 * m_plot.height());
    y->setLabel(shown.yName);
}

void SweepChart::showLine(const SweepData &shown, const ChartStyle &style)
{
    QCPAxis *x = m_rect->axis(QCPAxis::atBottom), *y = m_rect->axis(QCPAxis::atLeft);
    m_rect->setAutoMargins(QCP::msAll);
    double low = shown.lowest, high = shown.highest;
    for (const SweepCellData &cell : shown.cells)
        if (cell.state == CellState::fits || cell.state == CellState::tooLarge) {
            low = std::min(low, cell.low);
            high = std::max(high, cell.high);
        }
    const double room = high > low ? 0.12 * (high - low) : std::max(1.0, 0.1 * high);
    x->setRange(-0.5, static_cast<double>(shown.columns()) - 0.5);
    y->setRange(std::max(0.0, low - room), high + room);
    x->grid()->setVisible(true);
    y->grid()->setVisible(true);
    setValueTicks(*x, shown.xTexts, style, 0.85 * m_plot.width());
    y->setTicker(m_numbers);
    const QString unit = figureUnit(shown.figure), name = coreText(labelOf(shown.figure));
    y->setLabel(unit.isEmpty() ? name : QStringLiteral("%1 (%2)").arg(name, unit));
}

void SweepChart::show(const ChartContent &content, const ChartStyle &style)
{
    applyTheme(m_plot, style);
    m_study = content.study;
    m_scene->setContent(m_study.sweep ? sweepData(*m_study.sweep, m_study.sweepFigure) : SweepData{}, style,
                        content.stale);
    const SweepData &shown = m_scene->data();
    m_rect->axis(QCPAxis::atBottom)->setLabel(shown.xName);
    if (shown.cells.empty())
        return;
    if (shown.isMap())
        showMap(shown, style);
    else
        showLine(shown, style);
}

std::optional<ChartHit> SweepChart::hitAt(QPointF position) const
{
    const std::optional<std::size_t> cell = m_scene->cellAt(position);
    if (!cell || !m_study.sweep || !m_study.sweep->cells[*cell].done)
        return std::nullopt;
    const SweepData &shown = m_scene->data();
    const Figures &f = m_study.sweep->cells[*cell].figures;
    QString text = QStringLiteral("<b>%1 = %2</b>").arg(shown.xName.toHtmlEscaped(), shown.xTexts[*cell % shown.columns()].toHtmlEscaped());
    if (shown.isMap())
        text += QStringLiteral("<br><b>%1 = %2</b>").arg(shown.yName.toHtmlEscaped(), shown.yTexts[*cell / shown.columns()].toHtmlEscaped());
    if (f.legal)
        text += QStringLiteral("<br>")
            + StudyText::tr("expected MFU %1, bound %2").arg(intervalText(f.expectedMfu), percentText(f.boundMfu)) + QStringLiteral("<br>")
            + StudyText::tr("step %1, memory %2").arg(timeText(f.low, f.high), quantityText(f.memory.value, Unit::bytes));
    if (f.reason)
        text += QStringLiteral("<br>") + messageText(*f.reason).toHtmlEscaped();
    if (f.legal)
        text += QStringLiteral("<br>") + StudyText::tr("Click: apply");
    return ChartHit{.text = text, .selected = {}, .action = {}, .row = f.legal ? cell : std::nullopt};
}

// Row by row, by the values that make a cell.
std::vector<ChartPoint> SweepChart::points() const
{
    std::vector<ChartPoint> out;
    if (!m_study.sweep)
        return out;
    const Sweep &found = *m_study.sweep;
    for (std::size_t i = 0; i < found.cells.size(); ++i) {
        QString key;
        for (const FieldChange &change : changesOf(found, i % found.x.values.size(), i / found.x.values.size()))
            key += QStringLiteral("%1=%2 ").arg(qs(change.field->path()), qs(formatFieldValue(*change.field, change.value)));
        if (found.cells[i].done)
            out.push_back({key.trimmed(), m_scene->middleOf(i)});
    }
    return out;
}

DataTable SweepChart::data() const
{
    DataTable out;
    if (!m_study.sweep)
        return out;
    const Sweep &found = *m_study.sweep;
    out.header << qs(found.x.field->path());
    if (found.y)
        out.header << qs(found.y->field->path());
    out.header << QStringLiteral("expected MFU (%)") << QStringLiteral("MFU at the bound (%)") << QStringLiteral("expected step (s)")
               << QStringLiteral("tokens/s/chip") << QStringLiteral("memory (GiB)") << QStringLiteral("fits") << QStringLiteral("reason");
    for (std::size_t i = 0; i < found.cells.size(); ++i) {
        const Figures &f = found.cells[i].figures;
        const auto number = [&](double value) { return f.legal ? qs(exactNumber(value)) : QString(); };
        QStringList row{qs(formatFieldValue(*found.x.field, found.x.values[i % found.x.values.size()]))};
        if (found.y)
            row << qs(formatFieldValue(*found.y->field, found.y->values[i / found.x.values.size()]));
        row << number(100.0 * f.expectedMfu.expected) << number(100.0 * f.boundMfu) << number(f.expected.value) << number(f.tokensPerSecondPerChip)
            << number(f.memory.value / 1073741824.0) << (f.feasible ? QStringLiteral("1") : QStringLiteral("0"))
            << (f.reason ? qs(text(*f.reason)) : QString());
        if (found.cells[i].done)
            out.rows.push_back(row);
    }
    return out;
}

} // namespace

std::unique_ptr<Chart> makeSweepChart(QCustomPlot &plot)
{
    return std::make_unique<SweepChart>(plot);
}

} // namespace headroom
