#include "spec/spec_json.h"

#include "spec/field.h"

#include <array>

namespace headroom {

namespace {

struct Row
{
    const char *key; // as the field of the same entry
    CalibrationEntry Calibration::*entry;
};
constexpr std::array<Row, 12> rows{{
    {"matrixEfficiency", &Calibration::matrixEfficiency},
    {"attentionEfficiency", &Calibration::attentionEfficiency},
    {"hbmEfficiency", &Calibration::hbmEfficiency},
    {"scaleUpEfficiency", &Calibration::scaleUpEfficiency},
    {"scaleOutEfficiency", &Calibration::scaleOutEfficiency},
    {"pipelining", &Calibration::pipelining},
    {"overlap", &Calibration::overlap},
    {"contention", &Calibration::contention},
    {"stragglers", &Calibration::stragglers},
    {"overhead", &Calibration::overhead},
    {"workspace", &Calibration::workspace},
    {"fragmentation", &Calibration::fragmentation},
}};

// The field of an entry holds its unit and range.
const Field &fieldOf(const Row &row)
{
    return *findField(std::string("calibration.") + row.key);
}

} // namespace

OrderedJson writeCalibration(const Calibration &calibration)
{
    OrderedJson out;
    out["name"] = calibration.name;
    for (const Row &row : rows) {
        const CalibrationEntry &e = calibration.*row.entry;
        out[row.key] = writeBand(e.value, fieldOf(row).unit, e.source);
    }
    out["chip"] = calibration.chip;
    out["laws"] = writeLaws(calibration.laws);
    return out;
}

Calibration readCalibration(ObjectReader &reader)
{
    Calibration c;
    c.name = reader.text("name");
    for (const Row &row : rows) {
        const Field &field = fieldOf(row);
        CalibrationEntry &e = c.*row.entry;
        e.value = reader.band(row.key, field.unit, field.minimum, field.maximum, e.source);
    }
    c.chip = reader.text("chip", 256);
    c.laws = readLaws(reader);
    reader.finish();
    return c;
}

} // namespace headroom
