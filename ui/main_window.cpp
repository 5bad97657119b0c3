#include "ui/main_window.h"

#include "ui/appearance.h"
#include "ui/catalog_actions.h"
#include "ui/document/catalog_folder.h"
#include "ui/document/document.h"
#include "ui/document/evaluation_runner.h"
#include "ui/document/selection.h"
#include "ui/document/trace_loader.h"
#include "ui/export/export_dialog.h"
#include "ui/file_actions.h"
#include "ui/issue_bar.h"
#include "ui/menus.h"
#include "ui/pages/chart_notes.h"
#include "ui/pages/chart_pane.h"
#include "ui/pages/inputs_page.h"
#include "ui/pages/issues_page.h"
#include "ui/pages/key_figures.h"
#include "ui/models/table_model.h"
#include "ui/pages/measured_page.h"
#include "ui/pages/phase_switch.h"
#include "ui/pages/studies.h"
#include "ui/pages/table_page.h"
#include "ui/session/session.h"
#include "ui/why_panel.h"

#include <QApplication>
#include <QCoreApplication>
#include <QDockWidget>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QSplitter>
#include <QStatusBar>
#include <QVBoxLayout>

namespace headroom {

namespace {
constexpr int noteTime = 8000; // ms
} // namespace

MainWindow::MainWindow(Scenario initial, QWidget *parent)
    : QMainWindow(parent)
    , m_appearance(new Appearance(this))
    , m_document(new Document(std::move(initial), this))
    , m_selection(new Selection(this))
    , m_runner(new EvaluationRunner(*m_document, this))
    , m_files(new FileActions(*m_document, this))
    , m_session(new Session(*m_document, *m_files, this))
    , m_catalog(new CatalogActions(*m_document, userCatalogFolder(), this))
    , m_traces(new TraceLoader(this))
{
    setWindowIcon(QIcon(QStringLiteral(":/icons/headroom.svg")));
    setAcceptDrops(true);
    setDockOptions(QMainWindow::AnimatedDocks | QMainWindow::AllowNestedDocks | QMainWindow::AllowTabbedDocks);
    makeCentre();
    makeTables();
    makeDocks();
    m_menus = new Menus(*this);
    connectParts();
    retranslate();
    restoreLayout();
    showSnapshot(m_runner->snapshot());
    // Undo belongs to the document, also while a line edit has the focus.
    qApp->installEventFilter(this);
}

MainWindow::~MainWindow()
{
    qApp->removeEventFilter(this);
}

void MainWindow::note(const QString &text)
{
    statusBar()->showMessage(text, noteTime);
}

void MainWindow::makeCentre()
{
    auto *centre = new QWidget(this);
    auto *column = new QVBoxLayout(centre);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_phase = new PhaseSwitch(*m_document, *m_runner, centre);
    m_figures = new KeyFigures(*m_selection, centre);
    m_issueBar = new IssueBar(*m_document, centre);
    m_splitter = new QSplitter(Qt::Horizontal, centre);
    m_splitter->setChildrenCollapsible(false);
    for (const ChartRow &row : chartTable())
        if (row.central)
            m_splitter->addWidget(newPane(row, m_splitter));
    m_splitter->setStretchFactor(0, 11);
    m_splitter->setStretchFactor(1, 9);
    auto *strip = new QHBoxLayout;
    strip->setSpacing(0);
    strip->addWidget(m_phase, 0, Qt::AlignTop);
    strip->addWidget(m_figures, 1);
    column->addLayout(strip);
    column->addWidget(m_issueBar);
    column->addWidget(m_splitter, 1);
    setCentralWidget(centre);
}

ChartPane *MainWindow::newPane(const ChartRow &row, QWidget *parent)
{
    auto *pane = new ChartPane(row, *m_selection, parent);
    pane->setDark(m_appearance->isDark());
    new ChartNotes(*m_document, *pane);
    connect(pane, &ChartPane::exportRequested, this, &MainWindow::exportChart);
    connect(pane, &ChartPane::maximiseToggled, this, [this, pane] { maximise(m_maximised ? nullptr : pane); });
    m_charts.push_back(pane);
    return pane;
}

void MainWindow::makeDocks()
{
    const auto dock = [this](const char *name, QWidget *content, Qt::DockWidgetArea area) {
        auto *out = new QDockWidget(this);
        out->setObjectName(QString::fromUtf8(name));
        out->setWidget(content);
        addDockWidget(area, out);
        return out;
    };
    m_inputs = new InputsPage(*m_document, this);
    m_inputs->setMinimumWidth(300);
    m_inputs->addPresetMenus(*m_catalog);
    m_why = new WhyPanel(*m_selection, this);
    m_inputsDock = dock("inputs", m_inputs, Qt::LeftDockWidgetArea);
    m_tablesDock = dock("tables", m_tables, Qt::BottomDockWidgetArea);
    m_whyDock = dock("why", m_why, Qt::RightDockWidgetArea);
    m_tablesDock->setTitleBarWidget(new QWidget(m_tablesDock)); // its tabs say what it is
    setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
}

void MainWindow::connectParts()
{
    connect(m_runner, &EvaluationRunner::snapshotChanged, this, &MainWindow::showSnapshot);
    connect(m_document, &Document::historyChanged, m_menus, &Menus::refresh);
    connect(m_document, &Document::baselineChanged, m_menus, &Menus::refresh);
    connect(m_document, &Document::fileChanged, this, &MainWindow::showTitle);
    connect(m_document, &Document::devicesFollowed, this, [this](const QString &what) { note(tr("With the devices: %1").arg(what)); });
    connect(m_appearance, &Appearance::themeChanged, this, [this] {
        for (ChartPane *pane : m_charts)
            pane->setDark(m_appearance->isDark());
        m_menus->refresh();
    });
    connect(m_appearance, &Appearance::memoryUnitChanged, this, &MainWindow::showMemoryUnit);
    connect(m_issueBar, &IssueBar::fieldRequested, m_inputs, &InputsPage::focusField);
    connect(m_issues, &IssuesPage::fieldRequested, m_inputs, &InputsPage::focusField);
    connect(m_why, &WhyPanel::fieldRequested, m_inputs, &InputsPage::focusField);
    connect(m_files, &FileActions::noted, this, &MainWindow::note);
    connect(m_session, &Session::noted, this, &MainWindow::note);
    connect(m_catalog, &CatalogActions::noted, this, &MainWindow::note);
    connect(m_catalog, &CatalogActions::openRequested, m_files, &FileActions::openPath);
    connect(m_files, &FileActions::tracesRequested, m_traces, &TraceLoader::load);
    connect(m_measured, &MeasuredPage::noted, this, &MainWindow::note);
    connect(m_traces, &TraceLoader::progressed, this, &MainWindow::openMeasured);
    connect(m_traces, &TraceLoader::loaded, m_document, &Document::setTrace);
    connect(m_traces, &TraceLoader::failed, m_files, &FileActions::reportTrace);
    connect(m_traces, &TraceLoader::cancelled, this, [this] { showMeasured(m_runner->snapshot()); });
    connect(m_traces, &TraceLoader::failed, this, [this] { showMeasured(m_runner->snapshot()); });
    connectTables();
}

void MainWindow::showSnapshot(const SnapshotPtr &snapshot)
{
    m_phase->setSnapshot(snapshot);
    showPhase(snapshot); // first: no chart is asked for what it does not show
    m_figures->setSnapshot(snapshot);
    m_issueBar->setSnapshot(snapshot);
    m_why->setSnapshot(snapshot);
    for (ChartPane *pane : m_charts)
        pane->setSnapshot(snapshot);
    showTables(snapshot);
}

void MainWindow::showMemoryUnit()
{
    for (ChartPane *pane : m_charts) {
        pane->redraw();
        pane->fit(); // its axis has other numbers
    }
    for (TablePage *page : findChildren<TablePage *>())
        page->model().headerDataChanged(Qt::Horizontal, 0, page->model().columnCount() - 1);
    showSnapshot(m_runner->snapshot());
}

void MainWindow::retranslate()
{
    m_inputsDock->setWindowTitle(tr("Inputs"));
    m_tablesDock->setWindowTitle(tr("Tables"));
    m_whyDock->setWindowTitle(tr("Why"));
    retranslateTables();
    m_menus->retranslate();
    showTitle();
    showSnapshot(m_runner->snapshot());
}

void MainWindow::showTitle()
{
    const QString name = m_document->path().isEmpty() ? tr("Untitled") : QFileInfo(m_document->path()).fileName();
    setWindowTitle(QStringLiteral("%1[*] – Headroom").arg(name));
    setWindowModified(m_document->isModified());
}

ChartPane *MainWindow::currentChart() const
{
    for (ChartPane *pane : m_charts)
        if (pane == m_maximised || pane->isAncestorOf(QApplication::focusWidget()))
            return pane;
    return m_charts.front();
}

bool MainWindow::openPath(const QString &path)
{
    return m_files->openPath(path);
}

void MainWindow::exportChart(const QString &chart)
{
    const SnapshotPtr snapshot = m_runner->snapshot();
    if (!snapshot->estimate)
        return;
    ExportDialog dialog(snapshot, chart.isEmpty() ? QString::fromUtf8(currentChart()->row().key) : chart, choices(), m_studies->found(),
                        m_document->annotations(), this);
    dialog.exec();
}

QMap<QString, ChartChoice> MainWindow::choices() const
{
    QMap<QString, ChartChoice> out;
    for (const ChartPane *pane : m_charts)
        if (pane->row().shows(m_document->scenario().run.phase)) // others have the same keys
            out.insert(QString::fromUtf8(pane->row().key), pane->choice());
    return out;
}

void MainWindow::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange && m_menus)
        retranslate();
    QMainWindow::changeEvent(event);
}

} // namespace headroom
