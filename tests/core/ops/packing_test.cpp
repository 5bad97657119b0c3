// Packed documents and windows: query-key pairs against a count of every pair.

#include "estimate/estimate.h"
#include "estimate/flop_convention.h"
#include "ops/attention.h"
#include "spec/field.h"
#include "support/scenarios.h"
#include "support/support.h"

#include <QTest>

using namespace headroom;

namespace {

Scenario with(const char *model, std::initializer_list<const char *> settings)
{
    Scenario s = testing::scenarioOf(model, "H100 SXM");
    for (const char *setting : settings)
        if (const Issues issues = applySetting(s, setting); hasError(issues))
            throw std::runtime_error(testing::text(issues));
    return s;
}

// Each query of each document meets itself and what lies before it, the nearest `window` at most: counted one by one.
double countedMean(const std::vector<DocumentGroup> &documents, std::optional<Count> window)
{
    Count pairs = 0, queries = 0;
    for (const DocumentGroup &d : documents)
        for (Count copy = 0; copy < d.count; ++copy)
            for (Count query = 0; query < d.length; ++query, ++queries)
                for (Count key = 0; key <= query; ++key)
                    pairs += !window || query - key < *window ? 1 : 0;
    return static_cast<double>(pairs) / static_cast<double>(queries);
}

double flopsPerToken(const Scenario &s)
{
    Derivation off(false);
    return forwardFlopsPerToken(off, s.model, s.run).value.value;
}

} // namespace

class PackingTest : public QObject
{
    Q_OBJECT
private slots:
    void lengths_data();
    void lengths();
    void pairsByHand();
    void pairsCounted();
    void modelFlops();
    void operatorsCountTheSame_data();
    void operatorsCountTheSame();
    void unfusedComputesAll();
    void contract();
};

void PackingTest::lengths_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected"); // "count*length", or the item that is wrong
    QTest::newRow("nothing") << "" << "";
    QTest::newRow("separators") << " 4096,3x512;17  5\t" << "1*4096 3*512 1*17 1*5 ";
    QTest::newRow("word") << "4096, long" << "error long";
    QTest::newRow("no count") << "x512" << "error x512";
    QTest::newRow("no length") << "3x" << "error 3x";
    QTest::newRow("zero") << "0x512" << "error 0x512";
    QTest::newRow("negative") << "-4" << "error -4";
    QTest::newRow("fraction") << "1.5" << "error 1.5";
    QTest::newRow("too large") << "99999999999999999999" << "error 99999999999999999999";
}

void PackingTest::lengths()
{
    QFETCH(QString, text);
    QFETCH(QString, expected);
    const auto read = parseDocuments(text.toStdString());
    std::string shown = read ? "" : "error " + read.error();
    if (read)
        for (const DocumentGroup &d : *read)
            shown += std::to_string(d.count) + "*" + std::to_string(d.length) + " ";
    QCOMPARE(QString::fromStdString(shown), expected);
}

// Three documents of 4 tokens and one of 8: 3 * 10 + 36 = 66 pairs of 20 queries. In a window of 4 the long one has 4 * 8 - 6 =
// 26. Tiles of 4 compute 3 * 16 and 16 + 32.
void PackingTest::pairsByHand()
{
    const std::vector<DocumentGroup> documents{{3, 4}, {1, 8}};
    QCOMPARE(documentTokens(documents), 20.0);
    QCOMPARE(meanKeys(documents, 4096, std::nullopt), 66.0 / 20.0);
    QCOMPARE(meanKeys(documents, 4096, 4), 56.0 / 20.0);
    QCOMPARE(meanKeys(std::vector<DocumentGroup>{}, 2048, 512), 448.125);
    QCOMPARE(meanKeys(std::vector<DocumentGroup>{{1, 2048}}, 4096, 512), 448.125);
    QCOMPARE((3.0 * 4 * tiledKeys(4, std::nullopt, 4) + 8 * tiledKeys(8, std::nullopt, 4)) / 20.0, 96.0 / 20.0);
}

void PackingTest::pairsCounted()
{
    std::mt19937_64 random(7);
    const auto upTo = [&](Count most) { return static_cast<Count>(random() % static_cast<std::uint64_t>(most)) + 1; };
    for (int i = 0; i < 40; ++i) {
        std::vector<DocumentGroup> documents;
        for (Count d = upTo(4); d > 0; --d)
            documents.push_back({upTo(3), upTo(120)});
        const std::optional<Count> window = i % 3 == 0 ? std::nullopt : std::optional(upTo(130));
        QCOMPARE(meanKeys(documents, 4096, window), countedMean(documents, window));
    }
}

// Llama-3.1-8B: 32 layers, 32 heads of 128. Documents of 512 meet 256.5 keys instead of 2048.5. Megatron's count does not look
// into sequences.
void PackingTest::modelFlops()
{
    const double whole = flopsPerToken(with("Llama-3.1-8B", {})), packed = flopsPerToken(with("Llama-3.1-8B", {"documentLengths=8x512"}));
    QVERIFY(std::abs(whole - packed - 32.0 * 4 * 32 * 128 * (2048.5 - 256.5)) < 1e-9 * whole);
    QCOMPARE(flopsPerToken(with("Llama-3.1-8B", {"convention=megatron", "documentLengths=8x512"})),
             flopsPerToken(with("Llama-3.1-8B", {"convention=megatron"})));
    QCOMPARE(flopsPerToken(with("Llama-3.1-8B", {"documentLengths=4096"})), whole);
}

void PackingTest::operatorsCountTheSame_data()
{
    QTest::addColumn<QString>("model");
    for (const char *model : {"Llama-3.1-8B", "gemma-3-27b-it", "DeepSeek-V3.2", "Ling-2.6-flash", "gpt-oss-120b"})
        QTest::newRow(model) << model;
}

// Windows, sparse attention and its indexer, too: forward operators add up to the convention's count.
void PackingTest::operatorsCountTheSame()
{
    QFETCH(QString, model);
    const Scenario s = with(qPrintable(model), {"run.sequenceLength=8192", "documentLengths=8192, 3x1000, 7x33, 2500"});
    Derivation off(false);
    ModelBlocks blocks = blockStructure(s.model);
    buildOps(blocks, off, s.model, s.run, {.sequences = 1, .sequenceLength = 8192});
    double forward = 0.0;
    for (const Block &block : blocks.blocks)
        for (const Op &op : block.ops)
            if (op.phase == Phase::forward)
                forward += block.count * op.modelFlops.value.value / 8192.0;
    QVERIFY(std::abs(forward - flopsPerToken(s)) <= 1e-9 * forward);
}

// An unfused core computes the scores of whole sequences; a fused one those of each document.
void PackingTest::unfusedComputesAll()
{
    const auto executed = [](const char *kernel, const char *name) {
        const Scenario s = with("Llama-3.1-8B", {"documentLengths=8x512", kernel});
        Derivation off(false);
        ModelBlocks blocks = blockStructure(s.model);
        buildOps(blocks, off, s.model, s.run, {.sequences = 1, .sequenceLength = 4096});
        for (const Op &op : blocks.blocks[1].ops)
            if (std::string(op.name) == name)
                return op.executedFlops.value.value / 4096.0;
        return 0.0;
    };
    QCOMPARE(executed("kernels.attention=fused5", "attention core"), 2.0 * 32 * 256.5 * 256);
    QCOMPARE(executed("kernels.attentionTile=128", "attention core"), 2.0 * 32 * 320 * 256); // (512 + 128) / 2
    QCOMPARE(executed("kernels.attention=unfused", "attention scores"), 2.0 * 32 * 4096 * 128);
}

void PackingTest::contract()
{
    const auto batch = [](std::initializer_list<const char *> settings) {
        const Result<Estimate> e = evaluate(with("Llama-3.1-8B", settings));
        for (const ContractLine &line : e.value().contract)
            if (line.id == "batch")
                return text(line.value);
        return std::string();
    };
    QVERIFY(batch({}).ends_with("no packing"));
    QVERIFY(batch({"documentLengths=8x512"}).ends_with("packed from documents of 512 tokens on average, 256.5 causal pairs per token"));
}

QTEST_APPLESS_MAIN(PackingTest)
#include "packing_test.moc"
