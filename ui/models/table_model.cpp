#include "ui/models/table_model.h"

#include <QCoreApplication>
#include <QFont>

#include <algorithm>
#include <numeric>

namespace headroom {

namespace {
constexpr std::size_t maximumSortKeys = 3;
}

TableModel::TableModel(const Table &table, QObject *parent)
    : QAbstractTableModel(parent)
    , m_table(table)
    , m_snapshot(std::make_shared<const Snapshot>())
    , m_filters(table.columns.size())
    , m_barMaximum(table.columns.size(), 0.0)
{
}

QVariant TableModel::value(std::size_t row, int column) const
{
    return m_table.columns[static_cast<std::size_t>(column)].value(*m_snapshot, row);
}

void TableModel::setSnapshot(SnapshotPtr snapshot)
{
    if (m_table.same && m_table.same(*m_snapshot, *snapshot)) {
        m_snapshot = std::move(snapshot);
        return;
    }
    m_snapshot = std::move(snapshot);
    const std::size_t total = m_table.rowCount(*m_snapshot);
    // Rows that stay in place keep the view's selection and scroll position.
    if (total == m_total && total > 0 && std::ranges::none_of(m_filters, [](const auto &f) { return f.has_value(); })
        && m_order.size() == total)
    {
        emit layoutAboutToBeChanged();
        measureBars();
        std::iota(m_order.begin(), m_order.end(), std::size_t{0});
        applySort();
        emit layoutChanged();
        return;
    }
    beginResetModel();
    m_total = total;
    rebuild();
    endResetModel();
}

void TableModel::rebuild()
{
    m_order.clear();
    for (std::size_t row = 0; row < m_total; ++row) {
        bool accepted = true;
        for (std::size_t c = 0; accepted && c < m_filters.size(); ++c)
            accepted = !m_filters[c]
                       || m_filters[c]->accepts(m_table.columns[c].format, m_table.columns[c].value(*m_snapshot, row));
        if (accepted)
            m_order.push_back(row);
    }
    measureBars();
    applySort();
}

void TableModel::measureBars()
{
    for (std::size_t c = 0; c < m_table.columns.size(); ++c) {
        m_barMaximum[c] = 0.0;
        if (m_table.columns[c].barMaximum)
            m_barMaximum[c] = m_table.columns[c].barMaximum(*m_snapshot);
        else if (m_table.columns[c].bar)
            for (std::size_t row = 0; row < m_total; ++row)
                m_barMaximum[c] = std::max(m_barMaximum[c], m_table.columns[c].value(*m_snapshot, row).toDouble());
    }
}

void TableModel::applySort()
{
    for (const SortKey &key : m_sortKeys) {
        const Column &column = m_table.columns[static_cast<std::size_t>(key.column)];
        const bool descending = key.order == Qt::DescendingOrder;
        const auto sortBy = [&](auto &&read) {
            std::vector<decltype(read(QVariant()))> values(m_total);
            std::vector<char> known(m_total, 0);
            for (const std::size_t row : m_order) {
                const QVariant v = column.value(*m_snapshot, row);
                known[row] = v.isValid() ? 1 : 0;
                values[row] = read(v);
            }
            std::ranges::stable_sort(m_order, [&](std::size_t a, std::size_t b) {
                if (known[a] != known[b])
                    return known[a] > known[b]; // what has no value comes last either way
                return descending ? values[b] < values[a] : values[a] < values[b];
            });
        };
        if (column.format == CellFormat::text)
            sortBy([](const QVariant &v) { return v.toString(); });
        else
            sortBy([](const QVariant &v) { return v.toDouble(); });
    }
}

void TableModel::sort(int column, Qt::SortOrder order)
{
    std::erase_if(m_sortKeys, [column](const SortKey &key) { return key.column == column; });
    if (column >= 0)
        m_sortKeys.push_back({column, order});
    else
        m_sortKeys.clear();
    if (m_sortKeys.size() > maximumSortKeys)
        m_sortKeys.erase(m_sortKeys.begin());
    emit layoutAboutToBeChanged({}, QAbstractItemModel::VerticalSortHint);
    const std::vector<std::size_t> before = m_order;
    std::ranges::sort(m_order);
    applySort();
    std::vector<int> place(m_total, -1);
    for (std::size_t i = 0; i < m_order.size(); ++i)
        place[m_order[i]] = static_cast<int>(i);
    QModelIndexList from = persistentIndexList(), to;
    for (const QModelIndex &old : from)
        to << index(place[before[static_cast<std::size_t>(old.row())]], old.column());
    changePersistentIndexList(from, to);
    emit layoutChanged({}, QAbstractItemModel::VerticalSortHint);
}

bool TableModel::setFilter(int column, const QString &text)
{
    const auto c = static_cast<std::size_t>(column);
    const FilterReading reading = readFilter(m_table.columns[c].format, text);
    if (!reading.valid)
        return false;
    beginResetModel();
    m_filters[c] = reading.filter;
    rebuild();
    endResetModel();
    return true;
}

int TableModel::rowOfKey(const QString &key) const
{
    for (std::size_t i = 0; i < m_order.size(); ++i)
        if (m_table.rowKey(*m_snapshot, m_order[i]) == key)
            return static_cast<int>(i);
    return -1;
}

QString TableModel::keyOfRow(int row) const
{
    return row < 0 || row >= rowCount() ? QString() : m_table.rowKey(*m_snapshot, sourceRow(row));
}

int TableModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_order.size());
}

int TableModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_table.columns.size());
}

QVariant TableModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const Column &column = m_table.columns[static_cast<std::size_t>(index.column())];
    const std::size_t row = sourceRow(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return cellText(column.format, value(row, index.column()));
    case sortRole:
        return value(row, index.column());
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(Qt::AlignVCenter | (isNumeric(column.format) ? Qt::AlignRight : Qt::AlignLeft));
    case greyedRole:
        return m_table.greyed && m_table.greyed(*m_snapshot, row);
    case barRole: {
        const double most = m_barMaximum[static_cast<std::size_t>(index.column())];
        return column.bar && most > 0.0 ? QVariant(value(row, index.column()).toDouble() / most) : QVariant();
    }
    case Qt::FontRole:
        if (m_table.marked && m_table.marked(*m_snapshot, row)) {
            QFont bold;
            bold.setBold(true);
            return bold;
        }
        return {};
    case Qt::ToolTipRole: {
        const QString text = cellText(column.format, value(row, index.column()));
        return column.format == CellFormat::text && text.size() > 16 ? QVariant(text) : QVariant();
    }
    default:
        return {};
    }
}

QVariant TableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Vertical || section < 0 || section >= columnCount())
        return {};
    const Column &column = m_table.columns[static_cast<std::size_t>(section)];
    if (role == Qt::DisplayRole)
        return headerText(column);
    if (role == Qt::ToolTipRole)
        return column.help[0] == '\0' ? headerText(column) : QCoreApplication::translate("Table", column.help);
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::AlignVCenter | (isNumeric(column.format) ? Qt::AlignRight : Qt::AlignLeft));
    return {};
}

} // namespace headroom
