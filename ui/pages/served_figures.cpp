// Key figures of phases that serve: what a user of the model waits for, what the devices give, what fits.

#include "base/format.h"
#include "ui/memory_unit.h"
#include "ui/pages/figure_table.h"
#include "ui/text.h"

#include <QCoreApplication>

#include <array>

namespace headroom {

namespace {

struct FiguresText
{
    Q_DECLARE_TR_FUNCTIONS(Figures)
};

// Null while nothing is served, or by no legal plan.
const ServingEstimate *servedBy(const Snapshot &s)
{
    return s.served && s.served->estimate.legal ? &s.served->estimate : nullptr;
}

template <std::optional<ServedLevels> ServedLatency::*member> FigureText timeFigure(const Snapshot &s, const QString &what)
{
    const ServingEstimate *e = servedBy(s);
    if (!e || !(e->latency.*member))
        return {};
    const ServedLevels &t = *(e->latency.*member);
    return {timeText(t.low, t.high), t.expected.value,
            FiguresText::tr("%1: bound %2, expected %3").arg(what, quantityText(t.bound.value, Unit::seconds), quantityText(t.expected.value, Unit::seconds))};
}

FigureText ttft(const Snapshot &s)
{
    return timeFigure<&ServedLatency::ttft>(s, FiguresText::tr("Time to the first token"));
}

FigureText tpot(const Snapshot &s)
{
    return timeFigure<&ServedLatency::tpot>(s, FiguresText::tr("Time per output token"));
}

FigureText median(const Snapshot &s)
{
    return timeFigure<&ServedLatency::endToEndP50>(s, FiguresText::tr("A request from its start to its last token, half of all are faster"));
}

FigureText slowest(const Snapshot &s)
{
    return timeFigure<&ServedLatency::endToEndP99>(s, FiguresText::tr("A request from its start to its last token, 99 of 100 are faster"));
}

FigureText tokens(const Snapshot &s)
{
    const ServingEstimate *e = servedBy(s);
    if (!e)
        return {};
    const ServedLatency &l = e->latency;
    const QString slow = qs(significant(l.expectedTokens.low, 3)), fast = qs(significant(l.expectedTokens.high, 3));
    const QString of = e->scenario.run.phase == RunPhase::prefill ? FiguresText::tr("prompt tokens") : FiguresText::tr("tokens of answers");
    return {slow == fast ? slow : slow + QStringLiteral("–") + fast, l.expectedTokens.expected,
            FiguresText::tr("Of %1: bound %2, expected %3").arg(of, qs(significant(l.boundTokens, 3)), qs(significant(l.expectedTokens.expected, 3)))};
}

FigureText goodput(const Snapshot &s)
{
    const ServingEstimate *e = servedBy(s);
    if (!e || !e->latency.expectedGoodput)
        return {};
    const double value = *e->latency.expectedGoodput;
    return {qs(significant(value, 3)), value,
            FiguresText::tr("Tokens per second and chip of requests within the TTFT and TPOT limits: bound %1, expected %2")
                .arg(qs(significant(*e->latency.boundGoodput, 3)), qs(significant(value, 3)))};
}

FigureText largestBatch(const Snapshot &s)
{
    const ServingEstimate *e = servedBy(s);
    if (!e)
        return {};
    return {QString::number(e->largestBatch), static_cast<double>(e->largestBatch),
            e->largestBatch > 0 ? FiguresText::tr("Sequences at a time that fit, over all devices; now %1").arg(e->sequences)
                                : FiguresText::tr("Not even one sequence for each replica fits")};
}

FigureText memory(const Snapshot &s)
{
    const ServingEstimate *e = servedBy(s);
    if (!e)
        return {};
    const double unit = memoryUnitBytes();
    const QString tip = e->feasible ? FiguresText::tr("Of the fullest rank, of the capacity")
                                    : FiguresText::tr("Short by %1").arg(quantityText(e->shortBy.value, Unit::bytes, 3));
    return {QStringLiteral("%1%2 / %3 %4")
                .arg(e->feasible ? QString() : QStringLiteral("⚠ "), qs(fixed(e->memoryTotal.value / unit, 1)), qs(fixed(e->memoryCapacity.value / unit, 1)),
                     memoryUnitName()),
            e->memoryTotal.value, tip};
}

} // namespace

std::span<const FigureRow> latencyFigures()
{
    static constexpr std::array rows{
        FigureRow{QT_TRANSLATE_NOOP("Figures", "TTFT"), "serving.ttft.expected", -1, ttft, deltaShare},
        FigureRow{QT_TRANSLATE_NOOP("Figures", "TPOT"), "serving.tpot.expected", -1, tpot, deltaShare},
        FigureRow{QT_TRANSLATE_NOOP("Figures", "Request p50"), "serving.endToEnd.p50.expected", -1, median, deltaShare},
        FigureRow{QT_TRANSLATE_NOOP("Figures", "Request p99"), "serving.endToEnd.p99.expected", -1, slowest, deltaShare},
        FigureRow{QT_TRANSLATE_NOOP("Figures", "Tokens/s/chip"), "serving.tokensPerSecondPerChip.expected", 1, tokens, deltaShare},
        FigureRow{QT_TRANSLATE_NOOP("Figures", "Goodput"), "serving.goodput.expected", 1, goodput, deltaShare},
    };
    return rows;
}

std::span<const FigureRow> loadFigures()
{
    static constexpr std::array rows{
        FigureRow{QT_TRANSLATE_NOOP("Figures", "Largest batch"), "serving.largestBatch", 1, largestBatch, deltaShare},
        FigureRow{QT_TRANSLATE_NOOP("Figures", "Memory"), "memory.total", -1, memory, deltaShare},
    };
    return rows;
}

} // namespace headroom
