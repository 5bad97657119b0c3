#include "ui/export/sheet_html.h"

namespace headroom {

QString sheetHtml(const Sheet &sheet)
{
    const auto cell = [](const char *tag, CellFormat format, const QString &text) {
        return QStringLiteral("<%1%2>%3</%1>").arg(QLatin1String(tag), isNumeric(format) ? QStringLiteral(" class=\"number\" align=\"right\"") : QString(), text.toHtmlEscaped());
    };
    QString out = QStringLiteral("<div class=\"wide\"><table>\n<thead><tr>");
    for (const SheetColumn &column : sheet.columns)
        out += cell("th", column.format, column.title);
    out += QStringLiteral("</tr></thead>\n<tbody>\n");
    for (const std::vector<QVariant> &row : sheet.rows) {
        out += QStringLiteral("<tr>");
        for (std::size_t c = 0; c < row.size(); ++c)
            out += cell("td", sheet.columns[c].format, cellText(sheet.columns[c].format, row[c]));
        out += QStringLiteral("</tr>\n");
    }
    return out + QStringLiteral("</tbody>\n</table></div>\n");
}

} // namespace headroom
