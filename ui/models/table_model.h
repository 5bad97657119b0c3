#pragma once
// The model of any Table: an index vector of the rows that pass the filters, in the chosen order. Sorting by one column
// after another sorts by both; rows that are equal keep their order.

#include <QAbstractTableModel>

#include "ui/models/cell_filter.h"

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
    int rowOfKey(const QString &key) const;
    QString keyOfRow(int row) const;
    std::size_t totalRows() const { return m_total; }

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

private:
    struct SortKey
    {
        int column;
        Qt::SortOrder order;
    };

    QVariant value(std::size_t row, int column) const;
    void rebuild();
    void applySort();
    void measureBars();

    const Table &m_table;
    SnapshotPtr m_snapshot;
    std::size_t m_total = 0;
    std::vector<std::size_t> m_order;
    std::vector<std::optional<CellFilter>> m_filters;
    std::vector<SortKey> m_sortKeys; // the latest last
    std::vector<double> m_barMaximum;
};

} // namespace headroom
