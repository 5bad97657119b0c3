#pragma once
// *.headroom: JSON with schemaVersion, the scenarios, the baseline, notes and view state. Reading checks every value and
// names file, field, rule and value; an older schemaVersion is migrated, a newer one refused.

#include "base/result.h"
#include "spec/match_correction.h"
#include "spec/scenario.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

// 2: calibrations with laws, kernels, packing. 3: phases that serve. 4: waits for the slowest device. 5: failures of devices, notes of
// scenarios. 6: degrees of the devices for prefill. 7: matches said by hand. Older files are read: fields that they lack take the defaults
// of those who wrote them.
inline constexpr int projectSchemaVersion = 8;

struct NamedScenario
{
    std::string name;
    Scenario scenario;
    std::string notes{};
    std::vector<MatchCorrection> matches{}; // said by hand of a measured run
    bool operator==(const NamedScenario &) const = default;
};

struct Project
{
    std::vector<NamedScenario> scenarios;    // at least one
    std::size_t current = 0;
    std::optional<std::size_t> baseline;     // index into scenarios
    std::string notes;
    std::string viewState;                   // opaque to core
    bool operator==(const Project &) const = default;
};

std::string writeProject(const Project &project);

// Which rules a project's scenarios must keep to be read. One that is being edited may break rules across fields (devices changed, its
// plan not yet); the window opens it and lists what is wrong, so that whatever was saved can be opened.
enum class ProjectRules { all, ofEachField };
Result<Project> readProject(std::string_view json, const std::string &file, ProjectRules rules = ProjectRules::all);

} // namespace headroom
