// Parameter counts of every catalog model against counts made elsewhere: data/parameter_counts.json holds, per model,
// an independent recount of its config and the published number it was compared with.

#include "spec/catalog.h"
#include "spec/weights.h"
#include "support/support.h"

#include <nlohmann/json.hpp>

#include <QtTest>

using namespace headroom;

class ParametersTest : public QObject
{
    Q_OBJECT

private slots:
    void counts_data();
    void counts();
    void everyCountedModelIsInTheCatalog();
    void attentionOfTheLedger_data();
    void attentionOfTheLedger();
    void stateRecipes();
    void layersOfTheHybrid();
};

static nlohmann::json counts()
{
    return nlohmann::json::parse(testing::testData("core/spec/data/parameter_counts.json")).at("models");
}

void ParametersTest::counts_data()
{
    QTest::addColumn<QString>("name");
    const auto all = ::counts();
    for (const auto &[name, row] : all.items())
        QTest::newRow(name.c_str()) << QString::fromStdString(name);
}

void ParametersTest::counts()
{
    QFETCH(QString, name);
    const auto row = ::counts().at(name.toStdString());
    const auto model = catalogModel(name.toStdString());
    QVERIFY2(model, model ? "" : testing::text(model.error()).c_str());
    const ParameterCount count = countParameters(*model);
    QCOMPARE(count.total, row.at("total").get<double>());
    QCOMPARE(count.active, row.at("active").get<double>());
    QCOMPARE(count.mtp, row.at("mtp").get<double>());
    QCOMPARE(count.routerBias, row.at("routerBias").get<double>());
}

void ParametersTest::everyCountedModelIsInTheCatalog()
{
    QCOMPARE(modelEntries().size(), ::counts().size());
    QCOMPARE(modelEntries().size(), std::size_t{61});
}

void ParametersTest::attentionOfTheLedger_data()
{
    QTest::addColumn<int>("kvHeads");
    QTest::addColumn<double>("expected");
    // h = 4096, 32 heads of 128. Query and output projection 2h²; keys and values 2h² · K/32.
    QTest::newRow("32 kv heads: 4h²") << 32 << 4.0 * 4096 * 4096;
    QTest::newRow("8 kv heads: 2h²(1 + 8/32)") << 8 << 41943040.0;
    QTest::newRow("1 kv head") << 1 << 2.0 * 4096 * 4096 + 2.0 * 4096 * 128;
}

void ParametersTest::attentionOfTheLedger()
{
    QFETCH(int, kvHeads);
    QFETCH(double, expected);
    ModelSpec model;
    model.hidden = 4096;
    LayerSpec layer;
    layer.attention.heads = 32;
    layer.attention.kvHeads = kvHeads;
    layer.attention.headDim = 128;
    double sum = 0.0;
    for (const WeightTensor &w : layerWeights(model, layer))
        if (QString(w.name).endsWith("o_proj") || QString(w.name).endsWith("q_proj")
            || QString(w.name).endsWith("k_proj") || QString(w.name).endsWith("v_proj"))
            sum += w.elements();
    QCOMPARE(sum, expected);
}

void ParametersTest::stateRecipes()
{
    // AdamW in fp32: master 4 + two moments 8 = 12 bytes a parameter.
    QCOMPARE(stateBytes(StateRecipe::mixed).optimizer, 12.0);
    QCOMPARE(stateBytes(StateRecipe::mixed).weight + stateBytes(StateRecipe::mixed).gradient, 6.0);
    QCOMPARE(stateBytes(StateRecipe::bf16Gradients).gradient, 2.0);
    // Read gradient g, master, two moments (12); write them (12) and the bf16 copy (2): 26 + g.
    QCOMPARE(stateBytes(StateRecipe::mixed).update, 26.0 + 4.0);
    QCOMPARE(stateBytes(StateRecipe::bf16Gradients).update, 26.0 + 2.0);
    QCOMPARE(stateBytes(StateRecipe::maxtextFp32).update, 4.0 + 4.0 + 8.0 + 4.0 + 8.0);
}

void ParametersTest::layersOfTheHybrid()
{
    // 32 layers in groups of 8, the last of each group MLA, the first layer dense.
    const auto model = catalogModel("Ling-2.6-flash");
    QVERIFY(model);
    const LayerPattern pattern = layerPattern(*model);
    QCOMPARE(pattern.order.size(), std::size_t{32});
    QCOMPARE(pattern.kinds.size(), std::size_t{3});
    for (std::size_t i = 0; i < 32; ++i) {
        const LayerSpec &layer = pattern.kinds[pattern.order[i]];
        QCOMPARE(layerName(layer), std::string(i == 0 ? "linear+dense" : (i + 1) % 8 == 0 ? "mla+moe" : "linear+moe"));
    }
    QCOMPARE(model->layers.front().count, Count{1});
}

QTEST_APPLESS_MAIN(ParametersTest)
#include "parameters_test.moc"
