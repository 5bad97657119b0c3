#include "ui/pages/figure_table.h"

#include "base/format.h"
#include "ui/memory_unit.h"
#include "ui/text.h"

#include <QCoreApplication>

#include <array>
#include <cmath>
#include <vector>

namespace headroom {

namespace {

struct FiguresText
{
    Q_DECLARE_TR_FUNCTIONS(Figures)
};

const SystemEstimate &systemOf(const Snapshot &s)
{
    return s.estimate->system;
}

constexpr double invisible = 5e-4; // would print as 0.0

QString deltaPoints(double difference, double)
{
    return std::abs(difference) < invisible ? QString() : pointsText(difference);
}

FigureText roofline(const Snapshot &s)
{
    return {percentText(s.estimate->roofline.mfu), s.estimate->roofline.mfu,
            FiguresText::tr("One chip, unlimited memory, nothing recomputed: no plan is above it")};
}

FigureText bestPlan(const Snapshot &s)
{
    if (s.served)
        return {};
    const QString tip = FiguresText::tr("The best plan that fits, at its bound");
    if (s.estimate->best)
        return {percentText(s.estimate->best->boundMfu), s.estimate->best->boundMfu, tip};
    return {s.searching ? QStringLiteral("…") : QStringLiteral("–"), 0.0,
            s.searching ? tip : FiguresText::tr("No plan of this many chips fits the memory")};
}

FigureText thisPlan(const Snapshot &s)
{
    const SystemEstimate &system = systemOf(s);
    if (!system.legal)
        return {FiguresText::tr("not legal"), 0.0, system.reason ? messageText(*system.reason) : QString()};
    return {percentText(system.boundMfu), system.boundMfu, FiguresText::tr("The plan in the form, at its bound")};
}

FigureText expected(const Snapshot &s)
{
    const SystemEstimate &system = systemOf(s);
    if (!system.legal)
        return {};
    return {intervalText(system.expectedMfu), system.expectedMfu.expected,
            FiguresText::tr("This plan with the calibration %1").arg(qs(s.estimate->scenario.calibration.name))};
}

FigureText measured(const Snapshot &s)
{
    for (const WaterfallRow &row : s.estimate->waterfall)
        if (row.id == "measured")
            return {percentText(row.mfu), row.mfu, s.served ? FiguresText::tr("From the measured time") : FiguresText::tr("From the measured step time")};
    return {};
}

FigureText step(const Snapshot &s)
{
    const SystemEstimate &system = systemOf(s);
    if (!system.legal)
        return {};
    const StepTimes &t = system.stepTime;
    return {timeText(t.low, t.high), t.expected.value,
            FiguresText::tr("Step time: floor %1, bound %2, expected %3, serial %4")
                .arg(quantityText(t.floor.value, Unit::seconds), quantityText(t.bound.value, Unit::seconds),
                     quantityText(t.expected.value, Unit::seconds), quantityText(t.serial.value, Unit::seconds))};
}

FigureText tokens(const Snapshot &s)
{
    if (!systemOf(s).legal || s.served)
        return {};
    const double value = systemOf(s).tokensPerSecondPerChip;
    return {qs(significant(value, 3)), value, FiguresText::tr("At the expected step time")};
}

FigureText days(const Snapshot &s)
{
    const std::optional<TrainingBudget> &budget = systemOf(s).budget;
    if (!budget)
        return {};
    QString tip = FiguresText::tr("%1 chip-hours for the token budget").arg(qs(engineering(budget->chipHours, Unit::count, 3)))
        + QLatin1Char('\n')
        + FiguresText::tr("%1 tokens per parameter, %2 per active one")
              .arg(qs(significant(budget->tokensPerParameter, 3)), qs(significant(budget->tokensPerActiveParameter, 3)));
    const std::optional<TrainingGoodput> &goodput = systemOf(s).goodput;
    if (goodput)
        tip += QLatin1Char('\n')
            + FiguresText::tr("Failures included: %1 of the time is useful, %2 days")
                  .arg(percentText(goodput->goodput), qs(significant(goodput->wallDays.value_or(0.0), 3)));
    return {qs(significant(budget->days, 3)), budget->days, tip};
}

FigureText memory(const Snapshot &s)
{
    const MemoryEstimate &m = systemOf(s).memory;
    if (!systemOf(s).legal || m.total.value <= 0)
        return {};
    const double unit = memoryUnitBytes();
    QString tip = m.fits() ? FiguresText::tr("Peak of the worst stage, of the capacity")
                           : FiguresText::tr("Short by %1, %2")
                                 .arg(quantityText(m.shortBy().value, Unit::bytes, 3), coreText(labelOf(m.largest())));
    return {QStringLiteral("%1%2 / %3 %4")
                .arg(m.fits() ? QString() : QStringLiteral("⚠ "), qs(fixed(m.total.value / unit, 1)),
                     qs(fixed(m.capacity.value / unit, 1)), memoryUnitName()),
            m.total.value, tip};
}

FigureText dominant(const Snapshot &s)
{
    for (const StepPart &part : systemOf(s).parts)
        if (part.id == systemOf(s).dominant)
            return {
                coreText(part.name), 0.0,
                FiguresText::tr("The largest part of the step: %1").arg(quantityText(part.bound.value, Unit::seconds))};
    return {};
}

std::vector<FigureRow> allFigures()
{
    constexpr std::array common{
        FigureRow{QT_TRANSLATE_NOOP("Figures", "Roofline MFU"), "roofline.mfu", 1, roofline, deltaPoints},
        FigureRow{QT_TRANSLATE_NOOP("Figures", "→ System"), "waterfall.system", 1, bestPlan, deltaPoints},
        FigureRow{QT_TRANSLATE_NOOP("Figures", "→ This plan"), "system.boundMfu", 1, thisPlan, deltaPoints},
        FigureRow{QT_TRANSLATE_NOOP("Figures", "→ Expected"), "system.expectedMfu", 1, expected, deltaPoints},
        FigureRow{QT_TRANSLATE_NOOP("Figures", "→ Measured"), "waterfall.measured", 1, measured, deltaPoints},
        FigureRow{QT_TRANSLATE_NOOP("Figures", "Step"), "stepTime.expected", -1, step, deltaShare},
        FigureRow{QT_TRANSLATE_NOOP("Figures", "Tokens/s/chip"), "system.tokensPerSecondPerChip", 1, tokens,
                  deltaShare},
        FigureRow{QT_TRANSLATE_NOOP("Figures", "Days"), "system.tokensPerSecondPerChip", -1, days, deltaShare},
        FigureRow{QT_TRANSLATE_NOOP("Figures", "Memory"), "memory.total", -1, memory, deltaShare},
        FigureRow{QT_TRANSLATE_NOOP("Figures", "Dominant term"), "stepTime.bound", 0, dominant, deltaShare},
    };
    std::vector<FigureRow> rows;
    for (const std::span<const FigureRow> part : {latencyFigures(), std::span<const FigureRow>(common).first(common.size() - 1), loadFigures(),
                                                  std::span<const FigureRow>(common).last(1)})
        rows.insert(rows.end(), part.begin(), part.end());
    return rows;
}

} // namespace

QString deltaShare(double difference, double before)
{
    const double share = before == 0.0 ? 0.0 : difference / std::abs(before);
    return std::abs(share) < invisible ? QString() : pointsText(share) + QStringLiteral(" %");
}

std::span<const FigureRow> figureTable()
{
    static const std::vector<FigureRow> rows = allFigures();
    return rows;
}

} // namespace headroom
