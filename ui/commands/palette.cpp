#include "ui/commands/palette.h"

#include <QCoreApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace headroom {

namespace {
constexpr QSize usual(620, 400);
constexpr std::size_t most = 200; // rows; whoever needs more types more

bool movesInList(int key)
{
    constexpr std::array keys{Qt::Key_Up, Qt::Key_Down, Qt::Key_PageUp, Qt::Key_PageDown};
    return std::ranges::find(keys, key) != keys.end();
}
} // namespace

Palette::Palette(std::vector<CommandEntry> entries, QWidget *parent)
    : QDialog(parent), m_entries(std::move(entries)), m_query(new QLineEdit(this)), m_list(new QTreeWidget(this))
{
    setWindowTitle(tr("Find action or field"));
    m_query->setPlaceholderText(tr("Name of a command or field, in English or Chinese"));
    m_query->setAccessibleName(windowTitle());
    m_query->setClearButtonEnabled(true);
    m_query->installEventFilter(this);
    m_list->setAccessibleName(tr("What was found"));
    m_list->setColumnCount(3);
    m_list->setHeaderHidden(true);
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setAllColumnsShowFocus(true);
    m_list->setTextElideMode(Qt::ElideRight);
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_list->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    m_list->header()->setSectionResizeMode(2, QHeaderView::ResizeToContents);
    auto *column = new QVBoxLayout(this);
    column->addWidget(m_query);
    column->addWidget(m_list, 1);
    connect(m_query, &QLineEdit::textChanged, this, &Palette::find);
    connect(m_query, &QLineEdit::returnPressed, this, &QDialog::accept);
    connect(m_list, &QTreeWidget::itemActivated, this, &QDialog::accept);
    resize(usual);
    find({});
    m_query->setFocus();
}

void Palette::find(const QString &query)
{
    m_list->clear();
    const auto found = matching(m_entries, query);
    for (std::size_t i = 0; i < found.size() && i < most; ++i) {
        auto *item = new QTreeWidgetItem(m_list, {found[i]->title, found[i]->where, found[i]->shortcut});
        item->setData(0, Qt::UserRole, static_cast<qlonglong>(found[i] - m_entries.data()));
        item->setToolTip(0, found[i]->title);
        item->setForeground(1, palette().brush(QPalette::PlaceholderText));
    }
    if (QTreeWidgetItem *first = m_list->topLevelItem(0))
        m_list->setCurrentItem(first);
}

void Palette::ask()
{
    if (exec() != QDialog::Accepted || !m_list->currentItem())
        return;
    const auto run = m_entries[m_list->currentItem()->data(0, Qt::UserRole).toULongLong()].run;
    run();
}

// Up and down move in the list while the line keeps the cursor.
bool Palette::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_query && event->type() == QEvent::KeyPress && movesInList(static_cast<QKeyEvent *>(event)->key())) {
        QCoreApplication::sendEvent(m_list, event);
        return true;
    }
    return QDialog::eventFilter(watched, event);
}

} // namespace headroom
