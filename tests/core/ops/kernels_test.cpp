// Kernel rows: what each form of a kernel computes and moves, against counts made by hand.

#include "estimate/estimate.h"
#include "estimate/plan_model.h"
#include "memory/ledger.h"
#include "ops/attention.h"
#include "ops/experts.h"
#include "ops/legal_plan.h"
#include "spec/field.h"
#include "support/kernel_counts.h"
#include "support/scenarios.h"
#include "support/support.h"

#include <QTest>

using namespace headroom;
using testing::blocksOf;
using testing::PerToken;
using testing::perToken;
using testing::scenarioOf;
using testing::sequenceTokens;
using testing::with;

class KernelsTest : public QObject
{
    Q_OBJECT
private slots:
    void chunkedLoss();
    void capacityDispatch();
    void capacityRowsTravelAndStay();
    void dropoutMovesMasks();
    void rowsHideWhereNothingRuns();
    void neverModelFlops_data();
    void neverModelFlops();
    void hfuParts();
    void contractNamesTheForms();
};

// Llama-3.1-8B: H 4096, V 128256, 4096 tokens in 4 chunks of 1024; g = 4. The weights pass 4 times, fp32 logits as often as
// without chunks; a fourth product where the logits are made again.
void KernelsTest::chunkedLoss()
{
    const double h = 4096.0, v = 128256.0, logits = 4.0 * sequenceTokens * v;
    const double product = 2.0 * (sequenceTokens * h + 4.0 * h * v) + logits;
    const Scenario plain = with("Llama-3.1-8B", {}), early = with("Llama-3.1-8B", {"kernels.loss=chunked"});
    const Scenario again = with("Llama-3.1-8B", {"kernels.loss=chunkedRecompute"});
    for (const Scenario *s : {&early, &again}) {
        QCOMPARE(perToken(*s, "output head", Phase::forward).bytes * sequenceTokens, product);
        QCOMPARE(perToken(*s, "output head", Phase::backwardInput).bytes * sequenceTokens, product);
        QCOMPARE(perToken(*s, "output head", Phase::backwardWeight).bytes * sequenceTokens, 2.0 * sequenceTokens * h + logits + 2.0 * 4.0 * h * v * 4.0);
    }
    QCOMPARE(perToken(plain, "output head", Phase::forward).bytes * sequenceTokens, 2.0 * (sequenceTokens * h + h * v) + logits);
    QCOMPARE(perToken(early, "output head", Phase::backward).executed, 0.0);
    QCOMPARE(perToken(again, "output head", Phase::backward).executed, 2.0 * h * v);
    QCOMPARE(perToken(again, "output head", Phase::backward).model, 0.0);
    QCOMPARE(perToken(again, "output head", Phase::backward).bytes * sequenceTokens, product);
    QCOMPARE(perToken(early, "cross-entropy loss", Phase::forward).bytes * sequenceTokens, 3.0 * logits);
    QCOMPARE(perToken(again, "cross-entropy loss", Phase::forward).bytes * sequenceTokens, logits);
    QCOMPARE(perToken(again, "cross-entropy loss", Phase::backward).bytes * sequenceTokens, 2.0 * logits);

    const auto logitMemory = [](const Scenario &s) {
        Derivation off(false);
        const std::unique_ptr<OwnedPlan> plan = ownedPlan(off, s, s.plan, *sliceFor(s.hardware, 1));
        const StageMemory memory = stageMemory(ledgerInput(plan->placed), 0);
        return memory[MemoryClass::logits].value;
    };
    QCOMPARE(logitMemory(plain), 4.0 * 4096 * 128256);
    QCOMPARE(logitMemory(early), 4.0 * 1024 * 128256);
}

// Mixtral-8x7B: H 4096, F 14336, 8 experts, top 2. A factor of 1.25 gives ceil(1.25 * 4096 * 2 / 8) = 1280 slots an expert and
// sequence, 8 * 1280 / 4096 = 2.5 rows a token, and masks of 10,240 elements a token.
void KernelsTest::capacityDispatch()
{
    const Scenario sorted = with("Mixtral-8x7B-v0.1", {}), s = with("Mixtral-8x7B-v0.1", {"kernels.dispatch=capacity"});
    const FeedForwardSpec &f = s.model.layers.front().layer.feedForward;
    QCOMPARE(expertCapacity(f, s.run), 1280.0);
    QCOMPARE(routedRowsPerToken(f, s.run), 2.5);
    QCOMPARE(routedRowsPerToken(f, sorted.run), 2.0);
    const char *up = "expert gate and up projection";
    const PerToken forward = perToken(s, up, Phase::forward);
    QCOMPARE(forward.model, 2.0 * 2 * 4096 * 28672);
    QCOMPARE(forward.executed, 2.5 * 2 * 4096 * 28672);
    QCOMPARE(forward.padding, 0.5 * 2 * 4096 * 28672);
    QCOMPARE(perToken(sorted, up, Phase::forward).executed, forward.model);

    const double product = 2.0 * 10240 * 4096, bytes = 2.0 * (4096 + 10240 + 2.5 * 4096);
    const PerToken dispatch = perToken(s, "token dispatch", Phase::forward), combine = perToken(s, "token combine", Phase::backward);
    QCOMPARE(dispatch.model, 0.0);
    QCOMPARE(dispatch.executed, product);
    QCOMPARE(dispatch.form, product);
    QCOMPARE(dispatch.bytes, bytes);
    QCOMPARE(combine.executed, 2.0 * product); // for the slots and for the weights
    QCOMPARE(combine.bytes, 2.0 * bytes);
    QCOMPARE(perToken(s, "dispatch and combine masks", Phase::forward).bytes, 2.0 * 2 * 10240);
}

// Empty slots are sent and kept like full ones: 2.5 rows a token, where sorted tokens enter an exchange once and are kept twice, and
// two masks of 10,240 elements.
void KernelsTest::capacityRowsTravelAndStay()
{
    const auto exchanged = [](const char *dispatch) {
        Scenario s = with("Mixtral-8x7B-v0.1", {"run.devices=8", "plan.ep=8", "plan.fsdp=1", dispatch});
        Derivation off(false);
        const std::unique_ptr<OwnedPlan> plan = ownedPlan(off, s, s.plan, {});
        for (const BlockCall &call : plan->work.calls[1])
            if (call.purpose == Purpose::expertExchange)
                return call.payload.value.value;
        return 0.0;
    };
    QCOMPARE(exchanged("kernels.dispatch=sorted"), 2.0 * 4096 * 4096);
    QCOMPARE(exchanged("kernels.dispatch=capacity"), 2.0 * 4096 * 2.5 * 4096);
    const auto kept = [](const char *dispatch) {
        const Scenario s = with("Mixtral-8x7B-v0.1", {dispatch});
        return testing::keptBytes(s, blockStructure(s.model).blocks[1], {.sequences = 1, .sequenceLength = 4096}, RematPolicy::none).value
            / sequenceTokens;
    };
    QCOMPARE(kept("kernels.dispatch=capacity") - kept("kernels.dispatch=sorted"), 2.0 * (0.5 * (2 * 4096 + 3 * 14336) + 2 * 10240));
}

// Llama-3.1-8B, 4096 wide, 32 heads of 4096 scores a token: a mask of one byte; with an add, forward moves the mask alone. An
// unfused core reads and writes its probabilities too, and a fused one makes its masks again.
void KernelsTest::dropoutMovesMasks()
{
    const Scenario off = with("Llama-3.1-8B", {}), on = with("Llama-3.1-8B", {"run.dropout=true"}),
                   apart = with("Llama-3.1-8B", {"run.dropout=true", "run.fusion=none", "kernels.attention=unfused"});
    QCOMPARE(perToken(off, "feed-forward dropout", Phase::backward).bytes, 0.0);
    for (const char *half : {"attention output dropout", "feed-forward dropout"}) {
        QCOMPARE(perToken(on, half, Phase::forward).bytes, 4096.0);
        QCOMPARE(perToken(on, half, Phase::backward).bytes, 5.0 * 4096);
        QCOMPARE(perToken(apart, half, Phase::forward).bytes, 5.0 * 4096);
    }
    QCOMPARE(perToken(on, "embedding dropout", Phase::forward).bytes, 5.0 * 4096);
    QCOMPARE(perToken(on, "attention dropout", Phase::forward).bytes, 0.0);
    QCOMPARE(perToken(apart, "attention dropout", Phase::forward).bytes, 5.0 * 32 * 4096);
    QCOMPARE(perToken(apart, "attention dropout", Phase::backward).bytes, 5.0 * 32 * 4096);
}

void KernelsTest::rowsHideWhereNothingRuns()
{
    const auto applies = [](const Scenario &s, const char *key) { return findField(key)->applies(s); };
    const Scenario dense = with("Llama-3.1-8B", {}), hybrid = with("Ling-2.6-flash", {});
    for (const char *key : {"kernels.linearCore", "kernels.dispatch", "kernels.capacityFactor", "kernels.lossChunk"})
        QVERIFY2(!applies(dense, key), key);
    QVERIFY(applies(hybrid, "kernels.linearCore") && applies(hybrid, "kernels.dispatch"));
    QVERIFY(applies(with("Ling-2.6-flash", {"kernels.dispatch=capacity"}), "kernels.capacityFactor"));
    QVERIFY(applies(with("Llama-3.1-8B", {"kernels.loss=chunked"}), "kernels.lossChunk"));
    QVERIFY(applies(dense, "kernels.attentionTile"));
    QVERIFY(!applies(with("Llama-3.1-8B", {"kernels.attention=unfused"}), "kernels.attentionTile")); // all scores are computed
    Scenario s = dense;
    const Issues below = applySetting(s, "kernels.headDimMultiple=0"); // named, and nothing changed
    QVERIFY(hasError(below) && below.front().field == "run.kernels.headDimMultiple");
    QCOMPARE(s.run.kernels.headDimMultiple, 1);
}

namespace {

struct Work
{
    double model = 0.0, executed = 0.0, bytes = 0.0;
};

Work workOf(const Scenario &s, const PassShape &shape)
{
    Work sum;
    for (const Block &block : blocksOf(s, shape).blocks)
        for (const Op &op : block.ops) {
            sum.model += block.count * op.modelFlops.value.value;
            sum.executed += block.count * op.executedFlops.value.value;
            sum.bytes += block.count * op.bytes.value.value;
        }
    return sum;
}

bool close(double a, double b) { return std::abs(a - b) <= 1e-12 * std::abs(b); }

// Up, down, or the same but for rounding.
int change(double from, double to) { return close(to, from) ? 0 : to > from ? 1 : -1; }

const std::initializer_list<std::initializer_list<const char *>> kernelRows{
    {"kernels.attention=fused7"}, {"kernels.attention=unfused"}, {"kernels.attentionTile=128"}, {"kernels.headDimMultiple=80"},
    {"kernels.linearCore=twoKernelFp32"}, {"kernels.linearCore=fused"}, {"kernels.linearCore=fp32Highest"},
    {"kernels.loss=chunked"}, {"kernels.loss=chunkedRecompute"}, {"kernels.loss=chunked", "kernels.lossChunk=4000"},
    {"kernels.dispatch=capacity"}, {"kernels.dispatch=capacity", "kernels.capacityFactor=1.7"}, {"run.matmulDtype=fp8"}};

} // namespace

void KernelsTest::neverModelFlops_data()
{
    QTest::addColumn<QString>("model");
    for (const CatalogEntry &entry : modelEntries())
        QTest::newRow(entry.name.c_str()) << QString::fromStdString(entry.name);
}

// Each row that applies to a model changes executed FLOPs or bytes, the same way on one chip and on shards, and leaves the
// model's FLOPs alone; on one chip with one micro-batch a plan's operators are the roofline's.
void KernelsTest::neverModelFlops()
{
    QFETCH(QString, model);
    std::mt19937_64 random(std::hash<std::string>{}(model.toStdString()));
    Scenario base = defaultScenario(*catalogModel(model.toStdString()), *catalogHardware("H100"));
    base.run.sequenceLength = 4096;
    base.run.globalBatch = 8;
    const auto any = [&](std::initializer_list<Count> from) { return from.begin()[random() % from.size()]; };
    PassShape shard{.tp = any({1, 2}), .cp = any({1, 2}), .expertTensor = 1, .sequences = 1, .microBatchCount = 8.0};
    const Work one = workOf(base, oneChipShape(base.run)), part = workOf(base, shard);
    for (const auto &row : kernelRows) {
        Scenario s = base;
        bool applies = true;
        for (const char *setting : row)
            applies = applies && !hasError(applySetting(s, setting));
        if (!applies)
            continue;
        const Work oneNow = workOf(s, oneChipShape(s.run)), partNow = workOf(s, shard);
        const std::string where = model.toStdString() + ": " + *(row.end() - 1);
        QVERIFY2(close(oneNow.model, one.model) && close(partNow.model, part.model), where.c_str());
        QVERIFY2(change(one.executed, oneNow.executed) == change(part.executed, partNow.executed), where.c_str());
        // Quantising the weights outweighs the smaller operands where few rows meet them.
        const bool eitherWay = s.run.matmulDtype == MatrixDtype::fp8;
        QVERIFY2(eitherWay || change(one.bytes, oneNow.bytes) == change(part.bytes, partNow.bytes), where.c_str());
        QVERIFY2(change(one.executed, oneNow.executed) != 0 || change(one.bytes, oneNow.bytes) != 0, where.c_str());
        const Work plan = workOf(s, passShape(s.run, {.microBatch = 8}));
        QVERIFY2(plan.executed == oneNow.executed && plan.bytes == oneNow.bytes, where.c_str());
    }
}

// The parts of HFU add up, and each names what its kernel adds.
void KernelsTest::hfuParts()
{
    const auto hfuOf = [](const char *model, std::initializer_list<const char *> settings) {
        Result<Estimate> e = evaluate(with(model, settings));
        if (!e)
            throw std::runtime_error(testing::text(e.error()));
        return e->system.hfu;
    };
    const HfuSplit plain = hfuOf("Mixtral-8x7B-v0.1", {});
    QCOMPARE(plain.masked + plain.padding + plain.form, 0.0);
    const HfuSplit tiled = hfuOf("Mixtral-8x7B-v0.1", {"kernels.attentionTile=256"}), padded = hfuOf("Mixtral-8x7B-v0.1", {"kernels.headDimMultiple=96"});
    QVERIFY(tiled.masked > 0.0 && tiled.padding == 0.0 && padded.padding > 0.0 && padded.masked == 0.0);
    const HfuSplit routed = hfuOf("Mixtral-8x7B-v0.1", {"kernels.dispatch=capacity", "run.paddingShare=0.1", "plan.remat=full"});
    QVERIFY(routed.padding > 0.0 && routed.form > 0.0 && routed.recompute > 0.0);
    for (const HfuSplit &h : {plain, tiled, padded, routed, hfuOf("Ling-2.6-flash", {"kernels.linearCore=fp32Highest"})})
        QVERIFY(std::abs(h.useful + h.recompute + h.masked + h.padding + h.form - h.total) < 1e-12 && h.recompute > 0.0);
}

void KernelsTest::contractNamesTheForms()
{
    const Result<Estimate> e = evaluate(with("Mixtral-8x7B-v0.1", {"kernels.attention=fused7", "kernels.attentionTile=128",
                                                                    "kernels.headDimMultiple=256", "kernels.loss=chunked",
                                                                    "kernels.lossChunk=2048", "kernels.dispatch=capacity",
                                                                    "kernels.capacityFactor=1.5"}));
    QVERIFY(e.has_value());
    for (const ContractLine &line : e->contract)
        if (line.id == "kernels")
            QCOMPARE(line.value.arguments, (std::vector<std::string>{"fused7", "256", "128", "twoKernelBf16", "standard",
                                                                     "chunked 2048", "capacity 1.5"}));
}

QTEST_APPLESS_MAIN(KernelsTest)
#include "kernels_test.moc"
