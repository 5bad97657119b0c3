#pragma once
// Colours and fonts of the charts, light and dark; one function dresses a plot.

#include "memory/ledger.h"
#include "schedule/pass_lanes.h"
#include "serving/served_memory.h"

#include <QColor>
#include <QFont>

#include <array>

class QCustomPlot;

namespace headroom {

// What a loss in the waterfall is caused by; the bar's colour.
enum class LossCause {
    memory,
    kernel,
    sharding,
    recompute,
    communication,
    schedule,
    optimizer,
    plan,
    calibration,
    measured,
    unexplained
};
inline constexpr std::size_t lossCauses = 11;
LossCause causeOf(const std::string &rowId);

// What a bar of the pipeline is; its colour.
enum class PassFill { forward, backward, weightGradient, both, once, optimizer, overhead };
inline constexpr std::size_t passFills = 7;

struct PlotTheme
{
    QColor background, foreground, muted, grid, anchor, good, bad, panel;
    std::array<QColor, 8> category; // by OpCategory, colour-blind safe
    std::array<QColor, lossCauses> cause;
    std::array<QColor, memoryClasses> memory; // by MemoryClass: states blue, activations yellow, transients the rest
    std::array<QColor, passFills> pass;
    std::array<QColor, laneCauses> lane; // by LaneCause
    QColor of(PassFill f) const { return pass[static_cast<std::size_t>(f)]; }
    QColor of(LaneCause c) const { return lane[static_cast<std::size_t>(c)]; }
    QColor of(OpCategory c) const { return category[static_cast<std::size_t>(c)]; }
    QColor of(MemoryClass c) const { return memory[static_cast<std::size_t>(c)]; }
    QColor of(ServedMemoryClass c) const;
    QColor of(LossCause c) const { return cause[static_cast<std::size_t>(c)]; }
};
const PlotTheme &plotTheme(bool dark);

// How a picture is drawn, on screen or for a file.
struct ChartStyle
{
    const PlotTheme *theme = nullptr;
    int fontPixels = 12;
    bool interactive = true; // false in files: no hints to click
    double scale() const { return fontPixels / 12.0; }
    QFont font(double factor = 1.0) const;
};

void applyTheme(QCustomPlot &plot, const ChartStyle &style);

// 1000000 -> "1M", for axis ticks.
QString siTick(double value);

} // namespace headroom
