#include "ui/forms/goal_dialog.h"

#include "base/format.h"
#include "ui/document/document.h"
#include "ui/text.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace headroom {

namespace {

constexpr int answerWidth = 460;

} // namespace

GoalDialog::GoalDialog(Document &document, QWidget *parent)
    : QDialog(parent)
    , m_document(document)
    , m_field(new QComboBox(this))
    , m_figure(new QComboBox(this))
    , m_goal(new QLineEdit(this))
    , m_answer(new QLabel(this))
    , m_buttons(new QDialogButtonBox(QDialogButtonBox::Apply | QDialogButtonBox::Close, this))
{
    setWindowTitle(tr("Goal seek"));
    for (const Field &field : fields())
        if (field.isNumeric() && field.appliesTo(document.scenario()))
            m_field->addItem(QStringLiteral("%1 (%2)").arg(coreText(field.label), qs(field.path())), qs(field.path()));
    m_field->setCurrentIndex(std::max(0, m_field->findData(QStringLiteral("hardware.hbmBandwidth"))));
    for (std::size_t i = 0; i < rowsOf(Figure{}).size(); ++i)
        m_figure->addItem(coreText(labelOf(static_cast<Figure>(i))));
    m_goal->setPlaceholderText(tr("such as 45 %, 3 s, 70 GiB"));
    m_answer->setWordWrap(true);
    m_answer->setMinimumWidth(answerWidth);
    m_answer->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto *form = new QFormLayout;
    form->addRow(tr("Field to change"), m_field);
    form->addRow(tr("Figure"), m_figure);
    form->addRow(tr("Goal"), m_goal);
    auto *column = new QVBoxLayout(this);
    column->addLayout(form);
    column->addWidget(m_answer);
    column->addWidget(m_buttons);
    m_buttons->button(QDialogButtonBox::Apply)->setEnabled(false);
    for (QComboBox *box : {m_field, m_figure})
        connect(box, &QComboBox::activated, this, &GoalDialog::seek);
    connect(m_goal, &QLineEdit::textChanged, this, &GoalDialog::seek);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_buttons->button(QDialogButtonBox::Apply), &QPushButton::clicked, this, &GoalDialog::apply);
    m_goal->setFocus();
}

void GoalDialog::seek()
{
    m_found.reset();
    QString answer;
    const Figure figure = static_cast<Figure>(std::max(0, m_figure->currentIndex()));
    const Field *field = findField(m_field->currentData().toString().toStdString());
    const auto goal = parseQuantity(m_goal->text().toStdString(), unitOf(figure));
    if (field && goal) {
        if (Result<Goal> found = goalSeek(m_document.scenario(), *field, figure, *goal)) {
            m_found = *std::move(found);
            answer = tr("%1 = %2: %3 %4")
                         .arg(coreText(field->label), qs(formatFieldValue(*field, m_found->value)), coreText(labelOf(figure)),
                              qs(figureText(figure, valueOf(m_found->figures, figure))));
            if (!m_found->followed.empty())
                answer += QStringLiteral(" (%1)").arg(qs(m_found->followed));
            if (m_found->before)
                answer += QLatin1Char('\n') + tr("The goal lies between this and %1.").arg(qs(formatFieldValue(*field, *m_found->before)));
            if (m_found->figures.reason)
                answer += QLatin1Char('\n') + messageText(*m_found->figures.reason);
        } else {
            answer = issueText(found.error().front());
        }
    } else if (field && !m_goal->text().isEmpty()) {
        answer = tr("The goal is no value of this figure.");
    }
    m_answer->setText(answer);
    m_buttons->button(QDialogButtonBox::Apply)->setEnabled(m_found.has_value());
}

void GoalDialog::apply()
{
    const Field &field = *findField(m_field->currentData().toString().toStdString());
    const FieldChange change{&field, m_found->value};
    if (const Result<Scenario> next = varied(m_document.scenario(), {&change, 1}))
        m_document.applyVariant(*next, QStringLiteral("%1 %2").arg(coreText(field.label), qs(formatFieldValue(field, m_found->value))));
    accept();
}

} // namespace headroom
