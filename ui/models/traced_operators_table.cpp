#include "ui/models/tables.h"

#include "ui/text.h"

#include <array>
#include <cmath>

namespace headroom {

namespace {

const OperatorUse &at(const Snapshot &s, std::size_t row)
{
    return s.trace->summary().operators[row];
}

double perStep(const Snapshot &s, double total)
{
    const std::size_t steps = s.trace->summary().steps.steps.size();
    return steps == 0 ? NAN : total / static_cast<double>(steps);
}

constexpr std::array columns{
    Column{"name", QT_TRANSLATE_NOOP("Table", "Traced operator"), "", CellFormat::text, true, false, "",
           texts([](const Snapshot &s, std::size_t r) -> QString { return qs(at(s, r).name); })},
    Column{"class", QT_TRANSLATE_NOOP("Table", "Class"), "", CellFormat::text, true, false,
           QT_TRANSLATE_NOOP("Table", "What the rules say it is"),
           kinds([](const Snapshot &s, std::size_t r) -> double { return static_cast<double>(at(s, r).eventClass); },
                 [](int kind) { return coreText(labelOf(static_cast<EventClass>(kind))); })},
    Column{"calls", QT_TRANSLATE_NOOP("Table", "Calls per step"), "", CellFormat::number, true, false, "",
           numbers([](const Snapshot &s, std::size_t r) -> double { return perStep(s, static_cast<double>(at(s, r).calls)); })},
    Column{"time", QT_TRANSLATE_NOOP("Table", "Time per step"), "ms", CellFormat::milliseconds, true, true, "",
           numbers([](const Snapshot &s, std::size_t r) -> double { return perStep(s, at(s, r).time); })},
    Column{"rate", QT_TRANSLATE_NOOP("Table", "Rate"), "TFLOP/s", CellFormat::teraflops, true, false,
           QT_TRANSLATE_NOOP("Table", "FLOPs that the record states, over the time"),
           numbers([](const Snapshot &s, std::size_t r) -> double { return at(s, r).rate.value_or(NAN); })},
    Column{"bandwidth", QT_TRANSLATE_NOOP("Table", "Bandwidth"), "GB/s", CellFormat::gigabytes, true, false,
           QT_TRANSLATE_NOOP("Table", "Bytes that the record states, over the time"),
           numbers([](const Snapshot &s, std::size_t r) -> double { return at(s, r).bandwidth.value_or(NAN); })},
    Column{"shapes", QT_TRANSLATE_NOOP("Table", "Shapes"), "", CellFormat::text, false, false, "",
           texts([](const Snapshot &s, std::size_t r) -> QString { return qs(at(s, r).shapes); })},
};

} // namespace

const Table &tracedOperatorsTable()
{
    static constexpr Table table{
        .key = "tracedOperators",
        .title = QT_TRANSLATE_NOOP("Table", "Traced operators"),
        .columns = columns,
        .rowCount = [](const Snapshot &s) { return s.trace ? s.trace->summary().operators.size() : 0; },
        .rowKey = [](const Snapshot &s, std::size_t r) { return qs(at(s, r).name + at(s, r).shapes); },
        .marked = [](const Snapshot &s, std::size_t r) { return at(s, r).ofPeak.value_or(0.0) > 1.0 || at(s, r).ofBandwidth.value_or(0.0) > 1.0; },
        .same = [](const Snapshot &a, const Snapshot &b) { return a.trace == b.trace; },
    };
    return table;
}

} // namespace headroom
