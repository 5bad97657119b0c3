#include "ui/models/tables.h"

#include "ui/text.h"

#include <QCoreApplication>

#include <array>
#include <limits>

namespace headroom {

namespace {

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

const ServingRow &at(const Snapshot &s, std::size_t row)
{
    return s.servedSearch->rows[row];
}

bool isCurrent(const Snapshot &s, std::size_t r)
{
    return s.input && s.served && at(s, r).plan == s.input->plan && at(s, r).batch == s.served->estimate.sequences;
}

template <Count Plan::*degree>
inline constexpr Cells degreeOf = numbers([](const Snapshot &s, std::size_t r) { return static_cast<double>(at(s, r).plan.*degree); });

template <std::optional<ServedLevels> ServedLatency::*member, Seconds ServedLevels::*level>
inline constexpr Cells timeOf = numbers([](const Snapshot &s, std::size_t r) {
    const auto &time = at(s, r).latency.*member;
    return time ? ((*time).*level).value : nothing;
});

// 0 fits and keeps the limits, 1 fits, 2 does not fit.
double verdictOf(const ServingRow &row)
{
    return !row.fits() ? 2.0 : row.keepsLimits ? 0.0 : 1.0;
}

QString verdictText(int kind)
{
    return kind == 0   ? QCoreApplication::translate("Table", "fits")
           : kind == 1 ? QCoreApplication::translate("Table", "beyond a limit")
                       : QCoreApplication::translate("Table", "short of memory");
}

constexpr std::array columns{
    Column{"rank", QT_TRANSLATE_NOOP("Table", "Rank"), "", CellFormat::integer, true, false, "",
           numbers([](const Snapshot &, std::size_t r) -> double { return static_cast<double>(r + 1); })},
    Column{"pareto", QT_TRANSLATE_NOOP("Table", "Pareto"), "", CellFormat::flag, true, false,
           QT_TRANSLATE_NOOP("Table", "No other plan that fits has both more tokens per second and a shorter time per token"),
           numbers([](const Snapshot &s, std::size_t r) -> double { return at(s, r).pareto ? 1.0 : 0.0; })},
    Column{"dp", "dp", "", CellFormat::integer, true, false, "", degreeOf<&Plan::dp>},
    Column{"tp", "tp", "", CellFormat::integer, true, false, "", degreeOf<&Plan::tp>},
    Column{"ep", "ep", "", CellFormat::integer, true, false, "", degreeOf<&Plan::ep>},
    Column{"pp", "pp", "", CellFormat::integer, true, false, "", degreeOf<&Plan::pp>},
    Column{"expertTensor", QT_TRANSLATE_NOOP("Table", "Expert tp"), "", CellFormat::integer, false, false,
           QT_TRANSLATE_NOOP("Table", "Tensor-parallel degree inside an expert"), degreeOf<&Plan::expertTensor>},
    Column{"batch", QT_TRANSLATE_NOOP("Table", "Sequences"), "", CellFormat::integer, true, false,
           QT_TRANSLATE_NOOP("Table", "At a time, over all devices"),
           numbers([](const Snapshot &s, std::size_t r) -> double { return static_cast<double>(at(s, r).batch); })},
    Column{"tokens", QT_TRANSLATE_NOOP("Table", "Tokens/s/chip bound"), "", CellFormat::number, true, true,
           QT_TRANSLATE_NOOP("Table", "Of answers, in prefill of prompts, at the bound"),
           numbers([](const Snapshot &s, std::size_t r) -> double { return at(s, r).latency.boundTokens; })},
    Column{"expectedTokens", QT_TRANSLATE_NOOP("Table", "Tokens/s/chip expected"), "", CellFormat::number, true, false,
           QT_TRANSLATE_NOOP("Table", "With the chosen calibration"),
           numbers([](const Snapshot &s, std::size_t r) -> double { return at(s, r).latency.expectedTokens.expected; })},
    Column{"goodput", QT_TRANSLATE_NOOP("Table", "Goodput expected"), "", CellFormat::number, false, false,
           QT_TRANSLATE_NOOP("Table", "Tokens per second and chip of requests within the limits"),
           numbers([](const Snapshot &s, std::size_t r) -> double { return at(s, r).latency.expectedGoodput.value_or(nothing); })},
    Column{"ttft", QT_TRANSLATE_NOOP("Table", "TTFT bound"), "ms", CellFormat::milliseconds, true, false,
           QT_TRANSLATE_NOOP("Table", "Time to the first token"), timeOf<&ServedLatency::ttft, &ServedLevels::bound>},
    Column{"expectedTtft", QT_TRANSLATE_NOOP("Table", "TTFT expected"), "ms", CellFormat::milliseconds, true, false,
           QT_TRANSLATE_NOOP("Table", "Time to the first token"), timeOf<&ServedLatency::ttft, &ServedLevels::expected>},
    Column{"tpot", QT_TRANSLATE_NOOP("Table", "TPOT bound"), "ms", CellFormat::milliseconds, true, false,
           QT_TRANSLATE_NOOP("Table", "Time per output token"), timeOf<&ServedLatency::tpot, &ServedLevels::bound>},
    Column{"expectedTpot", QT_TRANSLATE_NOOP("Table", "TPOT expected"), "ms", CellFormat::milliseconds, true, false,
           QT_TRANSLATE_NOOP("Table", "Time per output token"), timeOf<&ServedLatency::tpot, &ServedLevels::expected>},
    Column{"p99", QT_TRANSLATE_NOOP("Table", "Request p99 expected"), "s", CellFormat::seconds, false, false,
           QT_TRANSLATE_NOOP("Table", "A request from its start to its last token, 99 of 100 are faster"),
           timeOf<&ServedLatency::endToEndP99, &ServedLevels::expected>},
    Column{"memory", QT_TRANSLATE_NOOP("Table", "Memory"), "GiB", CellFormat::gibibytes, true, true,
           QT_TRANSLATE_NOOP("Table", "Of the fullest rank"), numbers([](const Snapshot &s, std::size_t r) -> double { return at(s, r).memory.value; }),
           [](const Snapshot &s) { return s.served ? s.served->estimate.memoryCapacity.value : 0.0; }},
    Column{"verdict", QT_TRANSLATE_NOOP("Table", "Verdict"), "", CellFormat::text, true, false,
           QT_TRANSLATE_NOOP("Table", "Whether the plan fits the memory and keeps the limits of TTFT and TPOT"),
           kinds([](const Snapshot &s, std::size_t r) { return verdictOf(at(s, r)); }, verdictText)},
    Column{"shortBy", QT_TRANSLATE_NOOP("Table", "Short by"), "GiB", CellFormat::gibibytes, false, false,
           QT_TRANSLATE_NOOP("Table", "What the fullest rank needs beyond the memory of a chip"),
           numbers([](const Snapshot &s, std::size_t r) -> double { return at(s, r).fits() ? nothing : at(s, r).shortBy.value; })},
};

} // namespace

const Table &servingPlansTable()
{
    static constexpr Table table{
        .key = "servingPlans",
        .title = QT_TRANSLATE_NOOP("Table", "Configurations"),
        .columns = columns,
        .rowCount = [](const Snapshot &s) { return s.servedSearch ? s.servedSearch->rows.size() : 0; },
        .rowKey = [](const Snapshot &s, std::size_t r) { return servingPlanText(at(s, r)); },
        .greyed = [](const Snapshot &s, std::size_t r) { return !at(s, r).fits(); },
        .marked = isCurrent,
        .same =
            [](const Snapshot &a, const Snapshot &b) {
                return a.servedSearch == b.servedSearch && (!a.servedSearch || (a.input == b.input && a.served == b.served));
            },
        .sameRow =
            [](const Snapshot &a, std::size_t ra, const Snapshot &b, std::size_t rb) {
                return at(a, ra).batch == at(b, rb).batch && at(a, ra).plan == at(b, rb).plan;
            },
    };
    return table;
}

QString servingPlanText(const ServingRow &row)
{
    QStringList parts;
    for (const Axis axis : {Axis::data, Axis::tensor, Axis::expert, Axis::pipeline})
        if (row.plan.degree(axis) > 1)
            parts << QStringLiteral("%1 %2").arg(QString::fromUtf8(keyOf(axis))).arg(row.plan.degree(axis));
    if (row.plan.expertTensor > 1)
        parts << QStringLiteral("etp %1").arg(row.plan.expertTensor);
    parts << QCoreApplication::translate("Table", "%1 sequences").arg(row.batch);
    return parts.join(QStringLiteral(" · "));
}

} // namespace headroom
