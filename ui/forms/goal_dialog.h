#pragma once
// Asks for a field, a figure and a goal, and applies the value of the field that reaches it.

#include <QDialog>

#include "explore/goal_seek.h"

class QComboBox;
class QDialogButtonBox;
class QLabel;
class QLineEdit;

namespace headroom {

class Document;

class GoalDialog : public QDialog
{
    Q_OBJECT

public:
    GoalDialog(Document &document, QWidget *parent);

private:
    void seek();
    void apply();

    Document &m_document;
    QComboBox *m_field, *m_figure;
    QLineEdit *m_goal;
    QLabel *m_answer;
    QDialogButtonBox *m_buttons;
    std::optional<Goal> m_found;
};

} // namespace headroom
