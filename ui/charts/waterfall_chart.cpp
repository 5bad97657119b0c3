#include "ui/charts/waterfall_chart.h"

#include "base/format.h"
#include "ui/charts/chart_text.h"
#include "ui/charts/waterfall_scene.h"
#include "ui/text.h"

#include <cmath>

namespace headroom {

namespace {

QString axisLabel(WaterfallUnit unit)
{
    switch (unit) {
    case WaterfallUnit::milliseconds:
        return WaterfallText::tr("Step time (ms)");
    case WaterfallUnit::stepShare:
        return WaterfallText::tr("Share of the last bar's step time (%)");
    case WaterfallUnit::tokens:
        return WaterfallText::tr("Tokens per second and chip");
    default:
        return WaterfallText::tr("MFU (% of the dense peak)");
    }
}

// Broken at the space or full-width mark nearest to the middle.
QString inTwoLines(const QString &text)
{
    const qsizetype middle = text.size() / 2;
    for (qsizetype d = 0; d < middle; ++d)
        for (const qsizetype at : {middle + d, middle - d}) {
            if (text[at] == QLatin1Char(' '))
                return text.left(at) + QLatin1Char('\n') + text.mid(at + 1);
            if (QStringLiteral("：，、；").contains(text[at]))
                return text.left(at + 1) + QLatin1Char('\n') + text.mid(at + 1);
        }
    return text;
}

// Ticks up to the longest bar; beyond it is only room for its text.
class CappedTicker : public QCPAxisTicker
{
public:
    void setMaximum(double maximum) { m_maximum = maximum * 1.0001; }

protected:
    QVector<double> createTickVector(double step, const QCPRange &range) override
    {
        QVector<double> ticks = QCPAxisTicker::createTickVector(step, range);
        ticks.removeIf([this](double tick) { return tick > m_maximum; });
        return ticks;
    }
    QVector<double> createSubTickVector(int count, const QVector<double> &ticks) override
    {
        QVector<double> minor = QCPAxisTicker::createSubTickVector(count, ticks);
        minor.removeIf([this](double tick) { return tick > m_maximum; });
        return minor;
    }

private:
    double m_maximum = 1.0;
};

class WaterfallChart : public Chart
{
public:
    explicit WaterfallChart(QCustomPlot &plot);

    void show(const ChartContent &content, const ChartStyle &style) override;
    std::optional<ChartHit> hitAt(QPointF position) const override;
    std::vector<ChartPoint> points() const override { return m_scene->points(); }
    void act(const QString &action) override;
    void fit() override { }
    bool zoomable() const override { return false; }
    QString dataText() const override;

private:
    void showFooter(const ChartContent &content, const ChartStyle &style);

    QCustomPlot &m_plot;
    QCPAxisRect *m_rect;
    QCPTextElement *m_footer;
    WaterfallScene *m_scene;
    WaterfallUnit m_unit = WaterfallUnit::mfu; // shown
    std::optional<WaterfallUnit> m_chosen;
    bool m_expanded = false;
    QSharedPointer<CappedTicker> m_ticker{new CappedTicker};
};

WaterfallChart::WaterfallChart(QCustomPlot &plot) : m_plot(plot)
{
    plot.plotLayout()->clear();
    m_rect = new QCPAxisRect(&plot);
    m_footer = new QCPTextElement(&plot);
    plot.plotLayout()->addElement(0, 0, m_rect);
    plot.plotLayout()->addElement(1, 0, m_footer);
    plot.plotLayout()->setRowSpacing(0);
    m_footer->setTextFlags(Qt::AlignLeft | Qt::AlignVCenter);
    m_footer->setSelectable(false);
    QCPAxis *left = m_rect->axis(QCPAxis::atLeft);
    left->setTicks(false);
    left->grid()->setVisible(false);
    left->setRangeReversed(true);
    m_rect->axis(QCPAxis::atBottom)->grid()->setLayer(QStringLiteral("grid"));
    m_rect->setRangeDrag({});
    m_rect->setRangeZoom({});
    m_rect->setAutoMargins(QCP::msBottom | QCP::msTop | QCP::msRight);
    m_rect->axis(QCPAxis::atBottom)->setTicker(m_ticker);
    m_scene = new WaterfallScene(plot, *m_rect);
}

void WaterfallChart::show(const ChartContent &content, const ChartStyle &style)
{
    applyTheme(m_plot, style);
    QCPAxis *bottom = m_rect->axis(QCPAxis::atBottom);
    m_ticker->setTickCount(m_plot.width() < 420 * style.scale() ? 3 : 5);
    if (!content.estimate)
        return;
    m_unit = m_chosen.value_or(usualUnit(*content.estimate));
    bottom->setLabel(axisLabel(m_unit));
    m_scene->setContent(waterfallData(*content.estimate, m_unit, m_expanded), m_unit, style, content.stale,
                        content.selected.kind == Selected::Kind::loss ? content.selected.key : std::string());
    const double names = m_scene->nameWidth(m_plot.width());
    m_rect->setMargins({static_cast<int>(names), 0, 0, 0});
    // Room for the value at the end of the longest bar.
    m_ticker->setMaximum(m_scene->data().maximum);
    const double width = std::max(60.0, m_plot.width() - names - 24.0 * style.scale());
    const double text = std::min(m_scene->valueWidth() + 8 * style.scale(), width / 2);
    bottom->setRange(0.0, m_scene->data().maximum * width / (width - text));
    showFooter(content, style);
}

void WaterfallChart::showFooter(const ChartContent &content, const ChartStyle &style)
{
    const WaterfallData &data = m_scene->data();
    const auto points = [](double ratio) { return QString::number(ratio * 100.0, 'f', 1); };
    QString text =
        WaterfallText::tr("Sum check: %1 − %2 = %3 %; unaccounted %4")
            .arg(points(data.first), points(data.lossSum), points(data.first - data.lossSum), points(data.residual));
    QColor color = style.theme->muted;
    if (!data.exceeded.isEmpty()) {
        text = WaterfallText::tr("⚑ Measured is above “%1”: check step time, devices, batch, peak and FLOP convention.")
                   .arg(data.exceeded);
        color = style.theme->bad;
    } else if (data.residual > 5e-4) {
        color = style.theme->bad;
    } else if (content.searching) {
        text = WaterfallText::tr("Searching the best plan for the System bar …");
    }
    const QFont font = style.font(0.9);
    m_footer->setFont(font);
    m_footer->setTextColor(color);
    const double width = m_plot.width() - 24 * style.scale();
    if (QFontMetricsF(font).horizontalAdvance(text) > width) // its two halves on two lines
        text = inTwoLines(text);
    m_footer->setText(text);
}

std::optional<ChartHit> WaterfallChart::hitAt(QPointF position) const
{
    const WaterfallBar *bar = m_scene->barAt(position);
    if (!bar)
        return std::nullopt;
    const QString value = waterfallValueText(bar->value, m_unit, bar->anchor);
    QString text = QStringLiteral("<b>%1</b><br>%2").arg(bar->name.toHtmlEscaped(), value);
    if (!bar->folded.empty())
        return ChartHit{text + QStringLiteral("<br>") + WaterfallText::tr("Click: show each"), std::nullopt,
                        QStringLiteral("expand")};
    return ChartHit{text, Selected{Selected::Kind::loss, bar->id}, {}};
}

void WaterfallChart::act(const QString &action)
{
    if (action == QLatin1String("expand"))
        m_expanded = true;
    else if (action == QLatin1String("fold"))
        m_expanded = false;
    else if (action.startsWith(QLatin1String("unit:")))
        m_chosen = static_cast<WaterfallUnit>(action.mid(5).toInt());
}

QString WaterfallChart::dataText() const
{
    QString out = QStringLiteral("row\tkind\tvalue\n");
    for (const WaterfallBar &bar : m_scene->data().bars)
        out += QStringList{bar.name, bar.anchor ? QStringLiteral("anchor") : QStringLiteral("loss"),
                           qs(exactNumber(bar.value))}
                   .join(QLatin1Char('\t'))
               + QLatin1Char('\n');
    return out;
}

} // namespace

std::unique_ptr<Chart> makeWaterfallChart(QCustomPlot &plot)
{
    return std::make_unique<WaterfallChart>(plot);
}

QStringList waterfallUnitNames()
{
    return {WaterfallText::tr("MFU points"), WaterfallText::tr("ms"), WaterfallText::tr("% of step"),
            WaterfallText::tr("tokens/s/chip")};
}

} // namespace headroom
