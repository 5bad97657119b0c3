// A project reads back to the same values and writes the same bytes; a damaged one is refused with file, field and
// rule.

#include "spec/catalog.h"
#include "spec/field.h"
#include "spec/file.h"
#include "spec/project_file.h"
#include "support/support.h"

#include <nlohmann/json.hpp>

#include <QTemporaryDir>
#include <QtTest>

#include <random>
#include <set>

using namespace headroom;
using Json = nlohmann::json;

namespace {

Project project()
{
    Project p;
    p.scenarios.push_back({"worked example", workedExample()});
    Scenario other = defaultScenario(*catalogModel("DeepSeek-V3"), *catalogHardware("B200"));
    other.run.tokenBudget = 14.8e12;
    other.run.measuredStepTime = Seconds(12.3456789);
    other.hardware.scaleUpLatency =
        Sourced<Seconds>{Band<Seconds>{Seconds(1e-6), Seconds(2e-6), Seconds(3.3e-6)}, "measured", "ours"};
    other.hardware.reserved = Band<Bytes>::exactly(mebibytes(577));
    other.run.paddingShare = 1.0 / 3.0;
    p.scenarios.push_back({"größer, 更大", other});
    p.current = 1;
    p.baseline = 0;
    p.scenarios[1].matches = {{"^my_kernel$", "head.loss.forward"}, {"debug*", ""}};
    p.scenarios[1].notes = "why: \"batch\"\n为什么";
    p.notes = "line one\nline \"two\" \\ \t end";
    p.viewState = "{\"dock\": [1, 2]}";
    return p;
}

} // namespace

static void erasePrefillDegrees(Json &scenario)
{
    for (const char *key : {"serving.prefillTensor", "serving.prefillExpert", "serving.prefillPipeline"})
        QCOMPARE(scenario["run"].erase(key), std::size_t(1));
}

class ProjectFileTest : public QObject
{
    Q_OBJECT

private slots:
    void readsBackEqual();
    void writesTheSameBytes();
    void everyCatalogScenarioReadsBack();
    void readsSchema1();
    void readsSchema4();
    void readsSchema5();
    void readsSchema6();
    void readsSchema7();
    void arbitraryNumbersReadBack();
    void everyKeyIsNeeded();
    void refuses_data();
    void refuses();
    void everyPrefixIsRefused();
    void files();
};

void ProjectFileTest::readsBackEqual()
{
    const Project p = project();
    const auto read = readProject(writeProject(p), "p.headroom");
    QVERIFY2(read, read ? "" : testing::text(read.error()).c_str());
    QVERIFY(*read == p);
}

void ProjectFileTest::writesTheSameBytes()
{
    const std::string text = writeProject(project());
    QCOMPARE(writeProject(*readProject(text, "p")), text);
}

void ProjectFileTest::everyCatalogScenarioReadsBack()
{
    for (const CatalogEntry &model : modelEntries())
        for (const CatalogEntry &chip : hardwareEntries()) {
            Project p;
            p.scenarios.push_back(
                {model.name, defaultScenario(*catalogModel(model.name), *catalogHardware(chip.name))});
            const auto read = readProject(writeProject(p), "p");
            QVERIFY2(read && *read == p, (model.name + " " + chip.name).c_str());
        }
}

// Schema 1 had these fields of a run and no laws in a calibration; what it lacks are today's defaults.
void ProjectFileTest::readsSchema1()
{
    const std::set<std::string> run{"devices", "sequenceLength", "globalBatch", "convention", "stateRecipe", "fusion", "kernels.attention",
                                    "kernels.linearCore", "paddingShare", "tokenBudget", "measuredStepTime"};
    Project same = project();
    for (NamedScenario &s : same.scenarios) {
        s.notes.clear();
        s.matches.clear();
        s.scenario.hardware.sparsePeaks.clear();
        s.scenario.calibration.stragglers = Scenario{}.calibration.stragglers;
        s.scenario.hardware.onChipMemory.clear();
        s.scenario.hardware.onChipCapacity.reset();
        s.scenario.hardware.onChipBandwidth.reset();
    }
    Json old = Json::parse(writeProject(same));
    old["schemaVersion"] = 1;
    for (Json &scenario : old["scenarios"]) {
        scenario.erase("notes");
        scenario.erase("matches");
        const Json now = scenario["run"];
        for (const auto &[key, value] : now.items())
            if (!run.contains(key))
                scenario["run"].erase(key);
        QCOMPARE(scenario["run"].size(), run.size());
        scenario["calibration"].erase("chip");
        scenario["calibration"].erase("laws");
        scenario["calibration"].erase("stragglers");
        for (const char *key : {"sparsePeaks", "onChipMemory", "onChipCapacity", "onChipBandwidth"})
            scenario["hardware"].erase(key);
    }
    const auto read = readProject(old.dump(), "old.headroom");
    QVERIFY2(read, read ? "" : text(read.error().front()).c_str());
    QVERIFY(*read == same);
    old["scenarios"][0]["run"].erase("devices"); // that one schema 1 had
    old["scenarios"][0]["run"]["devices"] = "many";
    QVERIFY(!readProject(old.dump(), "old.headroom"));
    old["schemaVersion"] = 2;
    QVERIFY(!readProject(old.dump(), "old.headroom"));

    Json training = Json::parse(writeProject(same)); // schema 2 knew training alone
    training["schemaVersion"] = 2;
    for (Json &scenario : training["scenarios"]) {
        const Json now = scenario["run"];
        for (const auto &[key, value] : now.items())
            if (key == "phase" || key.starts_with("serving."))
                scenario["run"].erase(key);
        scenario["calibration"].erase("stragglers"); // nor did schema 3 know this
    }
    const auto trained = readProject(training.dump(), "old.headroom");
    QVERIFY2(trained, trained ? "" : text(trained.error().front()).c_str());
    QVERIFY(*trained == same);
    training["scenarios"][0]["run"].erase("fusion");
    QVERIFY(!readProject(training.dump(), "old.headroom"));
}

// Schema 4 had neither failures of devices nor notes of scenarios.
void ProjectFileTest::readsSchema4()
{
    Project same = project();
    for (NamedScenario &s : same.scenarios) {
        s.notes.clear();
        s.matches.clear();
    }
    Json old = Json::parse(writeProject(same));
    old["schemaVersion"] = 4;
    for (Json &scenario : old["scenarios"]) {
        scenario.erase("notes");
        scenario.erase("matches");
        for (const char *key : {"deviceMtbf", "checkpointTime", "checkpointInterval", "restartTime"})
            QCOMPARE(scenario["run"].erase(key), std::size_t(1));
        erasePrefillDegrees(scenario);
    }
    const auto read = readProject(old.dump(), "old.headroom");
    QVERIFY2(read, read ? "" : text(read.error().front()).c_str());
    QVERIFY(*read == same);
    old["schemaVersion"] = 5;
    QVERIFY(!readProject(old.dump(), "old.headroom")); // which has to have them
}

// Schema 5 had no degrees of the devices for prefill: they held replicas of the plan, and its dp counted those as well.
void ProjectFileTest::readsSchema5()
{
    Project same = project();
    for (NamedScenario &s : same.scenarios)
        s.matches.clear();
    Scenario &s = same.scenarios[0].scenario;
    s.run.phase = RunPhase::serving;
    s.run.devices = 32;
    s.hardware.slice.clear(); // of 256
    s.plan = {};
    s.plan.tp = 4;
    s.plan.dp = 6;
    s.run.serving.prefillDevices = 8;
    Json old = Json::parse(writeProject(same));
    old["schemaVersion"] = 5;
    for (Json &scenario : old["scenarios"]) {
        erasePrefillDegrees(scenario);
        scenario.erase("matches");
    }
    old["scenarios"][0]["plan"]["dp"] = 8;
    const auto read = readProject(old.dump(), "old.headroom");
    QVERIFY2(read, read ? "" : text(read.error().front()).c_str());
    QVERIFY(*read == same);
    old["schemaVersion"] = 6;
    QVERIFY(!readProject(old.dump(), "old.headroom"));
}

// Schema 7 had stages of equal numbers of layers alone, and the attention core alone recomputed.
void ProjectFileTest::readsSchema7()
{
    const Project same = project();
    Json old = Json::parse(writeProject(same));
    for (Json &scenario : old["scenarios"])
        for (const char *key : {"recomputeModules", "stageSplit", "stageLayers"})
            QCOMPARE(scenario["plan"].erase(key), std::size_t(1));
    QVERIFY(!readProject(old.dump(), "old.headroom")); // which has to have them
    old["schemaVersion"] = 7;
    const auto read = readProject(old.dump(), "old.headroom");
    QVERIFY2(read, read ? "" : text(read.error().front()).c_str());
    QVERIFY(*read == same);
}

// Schema 6 had no matches said by hand.
void ProjectFileTest::readsSchema6()
{
    Project same = project();
    for (NamedScenario &s : same.scenarios)
        s.matches.clear();
    Json old = Json::parse(writeProject(same));
    for (Json &scenario : old["scenarios"])
        QCOMPARE(scenario.erase("matches"), std::size_t(1));
    QVERIFY(!readProject(old.dump(), "old.headroom")); // which has to have them
    old["schemaVersion"] = 6;
    const auto read = readProject(old.dump(), "old.headroom");
    QVERIFY2(read, read ? "" : text(read.error().front()).c_str());
    QVERIFY(*read == same);
}

void ProjectFileTest::arbitraryNumbersReadBack()
{
    std::mt19937_64 random(3);
    std::uniform_real_distribution<double> share(0.001, 1.0);
    for (int i = 0; i < 200; ++i) {
        Project p = project();
        Scenario &s = p.scenarios[0].scenario;
        const double a = share(random), b = a + (1.0 - a) * share(random);
        s.hardware.hbmBandwidth.value = {BytesPerSecond(a * 1e13), BytesPerSecond(b * 1e13), BytesPerSecond(1e13)};
        s.hardware.hbmCapacity.value = Band<Bytes>::exactly(Bytes(std::floor(b * 1e12)));
        s.calibration.matrixEfficiency.value = {a, b, 1.0};
        s.calibration.overhead.value = {a * 1e-3, b * 1e-3, 1e-3};
        s.run.measuredStepTime = Seconds(a * 1e-2);
        const auto read = readProject(writeProject(p), "p");
        QVERIFY2(read, read ? "" : testing::text(read.error()).c_str());
        QVERIFY(*read == p);
    }
}

// Removes every key in turn, at every depth: none may be filled in silently.
static void removals(const Json &json, const Json::json_pointer &at, std::vector<Json::json_pointer> &out)
{
    if (json.is_object())
        for (const auto &[key, value] : json.items()) {
            if (key != "note" && key != "low" && key != "high")
                out.push_back(at / key);
            removals(value, at / key, out);
        }
    if (json.is_array() && !json.empty())
        removals(json[0], at / 0, out);
}

void ProjectFileTest::everyKeyIsNeeded()
{
    const Json whole = Json::parse(writeProject(project()));
    std::vector<Json::json_pointer> keys;
    removals(whole, Json::json_pointer(), keys);
    QVERIFY2(keys.size() > 100, std::to_string(keys.size()).c_str());
    for (const auto &key : keys) {
        Json json = whole;
        json[key.parent_pointer()].erase(key.back());
        const auto read = readProject(json.dump(), "p");
        QVERIFY2(!read, key.to_string().c_str());
        const std::string all = testing::text(read.error());
        QVERIFY2(all.find(key.back()) != std::string::npos, (key.to_string() + "\n" + all).c_str());
    }
}

void ProjectFileTest::refuses_data()
{
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("field");
    const auto row = [](const char *name, const char *pointer, const char *value, const char *field) {
        QTest::newRow(name) << pointer << value << field;
    };
    row("newer version", "/schemaVersion", "9", "schemaVersion");
    row("version 0", "/schemaVersion", "0", "schemaVersion");
    row("version is a text", "/schemaVersion", "\"1\"", "schemaVersion");
    row("another application", "/application", "\"other\"", "application");
    row("no scenarios", "/scenarios", "[]", "scenarios");
    row("scenarios is an object", "/scenarios", "{}", "scenarios");
    row("scenario is a number", "/scenarios/0", "1", "scenarios");
    row("current out of range", "/current", "2", "current");
    row("baseline out of range", "/baseline", "2", "baseline");
    row("extra key", "/surprise", "1", "surprise");
    row("extra key inside", "/scenarios/0/plan/wavefront", "2", "scenarios[0].plan.wavefront");
    row("string for a number", "/scenarios/0/model/hidden", "\"4096\"", "scenarios[0].model.hidden");
    row("hidden 0", "/scenarios/0/model/hidden", "0", "scenarios[0].model.hidden");
    row("hidden -1", "/scenarios/0/model/hidden", "-1", "scenarios[0].model.hidden");
    row("hidden 1e18", "/scenarios/0/model/hidden", "1e18", "scenarios[0].model.hidden");
    row("half a head", "/scenarios/0/model/layers/0/attention/heads", "32.5",
        "scenarios[0].model.layers[0].attention.heads");
    row("unknown attention", "/scenarios/0/model/layers/0/attention/kind", "\"ring\"",
        "scenarios[0].model.layers[0].attention.kind");
    row("heads not a multiple", "/scenarios/0/model/layers/0/attention/kvHeads", "5", "scenarios[0].model.kvHeads");
    row("devices", "/scenarios/0/run/devices", "255", "scenarios[0].plan");
    row("remat", "/scenarios/0/plan/remat", "\"all\"", "scenarios[0].plan.remat");
    row("flag", "/scenarios/0/plan/sequenceParallel", "1", "scenarios[0].plan.sequenceParallel");
    row("efficiency", "/scenarios/0/calibration/matrixEfficiency/high", "1.5",
        "scenarios[0].calibration.matrixEfficiency.high");
    row("unit", "/scenarios/0/hardware/hbmBandwidth/unit", "\"GB\"", "scenarios[0].hardware.hbmBandwidth.unit");
    row("slice", "/scenarios/0/hardware/slice", "\"5x5x5\"", "scenarios[0].hardware.slice");
    row("step time", "/scenarios/1/run/measuredStepTime", "\"fast\"", "scenarios[1].run.measuredStepTime");
}

void ProjectFileTest::refuses()
{
    QFETCH(QString, pointer);
    QFETCH(QString, value);
    QFETCH(QString, field);
    Json json = Json::parse(writeProject(project()));
    json[Json::json_pointer(pointer.toStdString())] = Json::parse(value.toStdString());
    const auto read = readProject(json.dump(), "my.headroom");
    QVERIFY(!read);
    const auto found = std::ranges::find(read.error(), field.toStdString(), &Issue::field);
    QVERIFY2(found != read.error().end(), testing::text(read.error()).c_str());
    QCOMPARE(found->file, std::string("my.headroom"));
}

void ProjectFileTest::everyPrefixIsRefused()
{
    std::string text = writeProject(project());
    QVERIFY(text.ends_with("}\n"));
    for (std::size_t length = 0; length + 2 < text.size(); length += 97)
        QVERIFY2(!readProject(std::string_view(text).substr(0, length), "p"), std::to_string(length).c_str());
    QVERIFY(!readProject(text + "x", "p"));
    QVERIFY(!readProject(std::string(10000, '['), "p"));
    QVERIFY(!readProject(std::string("\x89PNG\r\n\x1a\n\0\0", 10), "p"));
    text.insert(text.find("\"current\""), "\"current\": 0, ");
    const auto twice = readProject(text, "p");
    QVERIFY(!twice);
    QCOMPARE(twice.error().front().field, std::string("current"));
}

void ProjectFileTest::files()
{
    QTemporaryDir folder;
    const std::string path = folder.filePath("a").toStdString();
    QVERIFY(!readFile(path));
    QVERIFY(!readFile(folder.path().toStdString()));
    QVERIFY(!readFile("/dev/zero"));
    QFile file(folder.filePath("a"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray("a\0b\xff", 4));
    file.close();
    const auto read = readFile(path, 4);
    QVERIFY(read);
    QCOMPARE(*read, std::string("a\0b\xff", 4));
    const auto larger = readFile(path, 3);
    QVERIFY(!larger);
    QCOMPARE(larger.error().front().file, path);
}

QTEST_APPLESS_MAIN(ProjectFileTest)
#include "project_file_test.moc"
