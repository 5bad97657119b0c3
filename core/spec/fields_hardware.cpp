#include "base/text.h"
#include "spec/field_access.h"

#include <algorithm>

namespace headroom {

namespace {

constexpr const char *chip = CORE_TEXT("core", "Chip");
constexpr const char *scaleUp = CORE_TEXT("core", "Scale-up network");
constexpr const char *scaleOut = CORE_TEXT("core", "Scale-out network");
constexpr const char *host = CORE_TEXT("core", "Host");

bool isSwitched(const Scenario &s)
{
    return s.hardware.scaleUp == ScaleUpKind::switched;
}

bool isTorus(const Scenario &s)
{
    return s.hardware.scaleUp == ScaleUpKind::torus;
}

Field inNetworkReduction()
{
    return {.group = "hardware",
            .key = "inNetworkReduction",
            .label = CORE_TEXT("core", "In-network reduction"),
            .help = CORE_TEXT("core", "Whether the switch adds up what chips send: an all-reduce inside a domain then sends and receives "
                                      "every byte once instead of almost twice."),
            .heading = scaleUp,
            .kind = FieldKind::flag,
            .get = [](const Scenario &s) { return FieldValue(s.hardware.inNetworkReduction.value); },
            .set =
                [](Scenario &s, const FieldValue &v) {
                    if (std::get<bool>(v) != s.hardware.inNetworkReduction.value)
                        s.hardware.inNetworkReduction = {std::get<bool>(v), editedSource};
                },
            .applies = isSwitched,
            .source = [](const Scenario &s) { return s.hardware.inNetworkReduction.source; }};
}

// The dense rate of the run's compute dtype, wherever it stands in the chip's list.
Field peak()
{
    return {.group = "hardware",
            .key = "peak",
            .label = CORE_TEXT("core", "Peak (bf16, dense)"),
            .help = CORE_TEXT("core", "Matrix FLOP/s of one chip in bf16 without sparsity; the roof of every matrix "
                                      "operator and the denominator of MFU."),
            .heading = chip,
            .kind = FieldKind::band,
            .unit = Unit::flopsPerSecond,
            .minimum = 1e6,
            .maximum = 1e21,
            .get =
                [](const Scenario &s) {
                    const auto *rate = matrixPeak(s.hardware, computeDtype);
                    return rate ? FieldValue(rawBand(rate->value)) : FieldValue();
                },
            .set =
                [](Scenario &s, const FieldValue &v) {
                    for (MatrixPeak &p : s.hardware.matrixPeaks)
                        if (p.dtype == computeDtype)
                            return setSourced(p.rate, std::get<Band<double>>(v));
                    s.hardware.matrixPeaks.insert(s.hardware.matrixPeaks.begin(), {computeDtype, {}});
                    setSourced(s.hardware.matrixPeaks.front().rate, std::get<Band<double>>(v));
                },
            .source =
                [](const Scenario &s) {
                    const auto *rate = matrixPeak(s.hardware, computeDtype);
                    return rate ? rate->source : std::string();
                }};
}

Field sparsePeak()
{
    return {.group = "hardware",
            .key = "sparsePeak",
            .label = CORE_TEXT("core", "Peak (bf16, 2:4 sparse)"),
            .help = CORE_TEXT("core", "Published bf16 FLOP/s with 2:4 sparsity, kept so that it is not taken for the "
                                      "dense peak; no bound uses it."),
            .heading = chip,
            .kind = FieldKind::band,
            .unit = Unit::flopsPerSecond,
            .minimum = 1e6,
            .maximum = 1e21,
            .optional = true,
            .get =
                [](const Scenario &s) {
                    const auto *rate = headroom::sparsePeak(s.hardware, computeDtype);
                    return rate ? FieldValue(rawBand(rate->value)) : FieldValue();
                },
            .set =
                [](Scenario &s, const FieldValue &v) {
                    std::vector<MatrixPeak> &peaks = s.hardware.sparsePeaks;
                    const auto known = std::ranges::find(peaks, computeDtype, &MatrixPeak::dtype);
                    if (std::holds_alternative<std::monostate>(v)) {
                        if (known != peaks.end())
                            peaks.erase(known);
                        return;
                    }
                    if (known != peaks.end())
                        return setSourced(known->rate, std::get<Band<double>>(v));
                    peaks.insert(peaks.begin(), {computeDtype, {}});
                    setSourced(peaks.front().rate, std::get<Band<double>>(v));
                },
            .source =
                [](const Scenario &s) {
                    const auto *rate = headroom::sparsePeak(s.hardware, computeDtype);
                    return rate ? rate->source : std::string();
                }};
}

Field reserved()
{
    return {.group = "hardware",
            .key = "reserved",
            .label = CORE_TEXT("core", "Reserved memory"),
            .help = CORE_TEXT("core", "Bytes of the capacity that the runtime keeps for itself; default 0."),
            .heading = chip,
            .kind = FieldKind::band,
            .unit = Unit::bytes,
            .minimum = 0.0,
            .maximum = 1e15,
            .get = [](const Scenario &s) { return FieldValue(rawBand(s.hardware.reserved)); },
            .set =
                [](Scenario &s, const FieldValue &v) {
                    const auto &b = std::get<Band<double>>(v);
                    s.hardware.reserved = {Bytes(b.low), Bytes(b.expected), Bytes(b.high)};
                }};
}

Field domainSize()
{
    return {.group = "hardware",
            .key = "domainSize",
            .label = CORE_TEXT("core", "Domain size"),
            .help =
                CORE_TEXT("core", "Chips behind one scale-up switch; calls that leave it use the scale-out network."),
            .heading = scaleUp,
            .kind = FieldKind::count,
            .unit = Unit::count,
            .minimum = 1,
            .maximum = 1 << 20,
            .get = [](const Scenario &s) { return FieldValue(s.hardware.domainSize.value.expected); },
            .set =
                [](Scenario &s, const FieldValue &v) {
                    const auto size = static_cast<double>(std::get<Count>(v));
                    setSourced(s.hardware.domainSize, {size, size, size});
                },
            .applies = isSwitched,
            .source = [](const Scenario &s) { return s.hardware.domainSize.source; }};
}

} // namespace

std::vector<Field> hardwareFields()
{
    constexpr double slowest = 1e3, fastest = 1e18, longest = 10.0;
    std::vector<Field> rows{
        peak(),
        sourcedField<&Scenario::hardware, &HardwareSpec::hbmBandwidth>(
            {.group = "hardware",
             .key = "hbmBandwidth",
             .label = CORE_TEXT("core", "HBM bandwidth"),
             .help = CORE_TEXT(
                 "core",
                 "Bytes per second between a chip and its memory; the roof of every operator left of the ridge."),
             .heading = chip,
             .minimum = slowest,
             .maximum = fastest}),
        sourcedField<&Scenario::hardware, &HardwareSpec::hbmCapacity>(
            {.group = "hardware",
             .key = "hbmCapacity",
             .label = CORE_TEXT("core", "HBM capacity"),
             .help = CORE_TEXT("core", "Bytes of memory a chip offers; a plan whose peak is larger does not fit."),
             .heading = chip,
             .minimum = 1.0,
             .maximum = 1e18}),
        reserved(),
        textField<&Scenario::hardware, &HardwareSpec::onChipMemory>(
            {.group = "hardware",
             .key = "onChipMemory",
             .label = CORE_TEXT("core", "On-chip memory"),
             .help = CORE_TEXT("core", "Name of the memory between HBM and the compute units, such as L2 or VMEM; the "
                                       "level that the roofline can show besides HBM."),
             .heading = chip,
             .maximum = 64}),
        optionalSourcedField<&Scenario::hardware, &HardwareSpec::onChipCapacity>(
            {.group = "hardware",
             .key = "onChipCapacity",
             .label = CORE_TEXT("core", "On-chip capacity"),
             .help = CORE_TEXT("core", "Bytes of on-chip memory of a chip; the contract names it beside the tiles."),
             .heading = chip,
             .minimum = 1.0,
             .maximum = 1e15}),
        optionalSourcedField<&Scenario::hardware, &HardwareSpec::onChipBandwidth>(
            {.group = "hardware",
             .key = "onChipBandwidth",
             .label = CORE_TEXT("core", "On-chip bandwidth"),
             .help = CORE_TEXT("core", "Bytes per second between on-chip memory and the compute units; the on-chip "
                                       "roofline needs it, no bound does."),
             .heading = chip,
             .minimum = slowest,
             .maximum = fastest}),
        sparsePeak(),
        choiceField<&Scenario::hardware, &HardwareSpec::scaleUp>(
            {.group = "hardware",
             .key = "scaleUp",
             .label = CORE_TEXT("core", "Scale-up topology"),
             .help = CORE_TEXT("core",
                               "How the fast network connects chips: through a switch, or to neighbours in a torus."),
             .heading = scaleUp}),
        domainSize(),
        sourcedField<&Scenario::hardware, &HardwareSpec::scaleUpBandwidth>(
            {.group = "hardware",
             .key = "scaleUpBandwidth",
             .label = CORE_TEXT("core", "Scale-up bandwidth"),
             .help = CORE_TEXT("core", "Bytes per second a chip sends into the switch, one direction."),
             .heading = scaleUp,
             .minimum = slowest,
             .maximum = fastest,
             .applies = isSwitched}),
        optionalSourcedField<&Scenario::hardware, &HardwareSpec::scaleUpLatency>(
            {.group = "hardware",
             .key = "scaleUpLatency",
             .label = CORE_TEXT("core", "Scale-up latency"),
             .help = CORE_TEXT(
                 "core", "Seconds per step of a collective inside a domain; counted as 0 and flagged when absent."),
             .heading = scaleUp,
             .minimum = 0.0,
             .maximum = longest,
             .applies = isSwitched}),
        inNetworkReduction(),
        textField<&Scenario::hardware, &HardwareSpec::slice>(
            {.group = "hardware",
             .key = "slice",
             .label = CORE_TEXT("core", "Slice"),
             .help = CORE_TEXT("core",
                               "Dimensions of the torus, as 4x8x8; empty takes the most cubic one for the devices."),
             .heading = scaleUp,
             .maximum = 64,
             .applies = isTorus}),
        choiceField<&Scenario::hardware, &HardwareSpec::wrap>(
            {.group = "hardware",
             .key = "wrap",
             .label = CORE_TEXT("core", "Wrap-around"),
             .help = CORE_TEXT("core",
                               "Which dimensions of the torus close into rings; a ring has twice the links of a line."),
             .heading = scaleUp,
             .applies = isTorus}),
        textField<&Scenario::hardware, &HardwareSpec::wrappedDims>(
            {.group = "hardware",
             .key = "wrappedDims",
             .label = CORE_TEXT("core", "Wrapped dimensions"),
             .help = CORE_TEXT("core", "Dimensions of the torus that close into rings, as xz for the first and third; empty is none."),
             .heading = scaleUp,
             .maximum = 8,
             .applies = [](const Scenario &s) { return isTorus(s) && s.hardware.wrap == WrapRule::custom; }}),
        sourcedField<&Scenario::hardware, &HardwareSpec::linkBandwidth>(
            {.group = "hardware",
             .key = "linkBandwidth",
             .label = CORE_TEXT("core", "Link bandwidth"),
             .help = CORE_TEXT("core", "Bytes per second of one torus link, one direction."),
             .heading = scaleUp,
             .minimum = slowest,
             .maximum = fastest,
             .applies = isTorus}),
        optionalSourcedField<&Scenario::hardware, &HardwareSpec::linkLatency>(
            {.group = "hardware",
             .key = "linkLatency",
             .label = CORE_TEXT("core", "Link latency"),
             .help = CORE_TEXT("core", "Seconds per hop of the torus; counted as 0 and flagged when absent."),
             .heading = scaleUp,
             .minimum = 0.0,
             .maximum = longest,
             .applies = isTorus}),
        sourcedField<&Scenario::hardware, &HardwareSpec::scaleOutBandwidth>(
            {.group = "hardware",
             .key = "scaleOutBandwidth",
             .label = CORE_TEXT("core", "Scale-out bandwidth"),
             .help = CORE_TEXT("core", "Bytes per second a chip sends to other domains, one direction."),
             .heading = scaleOut,
             .minimum = slowest,
             .maximum = fastest}),
        optionalSourcedField<&Scenario::hardware, &HardwareSpec::scaleOutLatency>(
            {.group = "hardware",
             .key = "scaleOutLatency",
             .label = CORE_TEXT("core", "Scale-out latency"),
             .help = CORE_TEXT(
                 "core", "Seconds per step of a collective between domains; counted as 0 and flagged when absent."),
             .heading = scaleOut,
             .minimum = 0.0,
             .maximum = longest}),
        optionalSourcedField<&Scenario::hardware, &HardwareSpec::hostBandwidth>(
            {.group = "hardware",
             .key = "hostBandwidth",
             .label = CORE_TEXT("core", "Host bandwidth"),
             .help = CORE_TEXT("core", "Bytes per second between a chip and its host's memory, one direction; activations that a "
                                       "remat policy offloads move over it."),
             .heading = host,
             .minimum = slowest,
             .maximum = fastest}),
    };
    return rows;
}

} // namespace headroom
