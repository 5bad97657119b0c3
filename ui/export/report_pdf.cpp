// The report as PDF of A4 pages: charts as vectors, text that can be selected and found.

#include "ui/export/chart_export.h"
#include "ui/export/pdf_file.h"
#include "ui/export/report.h"
#include "ui/export/report_charts.h"

#include <QAbstractTextDocumentLayout>
#include <QCoreApplication>
#include <QPainter>
#include <QPdfWriter>
#include <QPicture>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextObjectInterface>
#include <QTextTable>

#include <cmath>

namespace headroom {

namespace {

struct PdfText
{
    Q_DECLARE_TR_FUNCTIONS(ReportPdf)
};

constexpr QSizeF page(595, 842); // A4 in points
constexpr double margin = 40.0, footerHeight = 34.0;
constexpr double captionHeight = 16.0;
constexpr int textPixels = 9, tablePixels = 6, codePixels = 4;
constexpr int pictureObject = QTextFormat::UserObject + 1, pictureIndex = QTextFormat::UserProperty + 1, headingMark = QTextFormat::UserProperty + 2;

QFont fontOf(int pixels, bool bold = false, const char *family = "DejaVu Sans")
{
    QFont font;
    font.setFamilies({QString::fromLatin1(family), QStringLiteral("Noto Sans CJK SC")});
    font.setPixelSize(pixels);
    font.setBold(bold);
    font.setHintingPreference(QFont::PreferNoHinting);
    return font;
}

// Charts within the text, drawn as they were recorded.
class Pictures : public QObject, public QTextObjectInterface
{
    Q_OBJECT
    Q_INTERFACES(QTextObjectInterface)

public:
    struct Captioned
    {
        ChartPicture picture;
        QString caption;
    };
    int add(Captioned picture)
    {
        m_pictures.push_back(std::move(picture));
        return static_cast<int>(m_pictures.size()) - 1;
    }
    // Pictures set clips of their own: what is not on the page must not be drawn at all.
    void setPage(const QRectF &shown) { m_page = shown; }
    QSizeF intrinsicSize(QTextDocument *, int, const QTextFormat &format) override { return at(format).picture.size + QSizeF(0.0, captionHeight); }
    void drawObject(QPainter *painter, const QRectF &rect, QTextDocument *, int, const QTextFormat &format) override
    {
        if (!m_page.contains(rect.center()))
            return;
        painter->save();
        painter->setFont(fontOf(textPixels, true));
        painter->drawText(QPointF(rect.left(), rect.top() + textPixels), at(format).caption);
        painter->translate(rect.left(), rect.top() + captionHeight);
        QPicture(at(format).picture.drawing).play(painter);
        painter->restore();
    }

private:
    const Captioned &at(const QTextFormat &format) const { return m_pictures[static_cast<std::size_t>(format.intProperty(pictureIndex))]; }

    std::vector<Captioned> m_pictures;
    QRectF m_page;
};

// A line of JSON per token is for reading on a screen; on paper it runs on.
QString onOneLine(const QString &json)
{
    QString out;
    for (const QString &line : json.split(QLatin1Char('\n')))
        out += line.trimmed() + (line.endsWith(QLatin1Char(',')) ? QStringLiteral(" ") : QString());
    return out;
}

class PdfLayout
{
public:
    PdfLayout(QTextDocument &document, const Snapshot &snapshot) : m_snapshot(snapshot), m_pictures(new Pictures), m_cursor(&document)
    {
        m_pictures->setParent(&document);
        document.documentLayout()->registerHandler(pictureObject, m_pictures);
    }

    Pictures &pictures() { return *m_pictures; }

    Result<void> fill(const Report &report)
    {
        m_cursor.beginEditBlock(); // laid out once, at the end
        paragraph(report.title, fontOf(16, true), 0.0, 6.0);
        for (const ReportBlock &block : report.blocks)
            std::visit(*this, block);
        m_cursor.endEditBlock();
        return m_wrong.empty() ? Result<void>() : tl::unexpected(m_wrong);
    }

    void operator()(const ReportHeading &heading)
    {
        paragraph(heading.text, fontOf(11, true), 12.0, 4.0);
        QTextBlockFormat marked;
        marked.setProperty(headingMark, true);
        m_cursor.mergeBlockFormat(marked);
    }
    void operator()(const ReportText &text)
    {
        for (const QString &each : text.paragraphs)
            paragraph(each, fontOf(textPixels), 0.0, 3.0);
    }
    void operator()(const ReportChart &chart)
    {
        Result<ChartPicture> picture = chartPicture(*m_snapshot.estimate, chart.key, reportChartOptions(m_snapshot));
        if (!picture) {
            m_wrong = picture.error();
            return;
        }
        QTextCharFormat format;
        format.setObjectType(pictureObject);
        format.setProperty(pictureIndex, m_pictures->add({*std::move(picture), chart.caption}));
        m_cursor.insertBlock(QTextBlockFormat(), QTextCharFormat());
        m_cursor.insertText(QString(QChar::ObjectReplacementCharacter), format);
    }
    void operator()(const Sheet &sheet)
    {
        QTextTableFormat format;
        format.setHeaderRowCount(1);
        format.setCellPadding(1.5);
        format.setCellSpacing(0.0);
        format.setBorderCollapse(true);
        format.setBorder(0.4);
        format.setBorderBrush(QColor(0xc9, 0xce, 0xd6));
        format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
        QTextTable *table = m_cursor.insertTable(static_cast<int>(sheet.rows.size()) + 1, static_cast<int>(sheet.columns.size()), format);
        for (std::size_t c = 0; c < sheet.columns.size(); ++c) {
            const CellFormat kind = sheet.columns[c].format;
            cell(*table, 0, c, sheet.columns[c].title, kind, true);
            for (std::size_t r = 0; r < sheet.rows.size(); ++r)
                cell(*table, r + 1, c, cellText(kind, sheet.rows[r][c]), kind, false);
        }
        m_cursor.movePosition(QTextCursor::End);
    }
    void operator()(const ReportCode &code) { paragraph(onOneLine(code.text), fontOf(codePixels, false, "DejaVu Sans Mono"), 0.0, 0.0); }

private:
    void paragraph(const QString &text, const QFont &font, double above, double below)
    {
        QTextBlockFormat block;
        block.setTopMargin(above);
        block.setBottomMargin(below);
        QTextCharFormat characters;
        characters.setFont(font);
        m_cursor.insertBlock(block, characters);
        m_cursor.insertText(text, characters);
    }
    static void cell(QTextTable &table, std::size_t row, std::size_t column, const QString &text, CellFormat kind, bool heading)
    {
        QTextTableCell at = table.cellAt(static_cast<int>(row), static_cast<int>(column));
        QTextCharFormat characters;
        characters.setFont(fontOf(tablePixels, heading));
        if (heading)
            characters.setBackground(QColor(0xf3, 0xf5, 0xf7));
        at.setFormat(characters);
        QTextCursor cursor = at.firstCursorPosition();
        QTextBlockFormat block;
        block.setAlignment(isNumeric(kind) ? Qt::AlignRight : Qt::AlignLeft);
        cursor.setBlockFormat(block);
        cursor.insertText(text, characters);
    }

    const Snapshot &m_snapshot;
    Pictures *m_pictures;
    QTextCursor m_cursor;
    Issues m_wrong;
};

void drawFooter(QPainter &painter, const Report &report, int number, int count)
{
    painter.setFont(fontOf(6));
    painter.setPen(QColor(0x59, 0x63, 0x6e));
    const QRectF room(margin, page.height() - margin - footerHeight + 8.0, page.width() - 2.0 * margin, footerHeight);
    painter.drawText(room, Qt::AlignLeft | Qt::TextWordWrap, report.notes.join(QStringLiteral(" · ")));
    painter.drawText(room, Qt::AlignRight | Qt::AlignBottom, PdfText::tr("page %1 of %2").arg(number).arg(count));
}

// A heading that would stand at the foot of a page, with what it heads on the next, goes there as well.
void keepHeadings(QTextDocument &document)
{
    // Of its first line: a block may begin at the foot of a page with a line that is too high for it.
    const auto pageOf = [&](const QTextBlock &block) {
        const double top = document.documentLayout()->blockBoundingRect(block).top();
        const double line = block.layout()->lineCount() > 0 ? block.layout()->lineAt(0).y() : 0.0;
        return static_cast<int>((top + line) / document.pageSize().height());
    };
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        if (!block.blockFormat().hasProperty(headingMark) || !block.next().isValid() || pageOf(block) == pageOf(block.next()))
            continue;
        QTextBlockFormat moved;
        moved.setPageBreakPolicy(QTextFormat::PageBreak_AlwaysBefore);
        QTextCursor(block).mergeBlockFormat(moved);
    }
}

} // namespace

Result<QByteArray> reportPdf(const Report &report, const Snapshot &snapshot)
{
    const QSizeF body(page.width() - 2.0 * margin, page.height() - 2.0 * margin - footerHeight);
    QTextDocument document;
    document.setUseDesignMetrics(true);
    document.setDocumentMargin(0.0);
    document.setDefaultFont(fontOf(textPixels));
    document.setPageSize(body);
    PdfLayout layout(document, snapshot);
    if (Result<void> filled = layout.fill(report); !filled)
        return tl::unexpected(filled.error());
    keepHeadings(document);
    return pdfBytes(report.title, page, [&](QPdfWriter &writer) {
        QPainter painter(&writer);
        const int count = document.pageCount();
        for (int number = 0; number < count; ++number) {
            if (number > 0)
                writer.newPage();
            const QRectF shown(0.0, number * body.height(), body.width(), body.height());
            layout.pictures().setPage(shown);
            painter.save();
            painter.translate(margin, margin - shown.top());
            document.drawContents(&painter, shown);
            painter.restore();
            drawFooter(painter, report, number + 1, count);
        }
    });
}

} // namespace headroom

#include "report_pdf.moc"
