#pragma once
// Charts as files: PNG, SVG and PDF (or CSV: the numbers), with title and the footer that makes a picture citable. Needs a QApplication on
// any platform, "offscreen" included, and no window.
//
//   exportChart(estimate, "roofline", "roofline.pdf", {.size = "column85"})

#include "ui/charts/chart.h"

#include <QString>

#include <span>

class QSize;

namespace headroom {

struct SizeTemplate
{
    const char *key;   // slide, column170, column85
    const char *label; // translated in context "core"
    int width;         // in points (1/72 inch), which are the pixels of the drawing
    int height;
    int fontPixels;
    double pngScale; // pixels per point of a PNG when the caller names none
};
std::span<const SizeTemplate> sizeTemplates();

struct ExportOptions
{
    QString size = QStringLiteral("slide"); // a SizeTemplate key
    double pngScale = 0.0;                  // 1 … 4 pixels per point; 0: the template's
    bool dark = false;
    bool footer = true;
    const Estimate *baseline = nullptr;   // drawn as ghosts when given
    MemoryLevel level = MemoryLevel::hbm; // of the roofline
    ChartChoice choice{};                 // for charts of a stage or a pass
    const SearchResult *search = nullptr; // for charts that show its rows
};

// Writes one chart (a key of chartKeys()); the ending of `path` chooses the format. Errors: unknown chart, size or
// ending, a memory level that the chip does not state, a stage or a pass that the plan does not have, a search that is missing, a file
// that cannot be written.
Result<void> exportChart(const Estimate &estimate, const QString &chart, const QString &path,
                         const ExportOptions &options = {});

// "roofline", "waterfall", …
std::vector<QString> chartKeys();

} // namespace headroom
