#pragma once
// The one window: Inputs left, key figures and charts in the centre, tables below, Why on the right.

#include <QMainWindow>

#include "spec/scenario.h"

namespace headroom {

class MainWindow : public QMainWindow
{
    Q_OBJECT

public:
    explicit MainWindow(Scenario initial, QWidget *parent = nullptr);
    ~MainWindow() override;

    // Opens a project, model config or hardware description; shows a message when it cannot.
    bool openPath(const QString &path);
};

} // namespace headroom
