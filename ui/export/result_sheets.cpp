#include "ui/export/result_sheets.h"

#include "spec/catalog.h"
#include "spec/field.h"
#include "spec/user_catalog.h"
#include "ui/document/catalog_folder.h"
#include "ui/memory_unit.h"
#include "ui/text.h"

#include <QCoreApplication>

#include <array>
#include <cmath>

namespace headroom {

namespace {

QString tableWord(const char *text)
{
    return QCoreApplication::translate("Table", text);
}

struct Heading
{
    const char *title; // translated in context "Table"
    const char *unit;
    CellFormat format;
};

Sheet empty(const char *title, std::initializer_list<Heading> headings)
{
    Sheet sheet{.title = tableWord(title), .columns = {}, .rows = {}, .notes = {}};
    for (const Heading &heading : headings) {
        const QString unit = heading.format == CellFormat::gibibytes ? memoryUnitName() : QString::fromUtf8(heading.unit);
        sheet.columns.push_back({unit.isEmpty() ? tableWord(heading.title) : QStringLiteral("%1 (%2)").arg(tableWord(heading.title), unit), heading.format});
    }
    return sheet;
}

// 0 where the sums differ by rounding alone.
double withoutRounding(double difference)
{
    constexpr double rounding = 1e-12;
    return std::abs(difference) < rounding ? 0.0 : difference;
}

QString valueText(const Field &field, const Scenario &scenario)
{
    return qs(formatFieldValue(field, field.get(scenario)));
}

QString sourceOf(const Field &field, const Scenario &scenario)
{
    return field.source ? qs(field.source(scenario)) : QString();
}

// What the scenario's names stand for, plan and run as those of a new scenario.
Scenario presetOf(const Scenario &scenario)
{
    const UserCatalog user = readUserCatalog(userCatalogFolder().toStdString());
    Scenario preset = defaultScenario(catalogModel(scenario.model.name, user).value_or(scenario.model),
                                      catalogHardware(scenario.hardware.name, user).value_or(scenario.hardware));
    preset.calibration = catalogCalibration(scenario.calibration.name, scenario.hardware).value_or(scenario.calibration);
    return preset;
}

} // namespace

Sheet lossSheet(const Estimate &estimate)
{
    Sheet sheet = empty(QT_TRANSLATE_NOOP("Table", "Losses"), {{QT_TRANSLATE_NOOP("Table", "Term"), "", CellFormat::text},
                                                               {"MFU", "%", CellFormat::percent},
                                                               {QT_TRANSLATE_NOOP("Table", "MFU lost"), "pp", CellFormat::percent},
                                                               {QT_TRANSLATE_NOOP("Table", "Step"), "s", CellFormat::seconds},
                                                               {QT_TRANSLATE_NOOP("Table", "Time added"), "s", CellFormat::seconds}});
    double first = 0.0, last = 0.0, lost = 0.0, firstTime = 0.0, lastTime = 0.0, added = 0.0;
    bool any = false;
    for (const WaterfallRow &row : estimate.waterfall) {
        const bool anchor = row.kind == RowKind::anchor;
        if (anchor && !any)
            first = row.mfu, firstTime = row.seconds.value;
        any = true;
        (anchor ? last : lost) = anchor ? row.mfu : lost + row.mfu;
        (anchor ? lastTime : added) = anchor ? row.seconds.value : added + row.seconds.value;
        const QVariant mfu(row.mfu), seconds(row.seconds.value);
        sheet.rows.push_back({coreText(row.name), anchor ? mfu : QVariant(), anchor ? QVariant() : mfu, anchor ? seconds : QVariant(),
                              anchor ? QVariant() : seconds});
    }
    if (any)
        sheet.rows.push_back({tableWord(QT_TRANSLATE_NOOP("Table", "Residual: what the losses leave unexplained")), QVariant(),
                              withoutRounding(first - last - lost), QVariant(), withoutRounding(lastTime - firstTime - added)});
    return sheet;
}

Sheet stepSheet(const Estimate &estimate)
{
    Sheet sheet = empty(QT_TRANSLATE_NOOP("Table", "Parts of the step"), {{QT_TRANSLATE_NOOP("Table", "Part"), "", CellFormat::text},
                                                                          {QT_TRANSLATE_NOOP("Table", "At the bound"), "ms", CellFormat::milliseconds},
                                                                          {QT_TRANSLATE_NOOP("Table", "Expected"), "ms", CellFormat::milliseconds}});
    for (const StepPart &part : estimate.system.parts)
        sheet.rows.push_back({termsText({part.name, {}}), part.bound.value, part.expected.value});
    return sheet;
}

Sheet communicationSheet(const Estimate &estimate)
{
    Sheet sheet = empty(QT_TRANSLATE_NOOP("Table", "Communication"), {{QT_TRANSLATE_NOOP("Table", "Axis"), "", CellFormat::text},
                                                                      {QT_TRANSLATE_NOOP("Table", "Collective"), "", CellFormat::text},
                                                                      {QT_TRANSLATE_NOOP("Table", "Purpose"), "", CellFormat::text},
                                                                      {QT_TRANSLATE_NOOP("Table", "Link"), "", CellFormat::text},
                                                                      {QT_TRANSLATE_NOOP("Table", "Calls per step"), "", CellFormat::number},
                                                                      {QT_TRANSLATE_NOOP("Table", "Payload of a call"), "GB", CellFormat::gigabytes},
                                                                      {QT_TRANSLATE_NOOP("Table", "Sent by a chip"), "GB", CellFormat::gigabytes},
                                                                      {QT_TRANSLATE_NOOP("Table", "Time per step"), "ms", CellFormat::milliseconds},
                                                                      {QT_TRANSLATE_NOOP("Table", "Hidden"), "ms", CellFormat::milliseconds},
                                                                      {QT_TRANSLATE_NOOP("Table", "Exposed"), "ms", CellFormat::milliseconds}});
    for (const CommunicationRow &row : estimate.system.communication)
        sheet.rows.push_back({qs(row.axis), qs(row.kind), coreText(row.purpose), qs(row.link), row.calls, row.payload.value, row.wire.value,
                              row.total.value, row.hidden.value, row.exposed.value});
    return sheet;
}

static Sheet emptyMemorySheet()
{
    return empty(QT_TRANSLATE_NOOP("Table", "Memory"), {{QT_TRANSLATE_NOOP("Table", "Part"), "", CellFormat::text},
                                                        {QT_TRANSLATE_NOOP("Table", "Memory"), "GiB", CellFormat::gibibytes}});
}

Sheet servedMemorySheet(const ServingEstimate &estimate)
{
    Sheet sheet = emptyMemorySheet();
    for (const ServedMemoryPart &part : estimate.memory)
        sheet.rows.push_back({coreText(labelOf(part.kind)), part.bytes.value});
    sheet.rows.push_back({tableWord(QT_TRANSLATE_NOOP("Table", "Total of the fullest rank")), estimate.memoryTotal.value});
    sheet.rows.push_back({tableWord(QT_TRANSLATE_NOOP("Table", "Capacity of a chip")), estimate.memoryCapacity.value});
    return sheet;
}

Sheet memorySheet(const Estimate &estimate)
{
    Sheet sheet = emptyMemorySheet();
    const MemoryEstimate &memory = estimate.system.memory;
    for (const MemoryPart &part : memory.parts)
        sheet.rows.push_back({coreText(labelOf(part.kind)), part.bytes.value});
    if (!memory.parts.empty()) {
        sheet.rows.push_back({tableWord(QT_TRANSLATE_NOOP("Table", "Total of the fullest stage")), memory.total.value});
        sheet.rows.push_back({tableWord(QT_TRANSLATE_NOOP("Table", "Capacity of a chip")), memory.capacity.value});
    }
    return sheet;
}

Sheet contractSheet(const Estimate &estimate)
{
    Sheet sheet = empty(QT_TRANSLATE_NOOP("Table", "Contract"), {{QT_TRANSLATE_NOOP("Table", "Subject"), "", CellFormat::text},
                                                                 {QT_TRANSLATE_NOOP("Table", "What holds"), "", CellFormat::text}});
    for (const ContractLine &line : estimate.contract)
        sheet.rows.push_back({coreText(line.name), termsText(line.value)});
    return sheet;
}

Sheet issueSheet(const Issues &issues)
{
    static constexpr std::array severities{QT_TRANSLATE_NOOP("Table", "note"), QT_TRANSLATE_NOOP("Table", "warning"),
                                           QT_TRANSLATE_NOOP("Table", "error")};
    Sheet sheet = empty(QT_TRANSLATE_NOOP("Table", "Issues"), {{QT_TRANSLATE_NOOP("Table", "Severity"), "", CellFormat::text},
                                                               {QT_TRANSLATE_NOOP("Table", "Field"), "", CellFormat::text},
                                                               {QT_TRANSLATE_NOOP("Table", "What is wrong or doubtful"), "", CellFormat::text}});
    for (const Issue &issue : issues)
        sheet.rows.push_back({tableWord(severities[static_cast<std::size_t>(issue.severity)]), qs(issue.field), issueText(issue)});
    return sheet;
}

Sheet inputSheet(const Scenario &scenario)
{
    Sheet sheet = empty(QT_TRANSLATE_NOOP("Table", "Inputs"), {{QT_TRANSLATE_NOOP("Table", "Field"), "", CellFormat::text},
                                                               {QT_TRANSLATE_NOOP("Table", "Input"), "", CellFormat::text},
                                                               {QT_TRANSLATE_NOOP("Table", "Value"), "", CellFormat::text},
                                                               {QT_TRANSLATE_NOOP("Table", "Source"), "", CellFormat::text}});
    for (const Field &field : fields())
        if (field.appliesTo(scenario))
            sheet.rows.push_back({qs(field.path()), coreText(field.label), valueText(field, scenario), sourceOf(field, scenario)});
    return sheet;
}

Sheet changedInputSheet(const Scenario &scenario)
{
    Sheet sheet = empty(QT_TRANSLATE_NOOP("Table", "Inputs that differ from presets"),
                        {{QT_TRANSLATE_NOOP("Table", "Field"), "", CellFormat::text},
                         {QT_TRANSLATE_NOOP("Table", "Input"), "", CellFormat::text},
                         {QT_TRANSLATE_NOOP("Table", "Value"), "", CellFormat::text},
                         {QT_TRANSLATE_NOOP("Table", "Preset"), "", CellFormat::text},
                         {QT_TRANSLATE_NOOP("Table", "Source"), "", CellFormat::text}});
    const Scenario preset = presetOf(scenario);
    for (const Field &field : fields())
        if (field.appliesTo(scenario) && field.get(scenario) != field.get(preset))
            sheet.rows.push_back({qs(field.path()), coreText(field.label), valueText(field, scenario), valueText(field, preset), sourceOf(field, scenario)});
    return sheet;
}

} // namespace headroom
