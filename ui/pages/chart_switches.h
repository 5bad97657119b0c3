#pragma once
// What a chart can be switched by, in its title row: units of the waterfall, memory levels and trails of the roofline, stage and pass of the charts
// over time, fields of the tornado.

#include "ui/charts/chart_table.h"

#include <QObject>

#include <vector>

class QComboBox;
class QHBoxLayout;
class QWidget;

namespace headroom {

class ChartSwitches : public QObject
{
    Q_OBJECT

public:
    ChartSwitches(const ChartRow &row, QHBoxLayout &header, QWidget *parent);

    // What the estimate lets one choose; null: none yet.
    void show(const Estimate *estimate);
    void retranslate();
    // Takes over what a click in the picture chose, "stage:2;pass:F3;view:pass"; false when it is nothing of these.
    bool follow(const QString &action);
    MemoryLevel level() const;
    const ChartChoice &choice() const { return m_choice; }

signals:
    void changed();
    void acted(const QString &action); // for the chart itself

private:
    QComboBox *newBox(const char *name, QHBoxLayout &header);
    void addTimes(QHBoxLayout &header);
    void showTrails(const Estimate *estimate);
    void showLevels(const Estimate *estimate);
    void showStages(const Estimate *estimate);
    void showPasses(const Estimate *estimate);

    const ChartRow &m_row;
    QWidget *m_parent;
    QComboBox *m_units = nullptr;
    bool m_unitChosen = false; // by the user; else what the phase usually shows
    QComboBox *m_levels = nullptr;
    QComboBox *m_trails = nullptr; // of a phase that serves
    QComboBox *m_views = nullptr;
    QComboBox *m_stages = nullptr;
    QComboBox *m_passes = nullptr;
    QComboBox *m_times = nullptr;
    QComboBox *m_moved = nullptr;
    ChartChoice m_choice;
};

} // namespace headroom
