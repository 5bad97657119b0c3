// Where the parts of the window stand, and that they stand there again at the next start.

#include "ui/main_window.h"

#include "ui/file_actions.h"
#include "ui/pages/chart_pane.h"

#include <QCloseEvent>
#include <QDockWidget>
#include <QScreen>
#include <QSettings>

namespace headroom {

namespace {
constexpr int layoutVersion = 1;
constexpr QSize largestFirst(1920, 1080); // of the window at first start
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

} // namespace headroom
