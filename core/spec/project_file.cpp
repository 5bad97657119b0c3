#include "spec/project_file.h"

#include "spec/spec_json.h"

namespace headroom {

namespace {

constexpr const char *application = "headroom";
constexpr std::size_t mostScenarios = 1000;

OrderedJson writeScenario(const NamedScenario &named)
{
    const Scenario &s = named.scenario;
    OrderedJson out;
    out["name"] = named.name;
    out["notes"] = named.notes;
    out["model"] = writeModel(s.model);
    out["hardware"] = writeHardware(s.hardware);
    out["run"] = writeFields("run", s);
    out["plan"] = writeFields("plan", s);
    out["calibration"] = writeCalibration(s.calibration);
    out["matches"] = writeMatches(named.matches);
    return out;
}

// The object at a key, read by a function that takes its reader.
template <class F> auto inside(ObjectReader &reader, const char *key, F read)
{
    ObjectReader part(reader.object(key), reader.pathOf(key), reader.file(), reader.issues());
    return read(part);
}

NamedScenario readScenario(ObjectReader &reader)
{
    NamedScenario named;
    Scenario &s = named.scenario;
    named.name = reader.text("name");
    named.notes = reader.text("notes", jsonSizeLimit);
    s.model = inside(reader, "model", readModel);
    s.hardware = inside(reader, "hardware", [](ObjectReader &r) { return readHardware(r, Completeness::everything); });
    inside(reader, "run", [&](ObjectReader &r) { readFields("run", r, s); });
    inside(reader, "plan", [&](ObjectReader &r) { readFields("plan", r, s); });
    s.calibration = inside(reader, "calibration", readCalibration);
    named.matches = readMatches(reader, "matches");
    reader.finish();
    return named;
}

// Rules across fields, with the path of the scenario before the field's own.
void checkRead(const NamedScenario &named, ObjectReader &reader)
{
    for (Issue issue : checkScenario(named.scenario)) {
        issue.field = reader.pathOf(issue.field);
        issue.file = reader.file();
        reader.issues().push_back(std::move(issue));
    }
}

void readScenarios(ObjectReader &reader, ProjectRules rules, Project &project)
{
    const Json &list = reader.array("scenarios");
    if (list.size() > mostScenarios)
        return reader.fail("scenarios", {CORE_TEXT("core", "must have at most {0} scenarios, not {1}"),
                                         {std::to_string(mostScenarios), std::to_string(list.size())}});
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (!list[i].is_object())
            return reader.fail("scenarios",
                               {CORE_TEXT("core", "must be a list of objects; one item is {0}"), {shown(list[i])}});
        ObjectReader scenario(list[i], "scenarios[" + std::to_string(i) + "]", reader.file(), reader.issues());
        const std::size_t before = reader.issues().size();
        project.scenarios.push_back(readScenario(scenario));
        if (reader.issues().size() == before && rules == ProjectRules::all)
            checkRead(project.scenarios.back(), scenario);
    }
    if (reader.issues().empty() && project.scenarios.empty())
        reader.fail("scenarios", {CORE_TEXT("core", "must have at least one scenario"), {}});
}

// Adds what an object lacks.
void fillIn(Json &object, const Json &defaults)
{
    for (const auto &[key, value] : defaults.items())
        if (object.is_object() && !object.contains(key))
            object[key] = value;
}

// What the schemas up to one lacked: a key of a group of each scenario, or of the scenario itself; "serving." and "" stand for all keys
// that begin so. They computed with what are the defaults now.
struct Lacked
{
    int schema;
    std::string_view group, key;
    bool is(std::string_view name) const { return name == key || ((key.empty() || key.ends_with('.')) && name.starts_with(key)); }
};
constexpr Lacked lacked[] = {
    {1, "run", ""}, {1, "plan", ""}, {1, "calibration", ""},
    {1, "hardware", "sparsePeaks"}, {1, "hardware", "onChipMemory"}, {1, "hardware", "onChipCapacity"},
    {1, "hardware", "onChipBandwidth"}, {1, "hardware", "inNetworkReduction"}, {1, "hardware", "wrappedDims"},
    {2, "run", "phase"}, {2, "run", "serving."}, // training alone
    {3, "calibration", "stragglers"},
    {4, "run", "deviceMtbf"}, {4, "run", "checkpointTime"}, {4, "run", "checkpointInterval"}, {4, "run", "restartTime"}, {4, "", "notes"},
    {5, "run", "serving.prefillTensor"}, {5, "run", "serving.prefillExpert"}, {5, "run", "serving.prefillPipeline"},
    {6, "", "matches"},
    {7, "plan", "recomputeModules"}, {7, "plan", "stageSplit"}, {7, "plan", "stageLayers"},
};

// Tokens of schema 1 could use every expert.
void freeExperts(Json &scenario)
{
    const Json::json_pointer layers("/model/layers");
    if (scenario.contains(layers) && scenario[layers].is_array())
        for (Json &group : scenario[layers])
            if (group.is_object() && group.contains("feedForward"))
                fillIn(group["feedForward"], {{"routingGroups", 1}, {"groupsPerToken", 1}});
}

// Up to schema 5 dp counted the devices for prefill as well, in replicas of the plan.
void decodeAlone(Json &scenario)
{
    const auto whole = [&](const char *group, const char *key, Count absent) {
        const Json::json_pointer at(std::string("/") + group + "/" + key);
        return scenario.contains(at) && scenario[at].is_number_integer() ? scenario[at].get<Count>() : absent;
    };
    const Count apart = whole("run", "serving.prefillDevices", 0), dp = whole("plan", "dp", 0);
    const Json::json_pointer phase("/run/phase");
    if (apart <= 0 || !scenario.contains(phase) || scenario[phase] != keyOf(RunPhase::serving))
        return;
    const Count replica = whole("plan", "tp", 1) * whole("plan", "ep", 1) * whole("plan", "pp", 1);
    if (replica > 0 && apart % replica == 0 && apart / replica < dp)
        scenario["plan"]["dp"] = dp - apart / replica;
}

void migrate(Json &project, int schema)
{
    const Json defaults = Json::parse(writeScenario({}).dump());
    const auto scenarios = project.find("scenarios");
    if (scenarios == project.end() || !scenarios->is_array())
        return;
    for (Json &scenario : *scenarios) {
        if (!scenario.is_object())
            continue;
        for (const Lacked &row : lacked) {
            const std::string group(row.group);
            if (row.schema < schema || (!group.empty() && !scenario.contains(group)))
                continue;
            const Json &known = group.empty() ? defaults : defaults.at(group);
            for (const auto &[key, value] : known.items())
                if (row.is(key))
                    fillIn(group.empty() ? scenario : scenario[group], Json{{key, value}});
        }
        if (schema == 1)
            freeExperts(scenario);
        decodeAlone(scenario);
    }
}

// An older schema has been migrated; a newer one cannot be understood.
bool versionFits(ObjectReader &reader)
{
    const std::size_t before = reader.issues().size();
    const auto version = reader.whole("schemaVersion", 1, 1000000);
    if (reader.issues().size() != before)
        return false;
    if (version <= projectSchemaVersion)
        return true;
    reader.fail("schemaVersion",
                {CORE_TEXT("core", "is {0}; this program reads {1}: the file was written by a newer Headroom"),
                 {std::to_string(version), std::to_string(projectSchemaVersion)}});
    return false;
}

} // namespace

std::string writeProject(const Project &project)
{
    OrderedJson out;
    out["application"] = application;
    out["schemaVersion"] = projectSchemaVersion;
    out["current"] = project.current;
    out["baseline"] = project.baseline ? OrderedJson(*project.baseline) : OrderedJson(nullptr);
    out["notes"] = project.notes;
    out["viewState"] = project.viewState;
    OrderedJson &scenarios = out["scenarios"] = OrderedJson::array();
    for (const NamedScenario &named : project.scenarios)
        scenarios.push_back(writeScenario(named));
    return out.dump(1, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
}

Result<Project> readProject(std::string_view json, const std::string &file, ProjectRules rules)
{
    Result<Json> parsed = parseJson(json, file);
    if (!parsed)
        return tl::unexpected(parsed.error());
    const Json version = parsed->is_object() ? parsed->value("schemaVersion", Json()) : Json();
    for (int schema = 1; schema < projectSchemaVersion; ++schema)
        if (version == Json(schema))
            migrate(*parsed, schema);
    Issues issues;
    ObjectReader reader(*parsed, {}, file, issues);
    if (const std::string written = reader.text("application"); issues.empty() && written != application)
        reader.fail("application", {CORE_TEXT("core", "must be \"{0}\", not \"{1}\": this is no Headroom project"),
                                    {application, written.substr(0, 60)}});
    if (!issues.empty() || !versionFits(reader))
        return tl::unexpected(issues);
    Project project;
    readScenarios(reader, rules, project);
    const auto last = static_cast<std::int64_t>(project.scenarios.size()) - 1;
    project.current = static_cast<std::size_t>(reader.whole("current", 0, std::max<std::int64_t>(last, 0)));
    if (!reader.has("baseline"))
        reader.fail("baseline", {CORE_TEXT("core", "is missing"), {}});
    if (const auto baseline = reader.optionalWhole("baseline", 0, std::max<std::int64_t>(last, 0)))
        project.baseline = static_cast<std::size_t>(*baseline);
    project.notes = reader.text("notes", jsonSizeLimit);
    project.viewState = reader.text("viewState", jsonSizeLimit);
    reader.finish();
    if (!issues.empty())
        return tl::unexpected(issues);
    return project;
}

} // namespace headroom
