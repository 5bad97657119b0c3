// What comes back at the next start, and what the preferences change.

#include "tests/ui/support/gui_test.h"

#include "spec/catalog.h"
#include "spec/field.h"
#include "ui/appearance.h"
#include "ui/document/document.h"
#include "ui/document/evaluation_runner.h"
#include "ui/document/recovery.h"
#include "ui/file_actions.h"
#include "ui/main_window.h"
#include "ui/pages/table_page.h"
#include "ui/models/table_model.h"
#include "ui/session/preferences.h"
#include "ui/session/preferences_dialog.h"
#include "ui/session/recent_files.h"
#include "ui/session/recovery_dialog.h"
#include "ui/session/session.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QDockWidget>
#include <QPushButton>
#include <QSettings>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTimer>

using namespace headroom;
using headroom::testing::write;

namespace {

QString savedProject(const QTemporaryDir &folder, Count batch)
{
    const QString path = folder.filePath(QStringLiteral("saved %1.headroom").arg(batch));
    Document document(workedExample());
    FileActions files(document, nullptr);
    document.setField(*findField("run.globalBatch"), batch);
    document.markSaved(path);
    return files.save() ? path : QString();
}

template <class Dialog, class Function> void withNext(Function function)
{
    QTimer::singleShot(0, [function] {
        QTRY_VERIFY(qobject_cast<Dialog *>(QApplication::activeModalWidget()));
        function(*qobject_cast<Dialog *>(QApplication::activeModalWidget()));
    });
}

void choose(QDialog &dialog, const char *box, int index)
{
    auto *combo = dialog.findChild<QComboBox *>(QString::fromUtf8(box));
    QVERIFY2(combo, box);
    combo->setCurrentIndex(index);
    emit combo->activated(index);
}

} // namespace

class SessionTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        QSettings().clear();
        QSettings().setValue(QStringLiteral("language"), QStringLiteral("en"));
        QDir(recoveryFolder()).removeRecursively();
    }

    void theLastProjectComesBack()
    {
        const QTemporaryDir folder;
        const QString path = savedProject(folder, 1024);
        {
            MainWindow window(workedExample());
            window.show();
            QVERIFY(window.openPath(path));
            QVERIFY(window.close());
        }
        {
            MainWindow window(workedExample());
            window.session().start({});
            QCOMPARE(window.document().path(), path);
            QCOMPARE(window.document().scenario().run.globalBatch, Count{1024});
        }
        Session::setReopensLast(false);
        MainWindow window(workedExample());
        window.session().start({});
        QVERIFY(window.document().path().isEmpty());
    }

    void tabsAndDocksComeBackAndCanBeReset()
    {
        {
            MainWindow window(workedExample());
            window.resize(1400, 900);
            window.show();
            qobject_cast<QTabWidget *>(window.tablesDock()->widget())->setCurrentIndex(2); // 1 is of phases that serve
            window.inputsDock()->hide();
            window.whyDock()->show();
            QVERIFY(window.close());
        }
        MainWindow window(workedExample());
        window.show();
        auto *tabs = qobject_cast<QTabWidget *>(window.tablesDock()->widget());
        QCOMPARE(tabs->currentIndex(), 2);
        QVERIFY(!window.inputsDock()->isVisible());
        QVERIFY(window.whyDock()->isVisible());
        window.resetLayout();
        QCOMPARE(tabs->currentIndex(), 0);
        QVERIFY(window.inputsDock()->isVisible());
        QVERIFY(!window.whyDock()->isVisible()); // narrower than 1800
    }

    void recentFilesAreNewestFirstAndExist()
    {
        const QTemporaryDir folder;
        RecentFiles recent;
        QStringList made;
        for (int i = 0; i < 12; ++i) {
            made.prepend(folder.filePath(QStringLiteral("%1.headroom").arg(i)));
            write(made.front(), "x");
            recent.add(made.front());
        }
        QCOMPARE(recent.paths(), made.mid(0, 9));
        recent.add(made[3]);
        QCOMPARE(recent.paths().front(), made[3]);
        QFile::remove(made[3]);
        QCOMPARE(recent.paths().front(), made[0]);
        recent.clear();
        QVERIFY(recent.paths().isEmpty());
    }

    void anOpenedFileIsInTheMenu()
    {
        const QTemporaryDir folder;
        MainWindow window(workedExample());
        QVERIFY(window.openPath(savedProject(folder, 2048)));
        QTRY_VERIFY(std::ranges::any_of(window.findChildren<QAction *>(), [](const QAction *action) {
            return action->text() == QLatin1String("&1 saved 2048.headroom");
        }));
    }

    void workThatACrashLeftIsOffered()
    {
        const QTemporaryDir folder;
        const QString original = savedProject(folder, 1024);
        QFile file(original);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray before = file.readAll();
        Document lost(workedExample());
        lost.setField(*findField("run.globalBatch"), Count{4096});
        QDir().mkpath(recoveryFolder());
        const QString copy = QDir(recoveryFolder()).filePath(QStringLiteral("lost.recovery"));
        write(copy, recoveryText(lost.project(), original));
        MainWindow window(workedExample());
        withNext<RecoveryDialog>([](RecoveryDialog &dialog) { dialog.accept(); });
        window.session().start({});
        QCOMPARE(window.document().scenario().run.globalBatch, Count{4096});
        QVERIFY(window.document().isModified());
        QCOMPARE(window.document().path(), original);
        QTRY_VERIFY(!QFile::exists(copy)); // the session has its own copy by now
        QVERIFY(!QDir(recoveryFolder()).entryList({QStringLiteral("*.recovery")}).isEmpty());
        file.seek(0);
        QCOMPARE(file.readAll(), before);
    }

    void whatIsNotDecidedIsOfferedAgain()
    {
        QDir().mkpath(recoveryFolder());
        const QString copy = QDir(recoveryFolder()).filePath(QStringLiteral("lost.recovery"));
        write(copy, recoveryText(Document(workedExample()).project(), {}));
        MainWindow window(workedExample());
        withNext<RecoveryDialog>([](RecoveryDialog &dialog) { dialog.reject(); });
        window.session().start({});
        QVERIFY(QFile::exists(copy));
        QCOMPARE(recoveriesIn(recoveryFolder()).size(), std::size_t{1});
    }

    void everyPreferenceChangesSomething()
    {
        MainWindow window(workedExample());
        window.show();
        QTRY_VERIFY_WITH_TIMEOUT(!window.runner().snapshot()->searching, 60000);
        auto *table = window.findChild<TablePage *>(QStringLiteral("configurations"));
        const auto memoryHeader = [table] {
            QStringList out;
            for (int c = 0; c < table->model().columnCount(); ++c)
                out << table->model().headerData(c, Qt::Horizontal).toString();
            return out.filter(QStringLiteral("Memory")).join(QLatin1Char(' '));
        };
        QVERIFY2(memoryHeader().contains(QStringLiteral("GiB")), qPrintable(memoryHeader()));
        withNext<PreferencesDialog>([&](PreferencesDialog &dialog) {
            choose(dialog, "memoryUnit", 1);
            QVERIFY2(memoryHeader().contains(QStringLiteral("(GB)")), qPrintable(memoryHeader()));
            choose(dialog, "memoryUnit", 0);
            choose(dialog, "theme", 2);
            QVERIFY(window.appearance().isDark());
            choose(dialog, "theme", 1);
            QVERIFY(!window.appearance().isDark());
            choose(dialog, "convention", 1);
            QCOMPARE(newScenario().run.convention, Convention::megatron);
            choose(dialog, "scale", 4);
            QCOMPARE(uiScale(), 200);
            qunsetenv("QT_SCALE_FACTOR");
            applyUiScale();
            QCOMPARE(qgetenv("QT_SCALE_FACTOR"), QByteArray("2"));
            qunsetenv("QT_SCALE_FACTOR");
            dialog.findChild<QCheckBox *>(QStringLiteral("reopen"))->click();
            QVERIFY(!Session::reopensLast());
            choose(dialog, "language", 1);
            QTRY_COMPARE_WITH_TIMEOUT(dialog.windowTitle(), QStringLiteral("首选项"), 60000);
            choose(dialog, "language", 0);
            dialog.accept();
        });
        window.showPreferences();
        window.files().newDocument();
        QCOMPARE(window.document().scenario().run.convention, Convention::megatron);
    }
};

HEADROOM_GUI_TEST(SessionTest)
#include "session_test.moc"
