// Copies of unsaved work: when they come and go, what they hold, whose they are.

#include "tests/ui/support/gui_test.h"

#include "spec/catalog.h"
#include "spec/field.h"
#include "ui/document/autosave.h"
#include "ui/document/document.h"
#include "ui/document/recovery.h"
#include "ui/file_actions.h"

#include <QDir>
#include <QFile>
#include <QMessageBox>
#include <QTemporaryDir>
#include <QTimer>

using namespace headroom;
using headroom::testing::write;

namespace {

QByteArray bytesOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void setBatch(Document &document, Count batch)
{
    document.setField(*findField("run.globalBatch"), batch);
}

} // namespace

class AutosaveTest : public QObject
{
    Q_OBJECT

private slots:
    void aCopyComesWithTheFirstEditAndGoesWhenSaved()
    {
        const QTemporaryDir folder;
        Document document(workedExample());
        Autosave autosave(document, folder.path());
        QVERIFY(!QFile::exists(autosave.file()));
        setBatch(document, 1024);
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(autosave.file()), 5000);
        const auto copy = readRecovery(autosave.file());
        QVERIFY(copy);
        QCOMPARE(copy->project.scenarios[copy->project.current].scenario.run.globalBatch, Count{1024});
        document.markSaved(folder.filePath(QStringLiteral("a.headroom")));
        QTRY_VERIFY(!QFile::exists(autosave.file()));
        document.endBurst();
        setBatch(document, 2048);
        document.undo(); // back to what was saved: nothing to lose
        QTest::qWait(1500);
        QVERIFY(!QFile::exists(autosave.file()));
    }

    // The delay counts from the first edit: edits that never pause are copied too.
    void editsWithoutAPauseAreCopied()
    {
        const QTemporaryDir folder;
        Document document(workedExample());
        Autosave autosave(document, folder.path());
        Count batch = 512;
        QTimer edits;
        connect(&edits, &QTimer::timeout, &document, [&] { setBatch(document, ++batch); });
        edits.start(50);
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(autosave.file()), 5000);
    }

    void theProjectsOwnFileIsLeftAlone()
    {
        const QTemporaryDir folder;
        const QString project = folder.filePath(QStringLiteral("mine.headroom"));
        Document document(workedExample());
        FileActions files(document, nullptr);
        document.markSaved(project);
        QVERIFY(files.save());
        const QByteArray before = bytesOf(project);
        Autosave autosave(document, folder.filePath(QStringLiteral("recovery")));
        setBatch(document, 4096);
        autosave.write();
        QTRY_VERIFY(QFile::exists(autosave.file()));
        QCOMPARE(bytesOf(project), before);
        QCOMPARE(readRecovery(autosave.file())->original, project);
    }

    void anOrderlyEndLeavesNothing()
    {
        const QTemporaryDir folder;
        {
            Document document(workedExample());
            Autosave autosave(document, folder.path());
            setBatch(document, 1024);
            autosave.write();
        }
        QVERIFY(QDir(folder.path()).entryList(QDir::Files).isEmpty());
    }

    void aRunningSessionsCopyIsNotOffered()
    {
        const QTemporaryDir folder;
        Document document(workedExample());
        Autosave autosave(document, folder.path());
        setBatch(document, 1024);
        autosave.write();
        QTRY_VERIFY(QFile::exists(autosave.file()));
        QVERIFY(recoveriesIn(folder.path()).empty());
        // The same bytes without a session are.
        write(folder.filePath(QStringLiteral("left.recovery")), bytesOf(autosave.file()));
        const auto found = recoveriesIn(folder.path());
        QCOMPARE(found.size(), std::size_t{1});
        QCOMPARE(found[0].model, QString::fromStdString(workedExample().model.name));
        removeRecovery(found[0].file);
        QVERIFY(recoveriesIn(folder.path()).empty());
    }

    void recoveredWorkIsUnsaved()
    {
        const QTemporaryDir folder;
        Document document(workedExample());
        setBatch(document, 1024);
        const Project project = document.project();
        Document other(workedExample());
        other.recover(project, folder.filePath(QStringLiteral("mine.headroom")));
        QVERIFY(other.isModified());
        QCOMPARE(other.scenario().run.globalBatch, Count{1024});
        QCOMPARE(other.path(), folder.filePath(QStringLiteral("mine.headroom")));
    }

    // 63 devices do not fit a plan of 512: the window lists that, and what it saved it opens again.
    void whatBreaksARuleAcrossFieldsIsSavedAndOpened()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("odd.headroom"));
        Document document(workedExample());
        FileActions files(document, nullptr);
        document.setField(*findField("run.devices"), Count{63});
        QVERIFY(hasError(checkScenario(document.scenario())));
        document.markSaved(path);
        QVERIFY(files.save());
        Document other(workedExample());
        FileActions opener(other, nullptr);
        QVERIFY(opener.openPath(path));
        QVERIFY(other.scenario() == document.scenario());
        const QString copy = folder.filePath(QStringLiteral("odd.recovery"));
        write(copy, recoveryText(document.project(), path));
        QVERIFY(readRecovery(copy));
    }

    void aFolderThatCannotBeWrittenIsSaidOnce()
    {
        const QTemporaryDir folder;
        const QString blocked = folder.filePath(QStringLiteral("file"));
        write(blocked, "no folder");
        Document document(workedExample());
        Autosave autosave(document, blocked);
        int failures = 0;
        connect(&autosave, &Autosave::failed, this, [&](const QString &why) {
            ++failures;
            QVERIFY(!why.isEmpty());
        });
        setBatch(document, 1024);
        autosave.write();
        QTRY_COMPARE(failures, 1);
        autosave.write();
        QTest::qWait(200);
        QCOMPARE(failures, 1);
    }

    void whatIsNoCopyIsRefused_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("text") << QByteArray("hello");
        QTest::newRow("another application") << QByteArray(R"({"application": "elephant"})");
        QTest::newRow("no project") << QByteArray(R"({"application": "headroom-recovery"})");
        QTest::newRow("cut") << recoveryText(Document(workedExample()).project(), {}).left(4000);
    }
    void whatIsNoCopyIsRefused()
    {
        QFETCH(QByteArray, bytes);
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("x.recovery"));
        write(path, bytes);
        const auto result = readRecovery(path);
        QVERIFY(!result);
        QVERIFY(QString::fromStdString(result.error().front().file).contains(QStringLiteral("x.recovery")));
        QCOMPARE(bytesOf(path), bytes);
    }
};

HEADROOM_GUI_TEST(AutosaveTest)
#include "autosave_test.moc"
