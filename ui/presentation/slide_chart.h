#pragma once
// A chart in the size of a slide, without menus.

#include <QWidget>

#include "ui/presentation/slides.h"

class QCustomPlot;

namespace headroom {

class AnnotationLayer;

class SlideChart : public QWidget
{
    Q_OBJECT

public:
    SlideChart(const ChartRow &row, const SlideContent &content, QWidget *parent);
    ~SlideChart() override;

    void show(SnapshotPtr snapshot, const ChartStyle &style);
    using QWidget::show;

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void redraw();

    SnapshotPtr m_snapshot;
    ChartAnnotations m_annotations; // of this chart
    ChartChoice m_choice;
    StudyContent m_study;
    ChartStyle m_style;
    QCustomPlot *m_plot;
    std::unique_ptr<Chart> m_chart;
    AnnotationLayer *m_layer; // owned by the plot
};

} // namespace headroom
