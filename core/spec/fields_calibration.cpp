#include "base/text.h"
#include "spec/field_access.h"

namespace headroom {

namespace {

constexpr const char *kernels = CORE_TEXT("core", "Kernels");
constexpr const char *network = CORE_TEXT("core", "Network and overlap");
constexpr const char *memory = CORE_TEXT("core", "Memory");

template <CalibrationEntry Calibration::*member> Field entry(Field row)
{
    row.group = "calibration";
    row.kind = FieldKind::band;
    row.get = [](const Scenario &s) { return FieldValue((s.calibration.*member).value); };
    row.set = [](Scenario &s, const FieldValue &v) {
        CalibrationEntry &e = s.calibration.*member;
        if (const auto &value = std::get<Band<double>>(v); value != e.value)
            e = {value, editedSource};
    };
    row.source = [](const Scenario &s) { return (s.calibration.*member).source; };
    return row;
}

} // namespace

std::vector<Field> calibrationFields()
{
    constexpr double least = 0.001;
    std::vector<Field> rows{
        entry<&Calibration::matrixEfficiency>(
            {.key = "matrixEfficiency",
             .label = CORE_TEXT("core", "Matrix efficiency"),
             .help = CORE_TEXT(
                 "core",
                 "Share of the dense peak that matrix products reach; a band gives the interval of the expected time."),
             .heading = kernels,
             .unit = Unit::ratio,
             .minimum = least,
             .maximum = 1.0}),
        entry<&Calibration::attentionEfficiency>(
            {.key = "attentionEfficiency",
             .label = CORE_TEXT("core", "Attention efficiency"),
             .help = CORE_TEXT("core", "Share of the dense peak that attention cores reach."),
             .heading = kernels,
             .unit = Unit::ratio,
             .minimum = least,
             .maximum = 1.0}),
        entry<&Calibration::hbmEfficiency>(
            {.key = "hbmEfficiency",
             .label = CORE_TEXT("core", "HBM efficiency"),
             .help = CORE_TEXT("core", "Share of the HBM bandwidth that memory-bound operators reach."),
             .heading = kernels,
             .unit = Unit::ratio,
             .minimum = least,
             .maximum = 1.0}),
        entry<&Calibration::scaleUpEfficiency>(
            {.key = "scaleUpEfficiency",
             .label = CORE_TEXT("core", "Scale-up efficiency"),
             .help = CORE_TEXT("core",
                               "Share of the scale-up bandwidth that collectives reach; with measured laws of collectives, that "
                               "messages between stages reach."),
             .heading = network,
             .unit = Unit::ratio,
             .minimum = least,
             .maximum = 1.0}),
        entry<&Calibration::scaleOutEfficiency>(
            {.key = "scaleOutEfficiency",
             .label = CORE_TEXT("core", "Scale-out efficiency"),
             .help = CORE_TEXT("core", "Share of the scale-out bandwidth that collectives reach."),
             .heading = network,
             .unit = Unit::ratio,
             .minimum = least,
             .maximum = 1.0}),
        entry<&Calibration::pipelining>(
            {.key = "pipelining",
             .label = CORE_TEXT("core", "Pipelined hierarchy"),
             .help = CORE_TEXT("core", "Of a collective over both networks, the share of the shorter one's time that runs under the "
                                       "longer's: 1 is pipelined, 0 one after the other."),
             .heading = network,
             .unit = Unit::ratio,
             .minimum = 0.0,
             .maximum = 1.0}),
        entry<&Calibration::overlap>(
            {.key = "overlap",
             .label = CORE_TEXT("core", "Overlap"),
             .help = CORE_TEXT("core", "Share of the communication that could hide under compute and does."),
             .heading = network,
             .unit = Unit::ratio,
             .minimum = 0.0,
             .maximum = 1.0}),
        entry<&Calibration::contention>(
            {.key = "contention",
             .label = CORE_TEXT("core", "Contention"),
             .help =
                 CORE_TEXT("core", "Factor by which compute slows down while communication runs under it; 1 is none."),
             .heading = network,
             .unit = Unit::ratio,
             .minimum = 1.0,
             .maximum = 10.0}),
        entry<&Calibration::stragglers>(
            {.key = "stragglers",
             .label = CORE_TEXT("core", "Slowest device"),
             .help = CORE_TEXT("core", "Share by which a training step lasts longer for each doubling of its devices, as all wait for the "
                                       "slowest of them."),
             .heading = network,
             .unit = Unit::ratio,
             .minimum = 0.0,
             .maximum = 1.0}),
        entry<&Calibration::overhead>({.key = "overhead",
                                       .label = CORE_TEXT("core", "Fixed overhead"),
                                       .help = CORE_TEXT("core", "Seconds of a step outside all operators and calls."),
                                       .heading = network,
                                       .unit = Unit::seconds,
                                       .minimum = 0.0,
                                       .maximum = 3600.0}),
        entry<&Calibration::workspace>(
            {.key = "workspace",
             .label = CORE_TEXT("core", "Workspace"),
             .help = CORE_TEXT("core", "Bytes of scratch memory that kernel libraries hold; a row of the memory, whose high end "
                                       "a plan that barely fits is warned of."),
             .heading = memory,
             .unit = Unit::bytes,
             .minimum = 0.0,
             .maximum = 1e12}),
        entry<&Calibration::fragmentation>(
            {.key = "fragmentation",
             .label = CORE_TEXT("core", "Fragmentation"),
             .help = CORE_TEXT("core", "Memory lost between blocks, as a share of what the allocator gives out; a row of the "
                                       "memory, whose high end a plan that barely fits is warned of."),
             .heading = memory,
             .unit = Unit::ratio,
             .minimum = 0.0,
             .maximum = 10.0}),
    };
    return rows;
}

} // namespace headroom
