// Walks every tab, control and menu action of the window and of the dialogs it opens, in both languages, at three sizes and two scales:
// no text is cut off, no mnemonic stands twice in a menu or window, no control lacks a name, Tab leaves every control.
// The doubled scale needs a process of its own: the test starts itself once more.

#include "tests/ui/support/gui_test.h"

#include "spec/catalog.h"
#include "spec/field.h"
#include "ui/appearance.h"
#include "ui/document/document.h"
#include "ui/document/evaluation_runner.h"
#include "ui/main_window.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QAccessible>
#include <QComboBox>
#include <QDialog>
#include <QDir>
#include <QDockWidget>
#include <QGroupBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QProcess>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollArea>
#include <QScrollBar>
#include <QSettings>
#include <QStyle>
#include <QStyleOptionComboBox>
#include <QTabBar>
#include <QTabWidget>
#include <QTextDocument>
#include <QTimer>
#include <QToolButton>

#include <map>
#include <set>

using namespace headroom;

namespace {

const char *doubled = "HEADROOM_WALK_DOUBLED";

QString nameOf(const QWidget &widget)
{
    QStringList names;
    for (const QWidget *w = &widget; w && names.size() < 4; w = w->parentWidget())
        names.prepend(w->objectName().isEmpty() ? QString::fromLatin1(w->metaObject()->className()) : w->objectName());
    return names.join(QLatin1Char('/'));
}

QString plain(const QString &text)
{
    QTextDocument document;
    if (Qt::mightBeRichText(text))
        document.setHtml(text);
    else
        document.setPlainText(text);
    static const QRegularExpression mnemonic(QStringLiteral("&(?=[^&])"));
    return document.toPlainText().remove(mnemonic);
}

class Walk
{
public:
    explicit Walk(QString where) : m_where(std::move(where)) {}
    QStringList problems;

    void checkWindow(QWidget &window)
    {
        std::map<QChar, QStringList> mnemonics;
        const auto take = [&](const QString &text, const QString &owner) {
            if (const QKeySequence key = QKeySequence::mnemonic(text); !key.isEmpty())
                mnemonics[key.toString().back()] << owner;
        };
        for (QWidget *widget : window.findChildren<QWidget *>()) {
            if (!widget->isVisible() || widget->window() != &window)
                continue;
            checkText(*widget);
            checkName(*widget);
            if (const auto *button = qobject_cast<QAbstractButton *>(widget))
                take(button->text(), button->text());
            else if (const auto *label = qobject_cast<QLabel *>(widget); label && label->buddy())
                take(label->text(), label->text());
            else if (const auto *box = qobject_cast<QGroupBox *>(widget))
                take(box->title(), box->title());
            else if (const auto *bar = qobject_cast<QMenuBar *>(widget))
                for (const QAction *action : bar->actions())
                    take(action->text(), action->text());
        }
        for (const auto &[key, owners] : mnemonics)
            if (owners.size() > 1)
                say(QStringLiteral("mnemonic %1 of %2").arg(key).arg(owners.join(QStringLiteral(" and "))));
    }

    void checkMenu(const QMenu &menu)
    {
        std::map<QString, QStringList> mnemonics;
        for (const QAction *action : menu.actions()) {
            if (action->isSeparator())
                continue;
            if (plain(action->text()).trimmed().isEmpty())
                say(QStringLiteral("an action of %1 without a text").arg(menu.title()));
            if (const QKeySequence key = QKeySequence::mnemonic(action->text()); !key.isEmpty())
                mnemonics[key.toString()] << action->text();
            if (action->menu())
                checkMenu(*action->menu());
        }
        for (const auto &[key, owners] : mnemonics)
            if (owners.size() > 1)
                say(QStringLiteral("mnemonic %1 of %2").arg(key, owners.join(QStringLiteral(" and "))));
    }

    // Tab goes on from every control.
    void checkTab(QWidget &window)
    {
        for (QWidget *widget : window.findChildren<QWidget *>()) {
            if (!widget->isVisible() || !widget->isEnabled() || !(widget->focusPolicy() & Qt::TabFocus) || widget->focusProxy())
                continue;
            widget->setFocus(Qt::TabFocusReason);
            if (QApplication::focusWidget() != widget)
                continue;
            constexpr int most = 20; // links of a text come one by one
            for (int i = 0; i < most && QApplication::focusWidget() == widget; ++i)
                QTest::keyClick(widget, Qt::Key_Tab);
            if (QApplication::focusWidget() == widget)
                say(QStringLiteral("Tab stays in %1").arg(nameOf(*widget)));
        }
    }

    void say(const QString &what)
    {
        if (m_said.insert(what).second)
            problems << m_where + QStringLiteral(": ") + what;
    }

private:
    // A text that its place is too small for, unless the rest can be read in a tip.
    void checkText(const QWidget &widget)
    {
        const QFontMetricsF metrics(widget.font());
        QString text;
        double wanted = 0.0, room = widget.contentsRect().width();
        const auto one = [&](const QString &shown, double width) {
            text = plain(shown);
            for (const QString &line : text.split(QLatin1Char('\n')))
                wanted = std::max(wanted, metrics.horizontalAdvance(line));
            room = width;
        };
        if (const auto *label = qobject_cast<const QLabel *>(&widget)) {
            if (label->text().isEmpty())
                return;
            if (label->wordWrap()) {
                if (label->heightForWidth(label->width()) > label->height() + 1)
                    say(QStringLiteral("too low for “%1”: %2").arg(plain(label->text()).left(60), nameOf(widget)));
                return;
            }
            one(label->text(), label->contentsRect().width());
            if (metrics.height() > label->height() + 2)
                say(QStringLiteral("too low for “%1”: %2").arg(text.left(60), nameOf(widget)));
        } else if (const auto *combo = qobject_cast<const QComboBox *>(&widget)) {
            QStyleOptionComboBox option;
            option.initFrom(combo);
            one(combo->currentText(), combo->style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, combo).width());
        } else if (const auto *button = qobject_cast<const QAbstractButton *>(&widget)) {
            one(button->text(), button->width() - 2.0);
        } else if (const auto *edit = qobject_cast<const QLineEdit *>(&widget); edit && edit->text().isEmpty()) {
            one(edit->placeholderText(), edit->contentsRect().width());
        } else if (const auto *bar = qobject_cast<const QTabBar *>(&widget)) {
            for (int i = 0; i < bar->count(); ++i)
                if (bar->isTabVisible(i) && bar->tabRect(i).width() < metrics.horizontalAdvance(plain(bar->tabText(i))) && bar->tabToolTip(i).isEmpty())
                    say(QStringLiteral("tab too narrow for “%1”").arg(bar->tabText(i)));
            return;
        }
        if (wanted > room + 1.0 && widget.toolTip().isEmpty())
            say(QStringLiteral("%1 px for “%2”, which needs %3: %4").arg(room).arg(text.left(60)).arg(wanted).arg(nameOf(widget)));
    }

    void checkName(const QWidget &widget)
    {
        const bool control = qobject_cast<const QAbstractButton *>(&widget) || qobject_cast<const QLineEdit *>(&widget)
                             || qobject_cast<const QComboBox *>(&widget) || qobject_cast<const QAbstractSpinBox *>(&widget)
                             || (qobject_cast<const QAbstractItemView *>(&widget) && !qobject_cast<const QHeaderView *>(&widget))
                             || qobject_cast<const QPlainTextEdit *>(&widget) || widget.inherits("QCustomPlot")
                             || widget.focusPolicy() == Qt::StrongFocus || widget.focusPolicy() == Qt::TabFocus;
        const QString own = widget.objectName();
        const bool inside = own.startsWith(QLatin1String("qt_")) || qobject_cast<const QComboBox *>(widget.parentWidget())
                            || qobject_cast<const QAbstractSpinBox *>(widget.parentWidget()) || qobject_cast<const QScrollArea *>(&widget)
                            || qobject_cast<const QTabBar *>(&widget) || qobject_cast<const QTabWidget *>(&widget)
                            || widget.inherits("QLineEditIconButton") || widget.inherits("QTableCornerButton")
                            || widget.inherits("QDockWidgetTitleButton") || qobject_cast<const QScrollBar *>(&widget)
                            || (qobject_cast<const QToolButton *>(&widget) && qobject_cast<const QTabBar *>(widget.parentWidget()));
        if (!control || inside)
            return;
        QAccessibleInterface *face = QAccessible::queryAccessibleInterface(const_cast<QWidget *>(&widget));
        static const QRegularExpression letter(QStringLiteral("\\p{L}"));
        // What a combo box calls its name is its value: there a name given, or a label, counts.
        const bool named = !qobject_cast<const QComboBox *>(&widget) ? face && face->text(QAccessible::Name).contains(letter)
                                                                     : !widget.accessibleName().isEmpty() || hasLabel(face);
        if (!named)
            say(QStringLiteral("no name: %1").arg(nameOf(widget)));
    }

    static bool hasLabel(QAccessibleInterface *face)
    {
        return face && !face->relations(QAccessible::Label).empty();
    }

    QString m_where;
    std::set<QString> m_said;
};

void everyTab(QWidget &root, const std::function<void()> &look)
{
    look();
    for (QTabWidget *tabs : root.findChildren<QTabWidget *>()) {
        const int before = tabs->currentIndex();
        for (int i = 0; i < tabs->count(); ++i) {
            tabs->setCurrentIndex(i);
            QCoreApplication::processEvents();
            look();
        }
        tabs->setCurrentIndex(before);
    }
}

std::unique_ptr<MainWindow> shown(const QString &language, QSize size)
{
    QSettings().clear();
    QSettings().setValue(QStringLiteral("language"), language);
    Scenario scenario = workedExample();
    scenario.run.tokenBudget = 1'000'000'000'000;
    auto window = std::make_unique<MainWindow>(scenario);
    window->resize(size);
    window->whyDock()->show();
    window->show();
    if (!QTest::qWaitFor([&] { return !window->runner().snapshot()->searching; }, 120000))
        qFatal("the search does not end");
    QTest::qWait(100); // layouts ask their parents for room, one after another
    return window;
}

void sizesAndLanguages()
{
    QTest::addColumn<QString>("language");
    QTest::addColumn<QSize>("size");
    for (const char *language : {"en", "zh_CN"})
        for (const QSize size : {QSize(1280, 800), QSize(1440, 900), QSize(1920, 1080)})
            QTest::newRow((QByteArray(language) + ' ' + QByteArray::number(size.width())).constData()) << QString::fromLatin1(language) << size;
}

QString all(const QStringList &problems)
{
    return QString::number(problems.size()) + QStringLiteral(" problems\n") + problems.join(QLatin1Char('\n'));
}

// Everything in the menu but what ends the program.
void collect(const QMenu &menu, std::vector<QAction *> &out)
{
    for (QAction *action : menu.actions())
        if (action->menu())
            collect(*action->menu(), out);
        else if (!action->isSeparator() && action->isEnabled() && action->shortcut() != QKeySequence(Qt::CTRL | Qt::Key_Q))
            out.push_back(action);
}

// Looks at whatever window the action opens, and closes it.
void lookAtDialogs(Walk &walk, const QWidget &main)
{
    for (int guard = 0; guard < 5; ++guard) {
        QWidget *modal = QApplication::activeModalWidget();
        if (!modal)
            break;
        if (!modal->inherits("QFileDialog") && !qobject_cast<QMessageBox *>(modal)) { // Qt's own
            walk.checkWindow(*modal);
            walk.checkTab(*modal);
        }
        if (auto *dialog = qobject_cast<QDialog *>(modal))
            dialog->reject();
        else
            modal->close();
    }
    for (QWidget *top : QApplication::topLevelWidgets())
        if (top->isVisible() && top != &main && top->isWindow() && !qobject_cast<QMenu *>(top) && top->windowType() == Qt::Window)
            top->close();
}

} // namespace

class WalkTest : public QObject
{
    Q_OBJECT

private slots:
    void everyControl_data() { sizesAndLanguages(); }
    void everyControl()
    {
        QFETCH(QString, language);
        QFETCH(QSize, size);
        const auto window = shown(language, size);
        Walk walk(language);
        everyTab(*window, [&] { walk.checkWindow(*window); });
        QVERIFY2(walk.problems.isEmpty(), qPrintable(all(walk.problems)));
    }

    void everyMenuAction_data()
    {
        QTest::addColumn<QString>("language");
        for (const char *language : {"en", "zh_CN"})
            QTest::newRow(language) << QString::fromLatin1(language);
    }
    void everyMenuAction()
    {
        QFETCH(QString, language);
        const auto window = shown(language, {1280, 800});
        Walk walk(language);
        std::vector<QAction *> actions;
        for (const QAction *top : window->menuBar()->actions()) {
            walk.checkMenu(*top->menu());
            collect(*top->menu(), actions);
        }
        QVERIFY(actions.size() > 25);
        std::vector<QPointer<QAction>> kept(actions.begin(), actions.end());
        for (const QPointer<QAction> &action : kept) {
            if (!action || !action->isEnabled())
                continue;
            QTimer looker;
            QObject::connect(&looker, &QTimer::timeout, window.get(), [&] { lookAtDialogs(walk, *window); });
            looker.start(20);
            action->trigger();
            QCoreApplication::processEvents();
            lookAtDialogs(walk, *window);
            window->appearance().setLanguage(language); // one of the actions changes it
        }
        QVERIFY2(walk.problems.isEmpty(), qPrintable(all(walk.problems)));
    }

    void tabLeavesEveryControl()
    {
        const auto window = shown(QStringLiteral("en"), {1440, 900});
        Walk walk(QStringLiteral("en"));
        everyTab(*window, [&] { walk.checkTab(*window); });
        QVERIFY2(walk.problems.isEmpty(), qPrintable(all(walk.problems)));
    }

    // The same once more with everything twice as large.
    void atTwiceTheScale()
    {
        if (qEnvironmentVariableIsSet(doubled))
            QSKIP("is the doubled one");
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QString::fromLatin1(doubled), QStringLiteral("1"));
        environment.insert(QStringLiteral("QT_SCALE_FACTOR"), QStringLiteral("2"));
        process.setProcessEnvironment(environment);
        process.setProcessChannelMode(QProcess::MergedChannels);
        process.start(QCoreApplication::applicationFilePath(), {QStringLiteral("everyControl"), QStringLiteral("everyMenuAction")});
        QVERIFY(process.waitForFinished(280000));
        QByteArray said = process.readAll();
        said = said.mid(std::max<qsizetype>(0, said.indexOf("FAIL!")));
        QVERIFY2(process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0, said.constData());
    }
};

HEADROOM_GUI_TEST(WalkTest)
#include "walk_test.moc"
