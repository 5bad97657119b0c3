// What `cmake --install` puts down, run from there; the Debian package's contents; the manual page.

#include "program.h"

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace headroom::testing;

class PackageTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void everyFileIsThere();
    void runsFromThere();
    void descriptionsAreValid();
    void debianPackage();
    void manualNamesEverything();

private:
    QString installed(const char *path) const { return m_root.filePath(QStringLiteral("usr/") + QString::fromLatin1(path)); }

    QTemporaryDir m_root;
};

namespace {

const QString buildFolder = QFileInfo(HEADROOM_PROGRAM).dir().filePath("..");

struct Ended
{
    int code = -1;
    QByteArray said;
};

Ended ran(const QString &program, const QStringList &arguments, const QString &folder = {}, const QProcessEnvironment &environment = bareEnvironment())
{
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.setProcessEnvironment(environment);
    process.setWorkingDirectory(folder);
    process.start(program, arguments);
    const bool ended = process.waitForFinished(240000);
    return {ended ? process.exitCode() : -1, process.readAll()};
}

} // namespace

void PackageTest::initTestCase()
{
    QProcessEnvironment environment = bareEnvironment();
    environment.insert("DESTDIR", m_root.path());
    const Ended done = ran("cmake", {"--install", buildFolder, "--prefix", "/usr"}, {}, environment);
    QVERIFY2(done.code == 0, done.said.constData());
}

void PackageTest::everyFileIsThere()
{
    for (const char *file : {"bin/headroom", "share/applications/headroom.desktop", "share/metainfo/org.headroom.Headroom.metainfo.xml",
                             "share/mime/packages/headroom.xml", "share/icons/hicolor/scalable/apps/headroom.svg", "share/man/man1/headroom.1",
                             "share/doc/headroom/copyright"})
        QVERIFY2(QFileInfo(installed(file)).size() > 0, file);
}

// Models, chips, translations and pictures are within: the program needs no file of the tree it was built from.
void PackageTest::runsFromThere()
{
    const QByteArray program = readFile(installed("bin/headroom"));
    for (const char *resource : {"/resources/models", "/resources/hardware", "/resources/i18n", "/resources/icons"})
        QVERIFY2(!program.contains(QByteArray(HEADROOM_SOURCE_DIR) + resource), resource);
    const QTemporaryDir folder;
    QProcessEnvironment environment = bareEnvironment();
    environment.insert("HOME", folder.path());
    const Ended numbers = ran(installed("bin/headroom"), {"evaluate", "--model", "Llama-3.1-8B", "--hardware", "H100", "--devices", "8"}, folder.path(), environment);
    QVERIFY2(numbers.code == 0 && numbers.said.contains("Roofline"), numbers.said.constData());
    const Ended chart = ran(installed("bin/headroom"), {"export", "--no-search", "--chart", "waterfall", "--language", "zh_CN", "--out", "w.svg"}, folder.path(),
                            environment);
    QVERIFY2(chart.code == 0 && readFile(folder.filePath("w.svg")).contains("峰值"), chart.said.constData());
}

void PackageTest::descriptionsAreValid()
{
    const Ended desktop = ran("desktop-file-validate", {installed("share/applications/headroom.desktop")});
    QVERIFY2(desktop.code == 0 && desktop.said.isEmpty(), desktop.said.constData());
    const Ended metadata = ran("appstreamcli", {"validate", "--no-net", installed("share/metainfo/org.headroom.Headroom.metainfo.xml")});
    QVERIFY2(metadata.code == 0, metadata.said.constData());
}

// Its files, and that its dependencies name what the program links and what it writes with.
void PackageTest::debianPackage()
{
    const QTemporaryDir folder;
    const Ended made = ran("cpack", {"-G", "DEB", "-B", folder.path(), "--config", buildFolder + "/CPackConfig.cmake"}, folder.path());
    QVERIFY2(made.code == 0, made.said.constData());
    const QStringList packages = QDir(folder.path()).entryList({"headroom_*.deb"}, QDir::Files);
    QCOMPARE(packages.size(), 1);
    const QString package = folder.filePath(packages.front());
    const QByteArray files = ran("dpkg-deb", {"--contents", package}).said;
    for (const char *file : {"./usr/bin/headroom", "./usr/share/applications/headroom.desktop", "./usr/share/man/man1/headroom.1"})
        QVERIFY2(files.contains(file), files.constData());
    const QByteArray depends = ran("dpkg-deb", {"--field", package, "Depends"}).said;
    for (const char *library : {"libqt6widgets6", "libqt6svg6", "libxlsxwriter4", "libc6", "fonts-dejavu-core"})
        QVERIFY2(depends.contains(library), depends.constData());
}

// Every command and option of --help, and every exit code.
void PackageTest::manualNamesEverything()
{
    QString manual = QString::fromUtf8(readFile(installed("share/man/man1/headroom.1")));
    manual.replace("\\-", "-").remove(QRegularExpression("\\\\f[BIR]"));
    const QString all = QString::fromUtf8(runProgram({"--help"}).output);
    static const QRegularExpression command("^ +headroom ([a-z]+) ", QRegularExpression::MultilineOption), option("^ +(--[a-z-]+)", QRegularExpression::MultilineOption);
    int commands = 0;
    for (auto matches = command.globalMatch(all); matches.hasNext(); ++commands) {
        const QString name = matches.next().captured(1);
        QVERIFY2(manual.contains(".SS headroom " + name), qPrintable(name));
        for (auto options = option.globalMatch(QString::fromUtf8(runProgram({name, "--help"}).output)); options.hasNext();) {
            const QString word = options.next().captured(1);
            QVERIFY2(manual.contains(".TP\n" + word), qPrintable(name + ' ' + word));
        }
    }
    QVERIFY(commands >= 9);
    for (const char *code : {"0", "1", "2", "3", "4"})
        QVERIFY(manual.contains(QString(".TP\n.B %1\n").arg(code)));
}

QTEST_GUILESS_MAIN(PackageTest)
#include "package_test.moc"
