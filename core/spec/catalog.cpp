#include "spec/catalog.h"

#include "base/catalog_data.h"
#include "spec/hf_config.h"
#include "spec/nearest.h"
#include "spec/spec_json.h"
#include "spec/typical_calibration.h"

#include <algorithm>
#include <cassert>

namespace headroom {

namespace {

// A built-in entry and the parsed file behind it.
struct Catalog
{
    std::vector<CatalogEntry> entries;
    std::vector<Json> files; // one per entry; null for entries made in code
};

Catalog load(std::string_view folder)
{
    Catalog catalog;
    for (const CatalogFile &file : catalogFiles()) {
        if (file.folder != folder)
            continue;
        Result<Json> json = parseJson(file.text, std::string(file.name));
        assert(json && "a built-in file is not valid JSON; tests read all of them");
        if (!json)
            continue;
        CatalogEntry entry;
        entry.name = json->value("name", "");
        entry.aliases = json->value("aliases", std::vector<std::string>());
        entry.source = json->value("source", "");
        catalog.entries.push_back(std::move(entry));
        catalog.files.push_back(std::move(*json));
    }
    return catalog;
}

const Catalog &models()
{
    static const Catalog catalog = load("models");
    return catalog;
}

// A chip's own source is that of its peak; every number has one.
const Catalog &hardware()
{
    static const Catalog catalog = [] {
        Catalog all = load("hardware");
        for (std::size_t i = 0; i < all.files.size(); ++i)
            if (const auto chip = readHardware(all.files[i].dump(), all.entries[i].name); chip)
                all.entries[i].source = chip->matrixPeaks.front().rate.source;
        return all;
    }();
    return catalog;
}

const Catalog &calibrations()
{
    static const Catalog catalog = [] {
        Catalog all = load("calibrations");
        const Calibration ideal = idealCalibration();
        all.entries.insert(all.entries.begin(), {ideal.name, {}, ideal.matrixEfficiency.source});
        all.files.insert(all.files.begin(), Json());
        return all;
    }();
    return catalog;
}

Result<std::size_t> indexOf(const Catalog &catalog, std::string_view name, const char *field)
{
    std::vector<std::string> known;
    for (std::size_t i = 0; i < catalog.entries.size(); ++i) {
        const CatalogEntry &entry = catalog.entries[i];
        if (sameName(entry.name, name)
            || std::ranges::any_of(entry.aliases, [&](const auto &alias) { return sameName(alias, name); }))
            return i;
        known.push_back(entry.name);
    }
    return failure(field, {CORE_TEXT("core", "\"{0}\" is not in the catalog; near are {1}"),
                           {std::string(name.substr(0, 60)), nearestNames(name, known)}});
}

} // namespace

const std::vector<CatalogEntry> &modelEntries()
{
    return models().entries;
}
const std::vector<CatalogEntry> &hardwareEntries()
{
    return hardware().entries;
}
const std::vector<CatalogEntry> &calibrationEntries()
{
    return calibrations().entries;
}

Result<ModelSpec> catalogModel(std::string_view name)
{
    const auto index = indexOf(models(), name, "model");
    if (!index)
        return tl::unexpected(index.error());
    const CatalogEntry &entry = models().entries[*index];
    const auto &config = models().files[*index].find("config");
    Result<ImportedModel> imported = importHfConfig(config->dump(), entry.name);
    if (!imported)
        return tl::unexpected(imported.error());
    imported->model.source = entry.source;
    return std::move(imported->model);
}

Result<HardwareSpec> catalogHardware(std::string_view name)
{
    const auto index = indexOf(hardware(), name, "hardware");
    if (!index)
        return tl::unexpected(index.error());
    return readHardware(hardware().files[*index].dump(), hardware().entries[*index].name);
}

Result<Calibration> catalogCalibration(std::string_view name) { return catalogCalibration(name, HardwareSpec()); }

Result<Calibration> catalogCalibration(std::string_view name, const HardwareSpec &hardware)
{
    const auto index = indexOf(calibrations(), name, "calibration");
    if (!index)
        return tl::unexpected(index.error());
    if (calibrations().files[*index].is_null())
        return idealCalibration();
    if (calibrations().files[*index].contains("chips"))
        return typicalCalibration(hardware);
    Issues issues;
    Json json = calibrations().files[*index];
    json.erase("aliases");
    json.erase("source");
    ObjectReader reader(json, "calibration", calibrations().entries[*index].name, issues);
    Calibration calibration = readCalibration(reader);
    if (!issues.empty())
        return tl::unexpected(issues);
    return calibration;
}

Calibration calibrationFor(const Calibration &current, const HardwareSpec &before, const HardwareSpec &now)
{
    const Result<Calibration> old = catalogCalibration(current.name, before);
    return old && *old == current ? catalogCalibration(current.name, now).value_or(current) : current;
}

Scenario defaultScenario(ModelSpec model, HardwareSpec hardware)
{
    Scenario s;
    s.model = std::move(model);
    s.hardware = std::move(hardware);
    s.plan.fsdp = s.run.devices;
    s.calibration = catalogCalibration("generic").value_or(idealCalibration());
    return s;
}

Scenario workedExample()
{
    Scenario s = defaultScenario(catalogModel("Ling-2.6-flash").value_or(ModelSpec()),
                                 catalogHardware("TPU v5p").value_or(HardwareSpec()));
    s.model.mtpDepth = 0;
    s.hardware.slice = "4x8x8";
    s.run.devices = 256;
    s.run.sequenceLength = 4096;
    s.run.globalBatch = 512;
    s.plan.fsdp = 32;
    s.plan.ep = 8;
    s.plan.microBatch = 2;
    s.plan.remat = RematPolicy::saveDotExceptMlp;
    return s;
}

} // namespace headroom
