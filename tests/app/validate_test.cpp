// headroom validate from outside: the table, the JSON, bad rows.

#include "program.h"

#include <QTemporaryDir>
#include <QTest>

using namespace headroom::testing;

namespace {

const QByteArray row =
    R"({"id":"a/1","sweep":"a/8B/8","model":{"config":"Llama-3.1-8B"},"chip":"h100_sxm","devices":8,"globalBatch":16,"microBatch":1,)"
    R"("seqLen":8192,"plan":{"dp":1,"fsdp":8,"tp":1,"ep":1,"pp":1,"cp":1},"remat":{"policy":"full"},"dtype":"bf16","quality":"A",)"
    R"("measured":{"stepTime":3.0,"peakMemoryBytes":60e9}})";

} // namespace

class ValidateCommandTest : public QObject
{
    Q_OBJECT
private slots:
    void tableAndJson();
    void badRowsAreNamed();
    void wrongUse();

private:
    QTemporaryDir m_folder;
    Outcome run(const QByteArray &rows, const QStringList &more = {})
    {
        writeFile(m_folder.filePath("rows.jsonl"), rows);
        return runProgram(QStringList{"validate", "rows.jsonl"} + more, m_folder.path());
    }
};

void ValidateCommandTest::tableAndJson()
{
    const Outcome table = run(row + "\n");
    QCOMPARE(table.exitCode, 0);
    QVERIFY2(table.output.contains("| a | 1 |"), table.output);
    const Outcome outcome = run(row + "\n", {"--json", "-"});
    QCOMPARE(outcome.exitCode, 0);
    const nlohmann::json json = outcome.json();
    const nlohmann::json &first = json["rows"][0];
    QVERIFY(json["summary"]["rows"] == 1);
    for (const char *key : {"id", "bound", "low", "expected", "high", "measured", "inside", "aboveBound", "memory", "flags"})
        QVERIFY2(first.contains(key), key);
    QVERIFY(first["measured"] == 3.0);
    QVERIFY(first["bound"] <= first["low"] && first["low"] <= first["expected"] && first["expected"] <= first["high"]);
    QVERIFY(first["memory"]["oomMeasured"] == false);
}

// Lines that are no row are named; the good one is still compared.
void ValidateCommandTest::badRowsAreNamed()
{
    const Outcome outcome = run(QByteArray("\xff\xfe\n{\"id\":3}\n") + row + "\n", {"--json", "-"});
    QCOMPARE(outcome.exitCode, 1);
    QCOMPARE(outcome.json()["rows"].size(), std::size_t(1));
    QVERIFY(outcome.errors.contains("rows.jsonl:1"));
    QVERIFY(outcome.errors.contains("rows.jsonl:2: id"));
    QVERIFY(outcome.errors.contains("rows.jsonl:2: chip"));
}

void ValidateCommandTest::wrongUse()
{
    QCOMPARE(runProgram({"validate"}).exitCode, 2);
    QCOMPARE(runProgram({"validate", "/nowhere/rows.jsonl"}).exitCode, 1);
    QCOMPARE(run("").exitCode, 0); // nothing measured, nothing wrong
}

QTEST_GUILESS_MAIN(ValidateCommandTest)
#include "validate_test.moc"
