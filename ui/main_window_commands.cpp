// What the menus, shortcuts and drops of the window do.

#include "ui/main_window.h"

#include "report/report.h"
#include "ui/appearance.h"
#include "ui/commands/palette.h"
#include "ui/commands/shortcut_dialog.h"
#include "ui/document/document.h"
#include "ui/document/evaluation_runner.h"
#include "ui/document/trace_loader.h"
#include "ui/export/export_tables.h"
#include "ui/export/result_sheets.h"
#include "ui/export/save_table.h"
#include "ui/file_actions.h"
#include "ui/help/help_text.h"
#include "ui/help/help_window.h"
#include "ui/menus.h"
#include "ui/pages/chart_pane.h"
#include "ui/pages/contract_page.h"
#include "ui/pages/inputs_page.h"
#include "ui/pages/issues_page.h"
#include "ui/pages/measured_page.h"
#include "ui/pages/search_tools.h"
#include "ui/pages/studies.h"
#include "ui/pages/table_page.h"
#include "ui/presentation/presentation.h"
#include "ui/session/preferences_dialog.h"
#include "ui/text.h"
#include "ui/why_panel.h"

#include <qcustomplot.h>

#include <QDockWidget>
#include <QDragEnterEvent>
#include <QKeyEvent>
#include <QMessageBox>
#include <QMimeData>
#include <QTabWidget>
#include <QTableView>
#include <QTimer>

namespace headroom {

void MainWindow::copyChart()
{
    currentChart()->copyPicture();
}

void MainWindow::exportTable()
{
    QWidget *page = m_tables->currentWidget();
    if (auto *table = qobject_cast<TablePage *>(page))
        table->save();
    else if (page == m_measured)
        m_measured->operators().save();
    else if (auto *pane = qobject_cast<ChartPane *>(page))
        exportChart(QString::fromUtf8(pane->row().key));
    else if (page == m_contract)
        m_contract->save();
    else if (page == m_issues)
        saveTable(withNotes(issueSheet(m_runner->snapshot()->issues), *m_runner->snapshot()), QStringLiteral("issues"), this);
}

void MainWindow::exportReport()
{
    Snapshot snapshot = *m_runner->snapshot();
    snapshot.annotations = m_document->annotations();
    if (snapshot.estimate)
        saveReport(snapshot, this);
}

void MainWindow::fitCharts()
{
    for (ChartPane *pane : m_charts)
        pane->fit();
}

void MainWindow::zoomBack()
{
    currentChart()->zoomBack();
}

void MainWindow::focusPane(int number)
{
    const auto reveal = [](QDockWidget *dock) {
        dock->show();
        dock->raise();
    };
    switch (number) {
    case 1:
        reveal(m_inputsDock);
        m_inputs->focusFilter();
        break;
    case 2:
    case 3: {
        ChartPane *pane = m_charts[static_cast<std::size_t>(number - 2)];
        if (m_maximised && m_maximised != pane)
            maximise(nullptr);
        pane->plot().setFocus(Qt::ShortcutFocusReason);
        break;
    }
    case 4:
        reveal(m_tablesDock);
        if (auto *page = qobject_cast<TablePage *>(m_tables->currentWidget()))
            page->view().setFocus(Qt::ShortcutFocusReason);
        break;
    default:
        reveal(m_whyDock);
        m_why->setFocus(Qt::ShortcutFocusReason);
        break;
    }
}

void MainWindow::focusFieldFilter()
{
    m_inputsDock->show();
    m_inputsDock->raise();
    m_inputs->focusFilter();
}

void MainWindow::focusTableFilter()
{
    m_tablesDock->show();
    m_tablesDock->raise();
    if (!qobject_cast<TablePage *>(m_tables->currentWidget()))
        m_tables->setCurrentWidget(&plans());
    qobject_cast<TablePage *>(m_tables->currentWidget())->focusFilter();
}

void MainWindow::togglePin()
{
    if (m_document->baseline())
        m_document->clearBaseline();
    else
        m_document->pinBaseline();
}

void MainWindow::askWhyNot()
{
    m_search->askWhyNot();
}

void MainWindow::escape()
{
    if (m_runner->snapshot()->searching)
        m_runner->cancelSearch();
    m_traces->cancel();
    m_runner->cancelComparison();
    m_inputs->clearFilter();
    if (auto *page = qobject_cast<TablePage *>(m_tables->currentWidget()))
        page->showFilters(false);
    for (ChartPane *pane : m_charts)
        pane->clearIsolation();
    if (m_maximised)
        maximise(nullptr);
}

void MainWindow::help()
{
    const SnapshotPtr snapshot = m_runner->snapshot();
    if (snapshot->estimate)
        (new HelpWindow(helpHtml(*snapshot->estimate), this))->show();
}

void MainWindow::about()
{
    QMessageBox::about(
        this, tr("About Headroom"),
        tr("<h3>Headroom %1</h3><p>How fast a large language model can train on a cluster of accelerators, and where "
           "the rest of the peak goes.</p><p>Free software under the GNU General Public License, version 3 or later. "
           "Charts by QCustomPlot.</p>")
            .arg(QString::fromUtf8(programVersion())));
}

void MainWindow::present()
{
    if (auto *presentation = findChild<Presentation *>()) {
        presentation->close();
        return;
    }
    auto *presentation = new Presentation({{}, *m_document, m_studies->current(), choices()}, m_appearance->isDark(), this);
    presentation->setSnapshot(m_runner->snapshot());
    connect(m_runner, &EvaluationRunner::snapshotChanged, presentation, &Presentation::setSnapshot);
    presentation->start();
}

void MainWindow::openPalette()
{
    std::vector<CommandEntry> entries = m_menus->entries();
    const BothLanguages both;
    for (const Field &field : fields())
        if (field.appliesTo(m_document->scenario()))
            entries.push_back({coreText(field.label), tr("Inputs") + QStringLiteral(" › ") + m_inputs->tabTitle(field.group), {},
                               both.of("core", field.label) + QLatin1Char(' ') + qs(field.path()), [this, path = qs(field.path())] {
                                   m_inputsDock->show();
                                   m_inputsDock->raise();
                                   m_inputs->focusField(path);
                               }});
    Palette(std::move(entries), this).ask();
}

void MainWindow::showShortcuts()
{
    ShortcutDialog(m_menus->entries(), this).exec();
}

void MainWindow::showPreferences()
{
    PreferencesDialog(*m_appearance, this).exec();
}

void MainWindow::dragEnterEvent(QDragEnterEvent *event)
{
    if (event->mimeData()->hasUrls() && event->mimeData()->urls().constFirst().isLocalFile())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent *event)
{
    QStringList paths;
    for (const QUrl &url : event->mimeData()->urls())
        if (url.isLocalFile())
            paths << url.toLocalFile();
    event->acceptProposedAction();
    // After the drag is over: a message box inside it would block the other program.
    QTimer::singleShot(0, this, [this, paths] {
        m_files->openPaths(paths);
    });
}

bool MainWindow::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        const auto *key = static_cast<QKeyEvent *>(event);
        if (key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo)) {
            event->ignore();
            return true;
        }
    }
    return QMainWindow::eventFilter(watched, event);
}

} // namespace headroom
