// Kernel rows: what each form of a kernel computes and moves, against counts made by hand.

#include "estimate/estimate.h"
#include "estimate/plan_model.h"
#include "memory/ledger.h"
#include "ops/attention.h"
#include "ops/experts.h"
#include "ops/legal_plan.h"
#include "spec/field.h"
#include "support/scenarios.h"
#include "support/support.h"

#include <QTest>

using namespace headroom;
using testing::scenarioOf;

namespace {

constexpr double sequence = 4096.0;

Scenario with(const char *model, std::initializer_list<const char *> settings)
{
    Scenario s = scenarioOf(model, "H100 SXM");
    for (const char *setting : settings)
        if (const Issues issues = applySetting(s, setting); hasError(issues))
            throw std::runtime_error(testing::text(issues));
    return s;
}

ModelBlocks blocksOf(const Scenario &s, const PassShape &shape)
{
    Derivation off(false);
    ModelBlocks blocks = blockStructure(s.model);
    buildOps(blocks, off, s.model, s.run, shape);
    return blocks;
}

// The operators of that name and phase in the last kind of layer that has it, or in the head, together; one sequence of 4096.
struct PerToken
{
    double model = 0.0, executed = 0.0, bytes = 0.0, masked = 0.0, padding = 0.0, form = 0.0;
};
PerToken perToken(const Scenario &s, const std::string &name, Phase phase)
{
    PerToken sum;
    for (const Block &block : blocksOf(s, {.sequences = 1, .sequenceLength = 4096}).blocks) {
        PerToken here;
        for (const Op &op : block.ops)
            if (op.name == name && op.phase == phase)
                here = {op.modelFlops.value.value / sequence, op.executedFlops.value.value / sequence, op.bytes.value.value / sequence,
                        op.extra.masked.value / sequence, op.extra.padding.value / sequence, op.extra.form.value / sequence};
        if (here.bytes > 0.0)
            sum = here;
    }
    return sum;
}

} // namespace

class KernelsTest : public QObject
{
    Q_OBJECT
private slots:
    void tiles_data();
    void tiles();
    void tilesAndPaddedDims();
    void unfusedAttention();
    void unfusedScoresAreKept();
    void linearCore_data();
    void linearCore();
    void decayPerDimension();
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

// By hand, in units of tiles of 128: a causal row of tiles i meets i + 1 of them; a window of 512 starts inside a tile, so an
// inner row meets 5: (1 + 2 + 3 + 4 + 12 * 5) / 16 tiles; one of 129 keys meets 2, one of a single key its own.
void KernelsTest::tiles_data()
{
    QTest::addColumn<Count>("sequence");
    QTest::addColumn<Count>("window");
    QTest::addColumn<Count>("tile");
    QTest::addColumn<double>("keys");
    const auto row = [](const char *name, Count s, Count w, Count b, double keys) { QTest::newRow(name) << s << w << b << keys; };
    row("causal, one key wide", 8192, 0, 1, 4096.5);
    row("causal", 8192, 0, 128, (8192.0 + 128.0) / 2.0);
    row("sequence shorter than a tile", 64, 0, 128, 64.0);
    row("window, one key wide", 2048, 512, 1, 448.125); // 512 - 512 * 511 / 4096
    row("window", 2048, 512, 128, (1 + 2 + 3 + 4 + 12 * 5) * 128.0 / 16.0);
    row("window of a tile and a key", 2048, 129, 128, (1 + 15 * 2) * 128.0 / 16.0);
    row("window of one key", 2048, 1, 128, 128.0);
    row("window as long as the sequence", 2048, 2048, 128, (2048.0 + 128.0) / 2.0);
}

void KernelsTest::tiles()
{
    QFETCH(Count, sequence);
    QFETCH(Count, window);
    QFETCH(Count, tile);
    QFETCH(double, keys);
    QCOMPARE(tiledKeys(sequence, window > 0 ? std::optional(window) : std::nullopt, tile), keys);
}

// DeepSeek-V3: 128 heads, queries of 192, values of 128. Tiles of 128 compute (4096 + 128) / 2 keys instead of 2048.5; multiples
// of 128 make 256 of 192. Forward q + v, backward 3 q + 2 v or 4 q + 3 v.
void KernelsTest::tilesAndPaddedDims()
{
    const PerToken plain = perToken(with("DeepSeek-V3", {}), "attention core", Phase::forward);
    QCOMPARE(plain.executed, 2.0 * 128 * 2048.5 * (192 + 128));
    QCOMPARE(plain.masked + plain.padding + plain.form, 0.0);

    const Scenario s = with("DeepSeek-V3", {"kernels.attentionTile=128", "kernels.headDimMultiple=128"});
    const PerToken forward = perToken(s, "attention core", Phase::forward), backward = perToken(s, "attention core", Phase::backward);
    QCOMPARE(forward.model, plain.model);
    QCOMPARE(forward.executed, 2.0 * 128 * 2112 * (256 + 128));
    QCOMPARE(forward.masked, 2.0 * 128 * 63.5 * (192 + 128));
    QCOMPARE(forward.padding, 2.0 * 128 * 2112 * 64);
    QCOMPARE(forward.bytes, plain.bytes);
    QCOMPARE(backward.model, 2.0 * plain.model);
    QCOMPARE(backward.executed, 2.0 * 128 * 2112 * (3 * 256 + 2 * 128));
    QCOMPARE(backward.padding, 2.0 * 128 * 2112 * 3 * 64);

    const Scenario seven = with("DeepSeek-V3", {"kernels.attention=fused7"});
    QCOMPARE(perToken(seven, "attention core", Phase::backward).executed, 2.0 * 128 * 2048.5 * (4 * 192 + 3 * 128));
}

// Llama-3.1-8B at 4096: 32 heads and 8 key-value heads of 128, bf16. Scores: q, k and 32 * 4096 scores a token; softmax reads and
// writes them; context: v, o and the probabilities. Backward twice that for a product, 3 accesses for the softmax.
void KernelsTest::unfusedAttention()
{
    const Scenario s = with("Llama-3.1-8B", {"kernels.attention=unfused"});
    const double product = 2.0 * (32 * 128 + 8 * 128 + 32 * 4096);
    for (const char *name : {"attention scores", "attention context"}) {
        const PerToken forward = perToken(s, name, Phase::forward), backward = perToken(s, name, Phase::backward);
        QCOMPARE(forward.executed, 2.0 * 32 * 4096 * 128);
        QCOMPARE(forward.model, 2.0 * 32 * 2048.5 * 128);
        QCOMPARE(forward.masked, 2.0 * 32 * 2047.5 * 128);
        QCOMPARE(forward.bytes, product);
        QCOMPARE(backward.executed, 2.0 * forward.executed);
        QCOMPARE(backward.model, 2.0 * forward.model);
        QCOMPARE(backward.bytes, 2.0 * product);
    }
    QCOMPARE(perToken(s, "attention softmax", Phase::forward).bytes, 2.0 * 2 * 32 * 4096);
    QCOMPARE(perToken(s, "attention softmax", Phase::backward).bytes, 2.0 * 3 * 32 * 4096);
    // Full fusion removes elementwise operators, not the softmax between two products.
    QCOMPARE(perToken(with("Llama-3.1-8B", {"kernels.attention=unfused", "fusion=full"}), "attention softmax", Phase::forward).bytes,
             2.0 * 2 * 32 * 4096);
}

// Korthikanti et al. 2022: 2 a s bytes a token of softmax output; the fused core's log-sum-exp of 4 bytes a head is not needed.
void KernelsTest::unfusedScoresAreKept()
{
    const auto kept = [](const char *attention, RematPolicy policy) {
        const Scenario s = with("Llama-3.1-8B", {attention});
        return testing::keptBytes(s, blockStructure(s.model).blocks[1], {.sequences = 1, .sequenceLength = 4096}, policy).value
            / sequence;
    };
    for (const RematPolicy policy : {RematPolicy::none, RematPolicy::saveDotExceptMlp})
        QCOMPARE(kept("kernels.attention=unfused", policy) - kept("kernels.attention=fused5", policy), 2.0 * 32 * 4096 - 4.0 * 32);
    QCOMPARE(kept("kernels.attention=unfused", RematPolicy::full), kept("kernels.attention=fused5", RematPolicy::full));
}

// Lightning at dk = dv = 128, C = 64, bf16, per head and token. Forward 4 dk dv + 2 C (dk + dv) = 98,304 FLOPs over 2,560 B with
// bf16 states, 1,536 + 2 * 2 * 256 (38 FLOP/B), 3,072 B with fp32 states read as bf16, 1,536 + (4 + 2) * 256 (32), 1,024 B fused
// (96), 1,536 + 2 * 4 * 256 with fp32 products. Of them 65,536 are the recurrence, 16,384 the
// masked halves of the chunks. Six passes issue six times as much. Backward 245,760 FLOPs.
void KernelsTest::linearCore_data()
{
    QTest::addColumn<QString>("kernel");
    QTest::addColumn<double>("passes");
    QTest::addColumn<double>("bytes");
    QTest::addColumn<double>("intensity");
    QTest::newRow("bf16 states") << "twoKernelBf16" << 1.0 << 2560.0 << 38.4;
    QTest::newRow("fp32 states") << "twoKernelFp32" << 1.0 << 3072.0 << 32.0;
    QTest::newRow("fused") << "fused" << 1.0 << 1024.0 << 96.0;
    QTest::newRow("fp32 products") << "fp32Highest" << 6.0 << 3584.0 << 6.0 * 98304.0 / 3584.0;
}

void KernelsTest::linearCore()
{
    QFETCH(QString, kernel);
    QFETCH(double, passes);
    QFETCH(double, bytes);
    QFETCH(double, intensity);
    const Scenario s = with("Ling-2.6-flash", {qPrintable("kernels.linearCore=" + kernel)});
    const PerToken forward = perToken(s, "linear attention core", Phase::forward), backward = perToken(s, "linear attention core", Phase::backward);
    QCOMPARE(forward.executed / 32.0, passes * 98304.0);
    QCOMPARE(forward.bytes / 32.0, bytes);
    QCOMPARE(forward.executed / forward.bytes, intensity);
    QCOMPARE(forward.model / 32.0, 65536.0);
    QCOMPARE(forward.masked / 32.0, 16384.0);
    QCOMPARE(forward.form / 32.0, 16384.0 + (passes - 1.0) * 98304.0);
    QCOMPARE(backward.executed / 32.0, passes * 245760.0);
    // 10 dk dv of which 2 make the states again, and 6 C dk + 4 C dv = 81,920 inside chunks.
    QCOMPARE(backward.executed - backward.model - backward.masked - backward.form, 32.0 * 2 * 128 * 128);
}

// A decay per dimension: 4 dk bytes a head and token each way, and in two kernels the fp32 scores of a chunk, written and read.
void KernelsTest::decayPerDimension()
{
    const auto bytes = [](const char *kernel, LinearKind kind, Phase phase) {
        Scenario s = with("Ling-2.6-flash", {kernel});
        for (LayerGroup &group : s.model.layers)
            if (group.layer.attention.kind == AttentionKind::linear)
                group.layer.attention.linearKind = kind;
        return perToken(s, "linear attention core", phase).bytes / 32.0;
    };
    for (const Phase phase : {Phase::forward, Phase::backward}) {
        const auto more = [&](const char *kernel) { return bytes(kernel, LinearKind::gla, phase) - bytes(kernel, LinearKind::lightning, phase); };
        QCOMPARE(more("kernels.linearCore=twoKernelBf16"), 4.0 * 128 + 2.0 * 4 * 64);
        QCOMPARE(more("kernels.linearCore=fused"), 4.0 * 128);
    }
}

// Llama-3.1-8B: H 4096, V 128256, 4096 tokens in 4 chunks of 1024; g = 4. The weights pass 4 times, fp32 logits as often as
// without chunks; a fourth product where the logits are made again.
void KernelsTest::chunkedLoss()
{
    const double h = 4096.0, v = 128256.0, logits = 4.0 * sequence * v;
    const double product = 2.0 * (sequence * h + 4.0 * h * v) + logits;
    const Scenario plain = with("Llama-3.1-8B", {}), early = with("Llama-3.1-8B", {"kernels.loss=chunked"});
    const Scenario again = with("Llama-3.1-8B", {"kernels.loss=chunkedRecompute"});
    for (const Scenario *s : {&early, &again}) {
        QCOMPARE(perToken(*s, "output head", Phase::forward).bytes * sequence, product);
        QCOMPARE(perToken(*s, "output head", Phase::backwardInput).bytes * sequence, product);
        QCOMPARE(perToken(*s, "output head", Phase::backwardWeight).bytes * sequence, 2.0 * sequence * h + logits + 2.0 * 4.0 * h * v * 4.0);
    }
    QCOMPARE(perToken(plain, "output head", Phase::forward).bytes * sequence, 2.0 * (sequence * h + h * v) + logits);
    QCOMPARE(perToken(early, "output head", Phase::backward).executed, 0.0);
    QCOMPARE(perToken(again, "output head", Phase::backward).executed, 2.0 * h * v);
    QCOMPARE(perToken(again, "output head", Phase::backward).model, 0.0);
    QCOMPARE(perToken(again, "output head", Phase::backward).bytes * sequence, product);
    QCOMPARE(perToken(early, "cross-entropy loss", Phase::forward).bytes * sequence, 3.0 * logits);
    QCOMPARE(perToken(again, "cross-entropy loss", Phase::forward).bytes * sequence, logits);
    QCOMPARE(perToken(again, "cross-entropy loss", Phase::backward).bytes * sequence, 2.0 * logits);

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
            / sequence;
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
