#include "spec/typical_calibration.h"

#include "base/catalog_data.h"
#include "spec/field_access.h"
#include "spec/run_spec.h"
#include "spec/spec_json.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace headroom {

namespace {

struct TypicalFile
{
    Calibration common; // overlap, contention, stragglers, overhead, workspace, fragmentation
    std::vector<ChipLaws> chips;
};

void readEntry(ObjectReader &reader, const char *key, CalibrationEntry &entry)
{
    const Field &field = *findField(std::string("calibration.") + key);
    entry.value = reader.band(key, field.unit, field.minimum, field.maximum, entry.source);
}

ChipLaws readChip(const Json &json, const std::string &path, ObjectReader &file)
{
    ObjectReader r(json, path, file.file(), file.issues());
    ChipLaws out;
    out.chip = r.text("chip", 256);
    out.key = r.text("key", 64);
    out.family = r.text("family", 64);
    if (r.find("sameDie"))
        for (const Json &name : r.array("sameDie"))
            out.sameDie.push_back(name.get<std::string>());
    for (const auto &[name, value] : r.object("peaks").items())
        if (value.is_number())
            out.peaks.emplace(name, value.get<double>());
    out.laws = readLaws(r, out.chip);
    r.finish();
    return out;
}

TypicalFile readTypical(const Json &json, Issues &issues)
{
    TypicalFile out;
    ObjectReader r(json, "calibration", "typical.json", issues);
    out.common.name = r.text("name");
    r.find("aliases");
    r.text("source");
    readEntry(r, "pipelining", out.common.pipelining);
    readEntry(r, "overlap", out.common.overlap);
    readEntry(r, "contention", out.common.contention);
    readEntry(r, "stragglers", out.common.stragglers);
    readEntry(r, "overhead", out.common.overhead);
    readEntry(r, "workspace", out.common.workspace);
    readEntry(r, "fragmentation", out.common.fragmentation);
    const Json &chips = r.array("chips");
    for (std::size_t i = 0; i < chips.size(); ++i)
        out.chips.push_back(readChip(chips[i], "calibration.chips[" + std::to_string(i) + "]", r));
    r.finish();
    return out;
}

const TypicalFile &typicalFile()
{
    static const TypicalFile file = [] {
        TypicalFile out;
        for (const CatalogFile &f : catalogFiles()) {
            if (f.folder != "calibrations" || f.name != "typical.json")
                continue;
            const Result<Json> json = parseJson(f.text, std::string(f.name));
            Issues issues;
            if (json)
                out = readTypical(*json, issues);
            assert(json && issues.empty() && "the built-in laws are not valid; tests read them");
        }
        return out;
    }();
    return file;
}

// Laws that a step uses, of training or of a model that serves.
bool isUsed(LawClass kind) { return kind != LawClass::moeAllToAll; }

// A share of one peak as a share of another.
void rescale(MeasuredLaw &law, LawParameter parameter, double factor)
{
    for (LawValue &v : law.values)
        if (v.parameter == parameter)
            v.value = {std::min(1.0, v.value.low * factor), std::min(1.0, v.value.expected * factor), std::min(1.0, v.value.high * factor)};
}

void rescale(MeasuredLaw &law, const ChipLaws &chip, const HardwareSpec &h)
{
    const auto factor = [&](std::string_view name, double stated) {
        const auto peak = chip.peaks.find(name);
        return peak == chip.peaks.end() || stated <= 0.0 ? 1.0 : peak->second / stated;
    };
    if (const auto *peak = matrixPeak(h, law.dtype == "nvfp4" ? "fp4" : law.dtype); peak != nullptr)
        rescale(law, LawParameter::eCompute, factor(law.dtype, raw(peak->value.expected)));
    const double hbm = factor("hbm", raw(h.hbmBandwidth.value.expected));
    for (const LawParameter p : {LawParameter::eMemory, LawParameter::eElementwise, LawParameter::eQuantise})
        rescale(law, p, hbm);
    const double link = factor("link", raw(h.scaleUpBandwidth.value.expected));
    for (const LawParameter p : {LawParameter::eLink, LawParameter::eNvls})
        rescale(law, p, link);
}

CalibrationEntry entryOf(const std::vector<MeasuredLaw> &laws, LawClass kind, const char *dtype, LawParameter parameter,
                         const CalibrationEntry &otherwise)
{
    const MeasuredLaw *law = findLaw(laws, kind, dtype);
    const Band<double> *value = law ? law->find(parameter) : nullptr;
    return value ? CalibrationEntry{*value, law->chip + ": " + law->source} : otherwise;
}

// The laws of links that have none of their own: what the generic GPU's say.
CalibrationEntry linkEntry(LawClass kind, LawParameter parameter)
{
    const ChipLaws &gpu = *std::ranges::find(typicalFile().chips, std::string("generic_gpu"), &ChipLaws::key);
    const MeasuredLaw *law = findLaw(gpu.laws, kind, kind == LawClass::scaleOut ? "any" : "bytes");
    return {*law->find(parameter), law->chip + ": " + law->source};
}

} // namespace

const std::vector<ChipLaws> &measuredChips() { return typicalFile().chips; }

const ChipLaws &genericLaws(const HardwareSpec &hardware)
{
    const std::string key = hardware.scaleUp == ScaleUpKind::torus ? "generic_tpu" : "generic_gpu";
    return *std::ranges::find(measuredChips(), key, &ChipLaws::key);
}

namespace {

constexpr BytesPerSecond fastestPcie(64e9); // PCIe 5.0 x16, one direction
bool isLink(LawClass kind) { return kind >= LawClass::allGather && kind <= LawClass::allToAll; }

void addLaws(Calibration &c, const ChipLaws &from, bool (*takes)(LawClass), const HardwareSpec *rescaledTo)
{
    for (const MeasuredLaw &law : from.laws)
        if (takes(law.kind) && findLaw(c.laws, law.kind, law.dtype) == nullptr) {
            c.laws.push_back(law);
            if (rescaledTo)
                rescale(c.laws.back(), from, *rescaledTo);
        }
}

} // namespace

Calibration typicalCalibration(const HardwareSpec &hardware)
{
    const std::vector<ChipLaws> &chips = measuredChips();
    const ChipLaws &generic = genericLaws(hardware);
    const auto own = std::ranges::find(chips, hardware.name, &ChipLaws::chip);
    const auto die = std::ranges::find_if(chips, [&](const ChipLaws &c) { return std::ranges::find(c.sameDie, hardware.name) != c.sameDie.end(); });
    const auto pcie = std::ranges::find(chips, std::string("pcie"), &ChipLaws::family);
    const ChipLaws &chip = own != chips.end() ? *own : die != chips.end() ? *die : generic;
    const bool torus = hardware.scaleUp == ScaleUpKind::torus;
    Calibration c = typicalFile().common;
    c.chip = chip.chip;
    if (torus)
        c.workspace = c.fragmentation = {{0.0, 0.0, 0.0}, "XLA lays out its heap when it compiles: no loss is published"};
    if (own == chips.end() && !torus && pcie != chips.end() && hardware.scaleUpBandwidth.value.expected <= fastestPcie)
        addLaws(c, *pcie, isLink, nullptr);
    addLaws(c, chip, isUsed, own == chips.end() && die != chips.end() ? nullptr : &hardware);
    addLaws(c, generic, isUsed, &hardware);
    const CalibrationEntry link = linkEntry(LawClass::reduceScatter, LawParameter::eLink);
    c.matrixEfficiency = entryOf(c.laws, LawClass::gemm, computeDtype, LawParameter::eCompute, {});
    c.attentionEfficiency = entryOf(c.laws, LawClass::attentionForward, computeDtype, LawParameter::eCompute, {});
    c.hbmEfficiency = entryOf(c.laws, LawClass::elementwise, computeDtype, LawParameter::eMemory, {});
    c.scaleUpEfficiency = entryOf(c.laws, LawClass::reduceScatter, "bytes", LawParameter::eLink, link);
    c.scaleOutEfficiency = entryOf(c.laws, LawClass::scaleOut, "any", LawParameter::eScaleOut,
                                   linkEntry(LawClass::scaleOut, LawParameter::eScaleOut));
    return c;
}

} // namespace headroom
