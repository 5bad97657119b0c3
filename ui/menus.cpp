#include "ui/menus.h"

#include "ui/appearance.h"
#include "ui/commands/command_list.h"
#include "ui/document/document.h"
#include "ui/file_actions.h"
#include "ui/forms/goal_dialog.h"
#include "ui/main_window.h"
#include "ui/pages/scenarios_page.h"
#include "ui/pages/studies.h"
#include "ui/session/recent_files.h"

#include <QAction>
#include <QActionGroup>
#include <QCoreApplication>
#include <QDir>
#include <QDockWidget>
#include <QFileInfo>
#include <QMenu>
#include <QMenuBar>

#include <algorithm>
#include <array>

namespace headroom {

Menus::Menus(MainWindow &window) : QObject(&window), m_window(window)
{
    addFile(*addMenu(QT_TRANSLATE_NOOP("Menus", "&File")));
    addEdit(*addMenu(QT_TRANSLATE_NOOP("Menus", "&Edit")));
    addView(*addMenu(QT_TRANSLATE_NOOP("Menus", "&View")));
    addScenario(*addMenu(QT_TRANSLATE_NOOP("Menus", "&Scenario")));
    QMenu &analyze = *addMenu(QT_TRANSLATE_NOOP("Menus", "&Analyze"));
    add(analyze, QT_TRANSLATE_NOOP("Menus", "Why &not a plan…"), Qt::CTRL | Qt::SHIFT | Qt::Key_N, [this] { m_window.askWhyNot(); });
    addStudies(analyze);
    addHelp(*addMenu(QT_TRANSLATE_NOOP("Menus", "&Help")));
    // Escape clears what is transient, wherever the focus is.
    auto *escape = new QAction(&m_window);
    escape->setShortcut(Qt::Key_Escape);
    connect(escape, &QAction::triggered, this, [this] { m_window.escape(); });
    m_window.addAction(escape);
    retranslate();
    refresh();
}

QMenu *Menus::addMenu(const char *text)
{
    QMenu *menu = m_window.menuBar()->addMenu(QString());
    m_commands.push_back({menu->menuAction(), text});
    return menu;
}

QMenu *Menus::addSubmenu(QMenu &menu, const char *text)
{
    QMenu *sub = menu.addMenu(QString());
    m_commands.push_back({sub->menuAction(), text});
    return sub;
}

template <class Function>
QAction *Menus::add(QMenu &menu, const char *text, const QKeySequence &shortcut, Function function)
{
    QAction *action = menu.addAction(QString());
    action->setShortcut(shortcut);
    connect(action, &QAction::triggered, this, function);
    m_commands.push_back({action, text});
    return action;
}

void Menus::addFile(QMenu &menu)
{
    FileActions *files = &m_window.files();
    add(menu, QT_TRANSLATE_NOOP("Menus", "&New"), QKeySequence::New, [files] { files->newDocument(); });
    add(menu, QT_TRANSLATE_NOOP("Menus", "&Open…"), QKeySequence::Open, [files] { files->open(); });
    add(menu, QT_TRANSLATE_NOOP("Menus", "Open &model config…"), Qt::CTRL | Qt::SHIFT | Qt::Key_O,
        [files] { files->openConfig(); });
    add(menu, QT_TRANSLATE_NOOP("Menus", "Open &trace…"), Qt::CTRL | Qt::SHIFT | Qt::Key_T, [files] { files->openTrace(); });
    add(menu, QT_TRANSLATE_NOOP("Menus", "Open trace &folder…"), {}, [files] { files->openTraceFolder(); });
    m_recent = addSubmenu(menu, QT_TRANSLATE_NOOP("Menus", "Open &recent"));
    m_recent->setToolTipsVisible(true);
    connect(&files->recent(), &RecentFiles::changed, this, &Menus::listRecent, Qt::QueuedConnection); // not under an action of the list
    menu.addSeparator();
    add(menu, QT_TRANSLATE_NOOP("Menus", "&Save"), QKeySequence::Save, [files] { files->save(); });
    add(menu, QT_TRANSLATE_NOOP("Menus", "Save &as…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S),
        [files] { files->saveAs(); });
    menu.addSeparator();
    add(menu, QT_TRANSLATE_NOOP("Menus", "&Export chart…"), Qt::CTRL | Qt::Key_E, [this] { m_window.exportChart({}); });
    add(menu, QT_TRANSLATE_NOOP("Menus", "Export re&port…"), Qt::CTRL | Qt::SHIFT | Qt::Key_E, [this] { m_window.exportReport(); });
    add(menu, QT_TRANSLATE_NOOP("Menus", "Export ta&ble…"), Qt::CTRL | Qt::ALT | Qt::Key_E, [this] { m_window.exportTable(); });
    menu.addSeparator();
    add(menu, QT_TRANSLATE_NOOP("Menus", "&Quit"), QKeySequence(Qt::CTRL | Qt::Key_Q), [this] { m_window.close(); });
}

void Menus::listRecent()
{
    FileActions *files = &m_window.files();
    m_recent->clear();
    int number = 0;
    for (const QString &path : files->recent().paths()) {
        const QString name = QFileInfo(path).fileName().replace(QLatin1Char('&'), QLatin1String("&&"));
        QAction *action = m_recent->addAction(QStringLiteral("&%1 %2").arg(++number).arg(name), files, [files, path] { files->openPath(path); });
        action->setToolTip(QDir::toNativeSeparators(path));
    }
    m_recent->setEnabled(number > 0);
    if (number > 0) {
        m_recent->addSeparator();
        m_recent->addAction(tr("&Clear this list"), files, [files] { files->recent().clear(); });
    }
}

void Menus::addEdit(QMenu &menu)
{
    Document *document = &m_window.document();
    m_undo = add(menu, "", QKeySequence::Undo, [document] { document->undo(); });
    m_redo = add(menu, "", QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), [document] { document->redo(); });
    m_redo->setShortcuts({QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), QKeySequence(Qt::CTRL | Qt::Key_Y)});
    menu.addSeparator();
    add(menu, QT_TRANSLATE_NOOP("Menus", "&Copy chart"), Qt::CTRL | Qt::SHIFT | Qt::Key_C,
        [this] { m_window.copyChart(); });
    menu.addSeparator();
    add(menu, QT_TRANSLATE_NOOP("Menus", "Find &field"), Qt::CTRL | Qt::Key_L, [this] { m_window.focusFieldFilter(); });
    add(menu, QT_TRANSLATE_NOOP("Menus", "Filter &table"), QKeySequence::Find, [this] { m_window.focusTableFilter(); });
    menu.addSeparator();
    m_pin = add(menu, QT_TRANSLATE_NOOP("Menus", "Pin as &baseline"), Qt::CTRL | Qt::Key_B,
                [this] { m_window.togglePin(); });
    menu.addSeparator();
    add(menu, QT_TRANSLATE_NOOP("Menus", "&Preferences…"), Qt::CTRL | Qt::Key_Comma, [this] { m_window.showPreferences(); });
}

void Menus::addView(QMenu &menu)
{
    static constexpr std::array<const char *, 5> panes{
        QT_TRANSLATE_NOOP("Menus", "&Inputs"), QT_TRANSLATE_NOOP("Menus", "&Roofline"),
        QT_TRANSLATE_NOOP("Menus", "&Waterfall"), QT_TRANSLATE_NOOP("Menus", "&Tables"),
        QT_TRANSLATE_NOOP("Menus", "W&hy")};
    for (int i = 0; i < static_cast<int>(panes.size()); ++i)
        add(menu, panes[static_cast<std::size_t>(i)], QKeySequence(Qt::CTRL | static_cast<Qt::Key>(Qt::Key_1 + i)),
            [this, i] { m_window.focusPane(i + 1); });
    menu.addSeparator();
    add(menu, QT_TRANSLATE_NOOP("Menus", "&Fit charts"), Qt::Key_Home, [this] { m_window.fitCharts(); });
    add(menu, QT_TRANSLATE_NOOP("Menus", "Zoom &back"), Qt::Key_Backspace, [this] { m_window.zoomBack(); });
    menu.addSeparator();
    add(menu, QT_TRANSLATE_NOOP("Menus", "Prese&nt"), Qt::Key_F11, [this] { m_window.present(); });
    menu.addSeparator();
    QMenu &shown = *addSubmenu(menu, QT_TRANSLATE_NOOP("Menus", "&Panes"));
    for (QDockWidget *dock : {m_window.inputsDock(), m_window.tablesDock(), m_window.whyDock()})
        shown.addAction(dock->toggleViewAction());
    add(menu, QT_TRANSLATE_NOOP("Menus", "Reset &layout"), {}, [this] { m_window.resetLayout(); });
    addThemes(*addSubmenu(menu, QT_TRANSLATE_NOOP("Menus", "Th&eme")));
    addLanguages(*addSubmenu(menu, QT_TRANSLATE_NOOP("Menus", "Lan&guage")));
}

void Menus::addScenario(QMenu &menu)
{
    const auto page = [this] {
        m_window.studies().showScenarios();
        return &m_window.studies().scenarios();
    };
    add(menu, QT_TRANSLATE_NOOP("Menus", "&Compare scenarios"), {}, [page] { page(); });
    menu.addSeparator();
    add(menu, QT_TRANSLATE_NOOP("Menus", "&Duplicate…"), Qt::CTRL | Qt::Key_D, [page] { page()->duplicate(); });
    add(menu, QT_TRANSLATE_NOOP("Menus", "&Rename…"), {}, [page] { page()->rename(); });
    add(menu, QT_TRANSLATE_NOOP("Menus", "D&elete…"), {}, [page] { page()->remove(); });
    add(menu, QT_TRANSLATE_NOOP("Menus", "Use as &baseline"), {}, [page] { page()->useAsBaseline(); });
}

void Menus::addStudies(QMenu &menu)
{
    Studies *studies = &m_window.studies();
    menu.addSeparator();
    add(menu, QT_TRANSLATE_NOOP("Menus", "&Sensitivity"), {}, [studies] { studies->showSensitivity(); });
    add(menu, QT_TRANSLATE_NOOP("Menus", "S&weep"), {}, [studies] { studies->showSweep(); });
    add(menu, QT_TRANSLATE_NOOP("Menus", "Sc&aling over devices"), {}, [studies] { studies->showScaling(); });
    add(menu, QT_TRANSLATE_NOOP("Menus", "&Trend check"), {}, [studies] { studies->showTrend(); });
    add(menu, QT_TRANSLATE_NOOP("Menus", "&Goal seek…"), Qt::CTRL | Qt::SHIFT | Qt::Key_G, [this] {
        GoalDialog(m_window.document(), &m_window).exec();
    });
}

void Menus::addHelp(QMenu &menu)
{
    add(menu, QT_TRANSLATE_NOOP("Menus", "Headroom &help"), QKeySequence::HelpContents, [this] { m_window.help(); });
    add(menu, QT_TRANSLATE_NOOP("Menus", "&Find action or field…"), Qt::CTRL | Qt::Key_K, [this] { m_window.openPalette(); });
    add(menu, QT_TRANSLATE_NOOP("Menus", "Keyboard &shortcuts"), Qt::CTRL | Qt::Key_Slash, [this] { m_window.showShortcuts(); });
    menu.addSeparator();
    add(menu, QT_TRANSLATE_NOOP("Menus", "&About Headroom"), {}, [this] { m_window.about(); });
}

void Menus::addThemes(QMenu &menu)
{
    auto *group = new QActionGroup(this);
    static constexpr std::array<const char *, 3> themes{QT_TRANSLATE_NOOP("Menus", "&System"),
                                                        QT_TRANSLATE_NOOP("Menus", "&Light"),
                                                        QT_TRANSLATE_NOOP("Menus", "&Dark")};
    for (int i = 0; i < static_cast<int>(themes.size()); ++i) {
        QAction *action = add(menu, themes[static_cast<std::size_t>(i)], {},
                              [this, i] { m_window.appearance().setTheme(static_cast<ThemeChoice>(i)); });
        action->setCheckable(true);
        group->addAction(action);
        m_themes.push_back(action);
    }
}

void Menus::addLanguages(QMenu &menu)
{
    auto *group = new QActionGroup(this);
    // Each language names itself.
    for (const auto &[key, name] : {std::pair{"en", "English"}, std::pair{"zh_CN", "简体中文"}}) {
        QAction *action = menu.addAction(QString::fromUtf8(name));
        action->setData(QString::fromUtf8(key));
        action->setCheckable(true);
        group->addAction(action);
        m_languages.push_back(action);
        connect(action, &QAction::triggered, this,
                [this, action] { m_window.appearance().setLanguage(action->data().toString()); });
    }
}

void Menus::retranslate()
{
    for (const Command &command : m_commands)
        if (command.text[0] != '\0')
            command.action->setText(QCoreApplication::translate("Menus", command.text));
    listRecent();
    refresh();
}

void Menus::refresh()
{
    const History &history = m_window.document().history();
    const auto show = [](QAction &action, const QString &verb, const HistoryStep *step) {
        action.setEnabled(step != nullptr);
        action.setText(step ? verb + QLatin1Char(' ') + changeText(*step) : verb);
    };
    show(*m_undo, tr("&Undo"), history.undoStep());
    show(*m_redo, tr("&Redo"), history.redoStep());
    m_pin->setText(m_window.document().baseline() ? tr("Remove &baseline") : tr("Pin as &baseline"));
    for (std::size_t i = 0; i < m_themes.size(); ++i)
        m_themes[i]->setChecked(static_cast<int>(m_window.appearance().theme()) == static_cast<int>(i));
    for (QAction *action : m_languages)
        action->setChecked(action->data().toString() == m_window.appearance().language());
}

std::vector<CommandEntry> Menus::entries() const
{
    const BothLanguages both;
    std::vector<CommandEntry> out;
    for (const QAction *top : m_window.menuBar()->actions())
        if (top->menu())
            addEntries(*top->menu(), plainText(top->text()), both, out);
    return out;
}

void Menus::addEntries(const QMenu &menu, const QString &where, const BothLanguages &both, std::vector<CommandEntry> &out) const
{
    for (QAction *action : menu.actions()) {
        if (action->isSeparator() || !action->isEnabled())
            continue;
        const QString title = plainText(action->text());
        if (action->menu()) {
            addEntries(*action->menu(), where + QStringLiteral(" › ") + title, both, out);
            continue;
        }
        const auto known = std::ranges::find(m_commands, action, &Command::action);
        out.push_back({title, where, action->shortcut().toString(QKeySequence::NativeText),
                       known == m_commands.end() ? QString() : both.of("Menus", known->text), [action] { action->trigger(); }});
    }
}

} // namespace headroom
