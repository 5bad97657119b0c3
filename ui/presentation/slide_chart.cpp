#include "ui/presentation/slide_chart.h"

#include "ui/charts/annotation_layer.h"
#include "ui/document/document.h"

#include <qcustomplot.h>

#include <QVBoxLayout>

namespace headroom {

SlideChart::SlideChart(const ChartRow &row, const SlideContent &content, QWidget *parent)
    : QWidget(parent)
    , m_annotations(annotationsOfChart(content.document.annotations(), row.key))
    , m_choice(content.choices.value(QString::fromUtf8(row.key)))
    , m_study(content.study)
    , m_plot(new QCustomPlot(this))
    , m_chart(row.make(*m_plot))
    , m_layer(new AnnotationLayer(*m_plot, *m_chart))
{
    m_plot->setFocusPolicy(Qt::NoFocus);
    m_plot->setAccessibleName(QCoreApplication::translate("Chart", row.title));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_plot);
}

SlideChart::~SlideChart() = default;

void SlideChart::show(SnapshotPtr snapshot, const ChartStyle &style)
{
    m_snapshot = std::move(snapshot);
    m_style = style;
    redraw();
}

// The layout of some charts follows the size of the plot, which it has only after the resize.
void SlideChart::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    QMetaObject::invokeMethod(this, &SlideChart::redraw, Qt::QueuedConnection);
}

void SlideChart::redraw()
{
    if (!m_snapshot || !m_snapshot->estimate)
        return;
    ChartContent content;
    content.estimate = m_snapshot->estimate.get();
    content.baseline = m_snapshot->baseline.get();
    content.gap = m_snapshot->gap ? &m_snapshot->gap->gap : nullptr;
    content.stale = m_snapshot->stale;
    content.searching = m_snapshot->searching;
    content.choice = m_choice;
    content.search = m_snapshot->search.get();
    content.study = m_study;
    content.served = m_snapshot->served.get();
    content.servedSearch = m_snapshot->servedSearch.get();
    m_chart->show(content, m_style);
    m_layer->setContent(m_annotations, m_style);
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

} // namespace headroom
