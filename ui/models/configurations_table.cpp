#include "ui/models/tables.h"

#include "estimate/step_parts.h"
#include "ui/text.h"

#include <QCoreApplication>
#include <QStringList>

#include <array>

namespace headroom {

namespace {

const SearchRow &at(const Snapshot &s, std::size_t row)
{
    return s.search->rows[row];
}

// A number that only a feasible or at least a computed row has.
QVariant when(bool known, double value)
{
    return known ? QVariant(value) : QVariant();
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

// "short by 3.1 GiB, logits"
QString verdict(const SearchRow &row)
{
    if (row.feasible)
        return QCoreApplication::translate("Table", "fits");
    return QCoreApplication::translate("Table", "short by %1, %2")
        .arg(quantityText(row.shortBy.value, Unit::bytes, 3), coreText(labelOf(row.largest)));
}

QString partName(std::string_view id)
{
    const auto part = fromKey<StepPartId>(id);
    return part ? coreText(labelOf(*part)) : qs(id);
}

template <Count Plan::*degree> QVariant degreeOf(const Snapshot &s, std::size_t r)
{
    return static_cast<double>(at(s, r).plan.*degree);
}

constexpr std::array columns{
    Column{"rank", QT_TRANSLATE_NOOP("Table", "Rank"), "", CellFormat::integer, true, false, "",
           [](const Snapshot &, std::size_t r) -> QVariant { return static_cast<double>(r + 1); }},
    Column{"pareto", QT_TRANSLATE_NOOP("Table", "Pareto"), "", CellFormat::flag, true, false,
           QT_TRANSLATE_NOOP("Table", "No other plan that fits has both a higher MFU and less memory"),
           [](const Snapshot &s, std::size_t r) -> QVariant { return at(s, r).pareto; }},
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
           [](const Snapshot &s, std::size_t r) -> QVariant { return static_cast<double>(at(s, r).globalBatch); }},
    Column{"remat", QT_TRANSLATE_NOOP("Table", "Remat"), "", CellFormat::text, true, false,
           QT_TRANSLATE_NOOP("Table", "Which activations are recomputed in the backward pass"),
           [](const Snapshot &s, std::size_t r) -> QVariant { return QString::fromUtf8(keyOf(at(s, r).plan.remat)); }},
    Column{
        "schedule", QT_TRANSLATE_NOOP("Table", "Schedule"), "", CellFormat::text, false, false, "",
        [](const Snapshot &s, std::size_t r) -> QVariant { return QString::fromUtf8(keyOf(at(s, r).plan.schedule)); }},
    Column{"boundMfu", QT_TRANSLATE_NOOP("Table", "MFU bound"), "%", CellFormat::percent, true, true,
           QT_TRANSLATE_NOOP("Table", "MFU at the bound: critical path, ideal calibration"),
           [](const Snapshot &s, std::size_t r) { return when(computed(at(s, r)), at(s, r).boundMfu); }},
    Column{"delta", QT_TRANSLATE_NOOP("Table", "Δ to current"), "pp", CellFormat::points, true, false,
           QT_TRANSLATE_NOOP("Table", "MFU bound less that of the plan in the form"),
           [](const Snapshot &s, std::size_t r) {
               const bool known = computed(at(s, r)) && s.estimate && s.estimate->system.legal;
               return when(known, known ? at(s, r).boundMfu - s.estimate->system.boundMfu : 0.0);
           }},
    Column{"expectedMfu", QT_TRANSLATE_NOOP("Table", "MFU expected"), "%", CellFormat::percent, true, false,
           QT_TRANSLATE_NOOP("Table", "MFU with the chosen calibration"),
           [](const Snapshot &s, std::size_t r) { return when(computed(at(s, r)), at(s, r).expectedMfu.expected); }},
    Column{"hfu", "HFU", "%", CellFormat::percent, true, false,
           QT_TRANSLATE_NOOP("Table", "Executed FLOPs with recompute, over time × chips × peak"),
           [](const Snapshot &s, std::size_t r) { return when(computed(at(s, r)), at(s, r).hfu); }},
    Column{"step", QT_TRANSLATE_NOOP("Table", "Step"), "s", CellFormat::seconds, true, false,
           QT_TRANSLATE_NOOP("Table", "Step time at the bound"),
           [](const Snapshot &s, std::size_t r) { return when(computed(at(s, r)), at(s, r).bound.value); }},
    Column{"expectedStep", QT_TRANSLATE_NOOP("Table", "Step expected"), "s", CellFormat::seconds, false, false,
           QT_TRANSLATE_NOOP("Table", "Step time with the chosen calibration"),
           [](const Snapshot &s, std::size_t r) { return when(computed(at(s, r)), at(s, r).expected.value); }},
    Column{"compute", QT_TRANSLATE_NOOP("Table", "Compute"), "s", CellFormat::seconds, true, false, "",
           [](const Snapshot &s, std::size_t r) { return when(computed(at(s, r)), at(s, r).compute.value); }},
    Column{"exposed", QT_TRANSLATE_NOOP("Table", "Exposed comm."), "s", CellFormat::seconds, true, false,
           QT_TRANSLATE_NOOP("Table", "Communication that no compute hides"),
           [](const Snapshot &s, std::size_t r) { return when(computed(at(s, r)), at(s, r).exposed.value); }},
    Column{"bubble", QT_TRANSLATE_NOOP("Table", "Bubble"), "s", CellFormat::seconds, true, false,
           QT_TRANSLATE_NOOP("Table", "Idle time of the pipeline"),
           [](const Snapshot &s, std::size_t r) { return when(computed(at(s, r)), at(s, r).bubble.value); }},
    Column{"memory", QT_TRANSLATE_NOOP("Table", "Memory"), "GiB", CellFormat::gibibytes, true, true,
           QT_TRANSLATE_NOOP("Table", "Peak of the worst pipeline stage, per chip"),
           [](const Snapshot &s, std::size_t r) { return when(at(s, r).memory.value > 0.0, at(s, r).memory.value); },
           [](const Snapshot &s) { return s.estimate ? s.estimate->system.memory.capacity.value : 0.0; }},
    Column{"largest", QT_TRANSLATE_NOOP("Table", "Largest part"), "", CellFormat::text, true, false,
           QT_TRANSLATE_NOOP("Table", "The largest part of the memory"),
           [](const Snapshot &s, std::size_t r) -> QVariant { return coreText(labelOf(at(s, r).largest)); }},
    Column{"tokens", QT_TRANSLATE_NOOP("Table", "Tokens/s/chip"), "", CellFormat::number, true, false,
           QT_TRANSLATE_NOOP("Table", "At the expected step time"),
           [](const Snapshot &s, std::size_t r) { return when(computed(at(s, r)), at(s, r).tokensPerSecondPerChip); }},
    Column{"dominant", QT_TRANSLATE_NOOP("Table", "Dominant term"), "", CellFormat::text, true, false,
           QT_TRANSLATE_NOOP("Table", "The largest part of the step"),
           [](const Snapshot &s, std::size_t r) -> QVariant { return partName(at(s, r).dominant); }},
    Column{"feasible", QT_TRANSLATE_NOOP("Table", "Feasible"), "", CellFormat::text, true, false,
           QT_TRANSLATE_NOOP("Table", "Whether the plan fits the memory, or what it is short by and its largest part"),
           [](const Snapshot &s, std::size_t r) -> QVariant { return verdict(at(s, r)); }},
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
    parts << QString::fromUtf8(keyOf(plan.remat));
    return parts.join(QStringLiteral(" · "));
}

} // namespace headroom
