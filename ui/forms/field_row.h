#pragma once
// One field in a form: label, editor, a mark with reset when the value differs from its preset, and below it the rule
// that a refused text breaks.

#include <QWidget>

#include "spec/datasheet_question.h"

#include <functional>

class QCheckBox;
class QComboBox;
class QLabel;
class QToolButton;

namespace headroom {

class QuantityEdit;

class FieldRow : public QWidget
{
    Q_OBJECT

public:
    explicit FieldRow(const Field &field, QWidget *parent = nullptr);

    const Field &field() const { return m_field; }
    void showValue(const Scenario &scenario, const Scenario *reference);
    bool applies() const { return m_applies; }
    void setFiltered(bool out);
    bool matches(const QString &text) const;
    bool hasProblem() const;
    void focusEditor();
    // What is asked before a value is taken; the dialog is the row's.
    void setAsk(std::function<std::optional<DatasheetQuestion>(const FieldValue &)> ask);
    QWidget *editor() const { return m_editor; }

signals:
    void valueEdited(const headroom::Field &field, const headroom::FieldValue &value);
    void burstEnded();
    void answered(const headroom::Field &field, const headroom::DatasheetQuestion &question,
                  const headroom::DatasheetAnswer &answer);
    void shownChanged();
    void explainRequested(const headroom::Field &field);

protected:
    void changeEvent(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QWidget *makeEditor();
    QWidget *makeQuantityEdit();
    QWidget *makeChoice();
    QWidget *makeFlag();
    void retranslate();
    void showToolTip();
    void showProblems();
    void resetValue();
    void showQuestion(const DatasheetQuestion &question);
    void updateVisible();

    const Field &m_field;
    QLabel *m_label = nullptr;
    QWidget *m_editor = nullptr;
    QuantityEdit *m_quantity = nullptr; // which of the three the editor is
    QComboBox *m_choice = nullptr;
    QCheckBox *m_flag = nullptr;
    QToolButton *m_reset = nullptr;
    QLabel *m_problem = nullptr;
    FieldValue m_referenceValue;
    QString m_source;
    bool m_changed = false;
    bool m_applies = true;
    bool m_filtered = false;
};

} // namespace headroom
