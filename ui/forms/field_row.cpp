#include "ui/forms/field_row.h"

#include "ui/forms/quantity_edit.h"
#include "ui/text.h"

#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QSignalBlocker>
#include <QToolButton>

#include <algorithm>

namespace headroom {

namespace {
constexpr int labelWidth = 128;
}

FieldRow::FieldRow(const Field &field, QWidget *parent) : QWidget(parent), m_field(field)
{
    setObjectName(QString::fromStdString(field.path()));
    m_label = new QLabel(this);
    m_label->setFixedWidth(labelWidth);
    m_label->setWordWrap(true);
    m_editor = makeEditor();
    m_editor->installEventFilter(this);
    m_editor->setFocusPolicy(Qt::StrongFocus);
    m_editor->setMinimumWidth(60);
    m_label->setBuddy(m_editor);
    m_reset = new QToolButton(this);
    m_reset->setAutoRaise(true);
    m_reset->setText(QStringLiteral("↺"));
    m_reset->setFixedSize(22, 22);
    m_reset->setFocusPolicy(Qt::TabFocus);
    QSizePolicy keep = m_reset->sizePolicy();
    keep.setRetainSizeWhenHidden(true);
    m_reset->setSizePolicy(keep);
    connect(m_reset, &QToolButton::clicked, this, &FieldRow::resetValue);
    m_problem = new QLabel(this);
    m_problem->setProperty("role", QStringLiteral("problem"));
    m_problem->setWordWrap(true);
    m_problem->hide();

    auto *grid = new QGridLayout(this);
    grid->setContentsMargins(0, 1, 0, 1);
    grid->setHorizontalSpacing(6);
    grid->setVerticalSpacing(2);
    grid->addWidget(m_label, 0, 0);
    grid->addWidget(m_editor, 0, 1);
    grid->addWidget(m_reset, 0, 2);
    grid->addWidget(m_problem, 1, 0, 1, 3);
    grid->setColumnStretch(1, 1);
    retranslate();
}

QWidget *FieldRow::makeEditor()
{
    switch (m_field.kind) {
    case FieldKind::flag:
        return makeFlag();
    case FieldKind::choice:
        return makeChoice();
    default:
        return makeQuantityEdit();
    }
}

QWidget *FieldRow::makeQuantityEdit()
{
    m_quantity = new QuantityEdit(m_field, this);
    connect(m_quantity, &QuantityEdit::valueEdited, this,
            [this](const FieldValue &value) { emit valueEdited(m_field, value); });
    connect(m_quantity, &QuantityEdit::problemsChanged, this, &FieldRow::showProblems);
    connect(m_quantity, &QuantityEdit::burstEnded, this, &FieldRow::burstEnded);
    // After the event that settled the text: a dialog inside a change of focus would confuse it.
    connect(m_quantity, &QuantityEdit::asked, this, &FieldRow::showQuestion, Qt::QueuedConnection);
    return m_quantity;
}

void FieldRow::setAsk(std::function<std::optional<DatasheetQuestion>(const FieldValue &)> ask)
{
    if (m_quantity)
        m_quantity->setAsk(std::move(ask));
}

void FieldRow::showQuestion(const DatasheetQuestion &question)
{
    QMessageBox box(QMessageBox::Question, coreText(m_field.label), messageText(question.message),
                    QMessageBox::NoButton, window());
    box.setObjectName(QStringLiteral("question"));
    box.setTextFormat(Qt::PlainText);
    std::vector<QAbstractButton *> buttons;
    for (const DatasheetAnswer &answer : question.answers)
        buttons.push_back(box.addButton(messageText(answer.text), QMessageBox::AcceptRole));
    box.setDefaultButton(static_cast<QPushButton *>(buttons.front()));
    box.addButton(QMessageBox::Cancel);
    box.exec();
    m_quantity->discard();
    const auto chosen = std::ranges::find(buttons, box.clickedButton());
    if (chosen != buttons.end())
        emit answered(m_field, question, question.answers[static_cast<std::size_t>(chosen - buttons.begin())]);
}

QWidget *FieldRow::makeChoice()
{
    m_choice = new QComboBox(this);
    m_choice->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_choice->setMinimumContentsLength(8);
    if (m_field.optional)
        m_choice->addItem(QString(), QString());
    for (const EnumRow &row : m_field.choices)
        m_choice->addItem(QString(), QString::fromUtf8(row.key));
    connect(m_choice, &QComboBox::activated, this, [this] {
        const QString key = m_choice->currentData().toString();
        emit valueEdited(m_field, key.isEmpty() ? FieldValue{} : FieldValue{key.toStdString()});
        emit burstEnded();
    });
    return m_choice;
}

QWidget *FieldRow::makeFlag()
{
    m_flag = new QCheckBox(this);
    connect(m_flag, &QCheckBox::clicked, this, [this](bool on) {
        emit valueEdited(m_field, on);
        emit burstEnded();
    });
    return m_flag;
}

void FieldRow::showValue(const Scenario &scenario, const Scenario *reference)
{
    const FieldValue value = m_field.get(scenario);
    if (m_quantity)
        m_quantity->setValue(value);
    if (m_choice) {
        const QSignalBlocker quiet(m_choice);
        const auto *key = std::get_if<std::string>(&value);
        m_choice->setCurrentIndex(m_choice->findData(key ? QString::fromStdString(*key) : QString()));
    }
    if (m_flag) {
        const QSignalBlocker quiet(m_flag);
        m_flag->setChecked(std::holds_alternative<bool>(value) && std::get<bool>(value));
    }
    m_referenceValue = reference ? m_field.get(*reference) : value;
    m_changed = m_referenceValue != value;
    m_source = m_field.source ? qs(m_field.source(scenario)) : QString();
    m_reset->setVisible(m_changed);
    m_label->setProperty("changed", m_changed);
    m_label->setForegroundRole(m_changed ? QPalette::Link : QPalette::WindowText);
    m_applies = m_field.appliesTo(scenario);
    updateVisible();
    showToolTip();
}

void FieldRow::showToolTip()
{
    QString tip = QStringLiteral("<p><b>%1</b> <code>%2</code></p><p>%3</p>")
                      .arg(coreText(m_field.label).toHtmlEscaped(), qs(m_field.path()).toHtmlEscaped(),
                           coreText(m_field.help).toHtmlEscaped());
    if (!m_source.isEmpty())
        tip += QStringLiteral("<p>%1</p>").arg(tr("Source: %1").arg(m_source).toHtmlEscaped());
    m_label->setToolTip(tip);
    m_editor->setToolTip(tip);
    if (m_changed) {
        const QString preset = fieldText(m_field, m_referenceValue);
        m_reset->setToolTip(tr("Reset to %1").arg(preset.isEmpty() ? tr("not set") : preset));
    }
}

void FieldRow::showProblems()
{
    QStringList lines;
    for (const Issue &issue : m_quantity->problems())
        lines << messageText(issue.message);
    m_problem->setText(lines.join(QLatin1Char('\n')));
    m_problem->setVisible(!lines.isEmpty());
}

void FieldRow::resetValue()
{
    if (m_quantity)
        m_quantity->setValue(m_referenceValue);
    emit burstEnded();
    emit valueEdited(m_field, m_referenceValue);
    emit burstEnded();
}

void FieldRow::setFiltered(bool out)
{
    m_filtered = out;
    updateVisible();
}

void FieldRow::updateVisible()
{
    const bool visible = m_applies && !m_filtered;
    if (isHidden() == !visible)
        return;
    setVisible(visible);
    emit shownChanged();
}

bool FieldRow::matches(const QString &text) const
{
    const QString whole = coreText(m_field.label) + QLatin1Char(' ') + qs(m_field.label) + QLatin1Char(' ')
                          + qs(m_field.path()) + QLatin1Char(' ') + coreText(m_field.heading);
    return whole.contains(text, Qt::CaseInsensitive);
}

bool FieldRow::hasProblem() const
{
    return m_quantity && !m_quantity->problems().empty();
}

void FieldRow::focusEditor()
{
    m_editor->setFocus(Qt::ShortcutFocusReason);
    if (m_quantity)
        m_quantity->selectAll();
}

void FieldRow::retranslate()
{
    m_label->setText(coreText(m_field.label));
    m_editor->setAccessibleName(m_label->text());
    m_reset->setAccessibleName(tr("Reset %1").arg(m_label->text()));
    if (m_choice)
        for (int i = 0; i < m_choice->count(); ++i) {
            const std::string key = m_choice->itemData(i).toString().toStdString();
            for (const EnumRow &row : m_field.choices)
                if (key == row.key) {
                    m_choice->setItemText(i, coreText(row.label));
                    m_choice->setItemData(i, coreText(row.help), Qt::ToolTipRole);
                }
        }
    if (m_choice && m_field.optional)
        m_choice->setItemText(0, tr("not set"));
    if (m_quantity) {
        m_quantity->setPlaceholderText(m_field.optional ? tr("not set") : QString());
        showProblems();
    }
    showToolTip();
}

void FieldRow::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

bool FieldRow::eventFilter(QObject *watched, QEvent *event)
{
    // Scrolling the form must never change a value.
    if (watched == m_editor && event->type() == QEvent::Wheel && !m_editor->hasFocus()) {
        event->ignore();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace headroom
