// The commands of README.md do what it says.

#include "program.h"

#include <QTemporaryDir>
#include <QTest>

using namespace headroom::testing;

class ReadmeTest : public QObject
{
    Q_OBJECT

private slots:
    void commands_data();
    void commands();
};

void ReadmeTest::commands_data()
{
    QTest::addColumn<QStringList>("arguments");
    int found = 0;
    for (const QString &line : QString::fromUtf8(readFile(HEADROOM_SOURCE_DIR "/README.md")).split('\n')) {
        if (!line.startsWith("app/run.sh "))
            continue;
        QTest::newRow(qPrintable(line)) << QProcess::splitCommand(line).mid(1);
        ++found;
    }
    QVERIFY(found >= 8);
}

void ReadmeTest::commands()
{
    QFETCH(QStringList, arguments);
    const QTemporaryDir folder;
    const Outcome outcome = runProgram(arguments, folder.path());
    QVERIFY2(outcome.exitCode == 0, qPrintable(outcome.errors));
    const bool writes = arguments.contains("--out") || arguments.contains("--csv");
    QVERIFY(!outcome.output.isEmpty() || writes);
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files).size(), writes ? 1 : 0);
}

QTEST_GUILESS_MAIN(ReadmeTest)
#include "readme_test.moc"
