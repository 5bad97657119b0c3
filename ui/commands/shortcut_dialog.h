#pragma once
// All shortcuts: those of the menus, as the menus have them, and the keys of charts, tables and fields.

#include <QDialog>

#include "ui/commands/command_list.h"

class QTreeWidget;

namespace headroom {

class ShortcutDialog : public QDialog
{
    Q_OBJECT

public:
    // Entries without a shortcut are left out.
    explicit ShortcutDialog(const std::vector<CommandEntry> &entries, QWidget *parent = nullptr);

private:
    void filter(const QString &text);

    QTreeWidget *m_list;
};

} // namespace headroom
