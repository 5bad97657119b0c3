#include "ui/forms/quantity_edit.h"

#include "base/format.h"
#include "ui/text.h"

#include <QKeyEvent>
#include <QStyle>

#include <algorithm>
#include <cmath>

namespace headroom {

QString fieldText(const Field &field, const FieldValue &value)
{
    if (std::holds_alternative<std::monostate>(value))
        return {};
    const auto *band = std::get_if<Band<double>>(&value);
    if (!band)
        return qs(formatFieldValue(field, value));
    QString expected = qs(editable(band->expected, field.unit));
    if (band->isExact())
        return expected;
    return QStringLiteral("%1 [%2, %3]")
        .arg(expected, qs(editable(band->low, field.unit)), qs(editable(band->high, field.unit)));
}

Result<FieldValue> readFieldText(const Field &field, const QString &text)
{
    const QString trimmed = text.trimmed();
    if (field.optional && trimmed.isEmpty())
        return FieldValue{};
    const qsizetype open = trimmed.indexOf(QLatin1Char('['));
    if (field.kind == FieldKind::band && open > 0 && trimmed.endsWith(QLatin1Char(']'))) {
        const QStringList ends = trimmed.mid(open + 1, trimmed.size() - open - 2).split(QLatin1Char(','));
        const auto number = [&](const QString &part) {
            return parseQuantity(part.trimmed().toStdString(), field.unit);
        };
        if (ends.size() == 2) {
            const auto expected = number(trimmed.left(open)), low = number(ends[0]), high = number(ends[1]);
            if (expected && low && high)
                return checkFieldValue(field, Band<double>{*low, *expected, *high});
        }
    }
    return parseFieldValue(field, trimmed.toStdString());
}

QuantityEdit::QuantityEdit(const Field &field, QWidget *parent) : QLineEdit(parent), m_field(field)
{
    connect(this, &QLineEdit::textEdited, this, &QuantityEdit::readText);
    connect(this, &QLineEdit::returnPressed, this, &QuantityEdit::settle);
}

void QuantityEdit::setValue(const FieldValue &value)
{
    const bool typing = hasFocus() && (isModified() || !m_problems.empty());
    if (typing && value == m_value)
        return;
    m_value = value;
    m_question.reset();
    const QString shown = fieldText(m_field, value);
    if (text() != shown) {
        setText(shown);
        setCursorPosition(hasFocus() ? static_cast<int>(shown.size()) : 0);
    }
    setProblems({});
}

void QuantityEdit::readText()
{
    m_question.reset();
    const Result<FieldValue> read = readFieldText(m_field, text());
    if (!read) {
        setProblems(read.error());
        return;
    }
    m_question = m_ask ? m_ask(*read) : std::nullopt;
    if (m_question)
        return setProblems({{Severity::warning, m_question->field, m_question->message, {}}});
    setProblems({});
    if (*read == m_value)
        return;
    m_value = *read;
    emit valueEdited(m_value);
}

void QuantityEdit::discard()
{
    m_question.reset();
    setText(fieldText(m_field, m_value));
    setModified(false);
    setProblems({});
}

void QuantityEdit::settle()
{
    if (m_question) {
        // The dialog takes the focus, which settles again.
        const DatasheetQuestion question = *std::exchange(m_question, std::nullopt);
        emit asked(question);
        return;
    }
    setModified(false);
    if (m_problems.empty())
        setText(fieldText(m_field, m_value));
    emit burstEnded();
}

bool QuantityEdit::event(QEvent *event)
{
    // Escape takes back what was typed here before it clears anything else.
    const bool escape =
        event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent *>(event)->key() == Qt::Key_Escape;
    if (escape && (isModified() || !m_problems.empty())) {
        event->accept();
        return true;
    }
    return QLineEdit::event(event);
}

void QuantityEdit::focusOutEvent(QFocusEvent *event)
{
    QLineEdit::focusOutEvent(event);
    settle();
}

void QuantityEdit::setProblems(Issues problems)
{
    if (problems == m_problems)
        return;
    m_problems = std::move(problems);
    setProperty("invalid", !m_problems.empty());
    style()->unpolish(this);
    style()->polish(this);
    emit problemsChanged();
}

void QuantityEdit::keyPressEvent(QKeyEvent *event)
{
    switch (event->key()) {
    case Qt::Key_Up:
        return step(1.0, 1.0);
    case Qt::Key_Down:
        return step(1.0, -1.0);
    case Qt::Key_PageUp:
        return step(2.0, 0.0);
    case Qt::Key_PageDown:
        return step(0.5, 0.0);
    case Qt::Key_Escape:
        if (isModified() || !m_problems.empty())
            return discard();
        break;
    default:
        break;
    }
    QLineEdit::keyPressEvent(event);
}

void QuantityEdit::step(double factor, double offset)
{
    FieldValue next = m_value;
    if (Count *count = std::get_if<Count>(&next))
        *count = static_cast<Count>(std::floor(static_cast<double>(*count) * factor + offset));
    else if (double *number = std::get_if<double>(&next); number && factor != 1.0)
        *number *= factor;
    else
        return;
    const Result<FieldValue> checked = checkFieldValue(m_field, next);
    if (!checked || *checked == m_value)
        return;
    m_value = *checked;
    discard(); // what was typed, for the stepped value
    emit valueEdited(m_value);
}

} // namespace headroom
