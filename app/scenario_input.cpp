#include "app/scenario_input.h"

#include "app/interrupt.h"
#include "spec/catalog.h"
#include "spec/datasheet_question.h"
#include "spec/field.h"
#include "spec/file.h"
#include "spec/hf_config.h"
#include "spec/launch_flags.h"
#include "spec/phase_change.h"
#include "spec/request_csv.h"
#include "spec/user_catalog.h"
#include "ui/document/annotations.h"
#include "ui/document/catalog_folder.h"

#include <algorithm>
#include <filesystem>
#include <string_view>

namespace headroom {

namespace {

namespace fs = std::filesystem;

// Whether a name that no catalog knows is meant as a file.
bool meansFile(const std::string &name)
{
    std::error_code ignored;
    return name.find('/') != std::string::npos || name.ends_with(".json") || fs::exists(name, ignored);
}

// "llama/config.json" is called llama, "llama.json" too.
std::string modelName(const std::string &path)
{
    const fs::path file(path);
    const std::string folder = fs::absolute(file).parent_path().filename().string();
    return file.filename() == "config.json" && !folder.empty() ? folder : file.stem().string();
}

Result<ModelSpec> importModel(const std::string &path, Issues &notes)
{
    const Result<std::string> text = readFile(path);
    if (!text)
        return tl::unexpected(text.error());
    if (isModelFile(*text))
        return readModelFile(*text, path);
    Result<ImportedModel> imported = importHfConfig(*text, path);
    if (!imported)
        return tl::unexpected(imported.error());
    notes.insert(notes.end(), imported->notes.begin(), imported->notes.end());
    imported->model.name = modelName(path);
    return imported->model;
}

// A name that nobody knows may stand in a file of the user's catalog that cannot be read.
template <class Spec> Result<Spec> unknownName(Result<Spec> unknown, const UserCatalog &user)
{
    Issues issues = unknown.error();
    issues.insert(issues.end(), user.issues.begin(), user.issues.end());
    return tl::unexpected(issues);
}

Result<HardwareSpec> readChip(const std::string &name, const UserCatalog &user)
{
    Result<HardwareSpec> known = catalogHardware(name, user);
    if (known)
        return known;
    if (!meansFile(name))
        return unknownName(std::move(known), user);
    const Result<std::string> text = readFile(name);
    if (!text)
        return tl::unexpected(text.error());
    return readHardware(*text, name);
}

// Also its baseline and texts.
Result<Scenario> openProject(const std::string &path, ScenarioInput &input)
{
    const Result<std::string> text = readFile(path);
    if (!text)
        return tl::unexpected(text.error());
    const Result<Project> project = readProject(*text, path);
    if (!project)
        return tl::unexpected(project.error());
    const auto annotations = annotationsOf(*project, path);
    if (!annotations)
        return tl::unexpected(annotations.error());
    input.annotations = annotations->at(project->current);
    if (project->baseline)
        input.baseline = project->scenarios.at(*project->baseline).scenario;
    input.matches = project->scenarios.at(project->current).matches;
    return project->scenarios.at(project->current).scenario;
}

bool sets(const Options &options, const char *path)
{
    return std::ranges::any_of(options.settings, [&](const std::string &setting) {
        const Field *field = findField(setting.substr(0, setting.find('=')));
        return field != nullptr && field->path() == path;
    });
}

// Devices that no stated axis uses: copies of a model that serves, shards of one that trains.
void fillDevices(Scenario &scenario, const Options &options)
{
    Plan &plan = scenario.plan;
    if (scenario.run.phase != RunPhase::training) {
        plan.fsdp = 1;
        const Count stated = plan.tp * plan.ep * plan.pp * plan.cp;
        const Count devices = scenario.run.plannedDevices();
        if (!sets(options, "plan.dp") && stated > 0 && devices > 0 && devices % stated == 0)
            plan.dp = devices / stated;
        return;
    }
    const Count others = plan.dp * plan.tp * plan.ep * plan.pp * plan.cp;
    if (others > 0 && scenario.run.devices % others == 0)
        plan.fsdp = scenario.run.devices / others;
}

// A field, or the whole calibration by its name.
Issues apply(Scenario &scenario, const std::string &setting, const std::vector<DatasheetRule> &confirmed)
{
    static constexpr std::string_view calibrationName = "calibration.name=";
    if (!setting.starts_with(calibrationName))
        return applyAskedSetting(scenario, setting, confirmed);
    Result<Calibration> calibration = catalogCalibration(setting.substr(calibrationName.size()), scenario.hardware);
    if (!calibration)
        return calibration.error();
    scenario.calibration = std::move(*calibration);
    return {};
}

Result<Scenario> base(const Options &options, ScenarioInput &input)
{
    Result<Scenario> scenario = options.project ? openProject(*options.project, input) : workedExample();
    if (!scenario || !(options.model || options.hardware))
        return scenario;
    ModelSpec model = scenario->model;
    HardwareSpec hardware = scenario->hardware;
    const UserCatalog user = readUserCatalog(userCatalogFolder().toStdString());
    if (options.model) {
        Result<ModelSpec> read = readModel(*options.model, input.notes);
        if (!read)
            return tl::unexpected(read.error());
        model = std::move(*read);
    }
    if (options.hardware) {
        Result<HardwareSpec> read = readChip(*options.hardware, user);
        if (!read)
            return tl::unexpected(read.error());
        hardware = std::move(*read);
    }
    if (!options.project)
        return defaultScenario(std::move(model), std::move(hardware));
    scenario->model = std::move(model);
    scenario->calibration = calibrationFor(scenario->calibration, scenario->hardware, hardware);
    scenario->hardware = std::move(hardware);
    return scenario;
}

// Lengths of requests from a file, in place of those of settings.
Issues applyLengths(Scenario &scenario, const std::string &path)
{
    const Result<std::string> text = readFile(path);
    if (!text)
        return text.error();
    const Result<std::string> requests = requestsFromCsv(*text, path);
    return requests ? applySetting(scenario, "run.serving.requests=" + *requests) : requests.error();
}

Issues applySettings(Scenario &scenario, const Options &options)
{
    Issues issues;
    for (const std::string &setting : options.settings) {
        const Issues found = apply(scenario, setting, options.confirmed);
        issues.insert(issues.end(), found.begin(), found.end());
    }
    return issues;
}

Result<Scenario> flagged(const Scenario &scenario, const std::string &path, Issues &notes)
{
    const Result<std::string> text = readFile(path);
    if (!text)
        return tl::unexpected(text.error());
    Result<LaunchFlags> flags = readLaunchFlags(*text, scenario);
    if (!flags) {
        for (Issue &issue : flags.error())
            issue.file = path;
        return tl::unexpected(flags.error());
    }
    for (Issue &note : flags->notes)
        note.file = path;
    notes.insert(notes.end(), flags->notes.begin(), flags->notes.end());
    return withLaunchFlags(scenario, *flags);
}

} // namespace

Result<ModelSpec> readModel(const std::string &name, Issues &notes)
{
    const UserCatalog user = readUserCatalog(userCatalogFolder().toStdString());
    Result<ModelSpec> known = catalogModel(name, user);
    if (known)
        return known;
    return meansFile(name) ? importModel(name, notes) : unknownName(std::move(known), user);
}

Result<ScenarioInput> readScenario(const Options &options)
{
    ScenarioInput input;
    Result<Scenario> scenario = base(options, input);
    if (!scenario)
        return tl::unexpected(scenario.error());
    if (options.phase)
        changePhase(*scenario, *options.phase);
    Issues issues = applySettings(*scenario, options);
    if (!hasError(issues) && options.lengths)
        issues = applyLengths(*scenario, *options.lengths);
    if (!hasError(issues) && options.launchFlags) { // with the devices that a setting may give; other settings come last
        scenario = flagged(*scenario, *options.launchFlags, input.notes);
        if (!scenario)
            return tl::unexpected(scenario.error());
        issues = applySettings(*scenario, options);
    }
    if (hasError(issues))
        return tl::unexpected(issues);
    const bool fresh = !options.project && (options.model || options.hardware);
    if (fresh && !sets(options, "plan.fsdp") && !options.launchFlags)
        fillDevices(*scenario, options);
    input.scenario = std::move(*scenario);
    return input;
}

Result<EstimateOutcome> estimateOf(const ScenarioInput &input, const Options &options, std::size_t keep)
{
    std::optional<SearchResult> search;
    if (options.searchBest) {
        SearchSpace space = options.space;
        space.keep = keep;
        const Interrupt interrupt;
        Result<SearchResult> found = headroom::search(input.scenario, space, interrupt.token());
        if (found)
            search = *std::move(found);
    }
    const bool interrupted = search && !search->complete;
    Result<Estimate> estimate = evaluate(input.scenario, search && !interrupted ? search->best() : std::nullopt, Detail::simulated);
    if (!estimate)
        return tl::unexpected(estimate.error());
    estimate->issues.insert(estimate->issues.end(), input.notes.begin(), input.notes.end());
    return EstimateOutcome{std::move(*estimate), interrupted, std::move(search)};
}

} // namespace headroom
