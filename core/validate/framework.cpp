#include "validate/framework.h"

#include "base/catalog_data.h"
#include "spec/json.h"
#include "spec/typical_calibration.h"

#include <algorithm>
#include <cassert>

namespace headroom {

namespace {

Framework readFramework(ObjectReader &r)
{
    Framework f;
    f.name = r.text("name");
    f.style = r.text("style");
    if (r.find("flashAttention"))
        f.flashAttention = r.flag("flashAttention");
    if (r.find("torus"))
        f.torus = r.flag("torus");
    if (r.find("pipelined"))
        f.pipelined = r.flag("pipelined");
    f.overlapDisabled = r.find("overlapDisabled") && r.flag("overlapDisabled");
    for (const Json &chip : r.array("chips"))
        f.chips.push_back(chip.get<std::string>());
    f.source = r.text("source");
    f.note = r.text("note");
    for (const Json &sweep : r.array("fittedOn"))
        f.fittedOn.push_back(sweep.get<std::string>());
    f.points = r.whole("points", 0, 1 << 20);
    f.fusion = r.choice<Fusion>("fusion");
    f.stateRecipe = r.choice<StateRecipe>("stateRecipe");
    std::string source;
    f.overlap = r.band("overlap", Unit::none, 0.0, 1.0, source);
    f.compute = r.band("compute", Unit::none, 0.01, 1.5, source);
    f.stream = r.band("stream", Unit::none, 0.01, 1.5, source);
    f.links = r.band("links", Unit::none, 0.01, 1.5, source);
    f.scaleOut = r.find("scaleOut") ? r.band("scaleOut", Unit::none, 0.01, 1.5, source) : f.links;
    f.gap = r.band("gap", Unit::seconds, 0.0, 1.0, source);
    if (r.find("host"))
        f.host = r.band("host", Unit::seconds, 0.0, 1.0, source);
    if (r.find("hostPerTensorRank"))
        f.hostPerTensorRank = r.band("hostPerTensorRank", Unit::seconds, 0.0, 1.0, source);
    f.activations = r.band("activations", Unit::none, 1.0, 10.0, source).expected;
    if (r.find("process"))
        f.process = Bytes(r.band("process", Unit::bytes, 0.0, 1e12, source).expected);
    if (r.find("wholeLogits"))
        f.wholeLogits = r.band("wholeLogits", Unit::bytes, 0.0, 64.0, source).expected;
    r.finish();
    return f;
}

std::vector<Framework> readFrameworks(std::string_view text, std::string_view file)
{
    const Result<Json> json = parseJson(text, std::string(file));
    Issues issues;
    std::vector<Framework> out;
    if (json) {
        ObjectReader r(*json, {}, std::string(file), issues);
        for (const Json &row : r.array("frameworks")) {
            ObjectReader reader(row, "frameworks[" + std::to_string(out.size()) + "]", std::string(file), issues);
            out.push_back(readFramework(reader));
        }
        r.finish();
    }
    assert(json && issues.empty() && !out.empty() && "the built-in frameworks are not valid; tests read them");
    return out;
}

Band<double> product(const Band<double> &a, const Band<double> &b, double most)
{
    return {std::min(most, a.low * b.low), std::min(most, a.expected * b.expected), std::min(most, a.high * b.high)};
}

void scale(MeasuredLaw &law, LawParameter parameter, const Band<double> &factor)
{
    for (LawValue &v : law.values)
        if (v.parameter == parameter)
            v.value = product(v.value, factor, 1.0);
}

} // namespace

std::span<const Framework> frameworks()
{
    static const std::vector<Framework> all = [] {
        for (const CatalogFile &f : catalogFiles())
            if (f.folder == "frameworks")
                return readFrameworks(f.text, f.name);
        return std::vector<Framework>{};
    }();
    return all;
}

const Framework &frameworkOf(const MeasuredRun &run, const HardwareSpec &hardware)
{
    const bool torus = hardware.scaleUp == ScaleUpKind::torus;
    const auto fits = [&](const Framework &f) {
        return f.style == run.style && (!f.flashAttention || f.flashAttention == run.flashAttention) && (!f.torus || *f.torus == torus)
            && (!f.pipelined || (run.plan && *f.pipelined == (run.plan->pp > 1))) && (!f.overlapDisabled || run.overlapDisabled)
            && (f.chips.empty() || std::ranges::find(f.chips, hardware.name) != f.chips.end());
    };
    const auto found = std::ranges::find_if(frameworks(), fits);
    return found == frameworks().end() ? frameworks().front() : *found;
}

Bytes heldBytes(const Framework &f, const StageMemory &ledger, const Plan &plan, const ModelSpec &model, Count sequenceLength)
{
    const double tokens = static_cast<double>(plan.microBatch * sequenceLength) / static_cast<double>(plan.cp);
    const double logits = tokens * static_cast<double>(model.vocab);
    return ledger.total + (f.activations - 1.0) * ledger[MemoryClass::activations] + f.process + Bytes(f.wholeLogits * logits);
}

Seconds hostTime(const Framework &f, const Plan &plan, Level level)
{
    return Seconds(at(f.host, level, Faster::smaller) + static_cast<double>(plan.tp) * at(f.hostPerTensorRank, level, Faster::smaller));
}

Calibration calibrationOf(const Framework &f, const HardwareSpec &hardware)
{
    Calibration c = typicalCalibration(hardware);
    c.overlap = {f.overlap, f.source};
    c.matrixEfficiency.value = product(c.matrixEfficiency.value, f.compute, 1.0);
    c.attentionEfficiency.value = product(c.attentionEfficiency.value, f.compute, 1.0);
    c.hbmEfficiency.value = product(c.hbmEfficiency.value, f.stream, 1.0);
    c.scaleUpEfficiency.value = product(c.scaleUpEfficiency.value, f.links, 1.0);
    c.scaleOutEfficiency.value = product(c.scaleOutEfficiency.value, f.scaleOut, 1.0);
    for (MeasuredLaw &law : c.laws) {
        const bool matrix = law.kind == LawClass::gemm || law.kind == LawClass::attentionForward || law.kind == LawClass::attentionForwardMla;
        if (matrix)
            scale(law, LawParameter::eCompute, f.compute);
        scale(law, LawParameter::eElementwise, f.stream);
        scale(law, LawParameter::eLink, f.links);
        scale(law, LawParameter::eNvls, f.links);
        scale(law, LawParameter::eScaleOut, f.scaleOut);
        for (LawValue &v : law.values)
            if (v.parameter == LawParameter::launch)
                v.value = {v.value.low + f.gap.low, v.value.expected + f.gap.expected, v.value.high + f.gap.high};
    }
    return c;
}

} // namespace headroom
