#pragma once
// A chip and its networks as published: every number keeps its source; numbers that sources dispute are Bands.
// Efficiencies are not here: they belong to the calibration.

#include "base/band.h"
#include "base/enum_table.h"
#include "base/units.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace headroom {

// A datasheet number. `source` is never empty for built-in entries; `note` says what a reader must know.
template <class Q> struct Sourced
{
    Band<Q> value{};
    std::string source;
    std::string note;
    bool operator==(const Sourced &) const = default;
};

// What a network can or cannot do, as published.
struct SourcedFlag
{
    bool value = false;
    std::string source;
    bool operator==(const SourcedFlag &) const = default;
};

enum class ScaleUpKind { switched, torus };
std::span<const EnumRow> rowsOf(ScaleUpKind);

// Which torus dimensions close into rings. cube4: all of them if every dimension is a multiple of 4 (TPU v4, v5p);
// axis16: a dimension of exactly 16 (v5e, v6e); never; always; custom: those that `wrappedDims` names.
enum class WrapRule { cube4, axis16, never, always, custom };
std::span<const EnumRow> rowsOf(WrapRule);

// Dense matrix rate of one dtype ("bf16", "fp8", "int8", "fp4").
struct MatrixPeak
{
    std::string dtype;
    Sourced<FlopsPerSecond> rate;
    bool operator==(const MatrixPeak &) const = default;
};

struct HardwareSpec
{
    std::string name;                      // "H100 SXM", "TPU v5p"
    std::string vendor;

    // Chip
    std::vector<MatrixPeak> matrixPeaks;   // the first one whose dtype is the run's compute dtype is the peak
    Sourced<Bytes> hbmCapacity;            // bytes a process can use, before `reserved`
    Band<Bytes> reserved{};                // runtime's own share of the capacity
    Sourced<BytesPerSecond> hbmBandwidth;
    std::vector<MatrixPeak> sparsePeaks;   // published rates with 2:4 sparsity: named so that no bound takes them
    std::string onChipMemory;              // the level above HBM, "L2" or "VMEM"; "" when nothing is known of it
    std::optional<Sourced<Bytes>> onChipCapacity;
    std::optional<Sourced<BytesPerSecond>> onChipBandwidth;

    // Scale-up network
    ScaleUpKind scaleUp = ScaleUpKind::switched;
    Sourced<std::int64_t> domainSize{Band<std::int64_t>::exactly(1), {}, {}};  // chips behind one switch (switched)
    Sourced<BytesPerSecond> scaleUpBandwidth; // per chip and direction (switched)
    std::optional<Sourced<Seconds>> scaleUpLatency;
    SourcedFlag inNetworkReduction;        // the switch adds up what ranks send (switched)
    std::int64_t torusDims = 3;            // dimensions of the torus (torus)
    std::int64_t podSize = 0;              // chips of the largest slice (torus)
    std::string slice;                     // "4x8x8"; "" lets the program choose the most cubic slice for the devices
    WrapRule wrap = WrapRule::cube4;
    std::string wrappedDims;               // "xz": the first and third dimension close into rings (wrap custom)
    Sourced<BytesPerSecond> linkBandwidth; // one link, one direction (torus)
    std::optional<Sourced<Seconds>> linkLatency;

    // Scale-out network and host, per chip and direction
    Sourced<BytesPerSecond> scaleOutBandwidth;
    std::optional<Sourced<Seconds>> scaleOutLatency;
    std::optional<Sourced<BytesPerSecond>> hostBandwidth;

    bool operator==(const HardwareSpec &) const = default;
};

// The dense peak of a dtype, or nothing when the chip states none.
const Sourced<FlopsPerSecond> *matrixPeak(const HardwareSpec &hardware, const std::string &dtype);
// The published rate with 2:4 sparsity, or nothing.
const Sourced<FlopsPerSecond> *sparsePeak(const HardwareSpec &hardware, const std::string &dtype);

} // namespace headroom
