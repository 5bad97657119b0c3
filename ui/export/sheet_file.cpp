#include "ui/export/sheet_file.h"

#include "ui/export/file_bytes.h"

#include <algorithm>
#include <array>

namespace headroom {

std::span<const char *const> sheetEndings()
{
    static constexpr std::array endings{"xlsx", "csv", "tsv", "md"};
    return endings;
}

bool isSheetEnding(const QString &ending)
{
    return std::ranges::any_of(sheetEndings(), [&](const char *known) { return ending == QLatin1String(known); });
}

Result<QByteArray> sheetBytes(const Sheet &sheet, const QString &ending)
{
    if (ending == QLatin1String("xlsx"))
        return xlsxBytes(sheet);
    if (ending == QLatin1String("csv"))
        return sheetText(sheet, CopyFormat::csv).toUtf8();
    if (ending == QLatin1String("tsv"))
        return sheetText(sheet, CopyFormat::tsv).toUtf8();
    if (ending == QLatin1String("md"))
        return sheetText(sheet, CopyFormat::markdown).toUtf8();
    return failure("out", {CORE_TEXT("core", "a table file ends in .xlsx, .csv, .tsv or .md, not .{0}"), {ending.toStdString()}});
}

Result<void> exportSheet(const Sheet &sheet, const QString &path)
{
    const Result<QByteArray> bytes = sheetBytes(sheet, endingOf(path));
    if (!bytes)
        return tl::unexpected(bytes.error());
    return writeWhole(path, *bytes);
}

} // namespace headroom
