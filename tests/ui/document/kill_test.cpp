// kill -9 while a project is edited and saved: the file is whole and one that was saved, and at most two seconds of edits are lost.
// 20 seeded kills; `--full`: 200. The child is this program again, with the document, autosave and saving of the window.

#include "tests/ui/support/gui_test.h"

#include "spec/catalog.h"
#include "spec/field.h"
#include "ui/document/autosave.h"
#include "ui/document/document.h"
#include "ui/document/recovery.h"
#include "ui/file_actions.h"

#include <QDeadlineTimer>
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTimer>

#include <algorithm>
#include <map>
#include <memory>
#include <random>
#include <set>

using namespace headroom;

namespace {

constexpr qint64 mostLost = 2000; // ms
constexpr int together = 5;       // children at a time
bool full = false;

// Of the machine, alike in all processes.
qint64 now()
{
    return QDeadlineTimer::current(Qt::PreciseTimer).deadline();
}

QString projectIn(const QString &folder)
{
    return folder + QStringLiteral("/project.headroom");
}

// Every edit is a number, in a field that breaks no rule: "e NUMBER TIME"; "s NUMBER" comes before a save.
int edit(const QString &folder, unsigned seed)
{
    std::mt19937 random(seed);
    Document document(workedExample());
    FileActions files(document, nullptr);
    document.markSaved(projectIn(folder));
    QFile log(folder + QStringLiteral("/log"));
    if (!log.open(QIODevice::WriteOnly | QIODevice::Unbuffered))
        return 1;
    Autosave autosave(document, folder + QStringLiteral("/recovery"));
    int number = 0;
    const auto say = [&](const QString &text) { log.write(text.toUtf8() + '\n'); };
    const auto save = [&] {
        say(QStringLiteral("s %1").arg(number));
        files.save();
    };
    const auto next = [&] {
        ++number;
        document.setField(*findField("run.measuredStepTime"), static_cast<double>(number));
        say(QStringLiteral("e %1 %2").arg(number).arg(now()));
        if (random() % 100 == 0) // a save every 2 s or so, and some in a row
            for (int i = 0; i < 3; ++i)
                save();
    };
    next();
    save();
    QTimer timer;
    QObject::connect(&timer, &QTimer::timeout, &timer, next);
    timer.start(20);
    return QCoreApplication::exec();
}

int numberOf(const Project &project)
{
    return static_cast<int>(project.scenarios[project.current].scenario.run.measuredStepTime->value);
}

struct Log
{
    std::map<int, qint64> edits;
    std::set<int> saves;
};

Log readLog(const QString &folder)
{
    Log out;
    QFile file(folder + QStringLiteral("/log"));
    if (!file.open(QIODevice::ReadOnly))
        return out;
    for (const QByteArray &line : file.readAll().split('\n')) {
        const QList<QByteArray> words = line.split(' ');
        if (words.size() == 3)
            out.edits.emplace(words[1].toInt(), words[2].toLongLong());
        else if (words.size() == 2)
            out.saves.insert(words[1].toInt());
    }
    return out;
}

} // namespace

class KillTest : public QObject
{
    Q_OBJECT

private slots:
    void nothingOlderThanTwoSecondsIsLost()
    {
        const int kills = full ? 200 : 20;
        qint64 worst = 0;
        for (int first = 0; first < kills; first += together) {
            std::vector<std::unique_ptr<Child>> children;
            for (int i = first; i < first + together; ++i)
                children.push_back(std::make_unique<Child>(static_cast<unsigned>(i)));
            for (const auto &child : children)
                QVERIFY(child->killWhenDue());
            for (const auto &child : children) {
                check(*child, worst);
                if (QTest::currentTestFailed())
                    return;
            }
        }
        qInfo("%d kills, at most %lld ms lost", kills, static_cast<long long>(worst));
    }

private:
    struct Child
    {
        explicit Child(unsigned number) : seed(number)
        {
            std::mt19937 random(seed);
            random.discard(1000); // not the child's numbers
            life = 50 + static_cast<int>(random() % 3000);
            process.start(QCoreApplication::applicationFilePath(), {QStringLiteral("--child"), folder.path(), QString::number(seed)});
        }
        // After its life, counted from its first edit.
        bool killWhenDue()
        {
            if (!QTest::qWaitFor([this] { return !readLog(folder.path()).edits.empty(); }, 60000))
                return false;
            const qint64 due = readLog(folder.path()).edits.begin()->second + life;
            while (now() < due)
                QTest::qWait(5);
            killed = now();
            process.kill();
            return process.waitForFinished();
        }
        unsigned seed;
        int life = 0;
        qint64 killed = 0;
        QTemporaryDir folder;
        QProcess process;
    };

    static void check(const Child &child, qint64 &worst)
    {
        const QString folder = child.folder.path();
        const Log log = readLog(folder);
        const std::string path = projectIn(folder).toStdString();
        int newest = 0;
        if (const QFile file(projectIn(folder)); file.exists()) {
            QFile reader(projectIn(folder));
            QVERIFY(reader.open(QIODevice::ReadOnly));
            const auto project = readProject(reader.readAll().toStdString(), path);
            QVERIFY2(project, qPrintable(QStringLiteral("seed %1").arg(child.seed)));
            newest = numberOf(*project);
            QVERIFY(log.saves.contains(newest)); // what the user saved, never a copy
        }
        const auto copies = recoveriesIn(folder + QStringLiteral("/recovery"));
        QVERIFY(copies.size() <= 1);
        QCOMPARE(QDir(folder + QStringLiteral("/recovery")).entryList({QStringLiteral("*.recovery")}).size(), int(copies.size()));
        if (!copies.empty()) {
            const auto recovered = readRecovery(copies.front().file);
            QVERIFY(recovered);
            QCOMPARE(recovered->original, projectIn(folder));
            newest = std::max(newest, numberOf(recovered->project));
        }
        const auto lost = log.edits.upper_bound(newest);
        if (lost == log.edits.end())
            return;
        const qint64 age = child.killed - lost->second;
        worst = std::max(worst, age);
        QVERIFY2(age <= mostLost, qPrintable(QStringLiteral("seed %1: an edit %2 ms old is lost").arg(child.seed).arg(age)));
    }
};

int main(int argc, char **argv)
{
    if (argc == 4 && QString::fromLocal8Bit(argv[1]) == QLatin1String("--child")) {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName(QStringLiteral("headroom-test"));
        QCoreApplication::setApplicationName(QStringLiteral("kill_test_child"));
        QApplication application(argc, argv);
        return edit(QString::fromLocal8Bit(argv[2]), QString::fromLocal8Bit(argv[3]).toUInt());
    }
    if (argc > 1 && QString::fromLocal8Bit(argv[1]) == QLatin1String("--full")) {
        full = true;
        --argc; // Qt Test does not know it
        std::rotate(argv + 1, argv + 2, argv + argc + 1);
    }
    return headroom::testing::runGuiTest<KillTest>(argc, argv);
}
#include "kill_test.moc"
