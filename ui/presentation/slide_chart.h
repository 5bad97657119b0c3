#pragma once
// A chart in the size of a slide, without menus.

#include <QWidget>

#include "ui/charts/chart_table.h"
#include "ui/document/snapshot.h"

class QCustomPlot;

namespace headroom {

class SlideChart : public QWidget
{
    Q_OBJECT

public:
    SlideChart(const ChartRow &row, ChartChoice choice, QWidget *parent);
    ~SlideChart() override;

    void show(SnapshotPtr snapshot, const ChartStyle &style);
    using QWidget::show;

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void redraw();

    SnapshotPtr m_snapshot;
    ChartChoice m_choice;
    ChartStyle m_style;
    QCustomPlot *m_plot;
    std::unique_ptr<Chart> m_chart;
};

} // namespace headroom
