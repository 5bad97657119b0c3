// What the import understands, and that it refuses everything else with the key and the rule.

#include "spec/hf_config.h"
#include "support/support.h"

#include <nlohmann/json.hpp>

#include <QtTest>

using namespace headroom;
using Json = nlohmann::json;

namespace {

// A small config of each family that has every key its class needs.
Json llama()
{
    return Json::parse(
        R"({"model_type": "llama", "hidden_size": 4096, "num_hidden_layers": 32, "num_attention_heads": 32,
        "num_key_value_heads": 8, "intermediate_size": 14336, "vocab_size": 128256, "hidden_act": "silu",
        "tie_word_embeddings": false, "rope_scaling": {"factor": 8.0}, "torch_dtype": "bfloat16"})");
}

Json qwen2()
{
    Json j = llama();
    j["model_type"] = "qwen2";
    j["use_sliding_window"] = false;
    j["sliding_window"] = 131072;
    j["max_window_layers"] = 28;
    return j;
}

Json qwen3Moe()
{
    Json j = llama();
    j.update(Json::parse(R"({"model_type": "qwen3_moe", "head_dim": 128, "num_experts": 128, "num_experts_per_tok": 8,
        "moe_intermediate_size": 768, "decoder_sparse_step": 1, "mlp_only_layers": []})"));
    return j;
}

Json deepseek()
{
    return Json::parse(
        R"({"model_type": "deepseek_v3", "hidden_size": 7168, "num_hidden_layers": 61, "vocab_size": 129280,
        "num_attention_heads": 128, "num_key_value_heads": 128, "q_lora_rank": 1536, "kv_lora_rank": 512,
        "qk_nope_head_dim": 128, "qk_rope_head_dim": 64, "v_head_dim": 128, "intermediate_size": 18432,
        "moe_intermediate_size": 2048, "n_routed_experts": 256, "num_experts_per_tok": 8, "n_shared_experts": 1,
        "first_k_dense_replace": 3, "moe_layer_freq": 1, "topk_method": "noaux_tc", "num_nextn_predict_layers": 1})");
}

Json hybrid()
{
    Json j = deepseek();
    for (const char *key : {"n_routed_experts", "n_shared_experts", "moe_layer_freq"})
        j.erase(key);
    j.update(Json::parse(
        R"({"model_type": "bailing_hybrid", "hidden_size": 4096, "num_hidden_layers": 11, "num_attention_heads": 32,
        "num_key_value_heads": 32, "head_dim": 128, "layer_group_size": 4, "group_norm_size": 4, "num_experts": 16,
        "num_shared_experts": 1, "first_k_dense_replace": 1, "moe_router_enable_expert_bias": true, "use_qk_norm": true,
        "partial_rotary_factor": 0.5, "num_nextn_predict_layers": 0, "linear_silu": false})"));
    return j;
}

const Issue *errorAt(const Issues &issues, const std::string &key)
{
    for (const Issue &issue : issues)
        if (issue.severity == Severity::error && issue.field == key)
            return &issue;
    return nullptr;
}

} // namespace

class HfConfigTest : public QObject
{
    Q_OBJECT

private slots:
    void understandsEveryFamily();
    void headDimIsDerivedOnlyWhenItDivides();
    void qwenWindows_data();
    void qwenWindows();
    void qwenSparseLayers();
    void hybridPattern();
    void multiTokenPrediction();
    void notes();
    void refuses_data();
    void refuses();
    void refusesTexts_data();
    void refusesTexts();
    void everyNumberIsChecked_data();
    void everyNumberIsChecked();
    void allErrorsAtOnce();
};

void HfConfigTest::understandsEveryFamily()
{
    for (const Json &json : {llama(), qwen2(), qwen3Moe(), deepseek(), hybrid()}) {
        const auto model = importHfConfig(json.dump(), "config.json");
        QVERIFY2(model, model ? "" : testing::text(model.error()).c_str());
        QCOMPARE(layerCount(model->model), json.at("num_hidden_layers").get<Count>());
        QCOMPARE(model->model.hidden, json.at("hidden_size").get<Count>());
    }
}

void HfConfigTest::headDimIsDerivedOnlyWhenItDivides()
{
    Json json = llama();
    QCOMPARE(importHfConfig(json.dump(), "c")->model.layers.front().layer.attention.headDim, Count{128}); // 4096 / 32
    json["hidden_size"] = 4097;
    const auto refused = importHfConfig(json.dump(), "c");
    QVERIFY(!refused);
    const Issue *issue = errorAt(refused.error(), "head_dim");
    QVERIFY(issue);
    QVERIFY2(text(*issue).find("4097") != std::string::npos && text(*issue).find("32") != std::string::npos,
             text(*issue).c_str());
    json["head_dim"] = 128;
    QVERIFY(importHfConfig(json.dump(), "c"));
}

void HfConfigTest::qwenWindows_data()
{
    QTest::addColumn<QString>("change");
    QTest::addColumn<int>("windowed");
    QTest::newRow("not in use") << R"({})" << 0;
    QTest::newRow("last layers") << R"({"use_sliding_window": true, "sliding_window": 4096})" << 4; // 32 - 28
    QTest::newRow("in use, no window") << R"({"use_sliding_window": true, "sliding_window": null})" << 0;
    QTest::newRow("listed")
        << R"({"use_sliding_window": true, "num_hidden_layers": 3, "layer_types": ["sliding_attention", "full_attention", "sliding_attention"]})"
        << 2;
}

void HfConfigTest::qwenWindows()
{
    QFETCH(QString, change);
    QFETCH(int, windowed);
    Json json = qwen2();
    json.update(Json::parse(change.toStdString()));
    const auto imported = importHfConfig(json.dump(), "c");
    QVERIFY2(imported, imported ? "" : testing::text(imported.error()).c_str());
    Count count = 0;
    for (const LayerGroup &group : imported->model.layers)
        count += group.layer.attention.window ? group.count : 0;
    QCOMPARE(count, Count{windowed});
    QVERIFY(imported->model.layers.front().layer.attention.qkvBias);
    QVERIFY(!imported->model.layers.front().layer.attention.outputBias);
}

void HfConfigTest::qwenSparseLayers()
{
    // Experts in layers with (i + 1) % 2 == 0 that are not listed: 1, 5, 7 of 8.
    Json json = qwen3Moe();
    json.update(Json::parse(R"({"num_hidden_layers": 8, "decoder_sparse_step": 2, "mlp_only_layers": [3]})"));
    const auto imported = importHfConfig(json.dump(), "c");
    QVERIFY(imported);
    const LayerPattern pattern = layerPattern(imported->model);
    std::string kinds;
    for (const auto index : pattern.order)
        kinds += pattern.kinds[index].feedForward.kind == FeedForwardKind::moe ? 'm' : 'd';
    QCOMPARE(kinds, std::string("dmdddmdm"));
}

void HfConfigTest::hybridPattern()
{
    // Groups of 4 in 11 layers: the last of each whole group and the remaining three are latent attention.
    const auto imported = importHfConfig(hybrid().dump(), "c");
    QVERIFY2(imported, imported ? "" : testing::text(imported.error()).c_str());
    const LayerPattern pattern = layerPattern(imported->model);
    std::string kinds;
    for (const auto index : pattern.order)
        kinds += pattern.kinds[index].attention.kind == AttentionKind::mla ? 'M' : 'l';
    QCOMPARE(kinds, std::string("lllMlllMMMM"));
    const AttentionSpec &linear = imported->model.layers.front().layer.attention;
    QCOMPARE(linear.rotaryDim, Count{64}); // half of 128
    QCOMPARE(linear.chunk, Count{64});
}

void HfConfigTest::multiTokenPrediction()
{
    QCOMPARE(importHfConfig(deepseek().dump(), "c")->model.mtpDepth, Count{1});
    Json json = deepseek();
    json.erase("num_nextn_predict_layers");
    const auto imported = importHfConfig(json.dump(), "c");
    QVERIFY(imported);
    QCOMPARE(imported->model.mtpDepth, Count{0});
    QVERIFY(std::ranges::any_of(imported->notes, [](const Issue &i) { return i.field == "num_nextn_predict_layers"; }));
}

void HfConfigTest::notes()
{
    Json json = hybrid();
    json["quantization_config"] = Json::parse(R"({"quant_method": "fp8"})");
    const auto imported = importHfConfig(json.dump(), "c");
    QVERIFY(imported);
    QVERIFY(!hasError(imported->notes));
    for (const char *field : {"model.chunk", "quantization_config"})
        QVERIFY2(std::ranges::any_of(imported->notes, [&](const Issue &i) { return i.field == field; }), field);
}

void HfConfigTest::refuses_data()
{
    QTest::addColumn<QString>("base");
    QTest::addColumn<QString>("change"); // merged into the config; null removes a key
    QTest::addColumn<QString>("key");
    const auto row = [](const char *name, const char *base, const char *change, const char *key) {
        QTest::newRow(name) << base << change << key;
    };
    row("unknown type", "llama", R"({"model_type": "bert"})", "model_type");
    row("type is a number", "llama", R"({"model_type": 3})", "model_type");
    row("no type", "llama", R"({"model_type": null})", "model_type");
    row("no hidden size", "llama", R"({"hidden_size": null})", "hidden_size");
    row("no layers", "llama", R"({"num_hidden_layers": null})", "num_hidden_layers");
    row("unknown key", "llama", R"({"num_extra_heads": 4})", "num_extra_heads");
    row("sliding window of llama", "llama", R"({"sliding_window": 4096})", "sliding_window");
    row("other activation", "llama", R"({"hidden_act": "gelu"})", "hidden_act");
    row("dropout", "llama", R"({"attention_dropout": 0.1})", "attention_dropout");
    row("kv heads do not divide", "llama", R"({"num_key_value_heads": 5})", "num_key_value_heads");
    row("more kv heads than heads", "llama", R"({"num_key_value_heads": 64})", "num_key_value_heads");
    row("more experts per token than experts", "qwen3_moe", R"({"num_experts_per_tok": 129})", "num_experts_per_tok");
    row("no experts", "qwen3_moe", R"({"num_experts": null})", "num_experts");
    row("shared expert the class lacks", "qwen3_moe", R"({"shared_expert_intermediate_size": 512})",
        "shared_expert_intermediate_size");
    row("layer list of another length", "qwen2", R"({"layer_types": ["full_attention"]})", "layer_types");
    row("sliding layers without a window", "qwen2", R"({"num_hidden_layers": 1, "layer_types": ["sliding_attention"]})",
        "sliding_window");
    row("list item of another type", "qwen3_moe", R"({"mlp_only_layers": [true]})", "mlp_only_layers");
    row("grouped heads in latent attention", "deepseek", R"({"num_key_value_heads": 8})", "num_key_value_heads");
    row("router without bias", "deepseek", R"({"topk_method": "greedy"})", "topk_method");
    row("sparse attention keys", "deepseek", R"({"index_topk": 2048})", "index_topk");
    row("rotary dims disagree", "hybrid", R"({"rotary_dim": 256})", "rotary_dim");
    row("rotary share above 1", "hybrid", R"({"partial_rotary_factor": 1.5})", "partial_rotary_factor");
    row("query head dims disagree", "hybrid", R"({"qk_head_dim": 128})", "qk_head_dim");
    row("linear heads differ", "hybrid", R"({"num_kv_heads_for_linear_attn": 8})", "num_kv_heads_for_linear_attn");
    row("delta rule keys of Ling 3", "hybrid", R"({"short_conv_kernel_size": 4})", "short_conv_kernel_size");
    row("flag as a text", "hybrid", R"({"use_qk_norm": "true"})", "use_qk_norm");
    row("norm groups do not divide", "hybrid", R"({"group_norm_size": 7})", "group_norm_size");
}

void HfConfigTest::refuses()
{
    QFETCH(QString, base);
    QFETCH(QString, change);
    QFETCH(QString, key);
    Json json = base == "llama"       ? llama()
                : base == "qwen2"     ? qwen2()
                : base == "qwen3_moe" ? qwen3Moe()
                : base == "deepseek"  ? deepseek()
                                      : hybrid();
    QVERIFY(importHfConfig(json.dump(), "c"));
    const Json changes = Json::parse(change.toStdString());
    for (const auto &[k, value] : changes.items())
        if (value.is_null())
            json.erase(k);
        else
            json[k] = value;
    const auto refused = importHfConfig(json.dump(), "my/config.json");
    QVERIFY(!refused);
    const Issue *issue = errorAt(refused.error(), key.toStdString());
    QVERIFY2(issue, testing::text(refused.error()).c_str());
    QCOMPARE(issue->file, std::string("my/config.json"));
    QVERIFY(!text(issue->message).empty());
}

void HfConfigTest::refusesTexts_data()
{
    QTest::addColumn<QByteArray>("text");
    const QByteArray good = QByteArray::fromStdString(llama().dump());
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("truncated") << good.left(good.size() / 2);
    QTest::newRow("trailing garbage") << good + "}";
    QTest::newRow("two objects") << good + good;
    QTest::newRow("list") << QByteArray("[" + good + "]");
    QTest::newRow("number") << QByteArray("42");
    QTest::newRow("binary") << QByteArray("\x7f"
                                          "ELF\x02\x01\x01\x00\x00\x00",
                                          10);
    QTest::newRow("png") << QByteArray("\x89PNG\r\n\x1a\n", 8);
    QTest::newRow("invalid UTF-8 in a key") << QByteArray("{\"model_type\": \"llama\", \"\xff\xfe\": 1}");
    QTest::newRow("invalid UTF-8 in a value") << QByteArray("{\"model_type\": \"\xc3\x28\"}");
    QTest::newRow("duplicate key") << QByteArray("{\"hidden_size\": 1, ") + good.mid(1);
    QTest::newRow("NaN") << QByteArray("{\"hidden_size\": NaN}");
    QTest::newRow("overflow") << QByteArray("{\"model_type\": \"llama\", \"hidden_size\": 1e999}");
    QTest::newRow("comment") << QByteArray("// llama\n") + good;
    QTest::newRow("10,000 deep list") << QByteArray("{\"a\":") + QByteArray(10000, '[') + QByteArray(10000, ']') + "}";
    QTest::newRow("10,000 deep objects") << QByteArray("{\"a\":").repeated(10000) + "1" + QByteArray(10000, '}');
    QTest::newRow("a million brackets") << QByteArray(1000000, '[');
    QTest::newRow("10 MB of keys") << [] {
        QByteArray text = "{";
        for (int i = 0; text.size() < 10000000; ++i)
            text += "\"key" + QByteArray::number(i) + "\": " + QByteArray::number(i) + ",";
        return text + "\"model_type\": \"llama\"}";
    }();
    QTest::newRow("10 MB string") << QByteArray("{\"model_type\": \"") + QByteArray(10000000, 'x') + "\"}";
    QTest::newRow("10 MB key") << QByteArray("{\"model_type\": \"llama\", \"") + QByteArray(10000000, 'x') + "\": 1}";
    QTest::newRow("17 MB") << QByteArray("{\"model_type\": \"llama\"}") + QByteArray(17 << 20, ' ');
}

void HfConfigTest::refusesTexts()
{
    QFETCH(QByteArray, text);
    const auto refused = importHfConfig(std::string_view(text.constData(), std::size_t(text.size())), "bad.json");
    QVERIFY(!refused);
    QVERIFY(!refused.error().empty());
    QVERIFY(refused.error().size() < 100);
    for (const Issue &issue : refused.error()) {
        QCOMPARE(issue.file, std::string("bad.json"));
        const std::string line = headroom::text(issue);
        QVERIFY2(line.size() < 2000, line.substr(0, 200).c_str());
        QVERIFY2(QString::fromUtf8(line.data(), int(line.size())).toUtf8().toStdString() == line,
                 "the message is UTF-8");
    }
}

void HfConfigTest::everyNumberIsChecked_data()
{
    QTest::addColumn<QString>("base");
    QTest::addColumn<QString>("key");
    const auto rows = [](const char *base, const Json &json) {
        for (const auto &[key, value] : json.items())
            if (value.is_number_integer())
                QTest::addRow("%s %s", base, key.c_str()) << base << QString::fromStdString(key);
    };
    rows("llama", llama());
    rows("qwen3_moe", qwen3Moe());
    rows("deepseek", deepseek());
    rows("hybrid", hybrid());
}

void HfConfigTest::everyNumberIsChecked()
{
    QFETCH(QString, base);
    QFETCH(QString, key);
    const Json good = base == "llama"       ? llama()
                      : base == "qwen3_moe" ? qwen3Moe()
                      : base == "deepseek"  ? deepseek()
                                            : hybrid();
    const std::string k = key.toStdString();
    // -1 and what is beyond every model; no text, flag, list, fraction; 0 only where it means something.
    std::vector<Json> bad{Json(-1),   Json(1000000000000000000), Json(1e18), Json("32"),
                          Json(true), Json::array({1}),          Json(2.5),  Json::object()};
    if (!QStringList{"first_k_dense_replace", "num_nextn_predict_layers", "num_shared_experts", "max_window_layers"}
             .contains(key))
        bad.push_back(0);
    for (const Json &value : bad) {
        Json json = good;
        json[k] = value;
        const auto refused = importHfConfig(json.dump(), "c");
        QVERIFY2(!refused, value.dump().c_str());
        QVERIFY2(errorAt(refused.error(), k), (value.dump() + ": " + testing::text(refused.error())).c_str());
    }
}

void HfConfigTest::allErrorsAtOnce()
{
    Json json = llama();
    json["hidden_size"] = "4096";
    json["vocab_size"] = 0;
    json["surprise"] = 1;
    const auto refused = importHfConfig(json.dump(), "c");
    QVERIFY(!refused);
    for (const char *key : {"hidden_size", "vocab_size", "surprise"})
        QVERIFY2(errorAt(refused.error(), key), key);
}

QTEST_APPLESS_MAIN(HfConfigTest)
#include "hf_config_test.moc"
