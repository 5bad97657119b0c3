#include "ui/charts/waterfall_data.h"

#include "base/format.h"
#include "ui/charts/chart_text.h"
#include "ui/text.h"

#include <algorithm>
#include <cmath>

namespace headroom {

namespace {

constexpr double foldBelow = 0.003;
constexpr double invisible = 5e-6; // would print as 0.0 and draw as nothing

// A row's size in the unit. Tokens per second are proportional to MFU; times are not.
class Scale
{
public:
    Scale(const Estimate &estimate, WaterfallUnit unit) : m_unit(unit)
    {
        const double perToken = estimate.modelFlopsPerToken.value;
        if (perToken > 0)
            m_tokensPerMfu = estimate.roofline.peak.value / perToken;
        for (const WaterfallRow &row : estimate.waterfall)
            if (row.kind == RowKind::anchor)
                m_step = row.seconds.value;
    }
    double operator()(const WaterfallRow &row) const
    {
        switch (m_unit) {
        case WaterfallUnit::milliseconds:
            return row.seconds.value * 1e3;
        case WaterfallUnit::stepShare:
            return m_step > 0 ? row.seconds.value / m_step * 100.0 : 0.0;
        case WaterfallUnit::tokens:
            return row.mfu * m_tokensPerMfu;
        default:
            return row.mfu * 100.0;
        }
    }
    // What folding goes by: MFU, or the share of the last anchor's time.
    double weight(const WaterfallRow &row) const
    {
        return isTime() && m_step > 0 ? std::abs(row.seconds.value) / m_step : std::abs(row.mfu);
    }
    // Times grow from top to bottom, rates shrink.
    double direction() const
    {
        return isTime() ? 1.0 : -1.0;
    }

private:
    bool isTime() const { return m_unit == WaterfallUnit::milliseconds || m_unit == WaterfallUnit::stepShare; }

    WaterfallUnit m_unit;
    double m_step = 0.0;
    double m_tokensPerMfu = 0.0;
};

// The losses between two anchors: large ones one by one, the rest as one bar.
void addLosses(WaterfallData &data, const std::vector<const WaterfallRow *> &losses, const Scale &scale, double &level,
               bool expanded)
{
    std::vector<const WaterfallRow *> small;
    for (const WaterfallRow *row : losses)
        if (scale.weight(*row) < foldBelow && row->id != "unexplained")
            small.push_back(row);
    const bool fold = !expanded && small.size() > 1;
    const auto add = [&](std::string id, QString name, LossCause cause, double size) -> WaterfallBar & {
        const double next = level + scale.direction() * size;
        data.bars.push_back({.id = std::move(id),
                             .name = std::move(name),
                             .anchor = false,
                             .cause = cause,
                             .from = level,
                             .to = next,
                             .value = scale.direction() * size,
                             .folded = {},
                             .exceeds = false});
        level = next;
        return data.bars.back();
    };
    for (const WaterfallRow *row : losses)
        if (!fold || std::ranges::find(small, row) == small.end())
            if (scale.weight(*row) >= invisible || expanded)
                add(row->id, coreText(row->name), causeOf(row->id), scale(*row));
    if (!fold)
        return;
    double size = 0.0;
    for (const WaterfallRow *row : small)
        size += scale(*row);
    WaterfallBar &other = add("other." + small.front()->id, WaterfallText::tr("other (%1)").arg(small.size()),
                              LossCause::unexplained, size);
    for (const WaterfallRow *row : small)
        other.folded.push_back(row->id);
}

void addAnchor(WaterfallData &data, const WaterfallRow &row, const Scale &scale)
{
    const double size = scale(row);
    data.bars.push_back({.id = row.id,
                         .name = coreText(row.name),
                         .anchor = true,
                         .cause = LossCause::unexplained,
                         .from = 0.0,
                         .to = size,
                         .value = size,
                         .folded = {},
                         .exceeds = false});
}

void checkSums(WaterfallData &data, const std::vector<WaterfallRow> &rows)
{
    bool first = true;
    double level = 0.0;
    for (const WaterfallRow &row : rows) {
        if (row.kind == RowKind::loss) {
            data.lossSum += row.mfu;
            level -= row.mfu;
            continue;
        }
        if (first)
            data.first = level = row.mfu;
        first = false;
        data.residual += std::abs(level - row.mfu);
        data.last = level = row.mfu;
    }
}

void flagMeasured(WaterfallData &data, const std::vector<WaterfallRow> &rows)
{
    const auto measured = std::ranges::find(rows, "measured", &WaterfallRow::id);
    if (measured == rows.end())
        return;
    for (const WaterfallRow &row : rows)
        if (row.kind == RowKind::anchor && (row.id == "roofline" || row.id == "plan" || row.id == "system" || row.id == "bound")
            && measured->mfu > row.mfu)
        {
            data.exceeded = coreText(row.name);
            break;
        }
    if (!data.exceeded.isEmpty())
        for (WaterfallBar &bar : data.bars)
            bar.exceeds = bar.id == "measured";
}

} // namespace

WaterfallUnit usualUnit(const Estimate &estimate)
{
    return estimate.scenario.run.phase == RunPhase::training ? WaterfallUnit::mfu : WaterfallUnit::milliseconds;
}

WaterfallData waterfallData(const Estimate &estimate, WaterfallUnit unit, bool expanded)
{
    WaterfallData data;
    const Scale scale(estimate, unit);
    double level = 0.0;
    std::vector<const WaterfallRow *> losses;
    for (const WaterfallRow &row : estimate.waterfall) {
        if (row.kind == RowKind::loss) {
            losses.push_back(&row);
            continue;
        }
        addLosses(data, losses, scale, level, expanded);
        losses.clear();
        addAnchor(data, row, scale);
        level = scale(row);
    }
    addLosses(data, losses, scale, level, expanded);
    for (const WaterfallBar &bar : data.bars)
        data.maximum = std::max({data.maximum, bar.from, bar.to});
    checkSums(data, estimate.waterfall);
    flagMeasured(data, estimate.waterfall);
    return data;
}

QString waterfallValueText(double value, WaterfallUnit unit, bool anchor)
{
    const int decimals = unit == WaterfallUnit::mfu || unit == WaterfallUnit::stepShare ? 1 : -1;
    QString number =
        decimals < 0 ? qs(significant(std::abs(value), 4)) : QString::number(std::abs(value), 'f', decimals);
    if (!anchor)
        return (value < 0 ? QStringLiteral("−") : QStringLiteral("+")) + number;
    switch (unit) {
    case WaterfallUnit::milliseconds:
        return number + QStringLiteral(" ms");
    case WaterfallUnit::tokens:
        return number;
    default:
        return number + QStringLiteral(" %");
    }
}

} // namespace headroom
