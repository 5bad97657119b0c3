#include "ui/export/chart_export.h"

#include "estimate/on_chip_roofline.h"
#include "estimate/step_timeline.h"
#include "report/report.h"
#include "ui/charts/chart_table.h"
#include "ui/charts/convention_text.h"
#include "ui/text.h"

#include <qcustomplot.h>

#include <QCoreApplication>
#include <QFileInfo>
#include <QSaveFile>
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

void addTitleAndFooter(QCustomPlot &plot, const Estimate &estimate, const ChartRow &chart, const ChartStyle &style,
                       bool footer)
{
    QFont bold = style.font(1.1);
    bold.setBold(true);
    const double width = plot.width() - 12;
    const QString title = QStringLiteral("%1: %2 · %3")
                              .arg(QCoreApplication::translate("Chart", chart.title), qs(estimate.scenario.model.name),
                                   qs(estimate.scenario.hardware.name));
    addText(plot, 0, wrapped(title, bold, width), bold, style.theme->foreground);
    if (!footer)
        return;
    const QFont small = style.font(0.8);
    addText(plot, plot.plotLayout()->rowCount(), wrapped(conventionFooter(estimate), small, width), small,
            style.theme->muted);
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
    painter.setMode(QCPPainter::pmVectorized);
    painter.setMode(QCPPainter::pmNoCaching);
    painter.setMode(QCPPainter::pmNonCosmetic);
    plot.toPainter(&painter, plot.width(), plot.height());
    painter.end();
    // Other machines may lack the first family.
    bytes.replace("font-family=\"DejaVu Sans\"", "font-family=\"DejaVu Sans, Noto Sans CJK SC, Verdana, sans-serif\"");
    return bytes;
}

bool writeAtomically(const QString &path, const QByteArray &bytes)
{
    QSaveFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.commit();
}

// Tab-separated lines as comma-separated ones.
QByteArray csvOf(const QString &data)
{
    QString out;
    for (const QString &line : data.split(QLatin1Char('\n'), Qt::SkipEmptyParts)) {
        QStringList cells = line.split(QLatin1Char('\t'));
        for (QString &cell : cells)
            if (cell.contains(QLatin1Char(',')) || cell.contains(QLatin1Char('"')))
                cell = QLatin1Char('"') + cell.replace(QLatin1String("\""), QLatin1String("\"\"")) + QLatin1Char('"');
        out += cells.join(QLatin1Char(',')) + QLatin1Char('\n');
    }
    return out.toUtf8();
}

bool isFormat(const QString &format)
{
    static constexpr std::array formats{"png", "svg", "pdf", "csv"};
    return std::ranges::any_of(formats, [&](const char *known) { return format == QLatin1String(known); });
}

bool write(QCustomPlot &plot, const QString &path, const QString &format, double scale, const QString &title)
{
    if (format == QLatin1String("svg"))
        return writeAtomically(path, svgOf(plot, title));
    if (format == QLatin1String("pdf"))
        return plot.savePdf(path, plot.width(), plot.height(), QCP::epNoCosmetic,
                            QStringLiteral("Headroom %1").arg(QString::fromUtf8(programVersion())), title);
    return plot.savePng(path, plot.width(), plot.height(), scale, -1, static_cast<int>(std::lround(72.0 * scale)),
                        QCP::ruDotsPerInch);
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
        keys.push_back(QString::fromUtf8(row.key));
    return keys;
}

Result<void> exportChart(const Estimate &estimate, const QString &chart, const QString &path,
                         const ExportOptions &options)
{
    const std::string file = path.toStdString();
    const ChartRow *row = findChart(chart);
    if (!row)
        return failure("chart", {CORE_TEXT("core", "there is no chart “{0}”"), {chart.toStdString()}});
    const SizeTemplate *size = findSize(options.size);
    if (!size)
        return failure("size", {CORE_TEXT("core", "there is no size “{0}”"), {options.size.toStdString()}});
    const QString format = QFileInfo(path).suffix().toLower();
    if (!isFormat(format))
        return failure("out", {CORE_TEXT("core", "a chart file ends in .png, .svg, .pdf or .csv"), {}}, file);
    if (const auto missing = onChipMissing(estimate); missing && options.level == MemoryLevel::onChip)
        return failure("level", *missing);
    if (row->ofSearch && !options.search)
        return failure("chart", {CORE_TEXT("core", "the chart “{0}” shows a search, and there is none"), {chart.toStdString()}});
    if (row->ofStage)
        if (Result<void> known = checkChoice(estimate, options.choice); !known)
            return known;
    const double scale = options.pngScale > 0 ? options.pngScale : size->pngScale;

    QCustomPlot plot;
    plot.resize(size->width, size->height);
    plot.setViewport(QRect(0, 0, size->width, size->height));
    const ChartStyle style{.theme = &plotTheme(options.dark), .fontPixels = size->fontPixels, .interactive = false};
    const auto picture = row->make(plot);
    ChartContent content;
    content.estimate = &estimate;
    content.baseline = options.baseline;
    content.level = options.level;
    content.choice = options.choice;
    content.search = options.search;
    picture->show(content, style);
    if (format == QLatin1String("csv")) {
        if (!writeAtomically(path, csvOf(picture->dataText())))
            return failure("out", {CORE_TEXT("core", "the file cannot be written"), {}}, file);
        return {};
    }
    addTitleAndFooter(plot, estimate, *row, style, options.footer);
    const QString title =
        QCoreApplication::translate("Chart", row->title) + QStringLiteral(": ") + qs(estimate.scenario.model.name);
    if (!write(plot, path, format, scale, title))
        return failure("out", {CORE_TEXT("core", "the file cannot be written"), {}}, file);
    return {};
}

} // namespace headroom
