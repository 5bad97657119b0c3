#include "ui/commands/shortcut_dialog.h"

#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QKeySequence>
#include <QLineEdit>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <array>

namespace headroom {

namespace {

// Keys that are no menu's, with what they do where.
struct KeyRow
{
    const char *where; // translated in context "Keys"
    const char *what;  // likewise
    QKeyCombination key;
};
constexpr const char *everywhere = QT_TRANSLATE_NOOP("Keys", "Everywhere");
constexpr const char *inCharts = QT_TRANSLATE_NOOP("Keys", "In a chart");
constexpr const char *inTables = QT_TRANSLATE_NOOP("Keys", "In a table");
constexpr const char *presenting = QT_TRANSLATE_NOOP("Keys", "While presenting");
constexpr std::array keyRows{
    KeyRow{everywhere, QT_TRANSLATE_NOOP("Keys", "Clear filters, stop the search, both charts again"), Qt::Key_Escape},
    KeyRow{everywhere, QT_TRANSLATE_NOOP("Keys", "Next control"), Qt::Key_Tab},
    KeyRow{inCharts, QT_TRANSLATE_NOOP("Keys", "Next point"), Qt::Key_Right},
    KeyRow{inCharts, QT_TRANSLATE_NOOP("Keys", "Previous point"), Qt::Key_Left},
    KeyRow{inCharts, QT_TRANSLATE_NOOP("Keys", "Select the point"), Qt::Key_Return},
    KeyRow{inCharts, QT_TRANSLATE_NOOP("Keys", "Annotate the point, or edit its annotation"), Qt::Key_N},
    KeyRow{inCharts, QT_TRANSLATE_NOOP("Keys", "Delete the annotation"), Qt::Key_Delete},
    KeyRow{inCharts, QT_TRANSLATE_NOOP("Keys", "Move the annotation"), Qt::CTRL | Qt::Key_Right},
    KeyRow{inTables, QT_TRANSLATE_NOOP("Keys", "Copy the selected rows"), Qt::CTRL | Qt::Key_C},
    KeyRow{inTables, QT_TRANSLATE_NOOP("Keys", "Apply the plan of a configuration"), Qt::Key_Return},
    KeyRow{presenting, QT_TRANSLATE_NOOP("Keys", "Next slide"), Qt::Key_PageDown},
    KeyRow{presenting, QT_TRANSLATE_NOOP("Keys", "Previous slide"), Qt::Key_PageUp},
    KeyRow{presenting, QT_TRANSLATE_NOOP("Keys", "Back to the window"), Qt::Key_Escape},
};

QTreeWidgetItem *groupOf(QTreeWidget &list, const QString &title)
{
    for (int i = 0; i < list.topLevelItemCount(); ++i)
        if (list.topLevelItem(i)->text(0) == title)
            return list.topLevelItem(i);
    auto *group = new QTreeWidgetItem(&list, {title});
    QFont bold = list.font();
    bold.setBold(true);
    group->setFont(0, bold);
    group->setFlags(Qt::ItemIsEnabled);
    return group;
}

} // namespace

ShortcutDialog::ShortcutDialog(const std::vector<CommandEntry> &entries, QWidget *parent) : QDialog(parent), m_list(new QTreeWidget(this))
{
    setWindowTitle(tr("Keyboard shortcuts"));
    auto *query = new QLineEdit(this);
    query->setPlaceholderText(tr("Filter"));
    query->setAccessibleName(tr("Filter shortcuts"));
    query->setClearButtonEnabled(true);
    m_list->setAccessibleName(windowTitle());
    m_list->setColumnCount(2);
    m_list->setHeaderLabels({tr("Command"), tr("Shortcut")});
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_list->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    for (const CommandEntry &entry : entries)
        if (!entry.shortcut.isEmpty())
            new QTreeWidgetItem(groupOf(*m_list, entry.where.section(QStringLiteral(" › "), 0, 0)), {entry.title, entry.shortcut});
    for (const KeyRow &row : keyRows)
        new QTreeWidgetItem(groupOf(*m_list, QCoreApplication::translate("Keys", row.where)),
                            {QCoreApplication::translate("Keys", row.what), QKeySequence(row.key).toString(QKeySequence::NativeText)});
    m_list->expandAll();
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::accept);
    connect(query, &QLineEdit::textChanged, this, &ShortcutDialog::filter);
    auto *column = new QVBoxLayout(this);
    column->addWidget(query);
    column->addWidget(m_list, 1);
    column->addWidget(buttons);
    resize(520, 560);
}

void ShortcutDialog::filter(const QString &text)
{
    for (int i = 0; i < m_list->topLevelItemCount(); ++i) {
        QTreeWidgetItem *group = m_list->topLevelItem(i);
        bool any = false;
        for (int j = 0; j < group->childCount(); ++j) {
            QTreeWidgetItem *row = group->child(j);
            const bool shown = row->text(0).contains(text, Qt::CaseInsensitive) || row->text(1).contains(text, Qt::CaseInsensitive);
            row->setHidden(!shown);
            any = any || shown;
        }
        group->setHidden(!any);
    }
}

} // namespace headroom
