#include "ui/forms/field_form.h"

#include "ui/document/document.h"
#include "ui/forms/field_row.h"
#include "ui/text.h"

#include <QEvent>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>
#include <cstring>

namespace headroom {

FieldForm::FieldForm(const char *group, Document &document, QWidget *parent, bool (*wanted)(const Field &))
    : QWidget(parent), m_group(group), m_document(document)
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(8, 2, 4, 8);
    column->setSpacing(1);
    for (const Field &field : fields())
        if (m_group == field.group && (!wanted || wanted(field)))
            addRow(field);
    connect(&m_document, &Document::scenarioChanged, this, &FieldForm::refresh);
    refresh();
}

void FieldForm::addRow(const Field &field)
{
    const char *text = field.heading ? field.heading : "";
    auto known = std::ranges::find_if(m_headings, [&](const Heading &h) { return std::strcmp(h.text, text) == 0; });
    auto *column = static_cast<QVBoxLayout *>(layout());
    if (known == m_headings.end()) {
        auto *label = new QLabel(coreText(text), this);
        label->setProperty("role", QStringLiteral("heading"));
        label->setIndent(0);
        column->addWidget(label);
        m_headings.push_back({text, label, {}});
        known = m_headings.end() - 1;
    }
    auto *row = new FieldRow(field, this);
    // Below the last row of its heading, wherever the table has the field.
    QWidget *above = known->rows.empty() ? static_cast<QWidget *>(known->label) : known->rows.back();
    column->insertWidget(column->indexOf(above) + 1, row);
    known->rows.push_back(row);
    m_rows.push_back(row);
    Document *document = &m_document;
    connect(row, &FieldRow::valueEdited, document,
            [document](const Field &f, const FieldValue &value) { document->setField(f, value); });
    connect(row, &FieldRow::burstEnded, document, [document] { document->endBurst(); });
    row->setAsk([document, &field](const FieldValue &value) {
        return questionAbout(document->scenario().hardware, field, value);
    });
    connect(row, &FieldRow::answered, document, &Document::answer);
    connect(row, &FieldRow::explainRequested, this, &FieldForm::explainRequested);
}

void FieldForm::refresh()
{
    const Scenario &scenario = m_document.scenario();
    const Scenario *reference = m_document.reference(m_group);
    for (FieldRow *row : m_rows)
        row->showValue(scenario, reference);
    showHeadings();
}

void FieldForm::showHeadings()
{
    for (const Heading &heading : m_headings)
        heading.label->setVisible(heading.text[0] != '\0'
                                  && std::ranges::any_of(heading.rows, [](FieldRow *r) { return !r->isHidden(); }));
}

int FieldForm::filter(const QString &text)
{
    int shown = 0;
    for (FieldRow *row : m_rows) {
        row->setFiltered(!text.isEmpty() && !row->matches(text));
        shown += row->isHidden() ? 0 : 1;
    }
    showHeadings();
    return shown;
}

FieldRow *FieldForm::row(const std::string &path) const
{
    const auto it = std::ranges::find_if(m_rows, [&](FieldRow *r) { return r->field().path() == path; });
    return it == m_rows.end() ? nullptr : *it;
}

int FieldForm::changedCount() const
{
    const Scenario *reference = m_document.reference(m_group);
    if (!reference)
        return 0;
    return static_cast<int>(std::ranges::count_if(
        m_rows, [&](FieldRow *r) { return r->field().get(*reference) != r->field().get(m_document.scenario()); }));
}

void FieldForm::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        for (const Heading &heading : m_headings)
            heading.label->setText(coreText(heading.text));
    QWidget::changeEvent(event);
}

} // namespace headroom
