#pragma once
// The parts of a scenario as JSON objects. Catalog files and project files share them; what one writes the other
// reads back to an equal value. Private to core.

#include "spec/json.h"
#include "spec/match_correction.h"
#include "spec/scenario.h"

namespace headroom {

// A file a person writes may leave out what does not apply to the chip; a project file states everything, absent
// values as null, so that nothing is defaulted silently.
enum class Completeness { whatApplies, everything };

OrderedJson writeModel(const ModelSpec &model);
ModelSpec readModel(ObjectReader &reader);

OrderedJson writeHardware(const HardwareSpec &hardware);
HardwareSpec readHardware(ObjectReader &reader, Completeness completeness);

// The laws of a calibration; `chip` names whose they are in a file that does not say it law by law.
OrderedJson writeLaws(const std::vector<MeasuredLaw> &laws);
std::vector<MeasuredLaw> readLaws(ObjectReader &reader, const std::string &chip = {});

OrderedJson writeCalibration(const Calibration &calibration);
Calibration readCalibration(ObjectReader &reader);

// The list at a key of an object.
OrderedJson writeMatches(const std::vector<MatchCorrection> &corrections);
std::vector<MatchCorrection> readMatches(ObjectReader &reader, const char *key);

// The fields of a group ("run", "plan"), by their keys.
OrderedJson writeFields(std::string_view group, const Scenario &scenario);
void readFields(std::string_view group, ObjectReader &reader, Scenario &scenario);

} // namespace headroom
