#pragma once
// One group of layers: how many, the kind of attention and of feed-forward, and their sizes, as the fields of the form.

#include <QDialog>

#include "spec/scenario.h"

class QComboBox;
class QDialogButtonBox;
class QLabel;
class QSpinBox;

namespace headroom {

class Document;

class LayerDialog : public QDialog
{
    Q_OBJECT

public:
    // Edits `group` as the only layers of the scenario's model.
    LayerDialog(const Scenario &scenario, const LayerGroup &group, QWidget *parent);
    LayerGroup group() const;

private:
    void chooseAttention(int choice);
    void chooseFeedForward(int kind);
    void refresh();
    void replace(const LayerGroup &group);

    Document *m_document; // of its own; the caller's changes once, when the dialog is accepted
    QSpinBox *m_count;
    QComboBox *m_attention;
    QComboBox *m_feedForward;
    QLabel *m_problem;
    QDialogButtonBox *m_buttons;
};

} // namespace headroom
