#include "ui/pages/contract_page.h"

#include "ui/export/export_tables.h"
#include "ui/export/result_sheets.h"
#include "ui/export/save_table.h"
#include "ui/text.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QKeyEvent>

namespace headroom {

namespace {

int wrappedHeight(const QString &text, const QFont &font, int width)
{
    const QFontMetrics metrics(font);
    return metrics.boundingRect(QRect(0, 0, std::max(60, width), 10000), Qt::TextWordWrap, text).height();
}

} // namespace

ContractPage::ContractPage(QWidget *parent) : QTreeWidget(parent)
{
    setColumnCount(2);
    setWordWrap(true);
    setAlternatingRowColors(true);
    setFrameShape(QFrame::NoFrame);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setContextMenuPolicy(Qt::ActionsContextMenu);
    header()->setStretchLastSection(true);
    header()->resizeSection(0, 210);
    connect(header(), &QHeaderView::sectionResized, this, &ContractPage::fitRows);
    auto *copy = new QAction(this);
    copy->setObjectName(QStringLiteral("copy"));
    connect(copy, &QAction::triggered, this, [this] { QApplication::clipboard()->setText(text()); });
    addAction(copy);
    auto *save = new QAction(this);
    save->setObjectName(QStringLiteral("save"));
    connect(save, &QAction::triggered, this, &ContractPage::save);
    addAction(save);
}

void ContractPage::setSnapshot(SnapshotPtr snapshot)
{
    m_snapshot = std::move(snapshot);
    const Estimate *estimate = m_snapshot ? m_snapshot->estimate.get() : nullptr;
    if (estimate && estimate->contract != m_shown)
        refresh();
    setEnabled(!m_snapshot || !m_snapshot->stale); // an older input's lines are dimmed
}

void ContractPage::refresh()
{
    findChild<QAction *>(QStringLiteral("copy"))->setText(tr("Copy all"));
    findChild<QAction *>(QStringLiteral("save"))->setText(tr("Save as file…"));
    setHeaderLabels({tr("Subject"), tr("What holds")});
    setAccessibleName(tr("Contract"));
    if (!m_snapshot || !m_snapshot->estimate)
        return;
    m_shown = m_snapshot->estimate->contract;
    const bool open = topLevelItemCount() > 0 && topLevelItem(topLevelItemCount() - 1)->isExpanded();
    clear();
    QTreeWidgetItem *details = nullptr; // the tensors, below one line of their own
    for (const ContractLine &line : m_shown) {
        if (line.detail && !details)
            details =
                new QTreeWidgetItem(this, {tr("Weight tensors"), tr("shape, layers, placement and copies of each")});
        auto *item = line.detail ? new QTreeWidgetItem(details) : new QTreeWidgetItem(this);
        item->setText(0, coreText(line.name));
        item->setText(1, termsText(line.value));
        item->setTextAlignment(0, Qt::AlignLeft | Qt::AlignTop);
        item->setTextAlignment(1, Qt::AlignLeft | Qt::AlignTop);
    }
    if (details)
        details->setExpanded(open);
    fitRows();
}

// Rows as high as their wrapped text.
void ContractPage::fitRows()
{
    const int width = viewport()->width() - header()->sectionSize(0) - 12;
    for (QTreeWidgetItemIterator it(this); *it; ++it)
        (*it)->setSizeHint(1, QSize(width, wrappedHeight((*it)->text(1), font(), width) + 6));
    scheduleDelayedItemsLayout();
}

void ContractPage::save()
{
    if (m_snapshot && m_snapshot->estimate)
        saveTable(withNotes(contractSheet(*m_snapshot->estimate), *m_snapshot), QStringLiteral("contract"), this);
}

QString ContractPage::text() const
{
    QString out;
    for (const ContractLine &line : m_shown)
        out += coreText(line.name) + QLatin1Char('\t') + termsText(line.value) + QLatin1Char('\n');
    return out;
}

void ContractPage::keyPressEvent(QKeyEvent *event)
{
    if (!event->matches(QKeySequence::Copy))
        return QTreeWidget::keyPressEvent(event);
    QString out;
    for (const QTreeWidgetItem *item : selectedItems())
        out += item->text(0) + QLatin1Char('\t') + item->text(1) + QLatin1Char('\n');
    QApplication::clipboard()->setText(out);
}

void ContractPage::resizeEvent(QResizeEvent *event)
{
    QTreeWidget::resizeEvent(event);
    fitRows();
}

void ContractPage::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        refresh();
    QTreeWidget::changeEvent(event);
}

} // namespace headroom
