#include "ui/pages/table_page.h"

#include "ui/export/export_tables.h"
#include "ui/export/save_table.h"
#include "ui/models/cell_delegate.h"
#include "ui/models/table_model.h"
#include "ui/pages/filter_header.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QSettings>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <cstring>

namespace headroom {

TablePage::TablePage(const Table &table, QWidget *parent)
    : QWidget(parent)
    , m_model(new TableModel(table, this))
    , m_view(new QTableView(this))
    , m_header(new FilterHeader(m_view))
    , m_status(new QLabel(this))
    , m_summary(new QLabel(this))
    , m_line(new QWidget(this))
{
    setObjectName(QString::fromUtf8(table.key));
    setUpView();
    auto *line = new QHBoxLayout(m_line);
    line->setContentsMargins(6, 2, 6, 2);
    line->addWidget(m_status, 1);
    m_status->setProperty("role", QStringLiteral("caption"));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_summary->setContentsMargins(6, 0, 6, 4);
    m_summary->setWordWrap(true);
    m_summary->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_summary->hide();
    column->addWidget(m_line);
    column->addWidget(m_summary);
    column->addWidget(m_view, 1);
    restoreColumns();
    m_view->setTabKeyNavigation(false); // Tab goes on to the next control
    m_view->setAccessibleName(QCoreApplication::translate("Table", title()));
    connect(m_header, &FilterHeader::filterEdited, this, [this](int section, const QString &text) {
        filter(section, text);
    });
    connect(m_header, &QWidget::customContextMenuRequested, this, &TablePage::chooseColumns);
    connect(m_view, &QWidget::customContextMenuRequested, this, &TablePage::showMenu);
    connect(m_view, &QTableView::doubleClicked, this,
            [this](const QModelIndex &index) { emit rowActivated(m_model->sourceRow(index.row())); });
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex &now) {
        if (!m_quiet && now.isValid())
            emit rowSelected(m_model->keyOfRow(now.row()));
    });
}

void TablePage::setUpView()
{
    m_view->setModel(m_model);
    m_view->setHorizontalHeader(m_header);
    m_view->setItemDelegate(new CellDelegate(m_view));
    m_view->setSortingEnabled(true);
    m_header->setSortIndicatorClearable(true);
    m_header->setSortIndicator(-1, Qt::AscendingOrder);
    m_view->setAlternatingRowColors(true);
    m_view->setShowGrid(false);
    m_view->setWordWrap(false);
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_view->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_view->verticalHeader()->hide();
    m_view->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_view->verticalHeader()->setDefaultSectionSize(22);
    m_view->setContextMenuPolicy(Qt::CustomContextMenu);
    m_header->setContextMenuPolicy(Qt::CustomContextMenu);
    m_header->setEditors(m_model->columnCount());
    m_view->installEventFilter(this);
}

void TablePage::setSnapshot(SnapshotPtr snapshot)
{
    const SnapshotPtr before = m_model->snapshot();
    const int current = m_view->currentIndex().row();
    const std::size_t source = current >= 0 ? m_model->sourceRow(current) : 0;
    m_quiet = true;
    m_model->setSnapshot(std::move(snapshot));
    m_quiet = false;
    if (current >= 0)
        selectRow(m_model->rowLike(*before, source));
    if (!m_sized && m_model->rowCount() > 0)
        sizeColumns();
    showCount();
}

// The row where the user is stays selected while a filter lets it through.
void TablePage::filter(int section, const QString &text)
{
    const int current = m_view->currentIndex().row();
    const std::size_t source = current >= 0 ? m_model->sourceRow(current) : 0;
    m_quiet = true;
    m_header->setInvalid(section, !m_model->setFilter(section, text));
    m_quiet = false;
    if (current >= 0)
        selectRow(m_model->rowOfSource(source));
    showCount();
}

// Widths that fit the header and the first rows; done once, then they are the user's.
void TablePage::sizeColumns()
{
    m_sized = true;
    const QFontMetrics metrics(m_view->font());
    QFont boldFont = m_view->font();
    boldFont.setBold(true);
    const QFontMetrics bold(boldFont);
    for (int c = 0; c < m_model->columnCount(); ++c) {
        int width = metrics.horizontalAdvance(m_model->headerData(c, Qt::Horizontal).toString()) + 26;
        for (int r = 0; r < std::min(m_model->rowCount(), 60); ++r)
            width = std::max(width, bold.horizontalAdvance(m_model->index(r, c).data().toString()) + 14);
        m_header->resizeSection(c, std::min(width, 260));
    }
}

void TablePage::showCount()
{
    const auto shown = static_cast<std::size_t>(m_model->rowCount());
    const QString count = shown == m_model->totalRows() ? tr("%1 rows").arg(shown)
                                                        : tr("%1 of %2 rows").arg(shown).arg(m_model->totalRows());
    m_status->setText(m_statusText.isEmpty() ? count : count + QStringLiteral(" · ") + m_statusText);
}

void TablePage::setStatus(const QString &text)
{
    m_statusText = text;
    showCount();
}

const char *TablePage::title() const
{
    return m_model->table().title;
}

void TablePage::setSummary(const QStringList &lines)
{
    m_summary->setText(lines.join(QLatin1Char('\n')));
    m_summary->setVisible(!lines.isEmpty());
}

void TablePage::addTool(QWidget *tool)
{
    m_line->layout()->addWidget(tool);
}

void TablePage::showColumn(const char *key)
{
    const auto columns = m_model->table().columns;
    for (std::size_t c = 0; c < columns.size(); ++c)
        if (qstrcmp(columns[c].key, key) == 0)
            m_header->setSectionHidden(static_cast<int>(c), false);
}

void TablePage::sortBy(const char *column, Qt::SortOrder order)
{
    for (int c = 0; c < m_model->columnCount(); ++c)
        if (std::strcmp(m_model->table().columns[static_cast<std::size_t>(c)].key, column) == 0)
            m_view->sortByColumn(c, order);
}

void TablePage::focusFilter()
{
    int section = std::max(0, m_view->currentIndex().column());
    while (m_header->isSectionHidden(section) && section + 1 < m_model->columnCount())
        ++section;
    m_header->focusFilter(section);
}

void TablePage::showFilters(bool shown)
{
    m_header->showFilters(shown);
}

void TablePage::selectKey(const QString &key)
{
    selectRow(m_model->rowOfKey(key));
}

std::optional<std::size_t> TablePage::currentSource() const
{
    const int row = m_view->currentIndex().row();
    return row < 0 ? std::nullopt : std::optional(m_model->sourceRow(row));
}

void TablePage::selectSource(std::size_t row)
{
    selectRow(m_model->rowOfSource(row));
}

void TablePage::selectRow(int row)
{
    if (row < 0 || row == m_view->currentIndex().row())
        return;
    m_quiet = true;
    m_view->selectRow(row);
    m_view->scrollTo(m_model->index(row, 0), QAbstractItemView::EnsureVisible);
    m_quiet = false;
}

Sheet TablePage::shown() const
{
    std::vector<int> rows, columns;
    for (const QModelIndex &index : m_view->selectionModel()->selectedRows())
        rows.push_back(index.row());
    std::ranges::sort(rows);
    if (rows.size() < 2) { // one row is where the user is, not what to copy
        rows.clear();
        for (int row = 0; row < m_model->rowCount(); ++row)
            rows.push_back(row);
    }
    for (int visual = 0; visual < m_model->columnCount(); ++visual)
        if (const int c = m_header->logicalIndex(visual); !m_header->isSectionHidden(c))
            columns.push_back(c);
    return sheetOf(*m_model, rows, columns);
}

void TablePage::copy(CopyFormat format) const
{
    QApplication::clipboard()->setText(sheetText(shown(), format));
}

void TablePage::save()
{
    saveTable(withNotes(shown(), *m_model->snapshot()), objectName(), this);
}

void TablePage::chooseColumns(const QPoint &position)
{
    QMenu menu(this);
    for (int c = 0; c < m_model->columnCount(); ++c) {
        QAction *action = menu.addAction(m_model->headerData(c, Qt::Horizontal).toString());
        action->setCheckable(true);
        action->setChecked(!m_header->isSectionHidden(c));
        connect(action, &QAction::toggled, this, [this, c](bool on) {
            m_header->setSectionHidden(c, !on);
            saveColumns();
        });
    }
    menu.exec(m_header->mapToGlobal(position));
}

void TablePage::showMenu(const QPoint &position)
{
    QMenu menu(this);
    menu.addAction(tr("Copy"), this, [this] { copy(CopyFormat::tsv); });
    menu.addAction(tr("Copy as Markdown"), this, [this] { copy(CopyFormat::markdown); });
    menu.addAction(tr("Copy as CSV"), this, [this] { copy(CopyFormat::csv); });
    menu.addAction(tr("Save as file…"), this, &TablePage::save);
    menu.addSeparator();
    QAction *filters = menu.addAction(tr("Filters"));
    filters->setCheckable(true);
    filters->setChecked(m_header->filtersShown());
    connect(filters, &QAction::toggled, this, &TablePage::showFilters);
    menu.addAction(tr("Columns…"), this, [this] { chooseColumns(QPoint(8, 8)); });
    menu.exec(m_view->viewport()->mapToGlobal(position));
}

void TablePage::restoreColumns()
{
    const QSettings settings;
    const QStringList hidden = settings.value(objectName() + QStringLiteral("/hiddenColumns")).toStringList();
    const bool stored = settings.contains(objectName() + QStringLiteral("/hiddenColumns"));
    for (int c = 0; c < m_model->columnCount(); ++c) {
        const Column &column = m_model->table().columns[static_cast<std::size_t>(c)];
        m_header->setSectionHidden(c, stored ? hidden.contains(QLatin1String(column.key)) : !column.shown);
    }
}

void TablePage::resetColumns()
{
    QSettings().remove(objectName() + QStringLiteral("/hiddenColumns"));
    restoreColumns();
    sizeColumns();
}

void TablePage::saveColumns() const
{
    QStringList hidden;
    for (int c = 0; c < m_model->columnCount(); ++c)
        if (m_header->isSectionHidden(c))
            hidden << QString::fromUtf8(m_model->table().columns[static_cast<std::size_t>(c)].key);
    QSettings().setValue(objectName() + QStringLiteral("/hiddenColumns"), hidden);
}

bool TablePage::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_view && event->type() == QEvent::KeyPress) {
        const auto *key = static_cast<QKeyEvent *>(event);
        if (key->matches(QKeySequence::Copy)) {
            copy(CopyFormat::tsv);
            return true;
        }
        if ((key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) && m_view->currentIndex().isValid()) {
            emit rowActivated(m_model->sourceRow(m_view->currentIndex().row()));
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void TablePage::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange) {
        emit m_model->headerDataChanged(Qt::Horizontal, 0, m_model->columnCount() - 1);
        m_view->viewport()->update();
        m_view->setAccessibleName(QCoreApplication::translate("Table", title()));
        if (m_model->rowCount() > 0)
            sizeColumns();
        showCount();
    }
    QWidget::changeEvent(event);
}

} // namespace headroom
