#include "ui/models/tables.h"

#include "report/checkpoint_report.h"
#include "ui/text.h"

#include <array>

namespace headroom {

namespace {

const ReconciledTensor &at(const Snapshot &s, std::size_t row)
{
    return s.checkpoint->tensors[row];
}

constexpr std::array columns{
    Column{"name", QT_TRANSLATE_NOOP("Table", "Tensor"), "", CellFormat::text, true, false, "",
           texts([](const Snapshot &s, std::size_t r) -> QString { return qs(at(s, r).name); })},
    Column{"group", QT_TRANSLATE_NOOP("Table", "Part"), "", CellFormat::text, true, false,
           QT_TRANSLATE_NOOP("Table", "What the tensor belongs to"),
           texts([](const Snapshot &s, std::size_t r) -> QString { return coreText(labelOf(at(s, r).group)); })},
    Column{"status", QT_TRANSLATE_NOOP("Table", "Status"), "", CellFormat::text, true, false,
           QT_TRANSLATE_NOOP("Table", "The stored tensor against the one that the model should have"),
           texts([](const Snapshot &s, std::size_t r) -> QString { return coreText(labelOf(at(s, r).status)); })},
    Column{"reason", QT_TRANSLATE_NOOP("Table", "Explanation"), "", CellFormat::text, true, false, "",
           texts([](const Snapshot &s, std::size_t r) -> QString {
               return at(s, r).reason == TensorReason::none ? QString() : coreText(labelOf(at(s, r).reason));
           })},
    Column{"expectedShape", QT_TRANSLATE_NOOP("Table", "Expected shape"), "", CellFormat::text, true, false, "",
           texts([](const Snapshot &s, std::size_t r) -> QString { return qs(shapeText(at(s, r).expected)); })},
    Column{"storedShape", QT_TRANSLATE_NOOP("Table", "Stored shape"), "", CellFormat::text, true, false, "",
           texts([](const Snapshot &s, std::size_t r) -> QString { return qs(shapeText(at(s, r).stored)); })},
    Column{"dtype", QT_TRANSLATE_NOOP("Table", "Dtype"), "", CellFormat::text, true, false, "",
           texts([](const Snapshot &s, std::size_t r) -> QString { return qs(at(s, r).dtype); })},
    Column{"elements", QT_TRANSLATE_NOOP("Table", "Elements"), "", CellFormat::integer, true, false,
           QT_TRANSLATE_NOOP("Table", "Stored values; a byte of a quantised weight holds several"),
           numbers([](const Snapshot &s, std::size_t r) -> double { return at(s, r).storedElements; })},
    Column{"bytes", QT_TRANSLATE_NOOP("Table", "Bytes"), "", CellFormat::integer, false, false, "",
           numbers([](const Snapshot &s, std::size_t r) -> double { return at(s, r).bytes; })},
    Column{"file", QT_TRANSLATE_NOOP("Table", "File"), "", CellFormat::text, true, false, "",
           texts([](const Snapshot &s, std::size_t r) -> QString { return qs(at(s, r).file); })},
};

} // namespace

const Table &checkpointTable()
{
    static constexpr Table table{
        .key = "checkpoint",
        .title = QT_TRANSLATE_NOOP("Table", "Checkpoint"),
        .columns = columns,
        .rowCount = [](const Snapshot &s) { return s.checkpoint ? s.checkpoint->tensors.size() : 0; },
        .rowKey = [](const Snapshot &s, std::size_t r) { return qs(at(s, r).name); },
        .marked = [](const Snapshot &s, std::size_t r) { return !at(s, r).explained(); },
        .same = [](const Snapshot &a, const Snapshot &b) { return a.checkpoint == b.checkpoint; },
    };
    return table;
}

} // namespace headroom
