// 10,000 mutated configs: no crash, no hang, every complaint names a key or a place, and what is accepted has finite
// counts and a finite estimate. HEADROOM_MUTANTS sets another number.

#include "estimate/estimate.h"
#include "spec/catalog.h"
#include "spec/hf_config.h"
#include "support/named_issues.h"
#include "support/support.h"

#include <nlohmann/json.hpp>

#include <QDir>
#include <QtTest>

#include <cmath>
#include <fstream>
#include <random>

using namespace headroom;
using namespace headroom::testing;
using Json = nlohmann::json;

namespace {

constexpr int usualMutants = 10000;
constexpr qint64 slowest = 5000; // ms for one mutant, under sanitizers on a busy machine

using Random = std::mt19937_64;

std::size_t below(Random &random, std::size_t bound)
{
    return std::uniform_int_distribution<std::size_t>(0, bound - 1)(random);
}

// A key of a config's objects: those inside text_config and the like too.
struct Place
{
    Json *object;
    std::string key;
};

void collect(Json &object, std::vector<Place> &out)
{
    for (auto &[key, value] : object.items()) {
        out.push_back({&object, key});
        if (value.is_object())
            collect(value, out);
    }
}

Place anyPlace(Json &config, Random &random)
{
    std::vector<Place> places;
    collect(config, places);
    return places.empty() ? Place{&config, "model_type"} : places[below(random, places.size())];
}

Json absurdNumber(Random &random)
{
    static const std::vector<Json> numbers{0,
                                           -1,
                                           1,
                                           3,
                                           7,
                                           0.5,
                                           -0.0,
                                           1e-308,
                                           1e18,
                                           1e300,
                                           -1e300,
                                           65536,
                                           65537,
                                           16777216,
                                           std::int64_t{1} << 40,
                                           std::int64_t{1} << 53,
                                           std::numeric_limits<std::int64_t>::max(),
                                           std::numeric_limits<std::int64_t>::min(),
                                           std::numeric_limits<std::uint64_t>::max()};
    return numbers[below(random, numbers.size())];
}

Json otherType(Random &random)
{
    static const std::vector<Json> values{
        nullptr,
        true,
        false,
        "",
        "wide",
        std::string(100000, 'x'),
        Json::array(),
        Json::object(),
        Json::array({1, 2, 3}),
        Json::array({"full_attention"}),
        Json::array({nullptr}),
        Json::object({{"a", 1}}),
        "NaN",
    };
    return values[below(random, values.size())];
}

void dropKey(Json &config, Random &random)
{
    const Place place = anyPlace(config, random);
    place.object->erase(place.key);
}

void renameKey(Json &config, Random &random)
{
    const Place place = anyPlace(config, random);
    (*place.object)[place.key + "_new"] = (*place.object)[place.key];
    place.object->erase(place.key);
}

void retype(Json &config, Random &random)
{
    const Place place = anyPlace(config, random);
    (*place.object)[place.key] = otherType(random);
}

void renumber(Json &config, Random &random)
{
    const Place place = anyPlace(config, random);
    (*place.object)[place.key] = absurdNumber(random);
}

// A number stays a number of its own size, which is what most accepted mutants are.
void scale(Json &config, Random &random)
{
    const Place place = anyPlace(config, random);
    Json &value = (*place.object)[place.key];
    if (value.is_number_integer())
        value = random() % 2 == 0 ? value.get<std::int64_t>() * static_cast<std::int64_t>(1 + below(random, 64))
                                  : value.get<std::int64_t>() / static_cast<std::int64_t>(1 + below(random, 8));
}

void addKey(Json &config, Random &random)
{
    config["key_" + std::to_string(below(random, 1000))] = otherType(random);
}

void changeType(Json &config, Random &random)
{
    static const char *const types[] = {"llama",       "mixtral", "deepseek_v3",    "gemma3_text", "qwen3_next",
                                        "kimi_linear", "gpt_oss", "bailing_hybrid", "minimax_m2",  "elephant"};
    config["model_type"] = types[below(random, std::size(types))];
}

using Mutation = void (*)(Json &, Random &);
constexpr Mutation mutations[] = {dropKey, renameKey, retype, renumber, scale, scale, addKey, changeType};

// --- on the text --------------------------------------------------------------------------------------------------
std::string truncated(std::string text, Random &random)
{
    return text.substr(0, below(random, text.size()));
}

std::string flipped(std::string text, Random &random)
{
    for (std::size_t i = 1 + below(random, 4); i > 0; --i)
        text[below(random, text.size())] = static_cast<char>(random() & 0xFFu);
    return text;
}

std::string nested(std::string text, Random &random)
{
    const std::size_t depth = 1 + below(random, 20000);
    return text.insert(text.find(':') + 1, std::string(depth, random() % 2 == 0 ? '[' : '{'));
}

std::string duplicated(std::string text, Random &)
{
    return text.insert(1, "\"model_type\":\"llama\",");
}

std::string notANumber(std::string text, Random &random)
{
    static const char *const words[] = {"NaN", "Infinity", "-Infinity", "1e999", "0x10", "nan", "1_000"};
    std::size_t at = text.find(':', below(random, text.size()));
    at = at == std::string::npos ? text.find(':') : at;
    const std::size_t end = text.find_first_of(",}", at);
    return text.replace(at + 1, end - at - 1, words[below(random, std::size(words))]);
}

using TextMutation = std::string (*)(std::string, Random &);
constexpr TextMutation textMutations[] = {truncated, flipped, nested, duplicated, notANumber};

std::vector<Json> allConfigs()
{
    std::vector<Json> out;
    const QDir folder(QStringLiteral(HEADROOM_SOURCE_DIR "/resources/models"));
    for (const QString &name : folder.entryList({QStringLiteral("*.json")}, QDir::Files, QDir::Name)) {
        std::ifstream file(folder.filePath(name).toStdString());
        out.push_back(Json::parse(file).at("config"));
    }
    return out;
}

std::string mutant(const std::vector<Json> &configs, Random &random)
{
    Json config = configs[below(random, configs.size())];
    for (std::size_t i = 1 + below(random, 3); i > 0; --i)
        mutations[below(random, std::size(mutations))](config, random);
    std::string text = config.dump();
    return random() % 4 == 0 ? textMutations[below(random, std::size(textMutations))](std::move(text), random) : text;
}

bool isCount(double value)
{
    return std::isfinite(value) && value >= 0.0;
}

// What is wrong with an accepted model; empty if nothing.
std::string objection(const ModelSpec &model)
{
    const ParameterCount count = countParameters(model);
    if (!isCount(count.total) || !isCount(count.active) || !isCount(count.mtp) || !isCount(count.routerBias))
        return "parameters are no count";
    if (count.total < 1.0 || count.active > count.total)
        return "active parameters exceed all";
    static const HardwareSpec hardware = catalogHardware("H200").value();
    const auto estimate = evaluate(defaultScenario(model, hardware));
    if (!estimate) {
        for (const Issue &issue : estimate.error())
            if (issue.field.empty())
                return "the estimate's complaint names nothing: " + headroom::text(issue);
        return {};
    }
    for (const Term &term : estimate->why.terms())
        if (!std::isfinite(term.value))
            return std::string("not finite: ") + (term.formula ? term.formula->id : "a given value");
    const SystemEstimate &s = estimate->system;
    for (const double value :
         {estimate->modelFlopsPerStep.value, estimate->roofline.stepTime.value, s.stepTime.bound.value, s.boundMfu,
          s.compute.value, s.bubble.value, s.memory.total.value})
        if (!isCount(value))
            return "a result is negative or not finite";
    return {};
}

} // namespace

class MutatedConfigsTest : public QObject
{
    Q_OBJECT

private slots:
    void surviveAndName();
    void emptyKeysAreNamed();
    void longListsAreRefused_data();
    void longListsAreRefused();
};

void MutatedConfigsTest::surviveAndName()
{
    const std::vector<Json> configs = allConfigs();
    QCOMPARE(configs.size(), std::size_t(61));
    bool given = false;
    const int asked = qEnvironmentVariableIntValue("HEADROOM_MUTANTS", &given);
    const int mutants = given ? asked : usualMutants;
    Random random(20250719);
    int accepted = 0;
    for (int i = 0; i < mutants; ++i) {
        const std::string text = mutant(configs, random);
        QElapsedTimer timer;
        timer.start();
        const auto imported = importHfConfig(text, "mutant");
        std::string wrong;
        if (imported) {
            ++accepted;
            wrong = objection(imported->model);
        } else {
            for (const Issue &issue : imported.error())
                if (!isNamed(issue))
                    wrong = "names nothing: " + headroom::text(issue);
        }
        if (timer.elapsed() > slowest)
            wrong = "took " + std::to_string(timer.elapsed()) + " ms";
        QVERIFY2(wrong.empty(), ("mutant " + std::to_string(i) + ": " + wrong + "\n" + text.substr(0, 4000)).c_str());
    }
    qInfo("%d of %d accepted", accepted, mutants);
    QVERIFY(accepted > mutants / 20 && accepted < mutants);
}

void MutatedConfigsTest::emptyKeysAreNamed()
{
    std::ifstream file(HEADROOM_SOURCE_DIR "/resources/models/Llama-2-7B.json");
    Json config = Json::parse(file).at("config");
    config[""] = 3;
    const auto imported = importHfConfig(config.dump(), "c");
    QVERIFY(!imported);
    const std::string all = testing::text(imported.error());
    QVERIFY2(all.find("c: \"\": is not understood and may change the cost of llama: 3") != std::string::npos,
             all.c_str());
}

void MutatedConfigsTest::longListsAreRefused_data()
{
    QTest::addColumn<QString>("model");
    QTest::addColumn<QString>("key");
    QTest::newRow("whole numbers") << "Qwen3-30B-A3B"
                                   << "mlp_only_layers";
    QTest::newRow("texts") << "gpt-oss-20b"
                           << "layer_types";
}

// Each of 4096 layers would look through it: hours for a file of a few megabytes.
void MutatedConfigsTest::longListsAreRefused()
{
    QFETCH(QString, model);
    QFETCH(QString, key);
    std::ifstream file(HEADROOM_SOURCE_DIR "/resources/models/" + model.toStdString() + ".json");
    Json config = Json::parse(file).at("config");
    config["num_hidden_layers"] = 4096;
    config[key.toStdString()] = key == "layer_types" ? Json(std::vector<std::string>(300000, "full_attention"))
                                                     : Json(std::vector<int>(1000000, 4095));
    const auto imported = importHfConfig(config.dump(), "c");
    QVERIFY(!imported);
    const std::string start = "c: " + key.toStdString() + ": must have at most 4096 items, not ";
    const std::string all = testing::text(imported.error());
    QVERIFY2(all.find(start) != std::string::npos, all.c_str());
}

QTEST_APPLESS_MAIN(MutatedConfigsTest)
#include "mutated_configs_test.moc"
