#include "ui/pages/layer_list.h"

#include "ui/document/document.h"

#include <QDropEvent>
#include <QEvent>
#include <QHeaderView>
#include <QKeyEvent>

#include <utility>

namespace headroom {

namespace {

QString attentionText(const AttentionSpec &a)
{
    QString text = QString::fromUtf8(keyOf(a.kind)) + QStringLiteral(" %1").arg(a.heads);
    if (a.kind == AttentionKind::full && a.kvHeads != a.heads)
        text += QStringLiteral("/%1").arg(a.kvHeads);
    return text + QStringLiteral(" × %1").arg(a.queryDim());
}

QString feedForwardText(const FeedForwardSpec &f)
{
    if (f.kind == FeedForwardKind::dense)
        return QString::fromUtf8(keyOf(f.kind)) + QStringLiteral(" %1").arg(f.width);
    return QString::fromUtf8(keyOf(f.kind))
           + QStringLiteral(" %1/%2 × %3").arg(f.topK).arg(f.experts).arg(f.expertWidth);
}

QString attentionTip(const AttentionSpec &a)
{
    return a.kind == AttentionKind::mla ? LayerList::tr("%1 heads; ranks q %2, kv %3; dims nope %4, rope %5, value %6")
                                              .arg(a.heads)
                                              .arg(a.queryRank.value_or(0))
                                              .arg(a.kvRank)
                                              .arg(a.nopeDim)
                                              .arg(a.ropeDim)
                                              .arg(a.valueDim)
                                        : LayerList::tr("%1 query heads, %2 key-value heads, head dimension %3")
                                              .arg(a.heads)
                                              .arg(a.kvHeads)
                                              .arg(a.headDim);
}

QString feedForwardTip(const FeedForwardSpec &f)
{
    return f.kind == FeedForwardKind::dense
               ? LayerList::tr("width %1").arg(f.width)
               : LayerList::tr("%1 of %2 experts per token, expert width %3, shared width %4")
                     .arg(f.topK)
                     .arg(f.experts)
                     .arg(f.expertWidth)
                     .arg(f.sharedWidth);
}

} // namespace

LayerList::LayerList(Document &document, QWidget *parent) : QTreeWidget(parent), m_document(document)
{
    setColumnCount(3);
    setRootIsDecorated(false);
    setAlternatingRowColors(true);
    setUniformRowHeights(true);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setFocusPolicy(Qt::StrongFocus);
    setDragDropMode(QAbstractItemView::InternalMove);
    setDropIndicatorShown(true);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setVerticalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    header()->setSectionsMovable(false);
    header()->setStretchLastSection(true);
    connect(&m_document, &Document::scenarioChanged, this, &LayerList::refresh);
    connect(this, &QTreeWidget::itemDoubleClicked, this,
            [this](QTreeWidgetItem *item) { emit editRequested(static_cast<std::size_t>(indexOfTopLevelItem(item))); });
    refresh();
}

int LayerList::rowHeight() const
{
    return fontMetrics().height() + 4;
}

QSize LayerList::sizeHint() const
{
    const int rows = qBound(2, topLevelItemCount(), 9);
    return {200, header()->sizeHint().height() + rows * rowHeight() + 4};
}

void LayerList::refresh()
{
    setHeaderLabels({tr("Layers"), tr("Attention"), tr("Feed-forward")});
    setAccessibleName(tr("Groups of layers"));
    const int current = m_current >= 0 ? std::exchange(m_current, -1) : indexOfTopLevelItem(currentItem());
    clear();
    Count first = 0;
    for (const LayerGroup &group : m_document.scenario().model.layers) {
        auto *item = new QTreeWidgetItem(this);
        item->setFlags(item->flags() & ~Qt::ItemIsDropEnabled); // groups lie between others, not in them
        item->setText(0, QStringLiteral("%1 ×").arg(group.count));
        item->setToolTip(0, tr("layers %1 to %2").arg(first).arg(first + group.count - 1));
        item->setText(1, attentionText(group.layer.attention));
        item->setToolTip(1, attentionTip(group.layer.attention));
        item->setText(2, feedForwardText(group.layer.feedForward));
        item->setToolTip(2, feedForwardTip(group.layer.feedForward));
        item->setSizeHint(0, QSize(0, rowHeight()));
        item->setTextAlignment(0, Qt::AlignRight | Qt::AlignVCenter);
        first += group.count;
    }
    setCurrentItem(topLevelItem(std::min(current, topLevelItemCount() - 1)));
    header()->resizeSection(0, 52);
    header()->resizeSection(1, 112);
    updateGeometry();
}

// The document moves the group; the list follows it.
void LayerList::dropEvent(QDropEvent *event)
{
    const int from = indexOfTopLevelItem(currentItem());
    const QTreeWidgetItem *target = itemAt(event->position().toPoint());
    int to = target ? indexOfTopLevelItem(const_cast<QTreeWidgetItem *>(target)) : topLevelItemCount();
    if (target && dropIndicatorPosition() == QAbstractItemView::BelowItem)
        ++to;
    if (to > from)
        --to; // the place it leaves closes
    event->setDropAction(Qt::IgnoreAction);
    event->accept();
    if (from < 0 || to < 0 || from == to)
        return;
    // After the drag: the view still holds on to its items.
    QMetaObject::invokeMethod(
        this, [this, from, to] { emit moved(static_cast<std::size_t>(from), static_cast<std::size_t>(to)); },
        Qt::QueuedConnection);
}

void LayerList::keyPressEvent(QKeyEvent *event)
{
    const int row = indexOfTopLevelItem(currentItem());
    if (row >= 0 && event->key() == Qt::Key_Delete)
        emit removeRequested();
    else if (row >= 0 && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter))
        emit editRequested(static_cast<std::size_t>(row));
    else
        QTreeWidget::keyPressEvent(event);
}

void LayerList::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        refresh();
    QTreeWidget::changeEvent(event);
}

} // namespace headroom
