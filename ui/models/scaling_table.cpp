#include "ui/models/tables.h"

#include "ui/text.h"

#include <array>
#include <cmath>

namespace headroom {

namespace {

const ScalingPoint &at(const Snapshot &s, std::size_t row) { return s.scaling->points[row]; }

template <class F> double running(const Snapshot &s, std::size_t row, F value) { return at(s, row).runs() ? value(at(s, row)) : std::nan(""); }

constexpr std::array columns{
    Column{"devices", QT_TRANSLATE_NOOP("Table", "Devices"), "", CellFormat::integer, true, false, "",
           numbers([](const Snapshot &s, std::size_t r) -> double { return static_cast<double>(at(s, r).devices); })},
    Column{"batch", QT_TRANSLATE_NOOP("Table", "Batch"), "", CellFormat::integer, true, false, "",
           numbers([](const Snapshot &s, std::size_t r) -> double { return static_cast<double>(at(s, r).globalBatch); })},
    Column{"plan", QT_TRANSLATE_NOOP("Table", "Plan"), "", CellFormat::text, true, false, "",
           texts([](const Snapshot &s, std::size_t r) -> QString {
               const Figures &f = at(s, r).figures;
               return at(s, r).runs() ? planText(at(s, r).plan) : f.reason ? messageText(*f.reason) : QString();
           })},
    Column{"efficiency", QT_TRANSLATE_NOOP("Table", "Efficiency"), "%", CellFormat::percent, true, true,
           QT_TRANSLATE_NOOP("Table", "Tokens per second and device over those of the first count that runs"),
           numbers([](const Snapshot &s, std::size_t r) -> double { return running(s, r, [](const ScalingPoint &p) { return p.efficiency; }); })},
    Column{"speedup", QT_TRANSLATE_NOOP("Table", "Speed-up"), "×", CellFormat::number, true, false, "",
           numbers([](const Snapshot &s, std::size_t r) -> double { return running(s, r, [](const ScalingPoint &p) { return p.speedup; }); })},
    Column{"mfu", QT_TRANSLATE_NOOP("Table", "Expected MFU"), "%", CellFormat::percent, true, false, "",
           numbers([](const Snapshot &s, std::size_t r) -> double { return running(s, r, [](const ScalingPoint &p) { return p.figures.expectedMfu.expected; }); })},
    Column{"step", QT_TRANSLATE_NOOP("Table", "Expected step"), "s", CellFormat::seconds, true, false, "",
           numbers([](const Snapshot &s, std::size_t r) -> double { return running(s, r, [](const ScalingPoint &p) { return p.figures.expected.value; }); })},
    Column{"memory", QT_TRANSLATE_NOOP("Table", "Memory"), "GiB", CellFormat::gibibytes, true, false, "",
           numbers([](const Snapshot &s, std::size_t r) -> double { return running(s, r, [](const ScalingPoint &p) { return p.figures.memory.value; }); })},
};

} // namespace

const Table &scalingTable()
{
    static constexpr Table table{
        .key = "scaling",
        .title = QT_TRANSLATE_NOOP("Table", "Scaling"),
        .columns = columns,
        .rowCount = [](const Snapshot &s) { return s.scaling ? s.scaling->points.size() : 0; },
        .rowKey = [](const Snapshot &s, std::size_t r) { return QString::number(at(s, r).devices); },
        .greyed = [](const Snapshot &s, std::size_t r) { return !at(s, r).figures.feasible; },
        .marked = [](const Snapshot &s, std::size_t r) { return s.input && at(s, r).devices == s.input->run.devices; },
        .same = [](const Snapshot &a, const Snapshot &b) { return a.scaling == b.scaling; },
    };
    return table;
}

} // namespace headroom
