// Files and values that are wrong: exit code 1, a message that says what and where, nothing on the standard output,
// nothing written.

#include "program.h"

#include <QTemporaryDir>
#include <QTest>

using namespace headroom::testing;

class BadInputTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void files_data();
    void files();
    void settings_data();
    void settings();
    void projects_data();
    void projects();
    void nothingIsOverwritten();

private:
    QTemporaryDir m_folder;
};

namespace {

const QByteArray llamaConfig = R"({"architectures": ["LlamaForCausalLM"], "model_type": "llama", "hidden_size": 4096,
"intermediate_size": 14336, "num_attention_heads": 32, "num_hidden_layers": 32, "num_key_value_heads": 8, "vocab_size": 128256,
"hidden_act": "silu", "attention_bias": false, "tie_word_embeddings": false, "rope_theta": 500000.0, "rms_norm_eps": 1e-05,
"max_position_embeddings": 131072, "torch_dtype": "bfloat16", "use_cache": true, "attention_dropout": 0.0, "bos_token_id": 1,
"eos_token_id": 2, "initializer_range": 0.02, "pretraining_tp": 1, "rope_scaling": null, "transformers_version": "4.40.0"})";

QByteArray changed(const char *from, const char *to)
{
    QByteArray text = llamaConfig;
    if (!text.contains(from))
        qFatal("%s is not in the config", from);
    return text.replace(from, to);
}

QByteArray deeplyNested() { return QByteArray(10000, '[') + QByteArray(10000, ']'); }

} // namespace

void BadInputTest::initTestCase()
{
    writeFile(m_folder.filePath("good.json"), llamaConfig);
    const Outcome outcome = runProgram({"evaluate", "--model", "good.json", "--hardware", "H100"}, m_folder.path());
    QVERIFY2(outcome.exitCode == 0, qPrintable(outcome.errors));
}

void BadInputTest::files_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QStringList>("named"); // parts of the message
    QTest::newRow("unknown model_type") << changed("\"llama\"", "\"lama9\"") << QStringList{"model_type", "lama9"};
    QTest::newRow("no model_type") << changed("\"model_type\": \"llama\", ", "") << QStringList{"model_type"};
    QTest::newRow("missing key") << changed("\"hidden_size\": 4096,", "") << QStringList{"hidden_size"};
    QTest::newRow("unknown key") << changed("\"use_cache\"", "\"use_turbo\"") << QStringList{"use_turbo"};
    QTest::newRow("text for a number") << changed("\"hidden_size\": 4096", "\"hidden_size\": \"wide\"") << QStringList{"hidden_size", "wide"};
    QTest::newRow("zero") << changed("\"hidden_size\": 4096", "\"hidden_size\": 0") << QStringList{"hidden_size", "0"};
    QTest::newRow("negative") << changed("\"num_hidden_layers\": 32", "\"num_hidden_layers\": -1") << QStringList{"num_hidden_layers", "-1"};
    QTest::newRow("huge") << changed("\"vocab_size\": 128256", "\"vocab_size\": 1000000000000000000") << QStringList{"vocab_size"};
    QTest::newRow("beyond integers") << changed("\"vocab_size\": 128256", "\"vocab_size\": 1e400") << QStringList{"json"};
    QTest::newRow("fraction") << changed("\"num_attention_heads\": 32", "\"num_attention_heads\": 2.5") << QStringList{"num_attention_heads", "2.5"};
    QTest::newRow("heads do not divide") << changed("\"num_attention_heads\": 32", "\"num_attention_heads\": 33") << QStringList{"33"};
    QTest::newRow("an array") << QByteArray("[1, 2]") << QStringList{"object"};
    QTest::newRow("empty") << QByteArray() << QStringList{};
    QTest::newRow("truncated") << llamaConfig.left(100) << QStringList{};
    QTest::newRow("binary") << QByteArray("\x00\xff\x01\x80PNG\x00", 9).repeated(100) << QStringList{};
    QTest::newRow("deeply nested") << deeplyNested() << QStringList{};
    QTest::newRow("10 MB of zeros") << QByteArray(10 << 20, '\0') << QStringList{};
    QTest::newRow("10 MB of JSON") << "{\"model_type\": \"" + QByteArray(10 << 20, 'x') + "\"}" << QStringList{"model_type"};
    QTest::newRow("20 MB") << QByteArray(20 << 20, ' ') << QStringList{"large"};
}

void BadInputTest::files()
{
    QFETCH(QByteArray, content);
    QFETCH(QStringList, named);
    writeFile(m_folder.filePath("bad.json"), content);
    for (const char *option : {"--model", "--hardware"}) {
        const Outcome outcome = runProgram({"evaluate", option, "bad.json", "--json", "-"}, m_folder.path());
        QVERIFY2(outcome.ended, option);
        QVERIFY2(outcome.exitCode == 1, qPrintable(QString::number(outcome.exitCode) + outcome.errors));
        QCOMPARE(outcome.output, QByteArray());
        QVERIFY2(outcome.errors.contains("bad.json"), qPrintable(outcome.errors));
        QVERIFY2(outcome.errors.size() < 4000, qPrintable(outcome.errors));
        if (qstrcmp(option, "--model") == 0)
            for (const QString &part : named)
                QVERIFY2(outcome.errors.contains(part), qPrintable(part + " is not in " + outcome.errors));
    }
}

void BadInputTest::settings_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QStringList>("named");
    QTest::newRow("unknown field") << QStringList{"--set", "plan.xp=2"} << QStringList{"plan.xp"};
    QTest::newRow("no value") << QStringList{"--set", "plan.tp"} << QStringList{"plan.tp"};
    QTest::newRow("not a number") << QStringList{"--set", "plan.tp=many"} << QStringList{"plan.tp", "many"};
    QTest::newRow("zero") << QStringList{"--set", "tp=0"} << QStringList{"plan.tp", "0"};
    QTest::newRow("negative") << QStringList{"--set", "globalBatch=-1"} << QStringList{"run.globalBatch", "-1"};
    QTest::newRow("huge") << QStringList{"--set", "sequenceLength=1000000000000000000"} << QStringList{"run.sequenceLength"};
    QTest::newRow("beyond integers") << QStringList{"--set", "sequenceLength=1e99"} << QStringList{"run.sequenceLength"};
    QTest::newRow("wrong unit") << QStringList{"--set", "hardware.hbmBandwidth=3 TFLOP/s"} << QStringList{"hardware.hbmBandwidth", "3 TFLOP/s"};
    QTest::newRow("not finite") << QStringList{"--set", "hardware.hbmBandwidth=inf"} << QStringList{"hardware.hbmBandwidth"};
    QTest::newRow("no number") << QStringList{"--set", "hardware.hbmBandwidth=nan"} << QStringList{"hardware.hbmBandwidth"};
    QTest::newRow("choice") << QStringList{"--set", "plan.remat=some"} << QStringList{"plan.remat", "some"};
    QTest::newRow("devices") << QStringList{"--devices", "abc"} << QStringList{"run.devices", "abc"};
    QTest::newRow("product") << QStringList{"--devices", "128"} << QStringList{"128", "256"};
    QTest::newRow("model") << QStringList{"--model", "Lama-3.1-8B"} << QStringList{"Lama-3.1-8B", "Llama-3.1-8B"};
    QTest::newRow("chip") << QStringList{"--hardware", "H1000"} << QStringList{"H1000", "H100"};
    QTest::newRow("missing file") << QStringList{"--model", "nowhere/config.json"} << QStringList{"nowhere/config.json"};
    QTest::newRow("directory") << QStringList{"--model", "."} << QStringList{"."};
    QTest::newRow("device") << QStringList{"--model", "/dev/zero"} << QStringList{"/dev/zero"};
    QTest::newRow("empty name") << QStringList{"--model", ""} << QStringList{};
    QTest::newRow("missing project") << QStringList{"missing.headroom"} << QStringList{"missing.headroom"};
}

void BadInputTest::settings()
{
    QFETCH(QStringList, arguments);
    QFETCH(QStringList, named);
    for (const char *command : {"evaluate", "search"}) {
        if (qstrcmp(command, "search") == 0 && qstrcmp(QTest::currentDataTag(), "product") == 0)
            continue; // a search makes its own plans
        const Outcome outcome = runProgram(QStringList{command, "--json", "-"} + arguments, m_folder.path());
        QVERIFY(outcome.ended);
        QVERIFY2(outcome.exitCode == 1, qPrintable(QString::number(outcome.exitCode) + outcome.errors));
        QCOMPARE(outcome.output, QByteArray());
        QVERIFY(!outcome.errors.isEmpty());
        for (const QString &part : named)
            QVERIFY2(outcome.errors.contains(part), qPrintable(part + " is not in " + outcome.errors));
    }
}

void BadInputTest::projects_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("truncated") << QByteArray("{\"schemaVersion\": 1, \"scenarios\": [{\"name\": \"a\", \"scen");
    QTest::newRow("no scenarios") << QByteArray("{\"schemaVersion\": 1}");
    QTest::newRow("empty scenarios") << QByteArray("{\"schemaVersion\": 1, \"scenarios\": []}");
    QTest::newRow("newer") << QByteArray("{\"schemaVersion\": 999, \"scenarios\": []}");
    QTest::newRow("no version") << QByteArray("{\"scenarios\": []}");
    QTest::newRow("a config") << llamaConfig;
    QTest::newRow("binary") << QByteArray("\x00\x01\x02\xff", 4).repeated(1000);
    QTest::newRow("deeply nested") << "{\"schemaVersion\": 1, \"scenarios\": " + deeplyNested() + "}";
}

void BadInputTest::projects()
{
    QFETCH(QByteArray, content);
    writeFile(m_folder.filePath("bad.headroom"), content);
    const Outcome outcome = runProgram({"evaluate", "bad.headroom", "--json", "-"}, m_folder.path());
    QVERIFY(outcome.ended);
    QVERIFY2(outcome.exitCode == 1, qPrintable(QString::number(outcome.exitCode) + outcome.errors));
    QVERIFY2(outcome.errors.contains("bad.headroom"), qPrintable(outcome.errors));
    QCOMPARE(outcome.output, QByteArray());
    QCOMPARE(readFile(m_folder.filePath("bad.headroom")), content);
}

void BadInputTest::nothingIsOverwritten()
{
    writeFile(m_folder.filePath("out.json"), "precious");
    const Outcome outcome = runProgram({"evaluate", "--set", "plan.tp=0", "--json", "out.json"}, m_folder.path());
    QCOMPARE(outcome.exitCode, 1);
    QCOMPARE(readFile(m_folder.filePath("out.json")), QByteArray("precious"));
}

QTEST_GUILESS_MAIN(BadInputTest)
#include "bad_input_test.moc"
