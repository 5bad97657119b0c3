#pragma once
// The waterfall as numbers: bars from top to bottom in one unit, small losses folded, and whether they add up.

#include "estimate/estimate.h"
#include "ui/charts/plot_theme.h"

#include <QString>

#include <vector>

namespace headroom {

enum class WaterfallUnit { mfu, milliseconds, stepShare, tokens };
inline constexpr std::size_t waterfallUnits = 4;

struct WaterfallBar
{
    std::string id;
    QString name;
    bool anchor = false;
    LossCause cause{};
    double from = 0.0, to = 0.0;     // in the unit; an anchor starts at 0
    double value = 0.0;              // what the end of the bar says
    std::vector<std::string> folded; // ids of the losses that this bar stands for
    bool exceeds = false;            // a measured value beyond a bound
};

struct WaterfallData
{
    std::vector<WaterfallBar> bars;
    double maximum = 1.0;           // end of the axis
    double residual = 0.0;          // anchors and losses in MFU points: 0 when every loss is accounted for
    double lossSum = 0.0;           // MFU, all losses
    double first = 0.0, last = 0.0; // MFU of the first and last anchor
    QString exceeded;               // name of the bound that the measured value exceeds, or empty
};

// What a picture starts with: a step that serves is far below the peak, so that its time says more than its MFU.
WaterfallUnit usualUnit(const Estimate &estimate);
// `expanded` shows the losses below 0.3 points, or of times below 0.3 % of the last bar, one by one.
WaterfallData waterfallData(const Estimate &estimate, WaterfallUnit unit, bool expanded);
QString waterfallValueText(double value, WaterfallUnit unit, bool anchor);

} // namespace headroom
