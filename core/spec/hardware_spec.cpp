#include "spec/hardware_spec.h"

#include "base/text.h"

#include <algorithm>
#include <array>

namespace headroom {

std::span<const EnumRow> rowsOf(ScaleUpKind)
{
    static constexpr std::array<EnumRow, 2> rows{{
        {"switch", CORE_TEXT("core", "switch"),
         CORE_TEXT("core", "Every chip of a domain reaches every other at full bandwidth (NVLink).")},
        {"torus", CORE_TEXT("core", "torus"),
         CORE_TEXT("core", "Chips are linked to their neighbours along two or three dimensions (ICI).")},
    }};
    return rows;
}

std::span<const EnumRow> rowsOf(WrapRule)
{
    static constexpr std::array<EnumRow, 5> rows{{
        {"cube4", CORE_TEXT("core", "all, when every dimension is a multiple of 4")},
        {"axis16", CORE_TEXT("core", "a dimension of 16")},
        {"never", CORE_TEXT("core", "never")},
        {"always", CORE_TEXT("core", "always")},
        {"custom", CORE_TEXT("core", "the dimensions named")},
    }};
    return rows;
}

namespace {

const Sourced<FlopsPerSecond> *rateOf(const std::vector<MatrixPeak> &peaks, const std::string &dtype)
{
    const auto found = std::ranges::find(peaks, dtype, &MatrixPeak::dtype);
    return found == peaks.end() ? nullptr : &found->rate;
}

} // namespace

const Sourced<FlopsPerSecond> *matrixPeak(const HardwareSpec &hardware, const std::string &dtype)
{
    return rateOf(hardware.matrixPeaks, dtype);
}

const Sourced<FlopsPerSecond> *sparsePeak(const HardwareSpec &hardware, const std::string &dtype)
{
    return rateOf(hardware.sparsePeaks, dtype);
}

} // namespace headroom
