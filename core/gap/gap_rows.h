#pragma once
// The parts of a measured step beside those of the expected one.

#include "gap/exposed_parts.h"
#include "gap/gap_analysis.h"

namespace headroom {

// But for what stays unexplained.
std::vector<GapRow> gapRows(const ModelledStep &model, const DeviceTime &measured, const std::vector<ExposedPart> &exposed);
std::vector<ClassEfficiency> classEfficiencies(const ModelledStep &model, const DeviceTime &measured);
std::vector<LinkUse> linkUses(const Estimate &estimate, const DeviceTime &measured);
DominantCheck dominantCheck(const ModelledStep &model, const GapInput &input);
// Whether a row is exposed communication, of one part of the step or of none.
bool isCommunication(const GapRow &row);
// The class of a modelled collective, as traces show it.
bool isKind(const CommunicationRow &row, EventClass kind);

// The calibration under which the plan is expected to do what was measured: classes take the measured time, links carry what they carried,
// so much is hidden and so long nothing runs.
Calibration measuredCalibration(const Estimate &estimate, const GapAnalysis &gap, const DeviceTime &measured, const std::string &provenance);

} // namespace headroom
