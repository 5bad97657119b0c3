// Where the parts of the window stand, and that they stand there again at the next start.

#include "ui/main_window.h"

#include "ui/file_actions.h"
#include "ui/pages/chart_pane.h"
#include "ui/pages/inputs_page.h"
#include "ui/pages/table_page.h"
#include "ui/session/session.h"

#include <QCloseEvent>
#include <QDockWidget>
#include <QScreen>
#include <QSettings>
#include <QSplitter>
#include <QTabWidget>

#include <array>

namespace headroom {

namespace {
constexpr int layoutVersion = 1;
constexpr QSize largestFirst(1920, 1080); // of the window at first start
constexpr std::array chartShares{11, 9}; // of roofline and waterfall in the width they share, in twentieths
constexpr int inputsWidth = 340;
constexpr int whyWidth = 380;
constexpr int whyFrom = 1800; // window width from which Why is open at first
} // namespace

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

void MainWindow::restoreLayout()
{
    const QSettings settings;
    m_firstState = saveState(layoutVersion);
    const QSize available = screen() ? screen()->availableSize() : QSize(1440, 900);
    resize((available * 0.94).boundedTo(largestFirst));
    restoreGeometry(settings.value(QStringLiteral("geometry")).toByteArray());
    if (!restoreState(settings.value(QStringLiteral("layout")).toByteArray(), layoutVersion))
        layOutAnew();
    m_splitter->restoreState(settings.value(QStringLiteral("splitter")).toByteArray());
    m_inputs->setCurrentTab(settings.value(QStringLiteral("inputsTab")).toInt());
    if (auto *page = m_tables->findChild<QWidget *>(settings.value(QStringLiteral("tablesTab")).toString()))
        if (m_tables->indexOf(page) >= 0)
            m_tables->setCurrentWidget(page);
}

void MainWindow::layOutAnew()
{
    m_whyDock->setVisible(width() >= whyFrom);
    resizeDocks({m_inputsDock, m_whyDock}, {inputsWidth, whyWidth}, Qt::Horizontal);
    resizeDocks({m_tablesDock}, {height() * 29 / 100}, Qt::Vertical);
}

void MainWindow::resetLayout()
{
    if (m_maximised)
        maximise(nullptr);
    restoreState(m_firstState, layoutVersion);
    for (QDockWidget *dock : {m_inputsDock, m_tablesDock})
        dock->show();
    layOutAnew();
    const int charts = m_splitter->width();
    m_splitter->setSizes({charts * chartShares[0] / 20, charts * chartShares[1] / 20});
    m_inputs->setCurrentTab(0);
    m_tables->setCurrentIndex(0);
    for (TablePage *page : findChildren<TablePage *>())
        page->resetColumns();
}

void MainWindow::saveLayout() const
{
    QSettings settings;
    settings.setValue(QStringLiteral("geometry"), saveGeometry());
    settings.setValue(QStringLiteral("layout"), saveState(layoutVersion));
    settings.setValue(QStringLiteral("splitter"), m_splitter->saveState());
    settings.setValue(QStringLiteral("inputsTab"), m_inputs->currentTab());
    settings.setValue(QStringLiteral("tablesTab"), m_tables->currentWidget()->objectName());
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    if (!m_files->mayDiscard())
        return event->ignore();
    saveLayout();
    m_session->end();
    event->accept();
}

} // namespace headroom
