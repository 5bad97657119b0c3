#pragma once
// A table with sorting, filters, column chooser and copying.

#include <QWidget>

#include "ui/document/snapshot.h"
#include "ui/models/table_copy.h"

class QLabel;
class QTableView;

namespace headroom {

class FilterHeader;
class TableModel;
struct Table;

class TablePage : public QWidget
{
    Q_OBJECT

public:
    explicit TablePage(const Table &table, QWidget *parent = nullptr);

    void setSnapshot(SnapshotPtr snapshot);
    void focusFilter();
    void showFilters(bool shown);
    void resetColumns(); // as at the first start
    // Without a trace in the settings.
    void showColumn(const char *key);
    void sortBy(const char *column, Qt::SortOrder order);
    void selectKey(const QString &key); // without telling that it was selected
    std::optional<std::size_t> currentSource() const; // row of the snapshot
    void selectSource(std::size_t row);  // of the snapshot, likewise
    // The columns as they stand and the selected rows, or all that pass the filters when fewer than two are.
    Sheet shown() const;
    void copy(CopyFormat format) const;
    void save(); // asks for a file
    const char *title() const; // translated in context "Table"
    TableModel &model() { return *m_model; }
    QTableView &view() { return *m_view; }
    void setStatus(const QString &text);
    // Sentences above the table, one on a line; none: no room for them.
    void setSummary(const QStringList &lines);
    // A widget at the right of the line above the table.
    void addTool(QWidget *tool);

signals:
    void rowSelected(const QString &key);
    void rowActivated(std::size_t sourceRow);

protected:
    void changeEvent(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void addHeaderLine();
    void setUpView();
    void filter(int section, const QString &text);
    void selectRow(int row); // -1: none
    void showCount();
    void sizeColumns();
    void chooseColumns(const QPoint &position);
    void showMenu(const QPoint &position);
    void restoreColumns();
    void saveColumns() const;

    TableModel *m_model;
    QTableView *m_view;
    FilterHeader *m_header;
    QLabel *m_status;
    QLabel *m_summary;
    QWidget *m_line;
    QString m_statusText;
    bool m_sized = false;
    bool m_quiet = false;
};

} // namespace headroom
