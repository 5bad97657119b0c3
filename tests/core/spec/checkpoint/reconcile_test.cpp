// Checkpoints against models: published layouts tensor by tensor, published totals to the last element, and every kind
// of difference.

#include "spec/catalog.h"
#include "spec/checkpoint/reconcile.h"
#include "support/checkpoints.h"
#include "support/support.h"

#include <QtTest>

#include <algorithm>

using namespace headroom;
using namespace headroom::testing;

namespace {

const std::vector<MadeCheckpoint> &made()
{
    static const std::vector<MadeCheckpoint> all = madeCheckpoints();
    return all;
}

const MadeCheckpoint &madeFor(const char *model)
{
    return *std::ranges::find(made(), model, &MadeCheckpoint::model);
}

// Through the bytes of `shards` files and an index.
Checkpoint stored(const std::vector<MadeTensor> &tensors, std::size_t shards = 3)
{
    std::vector<ShardHeader> headers;
    for (std::size_t i = 0; i < shards; ++i) {
        const std::string start = headerOf(shardOf(tensors, i, shards));
        auto header = readSafetensorsHeader(start, static_cast<Count>(start.size()), shardName(i, shards));
        if (!header)
            qFatal("%s", text(header.error()).c_str());
        headers.push_back({shardName(i, shards), std::move(*header)});
    }
    auto index = readCheckpointIndex(indexOf(tensors, shards, bytesOf(tensors)), "model.safetensors.index.json");
    return joinCheckpoint(index.value(), std::move(headers)).value();
}

Checkpoint namesOnly(const std::vector<MadeTensor> &tensors)
{
    auto index = readCheckpointIndex(indexOf(tensors, 3, bytesOf(tensors)), "model.safetensors.index.json");
    return joinCheckpoint(index.value(), {}).value();
}

Reconciliation reconciled(const ModelSpec &model, const Checkpoint &checkpoint)
{
    auto out = reconcile(model, checkpoint);
    if (!out)
        qFatal("%s", text(out.error()).c_str());
    return std::move(*out);
}

double elementsOf(const Reconciliation &r, TensorReason reason)
{
    double sum = 0.0;
    for (const Difference &difference : r.differences)
        if (difference.reason == reason)
            sum += difference.elements;
    return sum;
}

// QCOMPARE forgives doubles their last digits.
Count exact(double elements)
{
    return static_cast<Count>(elements);
}

const ReconciledTensor &row(const Reconciliation &r, const std::string &name)
{
    return *std::ranges::find(r.tensors, name, &ReconciledTensor::name);
}

GroupTotal groupOf(const Reconciliation &r, TensorGroup group)
{
    const auto found = std::ranges::find(r.groups, group, &GroupTotal::group);
    return found == r.groups.end() ? GroupTotal{} : *found;
}

// The model's own parameters, router biases and prediction modules included.
double counted(const ModelSpec &model)
{
    const ParameterCount count = countParameters(model);
    const FeedForwardSpec &last = model.layers.back().layer.feedForward;
    const double moduleBias = last.routerBias ? double(model.mtpDepth * last.experts) : 0.0;
    return count.total + count.routerBias + count.mtp + moduleBias;
}

} // namespace

class ReconcileTest : public QObject
{
    Q_OBJECT

private slots:
    void everyModelHasNames_data();
    void everyModelHasNames();
    void publishedLayouts_data();
    void publishedLayouts();
    void deepSeekV3ToTheLastElement();
    void quantisedBlocks();
    void tiedHeads();
    void buffersAndVision();
    void predictionModules();
    void indexAlone();
    void differences();
    void partsAddUp();
    void refuses();
};

void ReconcileTest::everyModelHasNames_data()
{
    QTest::addColumn<QString>("model");
    for (const CatalogEntry &entry : modelEntries())
        QTest::newRow(entry.name.c_str()) << QString::fromStdString(entry.name);
}

// Every weight has exactly one place: names are unique, elements add up to the count.
void ReconcileTest::everyModelHasNames()
{
    QFETCH(QString, model);
    const ModelSpec spec = catalogModel(model.toStdString()).value();
    const auto expected = expectedTensors(spec);
    QVERIFY2(expected, expected ? "" : text(expected.error()).c_str());
    double sum = 0.0;
    std::vector<std::string> names;
    for (const ExpectedTensor &tensor : *expected) {
        sum += tensor.elements();
        names.push_back(tensor.name);
    }
    QCOMPARE(exact(sum), exact(counted(spec)));
    std::ranges::sort(names);
    QVERIFY(std::ranges::adjacent_find(names) == names.end());
}

void ReconcileTest::publishedLayouts_data()
{
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < made().size(); ++i)
        QTest::newRow(made()[i].model.c_str()) << int(i);
}

void ReconcileTest::publishedLayouts()
{
    QFETCH(int, index);
    const MadeCheckpoint &checkpoint = made()[std::size_t(index)];
    const ModelSpec model = modelOf(checkpoint);
    const Reconciliation r = reconciled(model, stored(checkpoint.tensors));
    for (const ReconciledTensor &t : r.tensors) {
        const bool fine = t.status == TensorStatus::match || t.status == TensorStatus::tied
                          || (t.status == TensorStatus::extra && t.reason != TensorReason::none);
        QVERIFY2(fine, (t.name + " " + keyOf(t.status)).c_str());
    }
    QCOMPARE(r.unexplained(), std::size_t(0));
    QCOMPARE(exact(r.total.expectedElements), exact(counted(model)));
    QCOMPARE(r.total.storedTensors, checkpoint.tensors.size());
    QCOMPARE(exact(r.total.bytes), exact(bytesOf(checkpoint.tensors)));
    if (checkpoint.published)
        QCOMPARE(exact(r.total.storedElements), exact(*checkpoint.published));
    QVERIFY(r.shapesKnown());
    QVERIFY(r.notes.empty() && r.headerless.empty());
}

// The arithmetic stands in checkpoints.txt; the Hub gives F8_E4M3 680,571,043,840, BF16 3,918,786,560, F32 41,555,600.
void ReconcileTest::deepSeekV3ToTheLastElement()
{
    const MadeCheckpoint &checkpoint = madeFor("DeepSeek-V3");
    const Reconciliation r = reconciled(modelOf(checkpoint), stored(checkpoint.tensors, 163));
    QCOMPARE(exact(r.total.storedElements), exact(684531386000.0));
    QCOMPARE(exact(r.total.expectedElements), exact(671026419200.0 + 11610068224.0));
    QCOMPARE(exact(groupOf(r, TensorGroup::mtp).storedElements), exact(11610068224.0));
    QCOMPARE(exact(groupOf(r, TensorGroup::routerBias).storedElements), exact(58 * 256.0));
    QCOMPARE(exact(elementsOf(r, TensorReason::scale)), exact(41540496.0));
    QCOMPARE(exact(elementsOf(r, TensorReason::copy)), exact(2 * 129280.0 * 7168.0));
    QCOMPARE(r.differences.size(), std::size_t(2));
    std::map<std::string, double> perDtype;
    for (const ReconciledTensor &t : r.tensors)
        perDtype[t.dtype] += t.storedElements;
    QCOMPARE(perDtype,
             (std::map<std::string, double>{{"F8_E4M3", 680571043840.0}, {"BF16", 3918786560.0}, {"F32", 41555600.0}}));
    QCOMPARE(row(r, "model.layers.61.shared_head.head.weight").group, TensorGroup::duplicate);
    // 576 x 7168: 4.5 blocks of rows make 5 scales.
    QCOMPARE(*row(r, "model.layers.0.self_attn.kv_a_proj_with_mqa.weight_scale_inv").stored,
             (std::vector<Count>{5, 56}));
    // Weights of 1 B, F32 scales and biases of 4 B, the rest 2 B.
    QCOMPARE(exact(r.sizeFromNames), exact(680571043840.0 + 2 * 3918786560.0 + 4 * 41555600.0));
}

// 24 layers x 32 experts x (5760 + 2880) x 2880 values in half as many bytes, a scale for every 32.
void ReconcileTest::quantisedBlocks()
{
    MadeCheckpoint checkpoint = madeFor("gpt-oss-20b");
    const Reconciliation r = reconciled(modelOf(checkpoint), stored(checkpoint.tensors));
    const double values = 24.0 * 32 * 8640 * 2880;
    QCOMPARE(r.total.expectedElements, 20914757184.0); // as published, blocks counted as values
    QCOMPARE(exact(elementsOf(r, TensorReason::scale)), exact(values / 32));
    QCOMPARE(exact(r.total.storedElements), exact(20914757184.0 + values / 32));
    const ReconciledTensor &blocks = row(r, "model.layers.0.mlp.experts.down_proj_blocks");
    QCOMPARE(blocks.reason, TensorReason::blocks);
    QCOMPARE(exact(blocks.storedElements), exact(32.0 * 2880 * 2880));
    for (MadeTensor &tensor : checkpoint.tensors)
        if (tensor.name == "model.layers.0.mlp.experts.down_proj_blocks") {
            tensor.shape = {32, 2880, 89, 16};
            tensor.bytes = Count{32} * 2880 * 89 * 16;
        }
    const Reconciliation wrong = reconciled(modelOf(checkpoint), stored(checkpoint.tensors));
    QCOMPARE(row(wrong, "model.layers.0.mlp.experts.down_proj_blocks").status, TensorStatus::differs);
    QCOMPARE(wrong.unexplained(), std::size_t(1));
}

void ReconcileTest::tiedHeads()
{
    const Reconciliation tied = reconciled(modelOf(madeFor("gemma-3-1b-pt")), stored(madeFor("gemma-3-1b-pt").tensors));
    QCOMPARE(row(tied, "lm_head.weight").status, TensorStatus::tied);
    const Reconciliation copied = reconciled(modelOf(madeFor("Qwen3-0.6B")), stored(madeFor("Qwen3-0.6B").tensors));
    QCOMPARE(row(copied, "lm_head.weight").reason, TensorReason::tiedCopy);
    QCOMPARE(exact(elementsOf(copied, TensorReason::tiedCopy)), exact(151936.0 * 1024));
    QCOMPARE(copied.unexplained(), std::size_t(0));
}

void ReconcileTest::buffersAndVision()
{
    const Reconciliation llama = reconciled(modelOf(madeFor("Llama-2-7B")), stored(madeFor("Llama-2-7B").tensors));
    QCOMPARE(exact(elementsOf(llama, TensorReason::rotaryBuffer)), exact(32.0 * 64));
    const Reconciliation gemma =
        reconciled(modelOf(madeFor("gemma-3-4b-it")), stored(madeFor("gemma-3-4b-it").tensors));
    QCOMPARE(exact(elementsOf(gemma, TensorReason::vision)), exact(1152.0 * 2561));
    QCOMPARE(row(gemma, "language_model.model.norm.weight").status, TensorStatus::match);
}

// A module on one side only.
void ReconcileTest::predictionModules()
{
    const MadeCheckpoint &checkpoint = madeFor("DeepSeek-V3.2");
    ModelSpec model = modelOf(checkpoint);
    const double module = groupOf(reconciled(model, stored(checkpoint.tensors)), TensorGroup::mtp).storedElements;
    model.mtpDepth = 0;
    const Reconciliation uncounted = reconciled(model, stored(checkpoint.tensors));
    QCOMPARE(uncounted.unexplained(), std::size_t(0));
    // The module, the scales of its weights, its copies of embedding and head. Scales: 824 + 11448 of attention (see
    // checkpoints.txt; the indexer adds 64 x 12 + 56), 257 x 2688 of experts.
    QCOMPARE(exact(elementsOf(uncounted, TensorReason::mtpNotCounted)),
             exact(module + 12272 + 257 * 2688 + 2 * 129280.0 * 7168));
    std::vector<MadeTensor> without;
    std::ranges::copy_if(checkpoint.tensors, std::back_inserter(without),
                         [](const MadeTensor &t) { return !t.name.starts_with("model.layers.4."); });
    const Reconciliation leftOut = reconciled(modelOf(checkpoint), stored(without));
    QCOMPARE(leftOut.unexplained(), std::size_t(0));
    QCOMPARE(exact(elementsOf(leftOut, TensorReason::mtpLeftOut)), exact(-module));
    QCOMPARE(row(leftOut, "model.layers.4.eh_proj.weight").status, TensorStatus::missing);
}

void ReconcileTest::indexAlone()
{
    const MadeCheckpoint &checkpoint = madeFor("DeepSeek-V3.2");
    const Reconciliation r = reconciled(modelOf(checkpoint), namesOnly(checkpoint.tensors));
    QVERIFY(!r.shapesKnown());
    QCOMPARE(r.unexplained(), std::size_t(0));
    QCOMPARE(r.headerless.size(), std::size_t(3));
    QCOMPARE(row(r, "lm_head.weight").status, TensorStatus::named);
    // The two norms of each indexer are F32 in the files, which names do not tell: 5 x 2 x 128 x 2 B.
    QCOMPARE(exact(double(*r.totalSize)), exact(bytesOf(checkpoint.tensors)));
    QCOMPARE(exact(r.sizeFromNames), exact(double(*r.totalSize) - 5 * 2 * 128 * 2));
    // And with the header of one shard.
    const std::string start = headerOf(shardOf(checkpoint.tensors, 1, 3));
    auto header = readSafetensorsHeader(start, Count(start.size()), shardName(1, 3)).value();
    auto index = readCheckpointIndex(indexOf(checkpoint.tensors, 3, 1.0), "i").value();
    const Reconciliation some =
        reconciled(modelOf(checkpoint), joinCheckpoint(index, {{shardName(1, 3), header}}).value());
    QCOMPARE(some.headerless, (std::vector<std::string>{shardName(0, 3), shardName(2, 3)}));
    QCOMPARE(some.unexplained(), std::size_t(0));
    QVERIFY(!some.shapesKnown());
}

void ReconcileTest::differences()
{
    MadeCheckpoint checkpoint = madeFor("Qwen2-57B-A14B");
    const auto find = [&](const std::string &name) {
        return std::ranges::find(checkpoint.tensors, name, &MadeTensor::name);
    };
    *find("model.layers.0.self_attn.k_proj.weight") = {
        "model.layers.0.self_attn.k_proj.weight", "BF16", {512, 3585}, 512 * 3585 * 2};
    find("model.layers.1.mlp.experts.3.up_proj.weight")->name = "model.layers.1.mlp.experts.3.upward.weight";
    checkpoint.tensors.erase(find("model.norm.weight"));
    const Reconciliation r = reconciled(modelOf(checkpoint), stored(checkpoint.tensors));
    const ReconciledTensor &shape = row(r, "model.layers.0.self_attn.k_proj.weight");
    QCOMPARE(shape.status, TensorStatus::differs);
    QCOMPARE(*shape.expected, (std::vector<Count>{512, 3584}));
    QCOMPARE(*shape.stored, (std::vector<Count>{512, 3585}));
    QCOMPARE(row(r, "model.layers.1.mlp.experts.3.up_proj.weight").status, TensorStatus::missing);
    QCOMPARE(row(r, "model.layers.1.mlp.experts.3.upward.weight").status, TensorStatus::extra);
    QCOMPARE(row(r, "model.norm.weight").status, TensorStatus::missing);
    QCOMPARE(r.unexplained(), std::size_t(4));
}

// Whatever is lost: the parts of the difference are its sum.
void ReconcileTest::partsAddUp()
{
    for (const char *name : {"DeepSeek-V3.2", "gpt-oss-20b", "Qwen3.5-35B-A3B", "Llama-2-7B"}) {
        const MadeCheckpoint &checkpoint = madeFor(name);
        std::vector<MadeTensor> some;
        for (std::size_t i = 0; i < checkpoint.tensors.size(); ++i)
            if (i % 7 != 3)
                some.push_back(checkpoint.tensors[i]);
        const Reconciliation r = reconciled(modelOf(checkpoint), stored(some));
        double parts = 0.0, groups = 0.0;
        for (const Difference &difference : r.differences)
            parts += difference.elements;
        for (const GroupTotal &total : r.groups)
            groups += total.storedElements;
        QCOMPARE(exact(r.total.expectedElements + parts), exact(r.total.storedElements));
        QCOMPARE(exact(groups), exact(r.total.storedElements));
        QCOMPARE(r.total.storedTensors, some.size());
        QVERIFY(r.unexplained() > 0);
    }
}

void ReconcileTest::refuses()
{
    ModelSpec model = modelOf(madeFor("Llama-2-7B"));
    model.layers.front().layer.attention.kind = AttentionKind::mla;
    const auto latent = reconcile(model, {});
    QVERIFY(!latent);
    QVERIFY2(text(latent.error()).find("llama has no tensor names for these weights: kv_a_norm") != std::string::npos,
             text(latent.error()).c_str());
    model = modelOf(madeFor("Llama-2-7B"));
    model.modelType.clear();
    QVERIFY(text(reconcile(model, {}).error()).starts_with("model.modelType: "));
    model = modelOf(madeFor("Mixtral-8x7B-v0.1"));
    model.mtpDepth = 1;
    QVERIFY(text(reconcile(model, {}).error()).starts_with("model.mtpDepth: "));
    model.mtpDepth = 0;
    model.layers.front().count = 4096;
    model.layers.front().layer.feedForward.experts = 65536;
    QVERIFY(text(reconcile(model, {}).error()).find("1000000") != std::string::npos);
}

QTEST_APPLESS_MAIN(ReconcileTest)
#include "reconcile_test.moc"
