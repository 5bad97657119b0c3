#pragma once
// Built-in models, chips and calibrations, compiled in from resources/. Names are matched case-insensitively, also by
// alias ("H100", "v5p").

#include "base/result.h"
#include "spec/scenario.h"

#include <string>
#include <string_view>
#include <vector>

namespace headroom {

struct CatalogEntry
{
    std::string name;
    std::vector<std::string> aliases;
    std::string source;
};
const std::vector<CatalogEntry> &modelEntries();
const std::vector<CatalogEntry> &hardwareEntries();
const std::vector<CatalogEntry> &calibrationEntries();

// By name or alias; errors list near names.
Result<ModelSpec> catalogModel(std::string_view name);
Result<HardwareSpec> catalogHardware(std::string_view name);
Result<Calibration> catalogCalibration(std::string_view name);
// The same for a chip: a calibration with laws takes those of the hardware, else generic ones.
Result<Calibration> catalogCalibration(std::string_view name, const HardwareSpec &hardware);
// A calibration for another chip: its entry of the same name, unless it was edited.
Calibration calibrationFor(const Calibration &current, const HardwareSpec &before, const HardwareSpec &now);

// A hardware description as JSON with unit strings, as in resources/hardware: for files a user drops or names.
Result<HardwareSpec> readHardware(std::string_view json, const std::string &file);

// The first start: Ling-2.6-flash (MTP 0) on 256 TPU v5p (4x8x8), S 4096, B 512, fsdp 32, ep 8, microBatch 2,
// save_dot_except_mlp, generic calibration.
Scenario workedExample();
// A model and chip with the defaults of a new scenario: devices 1, fsdp = devices, …
Scenario defaultScenario(ModelSpec model, HardwareSpec hardware);

} // namespace headroom
