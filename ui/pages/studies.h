#pragma once
// The tabs that look at more than one scenario: scenarios side by side, sensitivities, sweeps.

#include <QObject>

#include "ui/charts/chart_table.h"
#include "ui/document/snapshot.h"

#include <functional>

class QTabWidget;

namespace headroom {

class ChartPane;
class Document;
class ScenariosPage;
class SensitivityPage;
class SweepPage;

class Studies : public QObject
{
    Q_OBJECT

public:
    // `newPane` makes the panes of the charts that belong to studies.
    Studies(Document &document, QTabWidget &tabs, const std::function<ChartPane *(const ChartRow &, QWidget *)> &newPane, QObject *parent);

    void setSnapshot(const SnapshotPtr &snapshot);
    void retranslate();
    StudyContent found() const; // for exports
    StudyContent current() const; // of them, those of the present input
    ScenariosPage &scenarios() { return *m_scenarios; }
    SensitivityPage &sensitivity() { return *m_sensitivity; }
    SweepPage &sweep() { return *m_sweep; }

    // What the menus do: the page in front.
    void showScenarios();
    void showSensitivity();
    void showSweep();
    void showScaling();
    void showTrend();

signals:
    void fieldRequested(const QString &path);
    void noted(const QString &text);
    void shown(); // one of the pages was asked for

private:
    void front(QWidget *page);

    QTabWidget &m_tabs;
    ScenariosPage *m_scenarios;
    SensitivityPage *m_sensitivity;
    SweepPage *m_sweep;
};

} // namespace headroom
