#pragma once
// Charts as files: PNG, SVG and PDF with title and the footer that makes a picture citable, or their numbers as a table. Needs a
// QApplication on any platform, "offscreen" included, and no window. The same input gives the same bytes.
//
//   exportChart(estimate, "roofline", "roofline.pdf", {.size = "column85"})

#include "ui/charts/chart.h"
#include "ui/document/annotations.h"

#include <QPicture>
#include <QSizeF>
#include <QString>

#include <span>

class QMimeData;

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
    bool title = true;
    bool footer = true;
    const Estimate *baseline = nullptr;   // drawn as ghosts when given
    MemoryLevel level = MemoryLevel::hbm; // of the roofline
    ChartChoice choice{};                 // for charts of a stage or a pass
    const SearchResult *search = nullptr; // for charts that show its rows
    const GapAnalysis *gap = nullptr;     // of a measured run, for charts that show it
    StudyContent study{};                 // for charts of studies
    ChartAnnotations annotations{};       // of all charts
    // Of a phase that serves, where the estimate is the view of a step:
    const ServedResult *served = nullptr;
    const ServingSearchResult *servedSearch = nullptr;
};

// One chart (a key of chartKeys()) as `ending` says: png, svg, pdf, or an ending of a table. Errors: unknown chart, size or ending, a
// memory level that the chip does not state, a stage or a pass that the plan does not have, a search that is missing; documentDate()'s.
Result<QByteArray> chartBytes(const Estimate &estimate, const QString &chart, const QString &ending, const ExportOptions &options = {});
// Likewise to a file, whose ending chooses. Errors also: a file that cannot be written.
Result<void> exportChart(const Estimate &estimate, const QString &chart, const QString &path,
                         const ExportOptions &options = {});
// To be drawn elsewhere as vectors; `size` in points. Errors: likewise.
struct ChartPicture
{
    QPicture drawing;
    QSizeF size;
};
Result<ChartPicture> chartPicture(const Estimate &estimate, const QString &chart, const ExportOptions &options = {});
// For the clipboard, as PNG and SVG; null when the chart cannot be drawn so. The caller owns it.
QMimeData *chartClipboard(const Estimate &estimate, const QString &chart, const ExportOptions &options = {});

// "roofline", "waterfall", …
std::vector<QString> chartKeys();

} // namespace headroom
