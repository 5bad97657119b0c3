#include "support/serving.h"

#include "spec/catalog.h"
#include "spec/field.h"
#include "support/support.h"

#include <stdexcept>

namespace headroom::testing {

Scenario servedBy(const std::string &model, const std::string &chip, const std::vector<std::string> &settings)
{
    Scenario s = defaultScenario(catalogModel(model).value(), catalogHardware(chip).value());
    for (const std::string &setting : settings) {
        if (setting.starts_with("calibration="))
            s.calibration = catalogCalibration(setting.substr(12), s.hardware).value();
        else if (const Issues issues = applySetting(s, setting); hasError(issues))
            throw std::runtime_error(testing::text(issues));
    }
    return s;
}

ServingEstimate servingEstimateOf(const Scenario &scenario)
{
    Result<ServingEstimate> e = evaluateServing(scenario);
    if (!e)
        throw std::runtime_error(testing::text(e.error()));
    return std::move(*e);
}

} // namespace headroom::testing
