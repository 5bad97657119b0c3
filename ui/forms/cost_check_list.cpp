#include "ui/forms/cost_check_list.h"

#include "spec/field.h"
#include "ui/document/document.h"

#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace headroom {

CostCheckList::CostCheckList(Document &document, int columns, int firstNumber, std::size_t rows, QWidget *parent)
    : QWidget(parent), m_document(document), m_help(new QLabel(this)), m_list(new QTreeWidget(this))
{
    m_help->setWordWrap(true);
    m_help->setBuddy(m_list);
    m_list->setColumnCount(columns);
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setTextElideMode(Qt::ElideRight);
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_list->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    for (std::size_t row = 0; row < rows; ++row) {
        auto *item = new QTreeWidgetItem(m_list);
        for (int column = firstNumber; column < columns; ++column)
            item->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
    }
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(8, 2, 8, 4);
    column->addWidget(m_help);
    column->addWidget(m_list);
}

void CostCheckList::start()
{
    connect(m_list, &QTreeWidget::itemChanged, this, &CostCheckList::take);
    connect(&m_document, &Document::scenarioChanged, this, &CostCheckList::refresh);
    retranslate();
    refresh();
}

void CostCheckList::fitHeight()
{
    int rows = 0;
    for (int i = 0; i < m_list->topLevelItemCount(); ++i)
        rows += m_list->topLevelItem(i)->isHidden() ? 0 : 1;
    m_list->setFixedHeight(m_list->header()->sizeHint().height() + rows * std::max(18, m_list->sizeHintForRow(0)) + 2 * m_list->frameWidth() + 2);
}

void CostCheckList::choose(const char *field, const std::string &text)
{
    m_document.setField(*findField(field), FieldValue(text));
    m_document.endBurst();
    refresh(); // what changed nothing is shown as it is
}

void CostCheckList::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

} // namespace headroom
