#include "ui/main_window.h"

namespace headroom {

MainWindow::MainWindow(Scenario initial, QWidget *parent) : QMainWindow(parent)
{
    setWindowTitle(QString::fromStdString(initial.model.name));
}

MainWindow::~MainWindow() = default;

bool MainWindow::openPath(const QString &path)
{
    return !path.isEmpty();
}

} // namespace headroom
