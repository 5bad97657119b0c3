#include "ui/export/chart_export.h"

#include "estimate/on_chip_roofline.h"
#include "estimate/step_timeline.h"
#include "ui/charts/annotation_layer.h"
#include "ui/charts/chart_table.h"
#include "ui/charts/convention_text.h"
#include "ui/export/file_bytes.h"
#include "ui/export/pdf_file.h"
#include "ui/export/sheet_file.h"
#include "ui/text.h"

#include <qcustomplot.h>

#include <QCoreApplication>
#include <QMimeData>
#include <QPdfWriter>
#include <QSvgGenerator>

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom {

namespace {

const SizeTemplate *findSize(const QString &key)
{
    for (const SizeTemplate &row : sizeTemplates())
        if (key == QLatin1String(row.key))
            return &row;
    return nullptr;
}

// Words of `text` in lines no wider than `width`.
QString wrapped(const QString &text, const QFont &font, double width)
{
    const QFontMetricsF metrics(font);
    QStringList lines;
    QString line;
    for (const QString &part : text.split(QStringLiteral(" · "))) {
        const QString longer = line.isEmpty() ? part : line + QStringLiteral(" · ") + part;
        if (metrics.horizontalAdvance(longer) > width && !line.isEmpty()) {
            lines << line;
            line = part;
        } else {
            line = longer;
        }
    }
    lines << line;
    return lines.join(QLatin1Char('\n'));
}

void addText(QCustomPlot &plot, int row, const QString &text, const QFont &font, const QColor &color)
{
    auto *element = new QCPTextElement(&plot, text, font);
    element->setTextColor(color);
    element->setTextFlags(Qt::AlignLeft | Qt::AlignTop);
    element->setMargins({2, 1, 2, 1});
    plot.plotLayout()->insertRow(row);
    plot.plotLayout()->addElement(row, 0, element);
}

constexpr int sideMargins = 12;

void addTitle(QCustomPlot &plot, const Estimate &estimate, const ChartRow &chart, const ChartStyle &style)
{
    QFont bold = style.font(1.1);
    bold.setBold(true);
    const QString title = QStringLiteral("%1: %2 · %3")
                              .arg(QCoreApplication::translate("Chart", chart.title), qs(estimate.scenario.model.name),
                                   qs(estimate.scenario.hardware.name));
    addText(plot, 0, wrapped(title, bold, plot.width() - sideMargins), bold, style.theme->foreground);
}

void addFooter(QCustomPlot &plot, const Estimate &estimate, const ChartStyle &style)
{
    const QFont small = style.font(0.8);
    addText(plot, plot.plotLayout()->rowCount(), wrapped(conventionFooter(estimate), small, plot.width() - sideMargins), small,
            style.theme->muted);
}

// As vectors, on any device.
void paint(QCustomPlot &plot, QCPPainter &painter)
{
    painter.setMode(QCPPainter::pmVectorized);
    painter.setMode(QCPPainter::pmNoCaching);
    painter.setMode(QCPPainter::pmNonCosmetic);
    plot.toPainter(&painter, plot.width(), plot.height());
}

QByteArray svgOf(QCustomPlot &plot, const QString &title)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(plot.size());
    generator.setViewBox(QRect(QPoint(), plot.size()));
    generator.setResolution(96);
    generator.setTitle(title);
    QCPPainter painter;
    painter.begin(&generator);
    paint(plot, painter);
    painter.end();
    // Other machines may lack the first family.
    bytes.replace("font-family=\"DejaVu Sans\"", "font-family=\"DejaVu Sans, Noto Sans CJK SC, Verdana, sans-serif\"");
    return bytes;
}

QByteArray pngOf(QCustomPlot &plot, double scale)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QImage image = plot.toPixmap(plot.width(), plot.height(), scale).toImage();
    const int dotsPerMetre = static_cast<int>(std::lround(72.0 * scale / 0.0254));
    image.setDotsPerMeterX(dotsPerMetre);
    image.setDotsPerMeterY(dotsPerMetre);
    image.save(&buffer, "PNG");
    return bytes;
}

Result<QByteArray> pdfOf(QCustomPlot &plot, const QString &title)
{
    return pdfBytes(title, plot.size(), [&plot](QPdfWriter &writer) {
        QCPPainter painter(&writer);
        paint(plot, painter);
    });
}

// Whether the plan has the stage and the pass that a chart is to show.
Result<void> checkChoice(const Estimate &estimate, const ChartChoice &choice)
{
    const std::size_t stages = estimate.system.memory.stageTotals.size();
    if (choice.stage && (*choice.stage < 0 || static_cast<std::size_t>(*choice.stage) >= stages))
        return failure("stage", {CORE_TEXT("core", "stage {0} does not exist: the plan has {1}, numbered from 0"),
                                 {std::to_string(*choice.stage), std::to_string(stages)}});
    const StepSimulation *step = simulationAt(estimate, choice.times);
    const auto stage = static_cast<std::size_t>(choice.stage.value_or(estimate.system.criticalStage));
    if (choice.onePass && (!step || !findPass(*step, stage, choice.pass)))
        return failure("pass", {CORE_TEXT("core", "stage {0} runs no pass “{1}”; its passes are named F0, B0, W0 and so on, as its schedule has them"),
                                {std::to_string(stage), choice.pass}});
    return {};
}

// The chart's row, when it can be drawn so.
Result<const ChartRow *> checked(const Estimate &estimate, const QString &chart, const ExportOptions &options)
{
    const RunPhase phase = estimate.scenario.run.phase;
    const ChartRow *row = findChart(chart, phase);
    if (!row && findChart(chart))
        return failure("chart", {CORE_TEXT("core", "the phase “{1}” has no chart “{0}”"), {chart.toStdString(), keyOf(phase)}});
    if (!row)
        return failure("chart", {CORE_TEXT("core", "there is no chart “{0}”"), {chart.toStdString()}});
    if (!findSize(options.size))
        return failure("size", {CORE_TEXT("core", "there is no size “{0}”"), {options.size.toStdString()}});
    if (const auto missing = onChipMissing(estimate); missing && options.level == MemoryLevel::onChip)
        return failure("level", *missing);
    if (row->ofSearch && !options.search && !options.servedSearch)
        return failure("chart", {CORE_TEXT("core", "the chart “{0}” shows a search, and there is none"), {chart.toStdString()}});
    if (!hasStudy(*row, options.study))
        return failure("chart", {CORE_TEXT("core", "the chart “{0}” shows a study, and there is none"), {chart.toStdString()}});
    if (row->ofStage)
        if (Result<void> known = checkChoice(estimate, options.choice); !known)
            return tl::unexpected(known.error());
    return row;
}

// A plot that shows a chart; the chart goes first.
struct Drawn
{
    const ChartRow *row = nullptr;
    std::unique_ptr<QCustomPlot> plot;
    std::unique_ptr<Chart> chart;
};

Result<Drawn> draw(const Estimate &estimate, const QString &chart, const ExportOptions &options)
{
    const Result<const ChartRow *> row = checked(estimate, chart, options);
    if (!row)
        return tl::unexpected(row.error());
    const SizeTemplate &size = *findSize(options.size);
    Drawn out{*row, std::make_unique<QCustomPlot>(), nullptr};
    out.plot->resize(size.width, size.height);
    out.plot->setViewport(QRect(0, 0, size.width, size.height));
    const ChartStyle style{.theme = &plotTheme(options.dark), .fontPixels = size.fontPixels, .interactive = false};
    out.chart = (*row)->make(*out.plot);
    ChartContent content;
    content.estimate = &estimate;
    content.baseline = options.baseline;
    content.level = options.level;
    content.choice = options.choice;
    content.search = options.search;
    content.gap = options.gap;
    content.study = options.study;
    content.served = options.served;
    content.servedSearch = options.servedSearch;
    out.chart->show(content, style);
    auto *notes = new AnnotationLayer(*out.plot, *out.chart); // the plot's
    notes->setContent(annotationsOfChart(options.annotations, (*row)->key), style);
    if (options.title)
        addTitle(*out.plot, estimate, **row, style);
    if (options.footer)
        addFooter(*out.plot, estimate, style);
    return out;
}

} // namespace

std::span<const SizeTemplate> sizeTemplates()
{
    static constexpr std::array rows{
        SizeTemplate{"slide", CORE_TEXT("core", "16:9 slide"), 960, 540, 14, 2.0},
        SizeTemplate{"column170", CORE_TEXT("core", "170 mm, two columns"), 482, 330, 9, 4.0},
        SizeTemplate{"column85", CORE_TEXT("core", "85 mm, one column"), 241, 290, 7, 4.0},
    };
    return rows;
}

std::vector<QString> chartKeys()
{
    std::vector<QString> keys;
    for (const ChartRow &row : chartTable())
        if (const QString key = QString::fromUtf8(row.key); std::ranges::find(keys, key) == keys.end())
            keys.push_back(key);
    return keys;
}

Result<QByteArray> chartBytes(const Estimate &estimate, const QString &chart, const QString &ending, const ExportOptions &options)
{
    const FixedHashOrder order;
    Result<Drawn> drawn = draw(estimate, chart, options);
    if (!drawn)
        return tl::unexpected(drawn.error());
    const QString title = QCoreApplication::translate("Chart", drawn->row->title);
    if (isSheetEnding(ending)) {
        Sheet sheet = sheetOfText(title, drawn->chart->dataText());
        sheet.notes = conventionNotes(estimate);
        return sheetBytes(sheet, ending);
    }
    const QString fileTitle = title + QStringLiteral(": ") + qs(estimate.scenario.model.name);
    if (ending == QLatin1String("svg"))
        return svgOf(*drawn->plot, fileTitle);
    if (ending == QLatin1String("pdf"))
        return pdfOf(*drawn->plot, fileTitle);
    if (ending == QLatin1String("png"))
        return pngOf(*drawn->plot, options.pngScale > 0 ? options.pngScale : findSize(options.size)->pngScale);
    return failure("out", {CORE_TEXT("core", "a chart file ends in .png, .svg, .pdf, .xlsx, .csv, .tsv or .md, not .{0}"), {ending.toStdString()}});
}

Result<ChartPicture> chartPicture(const Estimate &estimate, const QString &chart, const ExportOptions &options)
{
    const FixedHashOrder order;
    Result<Drawn> drawn = draw(estimate, chart, options);
    if (!drawn)
        return tl::unexpected(drawn.error());
    ChartPicture out;
    out.size = drawn->plot->size();
    QCPPainter painter;
    painter.begin(&out.drawing);
    paint(*drawn->plot, painter);
    painter.end();
    return out;
}

Result<void> exportChart(const Estimate &estimate, const QString &chart, const QString &path, const ExportOptions &options)
{
    const Result<QByteArray> bytes = chartBytes(estimate, chart, endingOf(path), options);
    if (!bytes) {
        Issues issues = bytes.error();
        for (Issue &issue : issues)
            if (issue.field == "out")
                issue.file = path.toStdString();
        return tl::unexpected(issues);
    }
    return writeWhole(path, *bytes);
}

QMimeData *chartClipboard(const Estimate &estimate, const QString &chart, const ExportOptions &options)
{
    const Result<QByteArray> png = chartBytes(estimate, chart, QStringLiteral("png"), options);
    const Result<QByteArray> svg = chartBytes(estimate, chart, QStringLiteral("svg"), options);
    if (!png || !svg)
        return nullptr;
    auto *data = new QMimeData;
    data->setImageData(QImage::fromData(*png));
    data->setData(QStringLiteral("image/svg+xml"), *svg);
    return data;
}

} // namespace headroom
