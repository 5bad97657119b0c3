#pragma once
// A chart with its title, unit switch, "…" menu and, beside other charts, maximise button, and what the mouse does on it.

#include <QFrame>

#include "ui/charts/chart_table.h"
#include "ui/document/snapshot.h"

#include <vector>

class QCPAxisRect;
class QCustomPlot;
class QLabel;
class QMenu;
class QToolButton;

namespace headroom {

class AnnotationLayer;
class ChartCursor;
class ChartSwitches;
class Selection;

class ChartPane : public QFrame
{
    Q_OBJECT

public:
    ChartPane(const ChartRow &row, Selection &selection, QWidget *parent = nullptr);
    ~ChartPane() override;

    const ChartRow &row() const { return m_row; }
    void setSnapshot(SnapshotPtr snapshot);
    void setDark(bool dark);
    // The row of the search that the user looks at.
    void setRow(std::optional<std::size_t> row);
    // What a study found; `stale`: for an older input, dimmed.
    void setStudy(StudyContent study, bool stale);
    void redraw();
    void fit();
    void zoomBack();
    void clearIsolation();
    // As it is exported: on a light ground, with title and footer.
    void copyPicture() const;
    void copyData() const;
    void setMaximised(bool on);
    QCustomPlot &plot() { return *m_plot; }
    AnnotationLayer &annotations() { return *m_notes; }
    ChartStyle style() const;
    std::vector<ChartPoint> points() const { return m_chart->points(); }
    ChartCursor &cursor() { return *m_cursor; }
    const QString &cursorPoint() const; // empty: the arrow keys are at none
    // Shows what lies at a position, and returns it; hides it at none.
    QString readOut(std::optional<QPointF> position);
    QString textAt(QPointF position) const; // what readOut() would show
    void click(QPointF position);
    void replot();
    const ChartChoice &choice() const;

signals:
    void drawn(); // anew
    void exportRequested(const QString &chart);
    void maximiseToggled();
    void rowSelected(std::size_t row);  // of the search
    void rowActivated(std::size_t row);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void changeEvent(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    void addHeader();
    void retranslate();
    QCPAxisRect *mainRect() const;
    void rememberView();
    void act(const QString &action);

    const ChartRow &m_row;
    Selection &m_selection;
    SnapshotPtr m_snapshot;
    std::optional<std::size_t> m_searchRow;
    StudyContent m_study;
    bool m_studyStale = false;
    QCustomPlot *m_plot;
    std::unique_ptr<Chart> m_chart;
    QLabel *m_title;
    ChartSwitches *m_switches = nullptr;
    QToolButton *m_menuButton;
    QToolButton *m_maximise;
    QMenu *m_menu;
    QLabel *m_readout;
    AnnotationLayer *m_notes; // owned by the plot
    ChartCursor *m_cursor = nullptr;
    QPoint m_pressed;
    std::vector<std::array<double, 4>> m_views; // zoom history: ranges of both axes
    bool m_dark = false;
    bool m_maximised = false;
};

} // namespace headroom
