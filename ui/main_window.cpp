#include "ui/main_window.h"

#include "report/checkpoint_report.h"
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
#include "ui/models/table_model.h"
#include "ui/models/tables.h"
#include "ui/pages/chart_pane.h"
#include "ui/pages/contract_page.h"
#include "ui/pages/inputs_page.h"
#include "ui/pages/issues_page.h"
#include "ui/pages/key_figures.h"
#include "ui/pages/measured_page.h"
#include "ui/pages/search_tools.h"
#include "ui/pages/table_page.h"
#include "ui/text.h"
#include "ui/why_panel.h"

#include <QApplication>
#include <QCloseEvent>
#include <QCoreApplication>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QMessageBox>
#include <QMimeData>
#include <QScreen>
#include <QSettings>
#include <QSplitter>
#include <QStatusBar>
#include <QTabWidget>
#include <QTableView>
#include <QVBoxLayout>

namespace headroom {

namespace {
constexpr int layoutVersion = 1;
constexpr QSize largestFirst(1920, 1080); // of the window at first start
constexpr int inputsWidth = 340;
constexpr int whyWidth = 380;
constexpr int whyFrom = 1800;  // window width from which Why is open at first
constexpr int noteTime = 8000; // ms
constexpr int summaryLines = 6;
} // namespace

MainWindow::MainWindow(Scenario initial, QWidget *parent)
    : QMainWindow(parent)
    , m_appearance(new Appearance(this))
    , m_document(new Document(std::move(initial), this))
    , m_selection(new Selection(this))
    , m_runner(new EvaluationRunner(*m_document, this))
    , m_files(new FileActions(*m_document, this))
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

void MainWindow::makeCentre()
{
    auto *centre = new QWidget(this);
    auto *column = new QVBoxLayout(centre);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_figures = new KeyFigures(*m_selection, centre);
    m_issueBar = new IssueBar(*m_document, centre);
    m_splitter = new QSplitter(Qt::Horizontal, centre);
    m_splitter->setChildrenCollapsible(false);
    for (const ChartRow &row : chartTable())
        if (row.central)
            m_splitter->addWidget(newPane(row, m_splitter));
    m_splitter->setStretchFactor(0, 11);
    m_splitter->setStretchFactor(1, 9);
    column->addWidget(m_figures);
    column->addWidget(m_issueBar);
    column->addWidget(m_splitter, 1);
    setCentralWidget(centre);
}

ChartPane *MainWindow::newPane(const ChartRow &row, QWidget *parent)
{
    auto *pane = new ChartPane(row, *m_selection, parent);
    pane->setDark(m_appearance->isDark());
    connect(pane, &ChartPane::exportRequested, this, &MainWindow::exportChart);
    connect(pane, &ChartPane::maximiseToggled, this, [this, pane] { maximise(m_maximised ? nullptr : pane); });
    m_charts.push_back(pane);
    return pane;
}

void MainWindow::makeTables()
{
    m_tables = new QTabWidget(this);
    m_tables->setDocumentMode(true);
    m_configurations = new TablePage(configurationsTable(), m_tables);
    m_operators = new TablePage(operatorsTable(), m_tables);
    m_operators->sortBy("share", Qt::DescendingOrder); // what costs most comes first
    m_contract = new ContractPage(m_tables);
    m_issues = new IssuesPage(*m_document, m_tables);
    std::vector<QWidget *> pages{m_configurations, m_operators};
    for (const ChartRow &row : chartTable())
        if (!row.central)
            pages.push_back(newPane(row, m_tables));
    pages.insert(pages.end(), {m_contract, m_issues});
    for (QWidget *page : pages)
        m_tables->addTab(page, QString());
    m_checkpoint = new TablePage(checkpointTable(), m_tables);
    m_checkpoint->hide();
    m_measured = new MeasuredPage(*m_document, *m_traces, m_tables);
    m_measured->hide();
    m_search = new SearchTools(*m_document, *m_runner, *m_configurations);
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
    connect(m_appearance, &Appearance::themeChanged, this, [this] {
        for (ChartPane *pane : m_charts)
            pane->setDark(m_appearance->isDark());
        m_menus->refresh();
    });
    connect(m_issueBar, &IssueBar::fieldRequested, m_inputs, &InputsPage::focusField);
    connect(m_issues, &IssuesPage::fieldRequested, m_inputs, &InputsPage::focusField);
    connect(m_why, &WhyPanel::fieldRequested, m_inputs, &InputsPage::focusField);
    const auto note = [this](const QString &text) { statusBar()->showMessage(text, noteTime); };
    connect(m_files, &FileActions::noted, this, note);
    connect(m_catalog, &CatalogActions::noted, this, note);
    connect(m_catalog, &CatalogActions::openRequested, m_files, &FileActions::openPath);
    connect(m_files, &FileActions::traceRequested, m_traces, &TraceLoader::load);
    connect(m_measured, &MeasuredPage::noted, this, note);
    connect(m_traces, &TraceLoader::progressed, this, &MainWindow::openMeasured);
    connect(m_traces, &TraceLoader::loaded, m_document, &Document::setTrace);
    connect(m_traces, &TraceLoader::failed, m_files, &FileActions::reportTrace);
    connect(m_traces, &TraceLoader::cancelled, this, [this] { showMeasured(m_runner->snapshot()); });
    connect(m_traces, &TraceLoader::failed, this, [this] { showMeasured(m_runner->snapshot()); });
    connect(m_selection, &Selection::changed, this, &MainWindow::showSelection);
    connect(m_operators, &TablePage::rowSelected, this, [this](const QString &key) {
        m_selection->select({Selected::Kind::op, key.toStdString()});
    });
    connect(m_configurations, &TablePage::rowActivated, this, &MainWindow::applyPlan);
    for (ChartPane *pane : m_charts) {
        connect(pane, &ChartPane::rowActivated, this, &MainWindow::applyPlan);
        connect(pane, &ChartPane::rowSelected, this, [this](std::size_t row) {
            m_configurations->selectSource(row);
            showRow(row);
        });
    }
    connect(m_configurations, &TablePage::rowSelected, this, [this] { showRow(m_configurations->currentSource()); });
}

void MainWindow::showSnapshot(const SnapshotPtr &snapshot)
{
    m_figures->setSnapshot(snapshot);
    m_issueBar->setSnapshot(snapshot);
    m_configurations->setSnapshot(snapshot);
    for (ChartPane *pane : m_charts)
        pane->setSnapshot(snapshot);
    showRow(m_configurations->currentSource());
    m_operators->setSnapshot(snapshot);
    m_contract->setSnapshot(snapshot);
    m_issues->setSnapshot(snapshot);
    m_why->setSnapshot(snapshot);
    m_search->setSnapshot(snapshot);
    showCheckpoint(snapshot);
    showMeasured(snapshot);
    const std::size_t issues = snapshot->issues.size();
    m_tables->setTabText(m_tables->indexOf(m_issues), issues == 0 ? tr("Issues") : tr("Issues (%1)").arg(issues));
}

// The tab comes, in front, with the first checkpoint.
void MainWindow::showCheckpoint(const SnapshotPtr &snapshot)
{
    const bool wanted = snapshot->checkpoint || !snapshot->checkpointIssues.empty();
    int tab = m_tables->indexOf(m_checkpoint);
    if (!wanted && tab >= 0)
        m_tables->removeTab(tab);
    m_checkpoint->setSnapshot(snapshot);
    if (!wanted)
        return;
    QStringList lines;
    if (snapshot->checkpoint)
        for (const Message &message : reconciliationSummary(*snapshot->checkpoint))
            lines << messageText(message);
    for (const Issues *issues :
         {&snapshot->checkpointIssues, snapshot->checkpoint ? &snapshot->checkpoint->notes : nullptr})
        if (issues)
            for (const Issue &issue : *issues)
                lines << (issue.field.empty() ? QString() : qs(issue.field) + QStringLiteral(": ")) + issueText(issue);
    m_checkpoint->setSummary(lines.mid(0, summaryLines));
    const std::size_t wrong = snapshot->checkpoint ? snapshot->checkpoint->unexplained() : 0;
    const QString title = wrong == 0 ? tr("Checkpoint") : tr("Checkpoint (%1)").arg(wrong);
    if (tab < 0) {
        tab = m_tables->addTab(m_checkpoint, title);
        m_tables->setCurrentIndex(tab);
        m_tablesDock->show();
    }
    m_tables->setTabText(tab, title);
}

void MainWindow::openMeasured()
{
    if (m_tables->indexOf(m_measured) >= 0)
        return;
    m_tabBeforeMeasured = m_tables->currentWidget();
    m_tables->setCurrentIndex(m_tables->addTab(m_measured, tr("Measured run")));
    m_tablesDock->show();
}

// The tab is there while a trace is read or open.
void MainWindow::showMeasured(const SnapshotPtr &snapshot)
{
    const int tab = m_tables->indexOf(m_measured);
    if (!snapshot->trace && !m_traces->isLoading() && tab >= 0) {
        if (m_tables->currentWidget() == m_measured)
            m_tables->setCurrentWidget(m_tabBeforeMeasured);
        m_tables->removeTab(tab);
    }
    if (snapshot->trace)
        openMeasured();
    m_measured->setSnapshot(snapshot);
    if (tab >= 0)
        m_tables->setTabText(m_tables->indexOf(m_measured), tr("Measured run"));
}

// The row of the configurations that the user looks at, in every chart that shows them.
void MainWindow::showRow(std::optional<std::size_t> row)
{
    for (ChartPane *pane : m_charts)
        pane->setRow(row);
}

void MainWindow::showSelection()
{
    if (m_selection->current().kind == Selected::Kind::op)
        m_operators->selectKey(qs(m_selection->current().key));
}

void MainWindow::applyPlan(std::size_t row)
{
    const auto search = m_runner->snapshot()->search;
    if (!search || row >= search->rows.size())
        return;
    const SearchRow &chosen = search->rows[row];
    m_document->applyPlan(chosen.plan,
                          chosen.globalBatch > 0 ? chosen.globalBatch : m_document->scenario().run.globalBatch,
                          planText(chosen.plan));
    statusBar()->showMessage(tr("Plan applied: %1").arg(planText(chosen.plan)), noteTime);
}

void MainWindow::maximise(ChartPane *pane)
{
    m_maximised = pane;
    for (ChartPane *each : m_charts) {
        if (!each->row().central)
            continue;
        each->setVisible(!pane || each == pane);
        each->setMaximised(each == pane);
    }
}

void MainWindow::retranslate()
{
    m_inputsDock->setWindowTitle(tr("Inputs"));
    m_tablesDock->setWindowTitle(tr("Tables"));
    m_whyDock->setWindowTitle(tr("Why"));
    for (const TablePage *page : {m_configurations, m_operators})
        m_tables->setTabText(m_tables->indexOf(page), QCoreApplication::translate("Table", page->title()));
    for (const ChartPane *pane : m_charts)
        if (const int tab = m_tables->indexOf(pane); tab >= 0)
            m_tables->setTabText(tab, QCoreApplication::translate("Chart", pane->row().tab));
    m_tables->setTabText(m_tables->indexOf(m_contract), tr("Contract"));
    m_search->retranslate();
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
    QMap<QString, ChartChoice> choices;
    for (const ChartPane *pane : m_charts)
        choices.insert(QString::fromUtf8(pane->row().key), pane->choice());
    ExportDialog dialog(snapshot, chart.isEmpty() ? QString::fromUtf8(currentChart()->row().key) : chart, choices, this);
    dialog.exec();
}

void MainWindow::restoreLayout()
{
    const QSettings settings;
    const QSize available = screen() ? screen()->availableSize() : QSize(1440, 900);
    resize((available * 0.94).boundedTo(largestFirst));
    restoreGeometry(settings.value(QStringLiteral("geometry")).toByteArray());
    if (restoreState(settings.value(QStringLiteral("layout")).toByteArray(), layoutVersion))
        return;
    m_whyDock->setVisible(width() >= whyFrom);
    resizeDocks({m_inputsDock, m_whyDock}, {inputsWidth, whyWidth}, Qt::Horizontal);
    resizeDocks({m_tablesDock}, {height() * 29 / 100}, Qt::Vertical);
}

void MainWindow::saveLayout() const
{
    QSettings settings;
    settings.setValue(QStringLiteral("geometry"), saveGeometry());
    settings.setValue(QStringLiteral("layout"), saveState(layoutVersion));
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    if (!m_files->mayDiscard())
        return event->ignore();
    saveLayout();
    event->accept();
}

void MainWindow::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange && m_menus)
        retranslate();
    QMainWindow::changeEvent(event);
}

} // namespace headroom
