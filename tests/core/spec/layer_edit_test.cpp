// Editing the layer pattern: order, and kinds that replace one another by legal layers.

#include "spec/layer_edit.h"
#include "spec/catalog.h"
#include "support/support.h"

#include <QtTest>

using namespace headroom;

namespace {

std::vector<LayerGroup> counted(std::initializer_list<Count> counts)
{
    std::vector<LayerGroup> layers;
    for (const Count count : counts)
        layers.push_back({count, {}});
    return layers;
}

QString orderOf(const std::vector<LayerGroup> &layers)
{
    QString out;
    for (const LayerGroup &group : layers)
        out += QString::number(group.count);
    return out;
}

} // namespace

class LayerEditTest : public QObject
{
    Q_OBJECT
private slots:
    void order();
    void everyKindIsLegal_data();
    void everyKindIsLegal();
    void kindsKeepWhatTheyShare();
    void feedForward();
    void aNewModelIsLlamaSized();
};

void LayerEditTest::order()
{
    const auto layers = counted({1, 2, 3, 4});
    QCOMPARE(orderOf(withGroupMoved(layers, 0, 2)), QStringLiteral("2314"));
    QCOMPARE(orderOf(withGroupMoved(layers, 3, 0)), QStringLiteral("4123"));
    QCOMPARE(orderOf(withGroupMoved(layers, 1, 1)), QStringLiteral("1234"));
    QCOMPARE(orderOf(withGroupMoved(layers, 4, 0)), QStringLiteral("1234")); // no such group
    QCOMPARE(orderOf(withGroupDuplicated(layers, 1)), QStringLiteral("12234"));
    QCOMPARE(orderOf(withGroupAdded(layers, 3, {9, {}})), QStringLiteral("12349"));
    QCOMPARE(orderOf(withGroupAdded({}, 0, {9, {}})), QStringLiteral("9"));
    QCOMPARE(orderOf(withGroupRemoved(layers, 0)), QStringLiteral("234"));
    QCOMPARE(orderOf(withGroupRemoved(counted({5}), 0)), QStringLiteral("5")); // never empty
}

void LayerEditTest::everyKindIsLegal_data()
{
    QTest::addColumn<QString>("model");
    for (const CatalogEntry &entry : modelEntries())
        QTest::newRow(entry.name.c_str()) << QString::fromStdString(entry.name);
}

// From every layer of the catalog to every kind, and on: the model stays one that can be evaluated.
void LayerEditTest::everyKindIsLegal()
{
    QFETCH(QString, model);
    const Scenario base = defaultScenario(*catalogModel(model.toStdString()), *catalogHardware("H100"));
    const LayerSpec first = base.model.layers.back().layer;
    for (std::size_t c = 0; c < rowsOf(AttentionChoice{}).size(); ++c)
        for (const FeedForwardKind kind : {FeedForwardKind::dense, FeedForwardKind::moe}) {
            Scenario s = base;
            s.model.mtpDepth = 0;
            LayerSpec layer = first;
            layer.attention = withChoice(first.attention, static_cast<AttentionChoice>(c));
            layer.feedForward = withKind(first.feedForward, kind);
            s.model.layers = {{2, layer}};
            const Issues issues = checkScenario(s);
            QVERIFY2(!hasError(issues), testing::text(issues).c_str());
            QCOMPARE(choiceOf(layer.attention), static_cast<AttentionChoice>(c));
            QCOMPARE(layer.feedForward.kind, kind);
            QVERIFY(countParameters(s.model).total > 0.0);
        }
}

void LayerEditTest::kindsKeepWhatTheyShare()
{
    const AttentionSpec llama = catalogModel("Llama-3.1-8B")->layers.front().layer.attention; // 32 heads, 8 kv, 128
    const AttentionSpec windowed = withChoice(llama, AttentionChoice::window);
    QCOMPARE(windowed.kvHeads, Count{8});
    QCOMPARE(windowed.window, std::optional<Count>(4096));
    QCOMPARE(withChoice(windowed, AttentionChoice::full), llama);
    const AttentionSpec mla = withChoice(llama, AttentionChoice::mla);
    QCOMPARE(mla.heads, Count{32});
    QCOMPARE(mla.kvRank, Count{512}); // of DeepSeek
    const AttentionSpec kda = withChoice(llama, AttentionChoice::kda);
    QVERIFY(kda.isDeltaRule() && kda.convWidth == 4 && kda.valueDim == 128);
    QCOMPARE(withChoice(mla, AttentionChoice::mla), mla); // the same kind changes nothing
}

void LayerEditTest::feedForward()
{
    const FeedForwardSpec mixtral = catalogModel("Mixtral-8x7B")->layers.front().layer.feedForward; // 2 of 8 x 14336
    QCOMPARE(withKind(mixtral, FeedForwardKind::dense).width, Count{2 * 14336});
    const FeedForwardSpec moe = withKind(catalogModel("Llama-3.1-8B")->layers.front().layer.feedForward, FeedForwardKind::moe);
    QCOMPARE(moe.experts, Count{8});
    QCOMPARE(moe.topK, Count{2});
    QCOMPARE(moe.expertWidth, Count{14336});
}

void LayerEditTest::aNewModelIsLlamaSized()
{
    // Llama-3.1-8B: 8,030,261,248 parameters (published, Hugging Face)
    QCOMPARE(countParameters(newModel()).total, 8030261248.0);
}

QTEST_APPLESS_MAIN(LayerEditTest)
#include "layer_edit_test.moc"
