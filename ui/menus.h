#pragma once
// The menu bar: one row per command with its menu, text, shortcut and what it does.

#include <QObject>

#include <vector>

class QAction;
class QMenu;

namespace headroom {

class BothLanguages;
struct CommandEntry;
class MainWindow;

class Menus : public QObject
{
    Q_OBJECT

public:
    explicit Menus(MainWindow &window);
    void retranslate();
    void refresh(); // enabled states, checks and undo texts
    // Every command that can be given now.
    std::vector<CommandEntry> entries() const;

private:
    struct Command
    {
        QAction *action;
        const char *text; // translated in context "Menus"
    };

    void addFile(QMenu &menu);
    void listRecent();
    void addEdit(QMenu &menu);
    void addHelp(QMenu &menu);
    void addEntries(const QMenu &menu, const QString &where, const BothLanguages &both, std::vector<CommandEntry> &out) const;
    void addView(QMenu &menu);
    void addScenario(QMenu &menu);
    void addStudies(QMenu &menu);
    void addThemes(QMenu &menu);
    void addLanguages(QMenu &menu);
    QMenu *addMenu(const char *text);
    QMenu *addSubmenu(QMenu &menu, const char *text);
    template <class Function>
    QAction *add(QMenu &menu, const char *text, const QKeySequence &shortcut, Function function);

    MainWindow &m_window;
    std::vector<Command> m_commands;
    QMenu *m_recent = nullptr;
    QAction *m_undo = nullptr;
    QAction *m_redo = nullptr;
    QAction *m_pin = nullptr;
    std::vector<QAction *> m_themes;
    std::vector<QAction *> m_languages;
};

} // namespace headroom
