#include "ui/export/report_sheets.h"

#include "ui/models/tables.h"
#include "ui/pages/figure_table.h"

#include <QCoreApplication>

#include <algorithm>
#include <cstring>

namespace headroom {

namespace {

constexpr std::size_t operatorRows = 20, configurationRows = 10, swingRows = 15;

QString tableWord(const char *text)
{
    return QCoreApplication::translate("Table", text);
}

Sheet empty(const QString &title, const QStringList &headings)
{
    Sheet sheet{.title = title, .columns = {}, .rows = {}, .notes = {}};
    for (const QString &heading : headings)
        sheet.columns.push_back({heading, CellFormat::text});
    return sheet;
}

QString captionOf(const FigureRow &row)
{
    return QCoreApplication::translate("Figures", row.caption);
}

// The columns of these keys, in their order.
Sheet narrowed(const Table &table, const Snapshot &snapshot, std::initializer_list<const char *> keys)
{
    const Sheet all = sheetOf(table, snapshot);
    Sheet sheet{.title = all.title, .columns = {}, .rows = std::vector<std::vector<QVariant>>(all.rows.size()), .notes = {}};
    for (const char *key : keys) {
        const auto column = std::ranges::find_if(table.columns, [&](const Column &each) { return std::strcmp(each.key, key) == 0; });
        const auto c = static_cast<std::size_t>(column - table.columns.begin());
        sheet.columns.push_back(all.columns[c]);
        for (std::size_t r = 0; r < all.rows.size(); ++r)
            sheet.rows[r].push_back(all.rows[r][c]);
    }
    return sheet;
}

} // namespace

Sheet figureSheet(const Snapshot &snapshot)
{
    Sheet sheet = empty(tableWord(QT_TRANSLATE_NOOP("Table", "Key figures")),
                        {tableWord(QT_TRANSLATE_NOOP("Table", "Figure")), tableWord(QT_TRANSLATE_NOOP("Table", "Value")),
                         tableWord(QT_TRANSLATE_NOOP("Table", "What it is"))});
    for (const FigureRow &row : figureTable())
        if (const FigureText figure = row.text(snapshot); !figure.value.isEmpty())
            sheet.rows.push_back({captionOf(row), figure.value, figure.tip});
    return sheet;
}

Sheet baselineSheet(const Snapshot &snapshot)
{
    Sheet sheet = empty(tableWord(QT_TRANSLATE_NOOP("Table", "Against the baseline")),
                        {tableWord(QT_TRANSLATE_NOOP("Table", "Figure")), tableWord(QT_TRANSLATE_NOOP("Table", "Baseline")),
                         tableWord(QT_TRANSLATE_NOOP("Table", "Now")), tableWord(QT_TRANSLATE_NOOP("Table", "Change"))});
    if (!snapshot.baseline && !snapshot.servedBaseline)
        return sheet;
    Snapshot before = snapshot;
    before.estimate = snapshot.baseline;
    before.served = snapshot.servedBaseline;
    if (!before.estimate)
        return sheet;
    for (const FigureRow &row : figureTable()) {
        const FigureText now = row.text(snapshot), then = row.text(before);
        if (now.value.isEmpty() || then.value.isEmpty())
            continue;
        sheet.rows.push_back({captionOf(row), then.value, now.value, row.better == 0 ? QString() : row.delta(now.number - then.number, then.number)});
    }
    return sheet;
}

Sheet topOperators(const Snapshot &snapshot)
{
    Sheet sheet = narrowed(operatorsTable(), snapshot, {"name", "group", "phase", "count", "time", "share", "gain", "boundBy", "intensity", "attainable"});
    constexpr std::size_t share = 5;
    std::ranges::stable_sort(sheet.rows, [](const auto &a, const auto &b) { return a[share].toDouble() > b[share].toDouble(); });
    sheet.title = tableWord(QT_TRANSLATE_NOOP("Table", "Operators that cost most"));
    return firstRows(std::move(sheet), operatorRows);
}

Sheet bestConfigurations(const Snapshot &snapshot)
{
    Sheet sheet = snapshot.served ? narrowed(servingPlansTable(), snapshot, {"rank", "dp", "tp", "ep", "pp", "batch", "tokens", "expectedTokens", "ttft", "expectedTtft",
                                                                             "tpot", "expectedTpot", "memory", "verdict"})
                                  : narrowed(configurationsTable(), snapshot, {"rank", "dp", "fsdp", "tp", "ep", "pp", "cp", "microBatch", "remat", "boundMfu", "delta",
                                                                               "expectedMfu", "step", "memory", "dominant", "feasible"});
    sheet.title = tableWord(QT_TRANSLATE_NOOP("Table", "Best configurations"));
    return firstRows(std::move(sheet), configurationRows);
}

Sheet largestSwings(const Snapshot &snapshot)
{
    Sheet sheet = narrowed(sensitivityTable(), snapshot, {"field", "now", "swing", "down", "downMfu", "downStep", "up", "upMfu", "upStep"});
    sheet.title = tableWord(QT_TRANSLATE_NOOP("Table", "What moves the expected MFU most, a tenth less and a tenth more"));
    return firstRows(std::move(sheet), swingRows);
}

} // namespace headroom
