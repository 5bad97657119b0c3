#pragma once
// A line to type into and what it finds: every command, with its menu and shortcut, and every field. Enter runs it.

#include <QDialog>

#include "ui/commands/command_list.h"

class QLineEdit;
class QTreeWidget;

namespace headroom {

class Palette : public QDialog
{
    Q_OBJECT

public:
    explicit Palette(std::vector<CommandEntry> entries, QWidget *parent = nullptr);
    // Runs what was chosen once the dialog is closed.
    void ask();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void find(const QString &query);

    std::vector<CommandEntry> m_entries;
    QLineEdit *m_query;
    QTreeWidget *m_list;
};

} // namespace headroom
