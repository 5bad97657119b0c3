#include "ui/models/tables.h"

#include "base/format.h"
#include "ui/text.h"

#include <array>
#include <cmath>

namespace headroom {

namespace {

const SensitivityRow &at(const Snapshot &s, std::size_t row) { return s.sensitivity->rows[row]; }

double points(const Snapshot &s, const std::optional<SensitivityStep> &step)
{
    return step ? step->figures.expectedMfu.expected - s.sensitivity->base.expectedMfu.expected : std::nan("");
}

double share(const Snapshot &s, const std::optional<SensitivityStep> &step)
{
    return step ? step->figures.expected / s.sensitivity->base.expected - 1.0 : std::nan("");
}

QString valueOf(const SensitivityRow &row, const std::optional<SensitivityStep> &step, const std::optional<Message> &out)
{
    if (!step)
        return out ? messageText(*out) : QString();
    QString text = qs(formatFieldValue(*row.field, step->value));
    if (!step->followed.empty())
        text += QStringLiteral(" (%1)").arg(qs(step->followed));
    return step->figures.feasible ? text : QStringLiteral("⚠ ") + text;
}

constexpr std::array columns{
    Column{"field", QT_TRANSLATE_NOOP("Table", "Field"), "", CellFormat::text, true, false, "",
           texts([](const Snapshot &s, std::size_t r) -> QString { return coreText(at(s, r).field->label); })},
    Column{"key", QT_TRANSLATE_NOOP("Table", "Key"), "", CellFormat::text, false, false, QT_TRANSLATE_NOOP("Table", "The field's name in files and on the command line"),
           texts([](const Snapshot &s, std::size_t r) -> QString { return qs(at(s, r).field->path()); })},
    Column{"now", QT_TRANSLATE_NOOP("Table", "Now"), "", CellFormat::text, true, false, "",
           texts([](const Snapshot &s, std::size_t r) -> QString { return qs(formatFieldValue(*at(s, r).field, at(s, r).now)); })},
    Column{"swing", QT_TRANSLATE_NOOP("Table", "Swing"), "pp", CellFormat::points, true, true,
           QT_TRANSLATE_NOOP("Table", "The larger change of the expected MFU, down or up"),
           numbers([](const Snapshot &s, std::size_t r) -> double { return at(s, r).swing(s.sensitivity->base, Figure::expectedMfu); })},
    Column{"down", QT_TRANSLATE_NOOP("Table", "Smaller"), "", CellFormat::text, true, false,
           QT_TRANSLATE_NOOP("Table", "The value moved to, or why there is none; ⚠ does not fit the memory"),
           texts([](const Snapshot &s, std::size_t r) -> QString { return valueOf(at(s, r), at(s, r).down, at(s, r).downOut); })},
    Column{"downMfu", QT_TRANSLATE_NOOP("Table", "Smaller: MFU"), "pp", CellFormat::points, true, false,
           QT_TRANSLATE_NOOP("Table", "Change of the expected MFU"), numbers([](const Snapshot &s, std::size_t r) -> double { return points(s, at(s, r).down); })},
    Column{"downStep", QT_TRANSLATE_NOOP("Table", "Smaller: step"), "%", CellFormat::percent, true, false,
           QT_TRANSLATE_NOOP("Table", "Change of the expected step time"), numbers([](const Snapshot &s, std::size_t r) -> double { return share(s, at(s, r).down); })},
    Column{"up", QT_TRANSLATE_NOOP("Table", "Larger"), "", CellFormat::text, true, false,
           QT_TRANSLATE_NOOP("Table", "The value moved to, or why there is none; ⚠ does not fit the memory"),
           texts([](const Snapshot &s, std::size_t r) -> QString { return valueOf(at(s, r), at(s, r).up, at(s, r).upOut); })},
    Column{"upMfu", QT_TRANSLATE_NOOP("Table", "Larger: MFU"), "pp", CellFormat::points, true, false,
           QT_TRANSLATE_NOOP("Table", "Change of the expected MFU"), numbers([](const Snapshot &s, std::size_t r) -> double { return points(s, at(s, r).up); })},
    Column{"upStep", QT_TRANSLATE_NOOP("Table", "Larger: step"), "%", CellFormat::percent, true, false,
           QT_TRANSLATE_NOOP("Table", "Change of the expected step time"), numbers([](const Snapshot &s, std::size_t r) -> double { return share(s, at(s, r).up); })},
};

} // namespace

const Table &sensitivityTable()
{
    static constexpr Table table{
        .key = "sensitivity",
        .title = QT_TRANSLATE_NOOP("Table", "Sensitivity"),
        .columns = columns,
        .rowCount = [](const Snapshot &s) { return s.sensitivity ? s.sensitivity->rows.size() : 0; },
        .rowKey = [](const Snapshot &s, std::size_t r) { return qs(at(s, r).field->path()); },
        .greyed = [](const Snapshot &s, std::size_t r) { return !at(s, r).down && !at(s, r).up; },
        .same = [](const Snapshot &a, const Snapshot &b) { return a.sensitivity == b.sensitivity; },
    };
    return table;
}

} // namespace headroom
