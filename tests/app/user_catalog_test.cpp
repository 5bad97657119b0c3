// The user's catalog and the questions about datasheet numbers, from the command line.

#include "program.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

using namespace headroom::testing;

class UserCatalogProgramTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void ownChipsAreListedAndUsed();
    void ownModels();
    void badFilesAreNamed();
    void suspectNumbersNeedConfirmation_data();
    void suspectNumbersNeedConfirmation();

private:
    Outcome run(const QStringList &arguments) { return runProgram(arguments, m_folder.path(), m_environment); }
    QTemporaryDir m_folder;
    QProcessEnvironment m_environment = bareEnvironment();
    QString m_catalog;
};

void UserCatalogProgramTest::initTestCase()
{
    m_environment.insert("XDG_DATA_HOME", m_folder.path());
    m_catalog = m_folder.filePath("Headroom/Headroom/catalog/");
    QVERIFY(QDir().mkpath(m_catalog + "hardware") && QDir().mkpath(m_catalog + "models"));
    QByteArray chip = readFile(HEADROOM_SOURCE_DIR "/resources/hardware/h100_sxm.json");
    chip.replace("\"H100 SXM\"", "\"Ours\"").replace("\"value\": 3350", "\"value\": 3000");
    writeFile(m_catalog + "hardware/ours.json", chip);
    QByteArray model = readFile(HEADROOM_SOURCE_DIR "/resources/models/Qwen3-8B.json");
    model.replace("\"name\": \"Qwen3-8B\"", "\"name\": \"Our model\"");
    writeFile(m_catalog + "models/ours.json", model);
}

void UserCatalogProgramTest::ownChipsAreListedAndUsed()
{
    const Outcome list = run({"list", "hardware"});
    QCOMPARE(list.exitCode, 0);
    QVERIFY(list.output.contains("Ours") && list.output.contains("ours.json") && list.output.contains("MI355X"));
    const Outcome outcome = run({"evaluate", "--no-search", "--hardware", "ours", "--model", "Llama-3.1-8B", "--json", "-"});
    QCOMPARE(outcome.exitCode, 0);
    QCOMPARE(outcome.json()["hardware"]["hbmBandwidth"].get<double>(), 3e12);
}

void UserCatalogProgramTest::ownModels()
{
    QVERIFY(run({"list", "models"}).output.contains("Our model"));
    const Outcome outcome = run({"evaluate", "--no-search", "--model", "Our model", "--hardware", "H100", "--json", "-"});
    QCOMPARE(outcome.exitCode, 0);
    QCOMPARE(outcome.json()["model"]["name"].get<std::string>(), std::string("Our model"));
    // A file of the catalog can be named too.
    QCOMPARE(run({"evaluate", "--no-search", "--model", m_catalog + "models/ours.json", "--hardware", "H100"}).exitCode, 0);
}

void UserCatalogProgramTest::badFilesAreNamed()
{
    writeFile(m_catalog + "hardware/bad.json", "{\"name\": \"Bad\", \"vendor\": 3}");
    const Outcome list = run({"list", "hardware"});
    QCOMPARE(list.exitCode, 0);
    QVERIFY2(list.errors.contains("bad.json") && list.errors.contains("vendor"), qPrintable(list.errors));
    QVERIFY(list.output.contains("Ours")); // the others stay usable
    const Outcome outcome = run({"evaluate", "--hardware", "Bad"});
    QCOMPARE(outcome.exitCode, 1);
    QVERIFY2(outcome.errors.contains("bad.json"), qPrintable(outcome.errors));
    QVERIFY(QFile::remove(m_catalog + "hardware/bad.json"));
}

void UserCatalogProgramTest::suspectNumbersNeedConfirmation_data()
{
    QTest::addColumn<QString>("setting");
    QTest::addColumn<QString>("rule");
    QTest::addColumn<QString>("key");
    QTest::addColumn<double>("value");
    QTest::newRow("sparse") << "hardware.peak=1979 TFLOP/s" << "sparsePeak" << "peak" << 1979e12;
    QTest::newRow("capacity") << "hardware.hbmCapacity=80 GB" << "capacityUnit" << "hbmCapacity" << 80e9;
}

void UserCatalogProgramTest::suspectNumbersNeedConfirmation()
{
    QFETCH(QString, setting);
    QFETCH(QString, rule);
    QFETCH(QString, key);
    QFETCH(double, value);
    const QStringList command{"evaluate", "--no-search", "--hardware", "H100", "--model", "Llama-3.1-8B", "--json", "-", "--set", setting};
    const Outcome refused = run(command);
    QCOMPARE(refused.exitCode, 1);
    QVERIFY(refused.output.isEmpty());
    QVERIFY2(refused.errors.contains("hardware." + key) && refused.errors.contains("--confirm " + rule), qPrintable(refused.errors));
    const Outcome confirmed = run(command + QStringList{"--confirm", rule});
    QCOMPARE(confirmed.exitCode, 0);
    QCOMPARE(confirmed.json()["hardware"][key.toStdString()].get<double>(), value);
    QCOMPARE(run(command + QStringList{"--confirm", "nothing"}).exitCode, 2);
}

QTEST_GUILESS_MAIN(UserCatalogProgramTest)
#include "user_catalog_test.moc"
