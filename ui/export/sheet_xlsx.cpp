// Sheets as workbooks of Excel and LibreOffice.

#include "ui/export/file_bytes.h"
#include "ui/export/sheet_file.h"

#include <xlsxwriter.h>

#include <QCoreApplication>
#include <QFile>
#include <QTemporaryDir>

#include <algorithm>
#include <array>
#include <map>

namespace headroom {

namespace {

struct XlsxText
{
    Q_DECLARE_TR_FUNCTIONS(Xlsx)
};

constexpr qsizetype longestName = 31;   // of a sheet
constexpr double widestColumn = 60.0;   // in characters
constexpr double narrowestColumn = 8.0;

// Sheets may not have every character in their names.
QString sheetName(const QString &title)
{
    QString name = title;
    for (const QChar bad : QStringLiteral("[]:*?/\\'"))
        name.remove(bad);
    return name.left(longestName);
}

class Workbook
{
public:
    Workbook(const QString &path, const Sheet &sheet, const QDateTime &date)
        : m_book(workbook_new(QFile::encodeName(path).constData())), m_sheet(sheet)
    {
        QByteArray title = sheet.title.toUtf8(), company = QByteArrayLiteral("Headroom");
        lxw_doc_properties properties{};
        properties.title = title.data();
        properties.company = company.data();
        properties.created = static_cast<time_t>(std::max<qint64>(1, date.toSecsSinceEpoch())); // 0: now
        workbook_set_properties(m_book, &properties);
        m_bold = workbook_add_format(m_book);
        format_set_bold(m_bold);
        format_set_text_wrap(m_bold);
        format_set_align(m_bold, LXW_ALIGN_VERTICAL_TOP);
        format_set_bottom(m_bold, LXW_BORDER_THIN);
        m_wrapped = workbook_add_format(m_book);
        format_set_text_wrap(m_wrapped);
        format_set_align(m_wrapped, LXW_ALIGN_VERTICAL_TOP);
    }

    // False when the format cannot hold it.
    bool write()
    {
        addTable();
        if (!m_sheet.notes.isEmpty())
            addNotes();
        const lxw_error closed = workbook_close(m_book); // frees it
        return m_good && closed == LXW_NO_ERROR;
    }

private:
    void check(lxw_error error) { m_good = m_good && error == LXW_NO_ERROR; }

    lxw_worksheet *addSheet(const QString &name)
    {
        lxw_worksheet *sheet = workbook_add_worksheet(m_book, sheetName(name).toUtf8().constData());
        m_good = m_good && sheet != nullptr;
        return sheet;
    }

    void addTable()
    {
        lxw_worksheet *sheet = addSheet(m_sheet.title);
        if (!sheet)
            return;
        for (std::size_t c = 0; c < m_sheet.columns.size(); ++c)
            addColumn(*sheet, c);
        worksheet_freeze_panes(sheet, 1, 0);
        if (!m_sheet.rows.empty())
            check(worksheet_autofilter(sheet, 0, 0, static_cast<lxw_row_t>(m_sheet.rows.size()),
                                       static_cast<lxw_col_t>(m_sheet.columns.size() - 1)));
    }

    void addColumn(lxw_worksheet &sheet, std::size_t c)
    {
        const auto column = static_cast<lxw_col_t>(c);
        const SheetColumn &head = m_sheet.columns[c];
        qsizetype longest = 0;
        for (std::size_t r = 0; r < m_sheet.rows.size(); ++r) {
            addCell(sheet, static_cast<lxw_row_t>(r + 1), column, head.format, m_sheet.rows[r][c]);
            longest = std::max(longest, cellText(head.format, m_sheet.rows[r][c]).size());
        }
        const double width = std::max(static_cast<double>(longest) + 2.0, static_cast<double>(head.title.size()) / 2.0 + 4.0);
        check(worksheet_set_column(&sheet, column, column, std::clamp(width, narrowestColumn, widestColumn), nullptr));
        check(worksheet_write_string(&sheet, 0, column, head.title.toUtf8().constData(), m_bold));
    }

    void addCell(lxw_worksheet &sheet, lxw_row_t row, lxw_col_t column, CellFormat format, const QVariant &value)
    {
        if (!value.isValid())
            return;
        if (format == CellFormat::text)
            check(worksheet_write_string(&sheet, row, column, value.toString().toUtf8().constData(), nullptr));
        else if (format == CellFormat::flag)
            check(worksheet_write_boolean(&sheet, row, column, value.toBool() ? 1 : 0, nullptr));
        else
            check(worksheet_write_number(&sheet, row, column, value.toDouble() * shownFactor(format), numberFormat(format)));
    }

    // Rounds what is shown, not the number.
    lxw_format *numberFormat(CellFormat format)
    {
        const std::optional<int> decimals = shownDecimals(format);
        if (!decimals)
            return nullptr;
        lxw_format *&known = m_numbers[*decimals];
        if (!known) {
            known = workbook_add_format(m_book);
            format_set_num_format(known, *decimals == 0 ? "0" : ("0." + std::string(static_cast<std::size_t>(*decimals), '0')).c_str());
        }
        return known;
    }

    void addNotes()
    {
        lxw_worksheet *sheet = addSheet(XlsxText::tr("Notes"));
        if (!sheet)
            return;
        check(worksheet_set_column(sheet, 0, 0, 2.0 * widestColumn, nullptr));
        for (qsizetype i = 0; i < m_sheet.notes.size(); ++i)
            check(worksheet_write_string(sheet, static_cast<lxw_row_t>(i), 0, m_sheet.notes[i].toUtf8().constData(), m_wrapped));
    }

    lxw_workbook *m_book;
    const Sheet &m_sheet;
    lxw_format *m_bold = nullptr, *m_wrapped = nullptr;
    std::map<int, lxw_format *> m_numbers;
    bool m_good = true;
};

} // namespace

Result<QByteArray> xlsxBytes(const Sheet &sheet)
{
    const Result<QDateTime> date = documentDate();
    if (!date)
        return tl::unexpected(date.error());
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("sheet.xlsx"));
    QFile file(path);
    if (!Workbook(path, sheet, *date).write() || !file.open(QIODevice::ReadOnly))
        return failure("out", {CORE_TEXT("core", "the table does not fit a workbook: {0} rows, {1} columns"),
                               {std::to_string(sheet.rows.size()), std::to_string(sheet.columns.size())}});
    return file.readAll();
}

} // namespace headroom
