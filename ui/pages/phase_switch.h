#pragma once
// What the devices do, always in sight, and of a phase with several kinds of step the one that is shown:
//
//   Training   Prefill    Step: Decode ▾
//   Decode     Serving

#include <QWidget>

#include "ui/document/snapshot.h"

#include <vector>

class QComboBox;
class QToolButton;

namespace headroom {

class Document;
class EvaluationRunner;

class PhaseSwitch : public QWidget
{
    Q_OBJECT

public:
    PhaseSwitch(Document &document, EvaluationRunner &runner, QWidget *parent = nullptr);
    void setSnapshot(const SnapshotPtr &snapshot);

protected:
    void changeEvent(QEvent *event) override;

private:
    void showPhase();
    void showSteps();
    void retranslate();

    Document &m_document;
    EvaluationRunner &m_runner;
    SnapshotPtr m_snapshot;
    std::vector<QToolButton *> m_buttons; // in the order of RunPhase
    QComboBox *m_steps;
};

} // namespace headroom
