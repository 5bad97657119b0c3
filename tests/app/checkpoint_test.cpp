// `headroom checkpoint`: what it prints for a checkpoint that fits, one that does not, and words it does not know.

#include "program.h"

#include "support/checkpoints.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace headroom;
using namespace headroom::testing;

class CheckpointTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void fits();
    void json();
    void indexAlone();
    void doesNotFit();
    void wrongInput();

private:
    QString path(const QString &name) const { return m_folder.filePath(name); }
    QTemporaryDir m_folder;
    std::vector<MadeTensor> m_tensors;
};

void CheckpointTest::initTestCase()
{
    const auto all = madeCheckpoints();
    m_tensors = std::ranges::find(all, std::string("Llama-2-7B"), &MadeCheckpoint::model)->tensors;
    for (std::size_t i = 0; i < 2; ++i)
        writeFile(path(QString::fromStdString(shardName(i, 2))),
                  QByteArray::fromStdString(headerOf(shardOf(m_tensors, i, 2))));
    writeFile(path("model.safetensors.index.json"),
              QByteArray::fromStdString(indexOf(m_tensors, 2, bytesOf(m_tensors))));
}

void CheckpointTest::fits()
{
    const Outcome outcome = runProgram({"checkpoint", "Llama-2-7B", path("model.safetensors.index.json")});
    QVERIFY2(outcome.exitCode == 0, qPrintable(outcome.errors));
    const QString text = QString::fromUtf8(outcome.output);
    QVERIFY(text.contains("6738417664 elements stored = 6738415616 expected +2048: explained to the last element"));
    QVERIFY(text.contains("is the size of all tensors"));
    QVERIFY(text.contains("frequencies of RoPE"));
}

void CheckpointTest::json()
{
    const Outcome outcome = runProgram({"checkpoint", "Llama-2-7B", path("model-1-of-2.safetensors"),
                                        path("model-2-of-2.safetensors"), "--json", "-", "--csv", path("out.csv")});
    QVERIFY2(outcome.exitCode == 0, qPrintable(outcome.errors));
    const auto json = outcome.json();
    QCOMPARE(json.at("total").at("storedElements").get<qint64>(), qint64(6738417664));
    QCOMPARE(json.at("unexplained").get<int>(), 0);
    QCOMPARE(json.at("tensors").size(), m_tensors.size());
    QCOMPARE(readFile(path("out.csv")).count('\n'), qsizetype(m_tensors.size() + 1));
}

void CheckpointTest::indexAlone()
{
    const QTemporaryDir other;
    writeFile(other.filePath("i.json"), readFile(path("model.safetensors.index.json")));
    const Outcome outcome = runProgram({"checkpoint", "Llama-2-7B", other.filePath("i.json")});
    QVERIFY2(outcome.exitCode == 0, qPrintable(outcome.errors));
    QVERIFY(outcome.output.contains("an index has no shapes"));
}

void CheckpointTest::doesNotFit()
{
    const Outcome outcome = runProgram({"checkpoint", "Mistral-7B-v0.1", path("model.safetensors.index.json")});
    QCOMPARE(outcome.exitCode, 1);
    // Key, value and the three feed-forward matrices of 32 layers have other shapes.
    QVERIFY2(outcome.errors.contains("160 tensors are not those of Mistral-7B-v0.1"), qPrintable(outcome.errors));
    QVERIFY(outcome.output.contains("expected [1024, 4096]  stored [4096, 4096] F16"));
}

void CheckpointTest::wrongInput()
{
    QCOMPARE(runProgram({"checkpoint", "Llama-2-7B"}).exitCode, 2);
    const Outcome absent = runProgram({"checkpoint", "Llama-2-7B", path("absent.safetensors")});
    QCOMPARE(absent.exitCode, 1);
    QVERIFY(absent.errors.contains("absent.safetensors: does not exist"));
    QVERIFY(absent.output.isEmpty());
    writeFile(path("bad.safetensors"), "not one");
    QVERIFY(runProgram({"checkpoint", "Llama-2-7B", path("bad.safetensors")})
                .errors.contains("bad.safetensors: is no safetensors file"));
}

QTEST_GUILESS_MAIN(CheckpointTest)
#include "checkpoint_test.moc"
