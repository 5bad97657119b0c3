#include "spec/scenario.h"

#include "base/format.h"
#include "spec/axis_order.h"
#include "spec/documents.h"
#include "spec/field.h"
#include "spec/serving_check.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace headroom {

namespace {

void add(Issues &issues, std::string field, Message message)
{
    issues.push_back({Severity::error, std::move(field), std::move(message), {}});
}

void checkFields(const Scenario &scenario, Issues &issues)
{
    for (const Field &field : fields()) {
        if (!field.appliesTo(scenario))
            continue;
        if (const auto checked = checkFieldValue(field, field.get(scenario)); !checked)
            issues.insert(issues.end(), checked.error().begin(), checked.error().end());
    }
}

// One size of a layer and what it may be.
struct Size
{
    const char *field;
    Count value;
    Count minimum;
    Count maximum;
};

std::vector<Size> sizesOf(const AttentionSpec &a)
{
    constexpr Count most = 65536, hidden = Count{1} << 20, window = Count{1} << 40;
    std::vector<Size> sizes{{"model.heads", a.heads, 1, most}, {"model.kvHeads", a.kvHeads, 1, most}};
    const auto also = [&](std::initializer_list<Size> more) { sizes.insert(sizes.end(), more); };
    switch (a.kind) {
    case AttentionKind::full:
        also({{"model.headDim", a.headDim, 1, most},
              {"model.window", a.window.value_or(1), 1, window},
              {"model.rotaryDim", a.rotaryDim, 0, a.headDim}});
        break;
    case AttentionKind::mla:
        also({{"model.queryRank", a.queryRank.value_or(1), 1, hidden},
              {"model.kvRank", a.kvRank, 1, hidden},
              {"model.nopeDim", a.nopeDim, 1, most},
              {"model.ropeDim", a.ropeDim, 1, most},
              {"model.valueDim", a.valueDim, 1, most},
              {"model.indexHeads", a.indexHeads, 0, most},
              {"model.indexDim", a.indexDim, a.isSparse() ? 1 : 0, most},
              {"model.indexTopK", a.indexTopK, a.isSparse() ? 1 : 0, window}});
        break;
    case AttentionKind::linear:
        also({{"model.headDim", a.headDim, 1, most},
              {"model.valueDim", a.valueDim, 1, most},
              {"model.chunk", a.chunk, 1, Count{1} << 24},
              {"model.rotaryDim", a.rotaryDim, 0, a.headDim},
              {"model.normGroups", a.normGroups, 1, most},
              {"model.convWidth", a.convWidth, 0, 1024},
              {"model.gateRank", a.gateRank.value_or(1), 1, hidden}});
        break;
    }
    return sizes;
}

std::vector<Size> sizesOf(const FeedForwardSpec &f)
{
    constexpr Count width = Count{1} << 24, experts = 65536;
    if (f.kind == FeedForwardKind::dense)
        return {{"model.feedForward", f.width, 1, width}};
    return {{"model.experts", f.experts, 1, experts},
            {"model.topK", f.topK, 1, experts},
            {"model.routingGroups", f.routingGroups, 1, experts},
            {"model.groupsPerToken", f.groupsPerToken, 1, experts},
            {"model.expertWidth", f.expertWidth, 1, width},
            {"model.sharedWidth", f.sharedWidth, 0, 1024 * width}};
}

void checkSizes(const std::vector<Size> &sizes, Issues &issues)
{
    for (const Size &s : sizes)
        if (s.value < s.minimum || s.value > s.maximum)
            add(issues, s.field,
                {CORE_TEXT("core", "must be between {0} and {1}, not {2}"),
                 {std::to_string(s.minimum), std::to_string(s.maximum), std::to_string(s.value)}});
}

void checkRouting(const FeedForwardSpec &f, Issues &issues)
{
    if (f.routingGroups < 1 || f.experts % f.routingGroups != 0)
        return add(issues, "model.routingGroups",
                   {CORE_TEXT("core", "must divide the {0} experts, not {1}"), {std::to_string(f.experts), std::to_string(f.routingGroups)}});
    if (f.groupsPerToken > f.routingGroups)
        add(issues, "model.groupsPerToken",
            {CORE_TEXT("core", "must be at most the {0} expert groups, not {1}"),
             {std::to_string(f.routingGroups), std::to_string(f.groupsPerToken)}});
    else if (f.experts / f.routingGroups * f.groupsPerToken < f.topK)
        add(issues, "model.groupsPerToken",
            {CORE_TEXT("core", "must leave a token its {0} experts; {1} groups of {2} do not"),
             {std::to_string(f.topK), std::to_string(f.groupsPerToken), std::to_string(f.experts / f.routingGroups)}});
}

void checkLayer(const LayerSpec &layer, Issues &issues)
{
    const AttentionSpec &a = layer.attention;
    const FeedForwardSpec &f = layer.feedForward;
    checkSizes(sizesOf(a), issues);
    checkSizes(sizesOf(f), issues);
    if (a.kvHeads > 0 && a.heads % a.kvHeads != 0)
        add(issues, "model.kvHeads",
            {CORE_TEXT("core", "must divide the {0} attention heads, not {1}"),
             {std::to_string(a.heads), std::to_string(a.kvHeads)}});
    const bool ownKeyHeads = a.isDeltaRule() && a.linearKind == LinearKind::gatedDelta;
    if (a.kind != AttentionKind::full && !ownKeyHeads && a.kvHeads != a.heads)
        add(issues, "model.kvHeads",
            {CORE_TEXT("core", "must equal the {0} attention heads in latent and linear attention, not {1}"),
             {std::to_string(a.heads), std::to_string(a.kvHeads)}});
    if (f.kind == FeedForwardKind::moe && f.topK > f.experts)
        add(issues, "model.topK",
            {CORE_TEXT("core", "must be at most the {0} experts, not {1}"),
             {std::to_string(f.experts), std::to_string(f.topK)}});
    if (f.kind == FeedForwardKind::moe)
        checkRouting(f, issues);
}

void checkLayers(const ModelSpec &model, Issues &issues)
{
    if (model.layers.empty())
        return add(issues, "model.layers", {CORE_TEXT("core", "must have at least one layer"), {}});
    for (const LayerGroup &group : model.layers) {
        if (group.count < 1 || group.count > 4096)
            return add(issues, "model.layers",
                       {CORE_TEXT("core", "must be between {0} and {1}, not {2}"),
                        {"1", "4096", std::to_string(group.count)}});
        checkLayer(group.layer, issues);
    }
}

// "4x8x8" -> {4, 8, 8}; nothing when it is no such text.
std::optional<std::vector<Count>> sliceDims(const std::string &slice)
{
    std::vector<Count> dims;
    const char *at = slice.data();
    const char *const end = slice.data() + slice.size();
    while (true) {
        Count dim = 0;
        const auto [next, error] = std::from_chars(at, end, dim);
        if (error != std::errc() || dim < 1 || dim > (Count{1} << 20))
            return std::nullopt;
        dims.push_back(dim);
        if (next == end)
            return dims;
        if (*next != 'x')
            return std::nullopt;
        at = next + 1;
    }
}

void checkSlice(const Scenario &s, Issues &issues)
{
    const HardwareSpec &h = s.hardware;
    if (h.scaleUp != ScaleUpKind::torus)
        return;
    if (h.torusDims < 1 || h.torusDims > 6)
        return add(
            issues, "hardware.torusDims",
            {CORE_TEXT("core", "must be between {0} and {1}, not {2}"), {"1", "6", std::to_string(h.torusDims)}});
    if (h.slice.empty())
        return;
    const auto dims = sliceDims(h.slice);
    if (!dims || static_cast<std::int64_t>(dims->size()) != h.torusDims)
        return add(issues, "hardware.slice",
                   {CORE_TEXT("core", "must be {0} sizes joined by x, as 4x8x8, not \"{1}\""),
                    {std::to_string(h.torusDims), h.slice}});
    double product = 1.0;
    for (const Count dim : *dims)
        product *= static_cast<double>(dim);
    if (product > double(s.run.devices) || s.run.devices % static_cast<Count>(product) != 0)
        return add(issues, "hardware.slice",
                   {CORE_TEXT("core", "{0} has {1} chips, which must divide the {2} devices"),
                    {h.slice, exactNumber(product), std::to_string(s.run.devices)}});
    if (h.podSize > 0 && product > double(h.podSize))
        add(issues, "hardware.slice",
            {CORE_TEXT("core", "{0} has {1} chips; the largest slice of {2} has {3}"),
             {h.slice, exactNumber(product), h.name, std::to_string(h.podSize)}});
}

void checkAxes(const Scenario &s, Issues &issues)
{
    if (const auto order = parseAxisOrder(s.plan.axisOrder); !order)
        add(issues, "plan.axisOrder", order.error());
    if (s.hardware.scaleUp != ScaleUpKind::torus)
        return;
    if (const auto axes = parseTorusAxes(s.plan.torusAxes, s.hardware.torusDims); !axes)
        add(issues, "plan.torusAxes", axes.error());
    if (const auto dims = parseTorusDims(s.hardware.wrappedDims, s.hardware.torusDims); s.hardware.wrap == WrapRule::custom && !dims)
        add(issues, "hardware.wrappedDims", dims.error());
}

void checkHardware(const HardwareSpec &h, Issues &issues)
{
    for (const MatrixPeak &p : h.matrixPeaks)
        if (const Band<FlopsPerSecond> &r = p.rate.value;
            !(r.low.value > 0.0 && r.low <= r.expected && r.expected <= r.high && std::isfinite(r.high.value)))
            add(issues, "hardware.peak",
                {CORE_TEXT("core", "the {0} peak must be a positive, ordered band"), {p.dtype}});
    if (h.reserved.high >= h.hbmCapacity.value.low && h.hbmCapacity.value.low.value > 0.0)
        add(issues, "hardware.reserved",
            {CORE_TEXT("core", "must be less than the capacity {0}, not {1}"),
             {editable(h.hbmCapacity.value.low.value, Unit::bytes), editable(h.reserved.high.value, Unit::bytes)}});
}

void checkPeak(const Scenario &s, Issues &issues)
{
    if (!matrixPeak(s.hardware, peakDtype(s.run)))
        add(issues, "run.matmulDtype",
            {CORE_TEXT("core", "{0} states no dense {1} peak"), {s.hardware.name, peakDtype(s.run)}});
}

// Each document fits into a sequence.
void checkDocuments(const RunSpec &run, Issues &issues)
{
    const auto documents = parseDocuments(run.documentLengths);
    if (!documents)
        return add(issues, "run.documentLengths",
                   {CORE_TEXT("core", "must be lengths such as 4096, 3x512, not \"{0}\""), {documents.error()}});
    for (const DocumentGroup &d : *documents)
        if (d.length > run.sequenceLength)
            return add(issues, "run.documentLengths",
                       {CORE_TEXT("core", "a document of {0} tokens is longer than the sequence length {1}"),
                        {std::to_string(d.length), std::to_string(run.sequenceLength)}});
}

} // namespace

Message wrongProduct(const RunSpec &run, const std::string &product)
{
    return run.devicesApart() == 0 ? Message{CORE_TEXT("core", "dp·fsdp·tp·ep·pp·cp = {0} must equal the {1} devices"), {product, std::to_string(run.devices)}}
                                   : Message{CORE_TEXT("core", "dp·fsdp·tp·ep·pp·cp = {0} must equal the {1} devices that decode, those for prefill left out"),
                                             {product, std::to_string(run.plannedDevices())}};
}

namespace {

void checkProduct(const Scenario &s, Issues &issues)
{
    if (s.run.devicesApart() >= s.run.devices)
        return; // brokenServingRule() says so
    double product = 1.0; // of six degrees up to 2^20 each
    for (const Axis axis : innermostFirst)
        product *= static_cast<double>(s.plan.degree(axis));
    if (product != static_cast<double>(s.run.plannedDevices()))
        add(issues, "plan", wrongProduct(s.run, exactNumber(product)));
}

} // namespace

Issues checkOffload(const HardwareSpec &hardware, RematPolicy policy, const KeptTensors &custom)
{
    Issues issues;
    if (!hardware.hostBandwidth && !tensorsOf({.policy = policy, .custom = custom}).kept.host.empty())
        add(issues, "hardware.hostBandwidth",
            {CORE_TEXT("core", "must be stated: the remat policy {0} keeps activations in the host's memory"), {keyOf(policy)}});
    return issues;
}

Issues checkScenario(const Scenario &scenario)
{
    Issues issues;
    checkFields(scenario, issues);
    checkLayers(scenario.model, issues);
    checkHardware(scenario.hardware, issues);
    if (hasError(issues))
        return issues; // rules across fields would only repeat them
    checkDocuments(scenario.run, issues);
    checkPeak(scenario, issues);
    checkServing(scenario, issues);
    checkSlice(scenario, issues);
    checkAxes(scenario, issues);
    checkProduct(scenario, issues);
    for (Issue &issue : checkOffload(scenario.hardware, scenario.plan.remat, scenario.plan.keptTensors))
        issues.push_back(std::move(issue));
    return issues;
}

} // namespace headroom
