#pragma once
// A plan over the values of one or two fields, over numbers of devices, and at half and double of what is usually changed. Whatever of
// it is looked at is kept up with every edit.

#include <QWidget>

#include "ui/charts/chart.h"
#include "ui/document/snapshot.h"
#include "ui/document/study.h"

#include <QTimer>

class QComboBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QTabWidget;

namespace headroom {

class ChartPane;
class Document;
class SweepAxisEdit;
class TablePage;

class SweepPage : public QWidget
{
    Q_OBJECT

public:
    // The panes show the charts "sweep" and "scaling"; the page takes them.
    SweepPage(Document &document, ChartPane *sweepPane, ChartPane *scalingPane, QWidget *parent = nullptr);

    enum class Part { sweep, scaling, trend };
    void setSnapshot(const SnapshotPtr &snapshot);
    void showPart(Part part);
    StudyContent found() const;
    StudyContent foundNow() const; // what of it is of the present input
    void retranslate();
    SweepAxisEdit &xAxis() { return *m_x; }
    SweepAxisEdit &yAxis() { return *m_y; }

signals:
    void noted(const QString &text);

protected:
    void showEvent(QShowEvent *event) override;

private:
    void makeHead();
    QWidget *makeScaling(ChartPane *pane);
    void request(); // soon
    void run();
    void runSweep();
    void runScaling();
    void runTrend();
    void applyCell(std::size_t cell);
    void applyPoint(std::size_t row);
    void applyTrend(std::size_t row);
    void showRunning(bool running);
    void report(const Issues &issues);
    void refresh();
    Part part() const;
    Figure figure() const;
    bool current(const ScenarioPtr &of) const { return m_snapshot && m_snapshot->input == of; }

    Document &m_document;
    SweepAxisEdit *m_x, *m_y;
    QComboBox *m_figure, *m_kind, *m_plans;
    QLabel *m_xName, *m_yName, *m_status;
    QProgressBar *m_progress;
    QPushButton *m_cancel;
    QTabWidget *m_tabs;
    ChartPane *m_sweepPane, *m_scalingPane;
    TablePage *m_scalingTable = nullptr, *m_trendTable = nullptr;
    SnapshotPtr m_snapshot;
    QTimer m_soon;
    std::shared_ptr<const Sweep> m_sweep;
    std::shared_ptr<const Scaling> m_scaling;
    std::shared_ptr<const Trend> m_trend;
    ScenarioPtr m_sweepOf, m_scalingOf, m_trendOf, m_asked; // whose the results are, and whose is being looked at
    std::optional<Part> m_askedPart;
    Study<Sweep> m_sweepStudy;
    Study<Scaling> m_scalingStudy;
    Study<Trend> m_trendStudy;
};

} // namespace headroom
