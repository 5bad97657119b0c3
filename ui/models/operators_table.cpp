#include "ui/models/tables.h"

#include "ui/document/selection.h"
#include "ui/text.h"

#include <array>
#include <cmath>

namespace headroom {

namespace {

const RooflineOperator &at(const Snapshot &s, std::size_t row)
{
    return s.estimate->roofline.operators[row];
}

constexpr std::array columns{
    Column{"name", QT_TRANSLATE_NOOP("Table", "Operator"), "", CellFormat::text, true, false, "",
           texts([](const Snapshot &s, std::size_t r) -> QString { return coreText(at(s, r).name); })},
    Column{"group", QT_TRANSLATE_NOOP("Table", "Layer"), "", CellFormat::text, true, false,
           QT_TRANSLATE_NOOP("Table", "The kind of layer the operator belongs to: attention + feed-forward"),
           texts([](const Snapshot &s, std::size_t r) -> QString { return qs(at(s, r).group); })},
    Column{"category", QT_TRANSLATE_NOOP("Table", "Category"), "", CellFormat::text, true, false, "",
           texts([](const Snapshot &s, std::size_t r) -> QString { return coreText(labelOf(at(s, r).category)); })},
    Column{"phase", QT_TRANSLATE_NOOP("Table", "Phase"), "", CellFormat::text, true, false, "",
           texts([](const Snapshot &s, std::size_t r) -> QString { return coreText(labelOf(at(s, r).phase)); })},
    Column{"count", QT_TRANSLATE_NOOP("Table", "Layers"), "", CellFormat::integer, true, false,
           QT_TRANSLATE_NOOP("Table", "How many layers run it; the other columns are sums over them"),
           numbers([](const Snapshot &s, std::size_t r) -> double { return at(s, r).count; })},
    Column{"time", QT_TRANSLATE_NOOP("Table", "Time"), "ms", CellFormat::milliseconds, true, false,
           QT_TRANSLATE_NOOP("Table", "Roofline time on one chip for the whole global batch"),
           numbers([](const Snapshot &s, std::size_t r) -> double { return at(s, r).time.value; })},
    Column{"share", QT_TRANSLATE_NOOP("Table", "Share"), "%", CellFormat::share, true, true,
           QT_TRANSLATE_NOOP("Table", "Share of the roofline step time"),
           numbers([](const Snapshot &s, std::size_t r) -> double { return at(s, r).timeShare; })},
    Column{"gain", QT_TRANSLATE_NOOP("Table", "Step gain if 2× faster"), "ms", CellFormat::milliseconds, true, true,
           QT_TRANSLATE_NOOP("Table",
                             "What the bound step time of this plan would lose if the operator took half its time"),
           numbers([](const Snapshot &s, std::size_t r) -> double {
               const auto &gain = at(s, r).stepGainIfTwiceAsFast;
               return gain ? gain->value : std::nan("");
           })},
    Column{"boundBy", QT_TRANSLATE_NOOP("Table", "Bound by"), "", CellFormat::text, true, false, "",
           texts([](const Snapshot &s, std::size_t r) -> QString { return coreText(labelOf(at(s, r).boundBy)); })},
    Column{"intensity", QT_TRANSLATE_NOOP("Table", "Intensity"), "FLOP/B", CellFormat::intensity, true, false,
           QT_TRANSLATE_NOOP("Table", "Executed FLOPs per byte moved to or from HBM"),
           numbers([](const Snapshot &s, std::size_t r) -> double { return at(s, r).intensity.value; })},
    Column{"attainable", QT_TRANSLATE_NOOP("Table", "Attainable"), "TFLOP/s", CellFormat::teraflops, true, false,
           QT_TRANSLATE_NOOP("Table", "The roof above the operator: min(peak, intensity × bandwidth)"),
           numbers([](const Snapshot &s, std::size_t r) -> double { return at(s, r).attainable.value; })},
    Column{"modelFlops", QT_TRANSLATE_NOOP("Table", "Model FLOPs"), "TFLOP", CellFormat::teraflops, false, false,
           QT_TRANSLATE_NOOP("Table", "What the mathematics needs: the numerator of MFU"),
           numbers([](const Snapshot &s, std::size_t r) -> double { return at(s, r).modelFlops.value; })},
    Column{"executedFlops", QT_TRANSLATE_NOOP("Table", "Executed FLOPs"), "TFLOP", CellFormat::teraflops, true, false,
           QT_TRANSLATE_NOOP("Table", "What the kernels issue: the numerator of HFU"),
           numbers([](const Snapshot &s, std::size_t r) -> double { return at(s, r).executedFlops.value; })},
    Column{"bytes", QT_TRANSLATE_NOOP("Table", "HBM traffic"), "GB", CellFormat::gigabytes, true, false,
           QT_TRANSLATE_NOOP("Table", "Bytes read and written"),
           numbers([](const Snapshot &s, std::size_t r) -> double { return at(s, r).bytes.value; })},
};

} // namespace

const Table &operatorsTable()
{
    static constexpr Table table{
        .key = "operators",
        .title = QT_TRANSLATE_NOOP("Table", "Operators"),
        .columns = columns,
        .rowCount = [](const Snapshot &s) { return s.estimate ? s.estimate->roofline.operators.size() : 0; },
        .rowKey = [](const Snapshot &s, std::size_t r) { return qs(operatorKey(at(s, r))); },
        .same = [](const Snapshot &a, const Snapshot &b) { return a.estimate == b.estimate; },
    };
    return table;
}

} // namespace headroom
