#include "ui/models/tables.h"

#include "estimate/step_parts.h"
#include "ui/text.h"

#include <QCoreApplication>
#include <QStringList>

#include <array>
#include <limits>

namespace headroom {

namespace {

const SearchRow &at(const Snapshot &s, std::size_t row)
{
    return s.search->rows[row];
}

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

// A number that only a feasible or at least a computed row has.
double when(bool known, double value)
{
    return known ? value : nothing;
}

bool computed(const SearchRow &row)
{
    return row.bound.value > 0.0;
}

bool isCurrent(const Snapshot &s, std::size_t r)
{
    return s.input && at(s, r).plan == s.input->plan
           && (at(s, r).globalBatch == 0 || at(s, r).globalBatch == s.input->run.globalBatch);
}

// Kinds of the verdict: 0 fits, else one more than the class of memory that is largest.
double verdictOf(const SearchRow &row)
{
    return row.feasible ? 0.0 : 1.0 + static_cast<double>(row.largest);
}

QString verdictText(int kind)
{
    if (kind == 0)
        return QCoreApplication::translate("Table", "fits");
    return QCoreApplication::translate("Table", "short, %1").arg(coreText(labelOf(static_cast<MemoryClass>(kind - 1))));
}

double partKind(std::string_view id)
{
    const auto part = fromKey<StepPartId>(id);
    return part ? static_cast<double>(*part) : nothing;
}

template <Count Plan::*degree>
inline constexpr Cells degreeOf = numbers([](const Snapshot &s, std::size_t r) { return static_cast<double>(at(s, r).plan.*degree); });

constexpr std::array columns{
    Column{"rank", QT_TRANSLATE_NOOP("Table", "Rank"), "", CellFormat::integer, true, false, "",
           numbers([](const Snapshot &, std::size_t r) -> double { return static_cast<double>(r + 1); })},
    Column{"pareto", QT_TRANSLATE_NOOP("Table", "Pareto"), "", CellFormat::flag, true, false,
           QT_TRANSLATE_NOOP("Table", "No other plan that fits has both a higher MFU and less memory"),
           numbers([](const Snapshot &s, std::size_t r) -> double { return at(s, r).pareto ? 1.0 : 0.0; })},
    Column{"dp", "dp", "", CellFormat::integer, true, false, "", degreeOf<&Plan::dp>},
    Column{"fsdp", "fsdp", "", CellFormat::integer, true, false, "", degreeOf<&Plan::fsdp>},
    Column{"tp", "tp", "", CellFormat::integer, true, false, "", degreeOf<&Plan::tp>},
    Column{"ep", "ep", "", CellFormat::integer, true, false, "", degreeOf<&Plan::ep>},
    Column{"pp", "pp", "", CellFormat::integer, true, false, "", degreeOf<&Plan::pp>},
    Column{"cp", "cp", "", CellFormat::integer, true, false, "", degreeOf<&Plan::cp>},
    Column{"expertTensor", QT_TRANSLATE_NOOP("Table", "Expert tp"), "", CellFormat::integer, false, false,
           QT_TRANSLATE_NOOP("Table", "Tensor-parallel degree inside an expert"), degreeOf<&Plan::expertTensor>},
    Column{"microBatch", QT_TRANSLATE_NOOP("Table", "Micro-batch"), "", CellFormat::integer, true, false,
           QT_TRANSLATE_NOOP("Table", "Sequences per rank and pass"), degreeOf<&Plan::microBatch>},
    Column{"globalBatch", QT_TRANSLATE_NOOP("Table", "Batch"), "", CellFormat::integer, false, false,
           QT_TRANSLATE_NOOP("Table", "Sequences per step"),
           numbers([](const Snapshot &s, std::size_t r) -> double { return static_cast<double>(at(s, r).globalBatch); })},
    Column{"remat", QT_TRANSLATE_NOOP("Table", "Remat"), "", CellFormat::text, true, false,
           QT_TRANSLATE_NOOP("Table", "Which activations are recomputed in the backward pass"),
           kinds([](const Snapshot &s, std::size_t r) { return static_cast<double>(at(s, r).plan.remat); },
                 [](int kind) { return QString::fromUtf8(keyOf(static_cast<RematPolicy>(kind))); })},
    Column{
        "schedule", QT_TRANSLATE_NOOP("Table", "Schedule"), "", CellFormat::text, false, false, "",
        kinds([](const Snapshot &s, std::size_t r) { return static_cast<double>(at(s, r).plan.schedule); },
              [](int kind) { return QString::fromUtf8(keyOf(static_cast<Schedule>(kind))); })},
    Column{"split", QT_TRANSLATE_NOOP("Table", "Stages"), "", CellFormat::text, true, false,
           QT_TRANSLATE_NOOP("Table", "How the stages share the layers: equal numbers, or equal compute with the head counted"),
           kinds([](const Snapshot &s, std::size_t r) { return at(s, r).plan.pp > 1 ? static_cast<double>(at(s, r).plan.stageSplit) : nothing; },
                 [](int kind) { return QString::fromUtf8(keyOf(static_cast<StageSplit>(kind))); })},
    Column{"boundMfu", QT_TRANSLATE_NOOP("Table", "MFU bound"), "%", CellFormat::percent, true, true,
           QT_TRANSLATE_NOOP("Table", "MFU at the bound: critical path, ideal calibration"),
           numbers([](const Snapshot &s, std::size_t r) -> double { return when(computed(at(s, r)), at(s, r).boundMfu); })},
    Column{"delta", QT_TRANSLATE_NOOP("Table", "Δ to current"), "pp", CellFormat::points, true, false,
           QT_TRANSLATE_NOOP("Table", "MFU bound less that of the plan in the form"),
           numbers([](const Snapshot &s, std::size_t r) -> double {
               const bool known = computed(at(s, r)) && s.estimate && s.estimate->system.legal;
               return when(known, known ? at(s, r).boundMfu - s.estimate->system.boundMfu : 0.0);
           })},
    Column{"expectedMfu", QT_TRANSLATE_NOOP("Table", "MFU expected"), "%", CellFormat::percent, true, false,
           QT_TRANSLATE_NOOP("Table", "MFU with the chosen calibration"),
           numbers([](const Snapshot &s, std::size_t r) -> double { return when(computed(at(s, r)), at(s, r).expectedMfu.expected); })},
    Column{"hfu", "HFU", "%", CellFormat::percent, true, false,
           QT_TRANSLATE_NOOP("Table", "Executed FLOPs with recompute, over time × chips × peak"),
           numbers([](const Snapshot &s, std::size_t r) -> double { return when(computed(at(s, r)), at(s, r).hfu); })},
    Column{"step", QT_TRANSLATE_NOOP("Table", "Step"), "s", CellFormat::seconds, true, false,
           QT_TRANSLATE_NOOP("Table", "Step time at the bound"),
           numbers([](const Snapshot &s, std::size_t r) -> double { return when(computed(at(s, r)), at(s, r).bound.value); })},
    Column{"expectedStep", QT_TRANSLATE_NOOP("Table", "Step expected"), "s", CellFormat::seconds, false, false,
           QT_TRANSLATE_NOOP("Table", "Step time with the chosen calibration"),
           numbers([](const Snapshot &s, std::size_t r) -> double { return when(computed(at(s, r)), at(s, r).expected.value); })},
    Column{"simulated", QT_TRANSLATE_NOOP("Table", "Step simulated"), "s", CellFormat::seconds, false, false,
           QT_TRANSLATE_NOOP("Table", "Expected step, pass by pass; of the best rows, as the search settings say"),
           numbers([](const Snapshot &s, std::size_t r) -> double { return at(s, r).simulated ? at(s, r).simulated->value : std::nan(""); })},
    Column{"compute", QT_TRANSLATE_NOOP("Table", "Compute"), "s", CellFormat::seconds, true, false, "",
           numbers([](const Snapshot &s, std::size_t r) -> double { return when(computed(at(s, r)), at(s, r).compute.value); })},
    Column{"exposed", QT_TRANSLATE_NOOP("Table", "Exposed comm."), "s", CellFormat::seconds, true, false,
           QT_TRANSLATE_NOOP("Table", "Communication that no compute hides"),
           numbers([](const Snapshot &s, std::size_t r) -> double { return when(computed(at(s, r)), at(s, r).exposed.value); })},
    Column{"bubble", QT_TRANSLATE_NOOP("Table", "Bubble"), "s", CellFormat::seconds, true, false,
           QT_TRANSLATE_NOOP("Table", "Idle time of the pipeline"),
           numbers([](const Snapshot &s, std::size_t r) -> double { return when(computed(at(s, r)), at(s, r).bubble.value); })},
    Column{"memory", QT_TRANSLATE_NOOP("Table", "Memory"), "GiB", CellFormat::gibibytes, true, true,
           QT_TRANSLATE_NOOP("Table", "Peak of the worst pipeline stage, per chip"),
           numbers([](const Snapshot &s, std::size_t r) { return when(at(s, r).memory.value > 0.0, at(s, r).memory.value); }),
           [](const Snapshot &s) { return s.estimate ? s.estimate->system.memory.capacity.value : 0.0; }},
    Column{"largest", QT_TRANSLATE_NOOP("Table", "Largest part"), "", CellFormat::text, true, false,
           QT_TRANSLATE_NOOP("Table", "The largest part of the memory"),
           kinds([](const Snapshot &s, std::size_t r) { return static_cast<double>(at(s, r).largest); },
                 [](int kind) { return coreText(labelOf(static_cast<MemoryClass>(kind))); })},
    Column{"tokens", QT_TRANSLATE_NOOP("Table", "Tokens/s/chip"), "", CellFormat::number, true, false,
           QT_TRANSLATE_NOOP("Table", "At the expected step time"),
           numbers([](const Snapshot &s, std::size_t r) -> double { return when(computed(at(s, r)), at(s, r).tokensPerSecondPerChip); })},
    Column{"dominant", QT_TRANSLATE_NOOP("Table", "Dominant term"), "", CellFormat::text, true, false,
           QT_TRANSLATE_NOOP("Table", "The largest part of the step"),
           kinds([](const Snapshot &s, std::size_t r) { return partKind(at(s, r).dominant); },
                 [](int kind) { return coreText(labelOf(static_cast<StepPartId>(kind))); })},
    Column{"feasible", QT_TRANSLATE_NOOP("Table", "Feasible"), "", CellFormat::text, true, false,
           QT_TRANSLATE_NOOP("Table", "Whether the plan fits the memory, or the largest part of what does not"),
           kinds([](const Snapshot &s, std::size_t r) { return verdictOf(at(s, r)); }, verdictText)},
    Column{"shortBy", QT_TRANSLATE_NOOP("Table", "Short by"), "GiB", CellFormat::gibibytes, true, false,
           QT_TRANSLATE_NOOP("Table", "What the worst pipeline stage needs beyond the memory of a chip"),
           numbers([](const Snapshot &s, std::size_t r) { return when(!at(s, r).feasible, at(s, r).shortBy.value); })},
};

} // namespace

const Table &configurationsTable()
{
    static constexpr Table table{
        .key = "configurations",
        .title = QT_TRANSLATE_NOOP("Table", "Configurations"),
        .columns = columns,
        .rowCount = [](const Snapshot &s) { return s.search ? s.search->rows.size() : 0; },
        .rowKey =
            [](const Snapshot &s, std::size_t r) {
                return planText(at(s, r).plan) + QLatin1Char('/') + QString::number(at(s, r).globalBatch);
            },
        .greyed = [](const Snapshot &s, std::size_t r) { return !at(s, r).feasible; },
        .marked = isCurrent,
        .same =
            [](const Snapshot &a, const Snapshot &b) {
                return a.search == b.search
                       && (!a.search || a.input == b.input || (a.input && b.input && a.input->plan == b.input->plan));
            },
        .sameRow =
            [](const Snapshot &a, std::size_t ra, const Snapshot &b, std::size_t rb) {
                return at(a, ra).globalBatch == at(b, rb).globalBatch && at(a, ra).plan == at(b, rb).plan;
            },
    };
    return table;
}

QString planText(const Plan &plan)
{
    QStringList parts;
    for (const Axis axis : {Axis::data, Axis::fsdp, Axis::tensor, Axis::expert, Axis::pipeline, Axis::context})
        if (plan.degree(axis) > 1)
            parts << QStringLiteral("%1 %2").arg(QString::fromUtf8(keyOf(axis))).arg(plan.degree(axis));
    if (plan.expertTensor > 1)
        parts << QStringLiteral("etp %1").arg(plan.expertTensor);
    parts << QStringLiteral("mb %1").arg(plan.microBatch);
    if (plan.pp > 1 && plan.schedule != Schedule::oneFOneB)
        parts << QString::fromStdString(scheduleText({plan.schedule, plan.virtualStages}));
    if (plan.pp > 1 && plan.stageSplit != StageSplit::even)
        parts << QString::fromUtf8(keyOf(plan.stageSplit));
    parts << QString::fromUtf8(keyOf(plan.remat));
    return parts.join(QStringLiteral(" · "));
}

} // namespace headroom
