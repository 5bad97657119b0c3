#include "ui/models/table_model.h"

#include <QCoreApplication>
#include <QFont>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

namespace headroom {

namespace {

constexpr std::size_t maximumSortKeys = 3;
constexpr double last = std::numeric_limits<double>::infinity();

// Places of texts in their order.
template <class Texts> std::map<QString, double> ranksOf(const Texts &texts)
{
    std::map<QString, double> ranks;
    for (const QString &text : texts)
        ranks.emplace(text, 0.0);
    double next = 0.0;
    for (auto &[text, rank] : ranks)
        rank = next++;
    return ranks;
}

// The texts of the kinds up to the largest that occurs; kinds are small.
std::vector<QString> kindTexts(const Column &column, const std::vector<double> &kinds)
{
    double most = -1.0;
    for (const double kind : kinds)
        most = std::isnan(kind) ? most : std::max(most, kind);
    std::vector<QString> texts;
    for (int kind = 0; kind <= static_cast<int>(most); ++kind)
        texts.push_back(column.cells.kind(kind));
    return texts;
}

// A number whose order as an integer is that of the double.
std::uint64_t ordered(double number)
{
    const auto bits = std::bit_cast<std::uint64_t>(number == 0.0 ? 0.0 : number); // one zero
    constexpr std::uint64_t sign = std::uint64_t{1} << 63;
    return (bits & sign) != 0 ? ~bits : bits | sign;
}

} // namespace

TableModel::TableModel(const Table &table, QObject *parent)
    : QAbstractTableModel(parent)
    , m_table(table)
    , m_snapshot(std::make_shared<const Snapshot>())
    , m_numbers(table.columns.size())
    , m_filters(table.columns.size())
    , m_accepted(table.columns.size())
    , m_barMaximum(table.columns.size(), 0.0)
{
}

QVariant TableModel::value(std::size_t row, int column) const
{
    return cellValue(m_table.columns[static_cast<std::size_t>(column)], *m_snapshot, row);
}

const std::vector<double> &TableModel::numbersOf(std::size_t column)
{
    std::vector<double> &numbers = m_numbers[column];
    if (numbers.empty() && m_total > 0) {
        const auto read = m_table.columns[column].cells.number;
        numbers.resize(m_total);
        for (std::size_t row = 0; row < m_total; ++row)
            numbers[row] = read(*m_snapshot, row);
    }
    return numbers;
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
    if (total == m_total && total > 0 && m_order.size() == total
        && std::ranges::none_of(m_filters, [](const auto &f) { return f.has_value(); }))
    {
        emit layoutAboutToBeChanged();
        takeRows(total);
        emit layoutChanged();
        return;
    }
    beginResetModel();
    takeRows(total);
    endResetModel();
}

void TableModel::takeRows(std::size_t total)
{
    m_total = total;
    m_numbers.assign(m_table.columns.size(), {});
    m_accepted.assign(m_table.columns.size(), {});
    measureBars();
    sortAll();
    applyFilters();
}

std::vector<char> TableModel::acceptedBy(std::size_t c)
{
    const Column &column = m_table.columns[c];
    const CellFilter &filter = *m_filters[c];
    std::vector<char> accepted(m_total);
    if (column.cells.text) {
        for (std::size_t row = 0; row < m_total; ++row)
            accepted[row] = filter.acceptsText(column.cells.text(*m_snapshot, row)) ? 1 : 0;
    } else if (column.cells.kind) {
        const std::vector<double> &kinds = numbersOf(c);
        std::vector<char> byKind;
        for (const QString &text : kindTexts(column, kinds))
            byKind.push_back(filter.acceptsText(text) ? 1 : 0);
        for (std::size_t row = 0; row < m_total; ++row)
            accepted[row] = std::isnan(kinds[row]) ? 0 : byKind[static_cast<std::size_t>(kinds[row])];
    } else {
        const std::vector<double> &numbers = numbersOf(c);
        const double factor = shownFactor(column.format);
        for (std::size_t row = 0; row < m_total; ++row)
            accepted[row] = filter.acceptsNumber(numbers[row] * factor) ? 1 : 0;
    }
    return accepted;
}

void TableModel::applyFilters()
{
    m_order = m_sorted;
    for (std::size_t c = 0; c < m_filters.size(); ++c)
        if (m_filters[c] && m_total > 0) {
            if (m_accepted[c].empty())
                m_accepted[c] = acceptedBy(c);
            std::erase_if(m_order, [&](Row row) { return m_accepted[c][row] == 0; });
        }
}

void TableModel::measureBars()
{
    for (std::size_t c = 0; c < m_table.columns.size(); ++c) {
        m_barMaximum[c] = 0.0;
        if (m_table.columns[c].barMaximum)
            m_barMaximum[c] = m_table.columns[c].barMaximum(*m_snapshot);
        else if (m_table.columns[c].bar)
            for (const double number : numbersOf(c))
                m_barMaximum[c] = std::isnan(number) ? m_barMaximum[c] : std::max(m_barMaximum[c], number);
    }
}

std::vector<double> TableModel::comparable(const SortKey &key)
{
    const auto c = static_cast<std::size_t>(key.column);
    const Column &column = m_table.columns[c];
    std::vector<double> out(m_total);
    if (column.cells.text) {
        std::vector<QString> texts(m_total);
        for (std::size_t row = 0; row < m_total; ++row)
            texts[row] = column.cells.text(*m_snapshot, row);
        const auto ranks = ranksOf(texts);
        std::ranges::transform(texts, out.begin(), [&](const QString &text) { return ranks.at(text); });
    } else {
        out = numbersOf(c);
    }
    if (column.cells.kind) {
        const std::vector<QString> texts = kindTexts(column, out);
        const auto ranks = ranksOf(texts);
        std::vector<double> byKind;
        for (const QString &text : texts)
            byKind.push_back(ranks.at(text));
        for (double &kind : out)
            kind = std::isnan(kind) ? kind : byKind[static_cast<std::size_t>(kind)];
    }
    const double sign = key.order == Qt::DescendingOrder ? -1.0 : 1.0;
    for (double &v : out)
        v = std::isnan(v) ? last : sign * v; // what shows nothing comes last either way
    return out;
}

void TableModel::sortAll()
{
    m_sorted.resize(m_total);
    std::iota(m_sorted.begin(), m_sorted.end(), Row{0});
    for (const SortKey &key : m_sortKeys) // the latest weighs most
        sortBy(key);
}

// Digit by digit from the lowest: stable, and as fast for columns with few values as for any.
void TableModel::sortBy(const SortKey &key)
{
    constexpr unsigned digitBits = 11;
    constexpr std::uint64_t digitMask = (1U << digitBits) - 1U;
    struct Item
    {
        std::uint64_t key;
        Row row;
    };
    const std::vector<double> numbers = comparable(key);
    std::vector<Item> items(m_total), next(m_total);
    std::uint64_t different = 0; // bits in which the keys differ
    for (std::size_t i = 0; i < m_total; ++i) {
        items[i] = {ordered(numbers[m_sorted[i]]), m_sorted[i]};
        different |= items[i].key ^ items.front().key;
    }
    for (unsigned shift = 0; shift < 64; shift += digitBits) {
        if (((different >> shift) & digitMask) == 0)
            continue;
        std::array<std::size_t, digitMask + 2> start{};
        for (const Item &item : items)
            ++start[((item.key >> shift) & digitMask) + 1];
        std::partial_sum(start.begin(), start.end(), start.begin());
        for (const Item &item : items)
            next[start[(item.key >> shift) & digitMask]++] = item;
        items.swap(next);
    }
    std::ranges::transform(items, m_sorted.begin(), &Item::row);
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
    const std::vector<Row> before = m_order;
    sortAll();
    applyFilters();
    const QModelIndexList from = persistentIndexList();
    if (!from.isEmpty()) {
        std::vector<int> place(m_total, -1);
        for (std::size_t i = 0; i < m_order.size(); ++i)
            place[m_order[i]] = static_cast<int>(i);
        QModelIndexList to;
        for (const QModelIndex &old : from)
            to << index(place[before[static_cast<std::size_t>(old.row())]], old.column());
        changePersistentIndexList(from, to);
    }
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
    m_accepted[c].clear();
    applyFilters();
    endResetModel();
    return true;
}

int TableModel::rowOfSource(std::size_t source) const
{
    const auto at = std::ranges::find(m_order, source);
    return at == m_order.end() ? -1 : static_cast<int>(at - m_order.begin());
}

int TableModel::rowLike(const Snapshot &other, std::size_t source) const
{
    if (!m_table.sameRow)
        return rowOfKey(m_table.rowKey(other, source));
    const auto at = std::ranges::find_if(
        m_order, [&](Row row) { return m_table.sameRow(*m_snapshot, row, other, source); });
    return at == m_order.end() ? -1 : static_cast<int>(at - m_order.begin());
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
