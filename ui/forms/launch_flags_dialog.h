#pragma once
// Paste the command line of a run; the plan that follows from it shows while typing:
//
//   [ torchrun … --tensor-model-parallel-size 8 … ]
//   Megatron-LM
//   plan.tp 1 → 8
//   --num-layers-per-virtual-pipeline-stage: has no counterpart here
//                                     [Apply] [Cancel]

#include "spec/launch_flags.h"

#include <QDialog>

class QDialogButtonBox;
class QPlainTextEdit;
class QTextBrowser;

namespace headroom {

class LaunchFlagsDialog : public QDialog
{
    Q_OBJECT

public:
    explicit LaunchFlagsDialog(const Scenario &scenario, QWidget *parent = nullptr);

    // What Apply chose; meaningful once the dialog was accepted.
    const Scenario &scenario() const { return m_next; }
    QString launcher() const { return m_launcher; }

private:
    void read();

    Scenario m_scenario, m_next;
    QString m_launcher;
    QPlainTextEdit *m_text;
    QTextBrowser *m_outcome;
    QDialogButtonBox *m_buttons;
};

} // namespace headroom
