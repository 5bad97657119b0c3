// The tabs below the charts: what they hold, and which of them come and go.

#include "ui/main_window.h"

#include "report/checkpoint_report.h"
#include "ui/document/document.h"
#include "ui/document/evaluation_runner.h"
#include "ui/document/selection.h"
#include "ui/document/trace_loader.h"
#include "ui/models/table_model.h"
#include "ui/models/tables.h"
#include "ui/pages/chart_pane.h"
#include "ui/pages/contract_page.h"
#include "ui/pages/inputs_page.h"
#include "ui/pages/issues_page.h"
#include "ui/pages/measured_page.h"
#include "ui/pages/search_tools.h"
#include "ui/pages/studies.h"
#include "ui/pages/table_page.h"
#include "ui/text.h"

#include <QCoreApplication>
#include <QDockWidget>
#include <QTabWidget>
#include <QTableView>

namespace headroom {

namespace {
constexpr int summaryLines = 6;
} // namespace

void MainWindow::makeTables()
{
    m_tables = new QTabWidget(this);
    m_tables->setDocumentMode(true);
    m_configurations = new TablePage(configurationsTable(), m_tables);
    m_servingPlans = new TablePage(servingPlansTable(), m_tables);
    m_operators = new TablePage(operatorsTable(), m_tables);
    m_operators->sortBy("share", Qt::DescendingOrder); // what costs most comes first
    m_contract = new ContractPage(m_tables);
    m_contract->setObjectName(QStringLiteral("contract"));
    m_issues = new IssuesPage(*m_document, m_tables);
    m_issues->setObjectName(QStringLiteral("issues"));
    std::vector<QWidget *> pages{m_configurations, m_servingPlans, m_operators};
    for (const ChartRow &row : chartTable())
        if (!row.central && !row.ofStudy)
            pages.push_back(newPane(row, m_tables));
    pages.insert(pages.end(), {m_contract, m_issues});
    for (QWidget *page : pages)
        m_tables->addTab(page, QString());
    m_studies = new Studies(*m_document, *m_tables, [this](const ChartRow &row, QWidget *parent) { return newPane(row, parent); }, this);
    m_checkpoint = new TablePage(checkpointTable(), m_tables);
    m_checkpoint->hide();
    m_measured = new MeasuredPage(*m_document, *m_traces, *m_runner, m_tables);
    m_measured->hide();
    m_search = new SearchTools(*m_document, *m_runner, *m_configurations);
    m_servingSearch = new SearchTools(*m_document, *m_runner, *m_servingPlans);
}

void MainWindow::connectTables()
{
    connect(m_selection, &Selection::changed, this, &MainWindow::showSelection);
    connect(m_operators, &TablePage::rowSelected, this, [this](const QString &key) {
        m_selection->select({Selected::Kind::op, key.toStdString()});
    });
    connect(m_studies, &Studies::fieldRequested, m_inputs, &InputsPage::focusField);
    connect(m_studies, &Studies::noted, this, &MainWindow::note);
    connect(m_studies, &Studies::shown, m_tablesDock, &QDockWidget::show);
    for (const TablePage *page : {m_configurations, m_servingPlans}) {
        connect(page, &TablePage::rowActivated, this, &MainWindow::applyPlan);
        connect(page, &TablePage::rowSelected, this, [this] { showRow(plans().currentSource()); });
    }
    for (ChartPane *pane : m_charts) {
        if (pane->row().ofStudy)
            continue;
        connect(pane, &ChartPane::rowActivated, this, &MainWindow::applyPlan);
        connect(pane, &ChartPane::rowSelected, this, [this](std::size_t row) {
            plans().selectSource(row);
            showRow(row);
        });
    }
}

TablePage &MainWindow::plans() const
{
    return m_runner->snapshot()->served ? *m_servingPlans : *m_configurations;
}

// Tabs that the phase has nothing for are away; what is in front gives way to what shows the same of the phase.
void MainWindow::showPhase(const SnapshotPtr &snapshot)
{
    const RunPhase phase = snapshot->served ? snapshot->served->estimate.scenario.run.phase : RunPhase::training;
    const QWidget *front = m_tables->currentWidget();
    const bool plansInFront = front == m_configurations || front == m_servingPlans;
    m_tables->setTabVisible(m_tables->indexOf(m_configurations), phase == RunPhase::training);
    m_tables->setTabVisible(m_tables->indexOf(m_servingPlans), phase != RunPhase::training);
    if (plansInFront)
        m_tables->setCurrentWidget(phase == RunPhase::training ? m_configurations : m_servingPlans);
    for (ChartPane *pane : m_charts) {
        const int tab = m_tables->indexOf(pane);
        if (tab < 0)
            continue;
        m_tables->setTabVisible(tab, pane->row().shows(phase));
        const auto *other = qobject_cast<const ChartPane *>(front);
        if (other && other != pane && pane->row().shows(phase) && qstrcmp(other->row().key, pane->row().key) == 0)
            m_tables->setCurrentIndex(tab);
    }
}

void MainWindow::showTables(const SnapshotPtr &snapshot)
{
    m_configurations->setSnapshot(snapshot);
    m_servingPlans->setSnapshot(snapshot);
    showRow(plans().currentSource());
    m_operators->setSnapshot(snapshot);
    m_contract->setSnapshot(snapshot);
    m_issues->setSnapshot(snapshot);
    m_search->setSnapshot(snapshot);
    m_studies->setSnapshot(snapshot);
    m_servingSearch->setSnapshot(snapshot);
    showCheckpoint(snapshot);
    showMeasured(snapshot);
    const std::size_t issues = snapshot->issues.size();
    m_tables->setTabText(m_tables->indexOf(m_issues), issues == 0 ? tr("Issues") : tr("Issues (%1)").arg(issues));
}

void MainWindow::retranslateTables()
{
    for (const TablePage *page : {m_configurations, m_servingPlans, m_operators})
        m_tables->setTabText(m_tables->indexOf(page), QCoreApplication::translate("Table", page->title()));
    for (const ChartPane *pane : m_charts)
        if (const int tab = m_tables->indexOf(pane); tab >= 0)
            m_tables->setTabText(tab, QCoreApplication::translate("Chart", pane->row().tab));
    m_tables->setTabText(m_tables->indexOf(m_contract), tr("Contract"));
    m_search->retranslate();
    m_studies->retranslate();
    m_servingSearch->retranslate();
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
    if (m_runner->snapshot()->served)
        return applyServingPlan(row);
    const auto search = m_runner->snapshot()->search;
    if (!search || row >= search->rows.size())
        return;
    const SearchRow &chosen = search->rows[row];
    m_document->applyPlan(chosen.plan,
                          chosen.globalBatch > 0 ? chosen.globalBatch : m_document->scenario().run.globalBatch,
                          planText(chosen.plan));
    note(tr("Plan applied: %1").arg(planText(chosen.plan)));
}

void MainWindow::applyServingPlan(std::size_t row)
{
    const auto search = m_runner->snapshot()->servedSearch;
    if (!search || row >= search->rows.size())
        return;
    const ServingRow &chosen = search->rows[row];
    const QString text = servingPlanText(chosen);
    m_document->applyServingPlan(chosen.plan, chosen.batch, text);
    note(tr("Plan applied: %1").arg(text));
}

} // namespace headroom
