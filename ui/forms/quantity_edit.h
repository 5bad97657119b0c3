#pragma once
// A line edit for one field's value: "989 TFLOP/s", "3.35 TB/s", "0.76 [0.61, 0.84]". Text that is no legal value stays
// in the editor, marked, with the rule it breaks; the value changes only when the text is legal.

#include <QLineEdit>

#include "spec/datasheet_question.h"

#include <functional>

namespace headroom {

class QuantityEdit : public QLineEdit
{
    Q_OBJECT

public:
    explicit QuantityEdit(const Field &field, QWidget *parent = nullptr);

    // Shows a value, unless the user is typing in the editor and the text already means it.
    void setValue(const FieldValue &value);
    const Issues &problems() const { return m_problems; }
    // Values that a question is due about are held back until it is answered.
    using Ask = std::function<std::optional<DatasheetQuestion>(const FieldValue &)>;
    void setAsk(Ask ask) { m_ask = std::move(ask); }
    // Forgets what was typed and shows the value.
    void discard();

signals:
    void valueEdited(const headroom::FieldValue &value); // legal text was typed
    void problemsChanged();
    void burstEnded();
    void asked(const headroom::DatasheetQuestion &question); // the user is done typing a value that is held back

protected:
    bool event(QEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void readText();
    void settle(); // the user is done: legal text becomes the engineering form
    void step(double factor, double offset);
    void setProblems(Issues problems);

    const Field &m_field;
    FieldValue m_value;
    Issues m_problems;
    Ask m_ask;
    std::optional<DatasheetQuestion> m_question; // of the text in the editor
};

// The texts of a band: one editor holds "expected [low, high]"; equal ends show as one number.
QString fieldText(const Field &field, const FieldValue &value);
Result<FieldValue> readFieldText(const Field &field, const QString &text);

} // namespace headroom
