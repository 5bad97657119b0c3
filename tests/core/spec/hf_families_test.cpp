// The layer patterns read from the catalog's configs, and what each family refuses: one change to a good config each.

#include "spec/catalog.h"
#include "spec/hf_config.h"
#include "support/support.h"

#include <nlohmann/json.hpp>

#include <QtTest>

#include <algorithm>
#include <fstream>

using namespace headroom;
using Json = nlohmann::json;

namespace {

Json configOf(const QString &model)
{
    std::ifstream file(std::string(HEADROOM_SOURCE_DIR "/resources/models/") + model.toStdString() + ".json");
    return Json::parse(file).at("config");
}

ModelSpec modelOf(const char *name)
{
    return catalogModel(name).value();
}

// One letter per layer: w window, f full, m latent, s sparse, l lightning, g gated delta, k KDA.
QString lettersOf(const ModelSpec &model)
{
    QString out;
    for (const LayerGroup &group : model.layers) {
        const std::string name = layerName(group.layer);
        out += QString(static_cast<qsizetype>(group.count), QChar(name.front()));
    }
    return out;
}

} // namespace

class HfFamiliesTest : public QObject
{
    Q_OBJECT

private slots:
    void patterns_data();
    void patterns();
    void details();
    void listsOverrideThePattern();
    void wrappedModels();
    void mtpModules();
    void refuses_data();
    void refuses();
};

void HfFamiliesTest::patterns_data()
{
    QTest::addColumn<QString>("model");
    QTest::addColumn<QString>("start");
    QTest::addColumn<int>("layers");
    QTest::newRow("Gemma 2") << "gemma-2-9b" << "wfwfwf" << 42;
    QTest::newRow("Gemma 3") << "gemma-3-27b-it" << "wwwwwfwwwwwf" << 62;
    QTest::newRow("Gemma 3, listed") << "gemma-3-1b-pt" << "wwwwwfwwwwwf" << 26;
    QTest::newRow("gpt-oss") << "gpt-oss-20b" << "wfwf" << 24;
    QTest::newRow("Qwen3-Next") << "Qwen3-Next-80B-A3B" << "gggfgggf" << 48;
    QTest::newRow("Qwen3.5") << "Qwen3.5-397B-A17B" << "gggfgggf" << 60;
    QTest::newRow("Kimi Linear") << "Kimi-Linear-48B-A3B-Instruct" << "kkkmkkkmkkkmkkkmkkkmkkkmkkm" << 27;
    QTest::newRow("Ling 3.0") << "Ling-3.0-flash" << "kkkkkmkkkkkm" << 42;
    QTest::newRow("MiniMax-Text") << "MiniMax-Text-01" << "lllllllflllllllf" << 80;
    QTest::newRow("MiniMax-M2") << "MiniMax-M2.5" << "ffff" << 62;
    QTest::newRow("GLM-4.5") << "GLM-4.5" << "ffff" << 92;
    QTest::newRow("DeepSeek-V3.2") << "DeepSeek-V3.2" << "ssss" << 61;
    QTest::newRow("GLM-5") << "GLM-5" << "ssss" << 78;
}

void HfFamiliesTest::patterns()
{
    QFETCH(QString, model);
    QFETCH(QString, start);
    QFETCH(int, layers);
    const QString letters = lettersOf(modelOf(qPrintable(model)));
    QVERIFY2(letters.startsWith(start), qPrintable(letters));
    QCOMPARE(letters.size(), qsizetype(layers));
}

void HfFamiliesTest::details()
{
    const LayerSpec gemma = modelOf("gemma-3-1b-pt").layers.front().layer;
    QVERIFY(gemma.postNorms);
    QCOMPARE(gemma.attention.window, std::optional<Count>(512));
    QCOMPARE(gemma.attention.qkNorm, QkNorm::perHead);
    QCOMPARE(gemma.feedForward.activation, Activation::gelu);
    QVERIFY(modelOf("gemma-2-9b").tiedEmbeddings);
    const LayerSpec oss = modelOf("gpt-oss-120b").layers.front().layer;
    QVERIFY(oss.attention.sinks && oss.attention.qkvBias && oss.attention.outputBias && oss.feedForward.bias);
    const AttentionSpec delta = modelOf("Qwen3-Next-80B-A3B").layers.front().layer.attention;
    QCOMPARE(delta.heads, Count{32});
    QCOMPARE(delta.kvHeads, Count{16});
    QCOMPARE(delta.convChannels(), Count{8192});
    QCOMPARE(modelOf("Qwen3.5-35B-A3B").layers[1].layer.attention.rotaryDim, Count{64}); // a quarter of 256
    const AttentionSpec kimi = modelOf("Kimi-Linear-48B-A3B-Instruct").layers.front().layer.attention;
    QCOMPARE(kimi.gateRank, std::optional<Count>(128));
    const ModelSpec ling = modelOf("Ling-3.0-flash");
    QVERIFY(!ling.layers.front().layer.attention.gateRank);
    QCOMPARE(ling.layers.back().layer.attention.outputGate, OutputGate::perHead);
    const AttentionSpec lightning = modelOf("MiniMax-Text-01").layers.front().layer.attention;
    QCOMPARE(lightning.chunk, Count{256});
    QVERIFY(lightning.qkvActivation && lightning.rotaryDim == 0);
    QCOMPARE(modelOf("MiniMax-M2.5").layers.front().layer.attention.qkNorm, QkNorm::allHeads);
    QCOMPARE(modelOf("GLM-5").layers.front().layer.attention.indexTopK, Count{2048});
}

void HfFamiliesTest::listsOverrideThePattern()
{
    Json json = configOf("gemma-3-1b-pt");
    json["num_hidden_layers"] = 3;
    json["layer_types"] = {"full_attention", "full_attention", "sliding_attention"};
    const auto imported = importHfConfig(json.dump(), "c");
    QVERIFY2(imported, imported ? "" : testing::text(imported.error()).c_str());
    QCOMPARE(lettersOf(imported->model), QString("ffw"));
}

// The language model of a wrapper is counted, the vision tower is noted; a key beside it is not overlooked.
void HfFamiliesTest::wrappedModels()
{
    const auto imported = importHfConfig(configOf("Qwen3.5-35B-A3B").dump(), "c");
    QVERIFY(imported);
    QVERIFY(!imported->model.tiedEmbeddings); // stated beside text_config
    QVERIFY(std::ranges::any_of(imported->notes, [](const Issue &i) { return i.field == "vision_config"; }));
    Json dense = configOf("Qwen3.5-35B-A3B");
    dense["model_type"] = "qwen3_5";
    Json &text = dense["text_config"];
    text["model_type"] = "qwen3_5_text";
    text["intermediate_size"] = 6144;
    for (const char *key : {"num_experts", "num_experts_per_tok", "moe_intermediate_size", "shared_expert_intermediate_size",
                            "router_aux_loss_coef"})
        text.erase(key);
    const auto plain = importHfConfig(dense.dump(), "c");
    QVERIFY2(plain, plain ? "" : testing::text(plain.error()).c_str());
    QCOMPARE(plain->model.layers.front().layer.feedForward.kind, FeedForwardKind::dense);
}

void HfFamiliesTest::mtpModules()
{
    const std::pair<const char *, Count> rows[] = {{"Qwen3-Next-80B-A3B", 1}, {"Qwen3.5-35B-A3B", 1}, {"GLM-4.5", 1},
                                                   {"DeepSeek-V3.2", 1}, {"GLM-5", 1}, {"Ling-3.0-flash", 1},
                                                   {"Ling-3.0-tiny", 0}, {"Kimi-Linear", 0}, {"MiniMax-M2.5", 0}};
    for (const auto &[name, depth] : rows)
        QCOMPARE(modelOf(name).mtpDepth, depth);
    const auto named = importHfConfig(configOf("MiniMax-M2.5").dump(), "c");
    QVERIFY(std::ranges::any_of(named->notes, [](const Issue &i) { return i.field == "use_mtp"; }));
}

void HfFamiliesTest::refuses_data()
{
    QTest::addColumn<QString>("model");
    QTest::addColumn<QString>("pointer"); // what is set; to null: removed
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("key");
    const auto row = [](const char *model, const char *pointer, const char *value, const char *key) {
        QTest::addRow("%s %s %s", model, pointer, value) << model << pointer << value << key;
    };
    row("gemma-2-9b", "/hidden_activation", "\"silu\"", "hidden_activation");
    row("gemma-3-27b-it", "/text_config/sliding_window", "0", "sliding_window");
    row("gemma-3-27b-it", "/text_config/extra_norms", "2", "extra_norms");
    row("gemma-3-27b-it", "/adapter_width", "64", "adapter_width");
    row("gemma-3-1b-pt", "/layer_types", "[\"linear_attention\"]", "layer_types");
    row("gpt-oss-20b", "/experts_per_token", "8", "experts_per_token");
    row("gpt-oss-20b", "/num_shared_experts", "1", "num_shared_experts");
    row("Qwen3-Next-80B-A3B", "/linear_num_key_heads", "12", "linear_num_key_heads");
    row("Qwen3-Next-80B-A3B", "/linear_conv_kernel_dim", "null", "linear_conv_kernel_dim");
    row("Qwen3-Next-80B-A3B", "/use_sliding_window", "true", "use_sliding_window");
    row("Qwen3.5-35B-A3B", "/text_config/attn_output_gate", "false", "attn_output_gate");
    row("Qwen3.5-35B-A3B", "/text_config/mtp_use_dedicated_embeddings", "true", "mtp_use_dedicated_embeddings");
    row("Kimi-Linear-48B-A3B-Instruct", "/linear_attn_config/kda_layers", "[1, 2]", "linear_attn_config.kda_layers");
    row("Kimi-Linear-48B-A3B-Instruct", "/linear_attn_config/head_dim", "null", "linear_attn_config.head_dim");
    row("Kimi-Linear-48B-A3B-Instruct", "/linear_attn_config/gate_rank", "64", "linear_attn_config.gate_rank");
    row("Kimi-Linear-48B-A3B-Instruct", "/linear_attn_config", "7", "linear_attn_config.num_heads");
    row("Ling-3.0-flash", "/gated_attention_proj_granularity_type", "\"channel_wise\"", "gated_attention_proj_granularity_type");
    row("Ling-3.0-flash", "/gated_attention_proj_granularity_type", "null", "gated_attention_proj_granularity_type");
    row("Ling-3.0-flash", "/rotary_dim", "32", "rotary_dim");
    row("Ling-3.0-flash", "/group_norm_size", "4", "group_norm_size");
    row("MiniMax-Text-01", "/attn_type_list", "[0, 1]", "attn_type_list");
    row("MiniMax-Text-01", "/shared_intermediate_size", "1024", "shared_intermediate_size");
    row("MiniMax-M2.5", "/qk_norm_type", "\"per_head\"", "qk_norm_type");
    row("MiniMax-M2.5", "/rotary_dim", "256", "rotary_dim");
    row("GLM-4.5", "/n_shared_experts", "null", "n_shared_experts");
    row("GLM-4.5", "/index_topk", "2048", "index_topk");
    row("DeepSeek-V3.2", "/index_topk", "null", "index_topk");
    row("DeepSeek-V3.2", "/q_lora_rank", "[]", "q_lora_rank");
}

void HfFamiliesTest::refuses()
{
    QFETCH(QString, model);
    QFETCH(QString, pointer);
    QFETCH(QString, value);
    QFETCH(QString, key);
    Json json = configOf(model);
    QVERIFY(importHfConfig(json.dump(), "c"));
    const Json::json_pointer at(pointer.toStdString());
    if (value == "null")
        json[at.parent_pointer()].erase(at.back());
    else
        json[at] = Json::parse(value.toStdString());
    const auto refused = importHfConfig(json.dump(), "c");
    QVERIFY(!refused);
    QVERIFY2(std::ranges::any_of(refused.error(), [&](const Issue &i) { return i.field == key.toStdString(); }),
             testing::text(refused.error()).c_str());
}

QTEST_APPLESS_MAIN(HfFamiliesTest)
#include "hf_families_test.moc"
