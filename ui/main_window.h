#pragma once
// The one window: Inputs left, key figures and charts in the centre, tables below, Why on the right.

#include <QMainWindow>
#include <QMap>

#include "spec/scenario.h"
#include "ui/document/snapshot.h"

#include <memory>
#include <vector>

class QDockWidget;
class QLabel;
class QSplitter;
class QTabWidget;

namespace headroom {

class Appearance;
class CatalogActions;
struct ChartChoice;
class ChartPane;
struct ChartRow;
class ContractPage;
class Document;
class EvaluationRunner;
class FileActions;
class InputsPage;
class IssueBar;
class IssuesPage;
class KeyFigures;
class MeasuredPage;
class Menus;
class PhaseSwitch;
class SearchTools;
class Selection;
class Session;
class Studies;
class TablePage;
class TraceLoader;
class WhyPanel;

class MainWindow : public QMainWindow
{
    Q_OBJECT

public:
    explicit MainWindow(Scenario initial, QWidget *parent = nullptr);
    ~MainWindow() override;

    // Opens a project, model config or hardware description; shows a message when it cannot.
    bool openPath(const QString &path);

    Document &document() { return *m_document; }
    EvaluationRunner &runner() { return *m_runner; }
    Appearance &appearance() { return *m_appearance; }
    FileActions &files() { return *m_files; }
    Session &session() { return *m_session; }
    CatalogActions &catalog() { return *m_catalog; }
    TraceLoader &traces() { return *m_traces; }
    Studies &studies() { return *m_studies; }
    const std::vector<ChartPane *> &charts() const { return m_charts; }

    // What menus do.
    void exportChart(const QString &chart);
    void exportTable(); // the one in front
    void exportReport(); // asks for a file
    void copyChart();
    void fitCharts();
    void zoomBack();
    void focusPane(int number); // 1 Inputs, 2 Roofline, 3 Waterfall, 4 tables, 5 Why
    void focusFieldFilter();
    void focusTableFilter();
    void togglePin();
    void askWhyNot();
    void escape();
    void help();
    void about();
    void present(); // again: ends
    void openPalette();
    void showShortcuts();
    void showPreferences();
    void resetLayout();
    QDockWidget *inputsDock() { return m_inputsDock; }
    QDockWidget *tablesDock() { return m_tablesDock; }
    QDockWidget *whyDock() { return m_whyDock; }

protected:
    void closeEvent(QCloseEvent *event) override;
    void changeEvent(QEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void makeCentre();
    void makeDocks();
    void makeTables();
    ChartPane *newPane(const ChartRow &row, QWidget *parent);
    void connectParts();
    void connectTables();
    void showTables(const SnapshotPtr &snapshot);
    void retranslateTables();
    void showSnapshot(const SnapshotPtr &snapshot);
    void showPhase(const SnapshotPtr &snapshot);
    TablePage &plans() const; // of the phase
    void showCheckpoint(const SnapshotPtr &snapshot);
    void showMeasured(const SnapshotPtr &snapshot);
    void openMeasured();
    void showSelection();
    void showRow(std::optional<std::size_t> row);
    void applyPlan(std::size_t row);
    void applyServingPlan(std::size_t row);
    void maximise(ChartPane *pane);
    void note(const QString &text); // for a while, in the status bar
    void showMemoryUnit();
    void retranslate();
    void showTitle();
    void restoreLayout();
    void layOutAnew();
    void saveLayout() const;
    ChartPane *currentChart() const;
    QMap<QString, ChartChoice> choices() const; // what the charts show, by their keys

    Appearance *m_appearance;
    Document *m_document;
    Selection *m_selection;
    EvaluationRunner *m_runner;
    FileActions *m_files;
    Session *m_session;
    CatalogActions *m_catalog;
    TraceLoader *m_traces;
    Menus *m_menus = nullptr;
    InputsPage *m_inputs = nullptr;
    PhaseSwitch *m_phase = nullptr;
    KeyFigures *m_figures = nullptr;
    IssueBar *m_issueBar = nullptr;
    QSplitter *m_splitter = nullptr;
    std::vector<ChartPane *> m_charts;
    ChartPane *m_maximised = nullptr;
    QTabWidget *m_tables = nullptr;
    TablePage *m_configurations = nullptr;
    TablePage *m_servingPlans = nullptr; // in its place where the phase serves
    TablePage *m_operators = nullptr;
    TablePage *m_checkpoint = nullptr; // a tab only while there is one
    MeasuredPage *m_measured = nullptr; // likewise, with a trace
    QWidget *m_tabBeforeMeasured = nullptr; // where its tab goes back to
    ContractPage *m_contract = nullptr;
    IssuesPage *m_issues = nullptr;
    Studies *m_studies = nullptr;
    WhyPanel *m_why = nullptr;
    QDockWidget *m_inputsDock = nullptr;
    QDockWidget *m_tablesDock = nullptr;
    QDockWidget *m_whyDock = nullptr;
    SearchTools *m_search = nullptr, *m_servingSearch = nullptr;
    QByteArray m_firstState; // of the docks, before any was moved
};

} // namespace headroom
