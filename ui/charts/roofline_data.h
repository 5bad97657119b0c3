#pragma once
// The roofline chart as numbers: what an Estimate says, before any pixel.

#include "estimate/estimate.h"
#include "gap/gap_analysis.h"
#include "serving/roof_trail.h"

#include <QString>

#include <optional>
#include <string>
#include <vector>

namespace headroom {

struct Interval
{
    double low = 1.0;
    double high = 10.0;
};

struct Roof
{
    std::string dtype;
    double peak = 0.0;      // FLOP/s
    double bandwidth = 0.0; // B/s
    bool active = false;    // the one MFU divides by
    double ridge() const { return peak / bandwidth; }
};

struct RooflinePoint
{
    std::string key;  // operatorKey
    std::string name; // CORE_TEXT
    std::string group;
    OpCategory category{};
    Phase phase{};
    BoundBy boundBy{};
    double intensity = 0.0;
    double rate = 0.0;  // FLOP/s reached
    double share = 0.0; // of the roofline time
    Seconds time{};
    std::optional<double> measured{}; // FLOP/s that a trace shows
};

// Where an operator was in the baseline; only those that moved.
struct GhostPoint
{
    std::string key;
    double intensity = 0.0, rate = 0.0, share = 0.0;
};

// Where an operator lies with other batches or lengths.
struct TrailLine
{
    std::string key, name, group; // as of the operator's point
    OpCategory category{};
    Phase phase{};
    std::vector<TrailPoint> points;
};

// Time that has no place on the axes: operators without FLOPs, and the plan's communication.
struct RugSegment
{
    std::string key;
    QString name;
    double share = 0.0;  // of the roofline time, or of the step's bound
    double hidden = 0.0; // communication under compute, share of the step's bound
    std::optional<OpCategory> category;
};

struct RooflineData
{
    std::vector<Roof> roofs;           // the active one first
    std::vector<RooflinePoint> points; // longest time first
    std::vector<GhostPoint> ghosts;
    std::vector<TrailLine> trails;
    TrailOver trailOver = TrailOver::none;
    std::vector<RugSegment> noFlops;
    std::vector<RugSegment> communication;
    Interval intensity, rate; // whole thirds of a decade, so that they hold still while editing
    std::optional<Roof> baselineRoof;
    std::string memory = "HBM"; // whose bytes the intensity counts
};

// On-chip memory only where the estimate has it, else HBM. `gap`: of an opened trace.
RooflineData rooflineData(const Estimate &estimate, const Estimate *baseline = nullptr, MemoryLevel level = MemoryLevel::hbm,
                          const GapAnalysis *gap = nullptr);

// Trails of the operators that have a point, and axes that hold them; of HBM traffic alone.
void addTrails(RooflineData &data, const std::vector<OperatorTrail> &trails, TrailOver over);

} // namespace headroom
