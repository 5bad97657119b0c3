#pragma once
// The model of any Table: an index vector of the rows that pass the filters, in the chosen order. Sorting by one column
// after another sorts by both; rows that are equal keep their order. What a filter or an order reads of a column is read
// once per snapshot; texts are made when a cell is painted.

#include <QAbstractTableModel>

#include "ui/models/cell_filter.h"

#include <cstdint>
#include <vector>

namespace headroom {

class TableModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Role { sortRole = Qt::UserRole, barRole, greyedRole };

    explicit TableModel(const Table &table, QObject *parent = nullptr);

    const Table &table() const { return m_table; }
    const SnapshotPtr &snapshot() const { return m_snapshot; }
    void setSnapshot(SnapshotPtr snapshot);
    // False when the text is not understood; the filter stays as it was then.
    bool setFilter(int column, const QString &text);
    // Index into the snapshot's rows.
    std::size_t sourceRow(int row) const { return m_order[static_cast<std::size_t>(row)]; }
    // Where such a row stands; -1 when a filter hides it.
    int rowOfSource(std::size_t source) const;
    int rowOfKey(const QString &key) const;
    // Where the row of this snapshot stands that has the key of a row of another one.
    int rowLike(const Snapshot &other, std::size_t source) const;
    QString keyOfRow(int row) const;
    std::size_t totalRows() const { return m_total; }

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

private:
    using Row = std::uint32_t; // index into the snapshot's rows
    struct SortKey
    {
        int column;
        Qt::SortOrder order;
    };

    QVariant value(std::size_t row, int column) const;
    // A column's numbers, read at first use.
    const std::vector<double> &numbersOf(std::size_t column);
    // What to compare of each row, ascending; rows that show nothing are infinite.
    std::vector<double> comparable(const SortKey &key);
    void sortBy(const SortKey &key);
    std::vector<char> acceptedBy(std::size_t column);
    void takeRows(std::size_t total);
    void sortAll();
    void applyFilters();
    void measureBars();

    const Table &m_table;
    SnapshotPtr m_snapshot;
    std::size_t m_total = 0;
    std::vector<Row> m_sorted; // every row
    std::vector<Row> m_order;  // those that pass the filters
    std::vector<std::vector<double>> m_numbers;
    std::vector<std::optional<CellFilter>> m_filters;
    std::vector<std::vector<char>> m_accepted; // per column with a filter: the rows it lets through
    std::vector<SortKey> m_sortKeys; // the latest last
    std::vector<double> m_barMaximum;
};

} // namespace headroom
