// Words the program understands and those it does not; what it lists and explains.

#include "program.h"

#include <QElapsedTimer>
#include <QTest>

using namespace headroom::testing;

class UsageTest : public QObject
{
    Q_OBJECT

private slots:
    void wrongUse_data();
    void wrongUse();
    void help_data();
    void help();
    void version();
    void noDisplay();
    void lists_data();
    void lists();
    void explains();
    void explainsUnknownTerm();
};

void UsageTest::wrongUse_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("complaint");
    QTest::newRow("command") << QStringList{"evalute"} << "neither a command nor a file";
    QTest::newRow("two files") << QStringList{"a", "b"} << "one file";
    QTest::newRow("option") << QStringList{"evaluate", "--jsom", "-"} << "no option --jsom";
    QTest::newRow("option before command") << QStringList{"--json"} << "no command --json";
    QTest::newRow("option of another command") << QStringList{"evaluate", "--chart", "roofline"} << "no option --chart";
    QTest::newRow("value missing") << QStringList{"evaluate", "--json"} << "--json needs a value";
    QTest::newRow("value too much") << QStringList{"evaluate", "--no-search=1"} << "takes no value";
    QTest::newRow("word too much") << QStringList{"evaluate", "a.headroom", "b.headroom"} << "one word too many: b.headroom";
    QTest::newRow("term missing") << QStringList{"explain"} << "TERM is missing";
    QTest::newRow("list of nothing") << QStringList{"list"} << "missing";
    QTest::newRow("list of what") << QStringList{"list", "colours"} << "no list of colours";
    QTest::newRow("batch") << QStringList{"search", "--batch", "256,abc"} << "\"abc\"";
    QTest::newRow("batch zero") << QStringList{"search", "--batch", "0"} << "\"0\"";
    QTest::newRow("remat") << QStringList{"search", "--remat", "some"} << "\"some\"";
    QTest::newRow("axis") << QStringList{"search", "--max", "xp=8"} << "\"xp=8\"";
    QTest::newRow("axis without number") << QStringList{"search", "--max", "tp"} << "\"\"";
    QTest::newRow("fixed axis") << QStringList{"search", "--fix", "tp=0"} << "\"0\"";
    QTest::newRow("smallest of no axis") << QStringList{"search", "--min", "xp=8"} << "\"xp=8\"";
    QTest::newRow("plan and rows") << QStringList{"search", "--why-not", "tp=8", "--csv", "-"} << "no rows";
    QTest::newRow("chart of no search") << QStringList{"export", "--chart", "pareto", "--out", "x.svg", "--no-search"} << "--no-search";
    QTest::newRow("order of no rows") << QStringList{"export", "--chart", "roofline", "--out", "x.svg", "--objective", "expected"} << "roofline";
    QTest::newRow("top") << QStringList{"search", "--top", "-3"} << "\"-3\"";
    QTest::newRow("objective") << QStringList{"search", "--objective", "speed"} << "\"speed\"";
    QTest::newRow("two at once") << QStringList{"search", "--json", "-", "--csv", "-"} << "cannot both";
    QTest::newRow("chart") << QStringList{"export", "--chart", "pie", "--out", "x.svg"} << "\"pie\"";
    QTest::newRow("ending") << QStringList{"export", "--chart", "roofline", "--out", "x.bmp"} << "\"x.bmp\"";
    QTest::newRow("sweep of nothing") << QStringList{"sweep"} << "--x KEY=VALUES";
    QTest::newRow("two sweeps at once") << QStringList{"sweep", "--x", "plan.tp=1,2", "--json", "-", "--csv", "-"} << "cannot both";
    QTest::newRow("seek without goal") << QStringList{"seek", "plan.tp"} << "--goal FIGURE=VALUE";
    QTest::newRow("share") << QStringList{"sensitivity", "--share", "2"} << "\"2\"";
    QTest::newRow("scaling") << QStringList{"scaling", "--scaling", "up"} << "\"up\"";
    QTest::newRow("figure") << QStringList{"sweep", "--x", "plan.tp=1,2", "--figure", "speed"} << "\"speed\"";
    QTest::newRow("size") << QStringList{"export", "--chart", "roofline", "--out", "x.svg", "--size", "3m"} << "\"3m\"";
}

void UsageTest::wrongUse()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, complaint);
    const Outcome outcome = runProgram(arguments);
    QVERIFY(outcome.ended);
    QCOMPARE(outcome.exitCode, 2);
    QVERIFY2(outcome.errors.contains(complaint), qPrintable(outcome.errors));
    QCOMPARE(outcome.output, QByteArray());
}

void UsageTest::help_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("part");
    QTest::newRow("all") << QStringList{"--help"} << "search";
    QTest::newRow("short") << QStringList{"-h"} << "search";
    QTest::newRow("evaluate") << QStringList{"evaluate", "--help"} << "--no-search";
    QTest::newRow("search") << QStringList{"search", "-h"} << "--max AXIS=N";
    QTest::newRow("explain") << QStringList{"explain", "--help"} << "TERM";
    QTest::newRow("export") << QStringList{"export", "--help"} << "--chart NAME";
    QTest::newRow("list") << QStringList{"list", "--help"} << "conventions";
}

void UsageTest::help()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, part);
    const Outcome outcome = runProgram(arguments);
    QCOMPARE(outcome.exitCode, 0);
    QVERIFY(outcome.output.startsWith("usage: headroom"));
    QVERIFY2(outcome.output.contains(part.toUtf8()), outcome.output.constData());
    QCOMPARE(outcome.errors, QString());
}

void UsageTest::version()
{
    const Outcome outcome = runProgram({"--version"});
    QCOMPARE(outcome.exitCode, 0);
    QVERIFY(outcome.output.startsWith("headroom "));
}

void UsageTest::noDisplay()
{
    const Outcome outcome = runProgram({});
    QCOMPARE(outcome.exitCode, 0);
    QVERIFY2(outcome.errors.contains("without a display"), qPrintable(outcome.errors));
    QVERIFY2(outcome.output.contains("Roofline") && outcome.output.contains("System"), outcome.output.constData());
}

void UsageTest::lists_data()
{
    QTest::addColumn<QByteArrayList>("parts");
    QTest::newRow("models") << QByteArrayList{"Ling-2.6-flash", "DeepSeek-V3", "Llama-3.1-8B"};
    QTest::newRow("hardware") << QByteArrayList{"H100 SXM", "TPU v5p", "B200"};
    QTest::newRow("calibrations") << QByteArrayList{"ideal", "generic", "typical"};
    QTest::newRow("remat") << QByteArrayList{"none", "save_dot_except_mlp", "full"};
    QTest::newRow("schedules") << QByteArrayList{"1F1B"};
    QTest::newRow("fields") << QByteArrayList{"model.hidden", "hardware.hbmBandwidth", "plan.tp", "run.globalBatch", "calibration.overlap"};
    QTest::newRow("terms") << QByteArrayList{"system.boundMfu", "roofline.mfu"};
    QTest::newRow("conventions") << QByteArrayList{"headroom", "megatron", "maxtext", "palm", "6N"};
}

void UsageTest::lists()
{
    QFETCH(QByteArrayList, parts);
    const Outcome outcome = runProgram({"list", QTest::currentDataTag()});
    QCOMPARE(outcome.exitCode, 0);
    QCOMPARE(outcome.errors, QString());
    for (const QByteArray &part : parts)
        QVERIFY2(outcome.output.contains(part), (part + " is not in\n" + outcome.output).constData());
}

void UsageTest::explains()
{
    const Outcome outcome = runProgram({"explain", "system.boundMfu", "--depth", "3"});
    QVERIFY2(outcome.exitCode == 0, qPrintable(outcome.errors));
    QVERIFY(outcome.output.startsWith("system.boundMfu = "));
    QVERIFY(outcome.output.count('\n') > 3);
    const Outcome deeper = runProgram({"explain", "--depth", "5", "system.boundMfu"});
    QVERIFY(deeper.output.size() > outcome.output.size());
}

void UsageTest::explainsUnknownTerm()
{
    const Outcome outcome = runProgram({"explain", "system.boundMfo"});
    QCOMPARE(outcome.exitCode, 1);
    QVERIFY2(outcome.errors.contains("system.boundMfo") && outcome.errors.contains("system.boundMfu"), qPrintable(outcome.errors));
    QCOMPARE(outcome.output, QByteArray());
}

QTEST_GUILESS_MAIN(UsageTest)
#include "usage_test.moc"
