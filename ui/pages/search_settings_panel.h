#pragma once
// What the search tries and ranks by, in a popup; every edit is applied at once:
//
//   Objective      [System bound v]
//   dp  [any v]        ep  [at most v] [ 8 ]
//   fsdp …             pp  …
//   Micro-batches [1, 2, 4, 8]   Batches [the run's]
//   Remat [x] none [x] save_dot_except_mlp [x] full          [Reset]
//   Simulate [none]

#include <QFrame>

#include "spec/plan.h"

#include <vector>

class QCheckBox;
class QComboBox;
class QGridLayout;
class QLabel;
class QLineEdit;
class QPushButton;

namespace headroom {

class Document;
struct AxisLimits;
struct SearchSpace;

class SearchSettingsPanel : public QFrame
{
    Q_OBJECT

public:
    explicit SearchSettingsPanel(Document &document, QWidget *parent = nullptr);
    void retranslate();

private:
    struct AxisRow
    {
        Axis axis;
        QLabel *name;
        QComboBox *rule;
        QLineEdit *degree;
    };
    void addAxis(QGridLayout &grid, Axis axis, int row, int column);
    void show(const SearchSpace &space);
    void showPhase();
    void apply();
    static void showLimits(const AxisRow &row, const AxisLimits &limits);
    bool readLimits(const AxisRow &row, AxisLimits &limits) const;

    Document &m_document;
    QComboBox *m_objective;
    std::vector<AxisRow> m_axes;
    QLineEdit *m_microBatches;
    QLineEdit *m_batches;
    QLineEdit *m_simulate;
    std::vector<QCheckBox *> m_remats;
    std::vector<QCheckBox *> m_schedules; // in the order of allSchedules(); none: the plan's
    std::vector<QCheckBox *> m_splits;
    QPushButton *m_reset;
    std::vector<QLabel *> m_labels; // objective, micro-batches, batches, remat, schedules, simulate, splits
    std::vector<QWidget *> m_ofTraining; // away where the phase serves
    bool m_filling = false;
};

} // namespace headroom
