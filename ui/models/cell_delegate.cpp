#include "ui/models/cell_delegate.h"

#include "ui/models/table_model.h"

#include <QPainter>

#include <algorithm>

namespace headroom {

void CellDelegate::initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    if (index.data(TableModel::greyedRole).toBool())
        option->palette.setColor(QPalette::Text, option->palette.color(QPalette::Disabled, QPalette::Text));
}

void CellDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const QVariant bar = index.data(TableModel::barRole);
    if (bar.isValid() && !(option.state & QStyle::State_Selected)) {
        QColor color = option.palette.color(QPalette::Highlight);
        color.setAlphaF(index.data(TableModel::greyedRole).toBool() ? 0.10f : 0.24f);
        const QRect cell = option.rect.adjusted(1, 2, -1, -2);
        const int width = static_cast<int>(cell.width() * std::clamp(bar.toDouble(), 0.0, 1.0));
        painter->fillRect(QRect(cell.left(), cell.top(), width, cell.height()), color);
    }
    QStyledItemDelegate::paint(painter, option, index);
}

} // namespace headroom
