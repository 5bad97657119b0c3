#include "ui/charts/plot_theme.h"

#include "ui/text.h"

#include <qcustomplot.h>

#include <cmath>
#include <string_view>

namespace headroom {

namespace {

struct CauseRow
{
    std::string_view prefix; // of a waterfall row's id
    LossCause cause;
};
constexpr std::array causeRows{
    CauseRow{"memory", LossCause::memory},
    CauseRow{"weights", LossCause::memory},
    CauseRow{"cache", LossCause::recompute}, // which no step that serves has
    CauseRow{"bytes", LossCause::optimizer},
    CauseRow{"compute", LossCause::kernel},
    CauseRow{"kernels", LossCause::calibration},
    CauseRow{"launches", LossCause::calibration},
    CauseRow{"kernel", LossCause::kernel},
    CauseRow{"convention", LossCause::kernel},
    CauseRow{"precision", LossCause::kernel},
    CauseRow{"sharding", LossCause::sharding},
    CauseRow{"recompute", LossCause::recompute},
    CauseRow{"exposed", LossCause::communication},
    CauseRow{"bubble", LossCause::schedule},
    CauseRow{"imbalance", LossCause::schedule},
    CauseRow{"stageImbalance", LossCause::schedule},
    CauseRow{"padding", LossCause::kernel},
    CauseRow{"wait", LossCause::schedule},
    CauseRow{"optimizer", LossCause::optimizer},
    CauseRow{"plan", LossCause::plan},
    CauseRow{"calibrat", LossCause::calibration},
    CauseRow{"efficiency", LossCause::calibration},
    CauseRow{"overlap", LossCause::calibration},
    CauseRow{"contention", LossCause::calibration},
    CauseRow{"link", LossCause::calibration},
    CauseRow{"stragglers", LossCause::calibration},
    CauseRow{"overhead", LossCause::calibration},
    CauseRow{"measured", LossCause::measured},
    CauseRow{"unexplained", LossCause::unexplained},
};

PlotTheme lightTheme()
{
    return {.background = "#ffffff",
            .foreground = "#1b1f24",
            .muted = "#59636e",
            .grid = "#e4e8ec",
            .anchor = "#2f5d8a",
            .good = "#00734f",
            .bad = "#c0271a",
            .panel = "#f6f8fa",
            .category = {QColor("#0072b2"), QColor("#d55e00"), QColor("#c27e00"), QColor("#009e73"), QColor("#2f93cf"),
                         QColor("#c46a9b"), QColor("#7a7a7a"), QColor("#988500")},
            .cause = {QColor("#c46a9b"), QColor("#8a6fb0"), QColor("#2f93cf"), QColor("#d55e00"), QColor("#c27e00"),
                      QColor("#009e73"), QColor("#988500"), QColor("#7a7a7a"), QColor("#a9784f"), QColor("#c0504d"),
                      QColor("#878e96")},
            .memory = {QColor("#0072b2"), QColor("#7484c9"), QColor("#2f93cf"), QColor("#2f5d8a"), QColor("#c27e00"),
                       QColor("#d55e00"), QColor("#009e73"), QColor("#c46a9b"), QColor("#988500"), QColor("#6b7078"),
                       QColor("#a9784f"), QColor("#878e96")},
            .pass = {QColor("#0072b2"), QColor("#c27e00"), QColor("#009e73"), QColor("#c46a9b"), QColor("#d55e00"), QColor("#988500"),
                     QColor("#7a7a7a")},
            .lane = {QColor("#8a6fb0"), QColor("#a9784f"), QColor("#c0504d"), QColor("#2f5d8a"), QColor("#5f7f3f"), QColor("#8a8f96"),
                     QColor("#3f8f8f")}};
}

PlotTheme darkTheme()
{
    return {.background = "#16191d",
            .foreground = "#e6e9ed",
            .muted = "#9da7b3",
            .grid = "#2b3138",
            .anchor = "#5b93c7",
            .good = "#3fc997",
            .bad = "#ff7b6b",
            .panel = "#1e2329",
            .category = {QColor("#3a9bdc"), QColor("#f0792e"), QColor("#f2b632"), QColor("#2bc295"), QColor("#8ad2f5"),
                         QColor("#e29cc5"), QColor("#a8adb3"), QColor("#d8c436")},
            .cause = {QColor("#e29cc5"), QColor("#ad94d1"), QColor("#8ad2f5"), QColor("#f0792e"), QColor("#f2b632"),
                      QColor("#2bc295"), QColor("#d8c436"), QColor("#a8adb3"), QColor("#c99b72"), QColor("#e57370"),
                      QColor("#7d858e")},
            .memory = {QColor("#3a9bdc"), QColor("#8f9be0"), QColor("#8ad2f5"), QColor("#4a7db0"), QColor("#f2b632"),
                       QColor("#f0792e"), QColor("#2bc295"), QColor("#e29cc5"), QColor("#d8c436"), QColor("#a8adb3"),
                       QColor("#c99b72"), QColor("#6d7580")},
            .pass = {QColor("#3a9bdc"), QColor("#f2b632"), QColor("#2bc295"), QColor("#e29cc5"), QColor("#f0792e"), QColor("#d8c436"),
                     QColor("#a8adb3")},
            .lane = {QColor("#ad94d1"), QColor("#c99b72"), QColor("#e57370"), QColor("#5b93c7"), QColor("#8fb36b"), QColor("#7d858e"),
                     QColor("#5fb8b8")}};
}

void dressAxis(QCPAxis &axis, const ChartStyle &style)
{
    const PlotTheme &theme = *style.theme;
    axis.setBasePen(QPen(theme.muted, 1));
    axis.setTickPen(QPen(theme.muted, 1));
    axis.setSubTickPen(QPen(theme.muted, 1));
    axis.setTickLabelColor(theme.foreground);
    axis.setLabelColor(theme.foreground);
    axis.setTickLabelFont(style.font());
    axis.setLabelFont(style.font());
    axis.setSelectableParts(QCPAxis::spNone);
    axis.setTickLength(0, static_cast<int>(std::lround(5 * style.scale())));
    axis.setSubTickLength(0, static_cast<int>(std::lround(3 * style.scale())));
    axis.setTickLabelPadding(static_cast<int>(std::lround(4 * style.scale())));
    axis.setLabelPadding(static_cast<int>(std::lround(4 * style.scale())));
    axis.grid()->setPen(QPen(theme.grid, 1));
    axis.grid()->setSubGridVisible(false);
    axis.grid()->setZeroLinePen(QPen(theme.muted, 1));
}

} // namespace

LossCause causeOf(const std::string &rowId)
{
    for (const CauseRow &row : causeRows)
        if (rowId.starts_with(row.prefix))
            return row.cause;
    return LossCause::unexplained;
}

// As what is alike in training.
QColor PlotTheme::of(ServedMemoryClass c) const
{
    static constexpr std::array<MemoryClass, servedMemoryClasses> alike{
        MemoryClass::parameters, MemoryClass::activations, MemoryClass::recompute, MemoryClass::logits,        MemoryClass::gatheredWeights,
        MemoryClass::gradients,  MemoryClass::quantisedWeights, MemoryClass::workspace, MemoryClass::fragmentation, MemoryClass::reserved};
    return of(alike[static_cast<std::size_t>(c)]);
}

const PlotTheme &plotTheme(bool dark)
{
    static const PlotTheme light = lightTheme(), night = darkTheme();
    return dark ? night : light;
}

QFont ChartStyle::font(double factor) const
{
    QFont font;
    font.setFamilies({QStringLiteral("DejaVu Sans"), QStringLiteral("Noto Sans CJK SC")});
    font.setPixelSize(static_cast<int>(std::lround(fontPixels * factor)));
    return font;
}

void applyTheme(QCustomPlot &plot, const ChartStyle &style)
{
    plot.setBackground(QBrush(style.theme->background));
    for (QCPAxisRect *rect : plot.axisRects()) {
        rect->setBackground(QBrush(style.theme->background));
        const auto margin = [&](double pixels) { return static_cast<int>(std::lround(pixels * style.scale())); };
        rect->setMinimumMargins({margin(8), margin(8), margin(16), margin(4)});
        for (QCPAxis *axis : rect->axes())
            dressAxis(*axis, style);
    }
}

QString siTick(double value)
{
    static constexpr std::array<const char *, 7> prefixes{"", "k", "M", "G", "T", "P", "E"};
    std::size_t i = 0;
    double shown = value;
    while (shown >= 999.5 && i + 1 < prefixes.size()) {
        shown /= 1000.0;
        ++i;
    }
    return QString::number(shown, 'g', 3) + QString::fromUtf8(prefixes[i]);
}

} // namespace headroom
