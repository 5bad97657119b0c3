#include "ui/export/pdf_file.h"

#include "report/report.h"
#include "ui/export/file_bytes.h"

#include <QBuffer>
#include <QList>
#include <QPageSize>
#include <QPdfWriter>
#include <QRegularExpression>

namespace headroom {

namespace {

// A stretch of a PDF to be replaced.
struct Edit
{
    qsizetype at = 0;
    qsizetype length = 0;
    QByteArray text;
};

bool isDisguised(char32_t c)
{
    return (c >= 0x2E80 && c <= 0x2FDF) || (c >= 0xF900 && c <= 0xFAFF) || (c >= 0xFB00 && c <= 0xFB06);
}

// "<2F12>" -> "<529B>".
QByteArray plainHex(char32_t c)
{
    const QString text = isDisguised(c) ? QString::fromUcs4(&c, 1).normalized(QString::NormalizationForm_KC) : QString::fromUcs4(&c, 1);
    QByteArray out = "<";
    for (const QChar unit : text)
        out += QByteArray::number(unit.unicode(), 16).toUpper().rightJustified(4, '0');
    return out + '>';
}

// The lines "<first glyph> <last glyph> <first character>" or "<first glyph> <last glyph> [<character> …]" of a map.
QByteArray plainMap(const QByteArray &map)
{
    static const QRegularExpression range(QStringLiteral("^<([0-9A-F]{4})> <([0-9A-F]{4})> <([0-9A-F]{4})>$"),
                                          QRegularExpression::MultilineOption);
    static const QRegularExpression list(QStringLiteral("\\[[^\\]]*\\]")), one(QStringLiteral("<([0-9A-F]{4})>"));
    QString text = QString::fromLatin1(map);
    const auto hex = [](const QRegularExpressionMatch &m, int group) { return m.captured(group).toUInt(nullptr, 16); };
    for (qsizetype from = 0;;) {
        const QRegularExpressionMatch match = range.match(text, from);
        if (!match.hasMatch())
            break;
        QByteArray each;
        bool disguised = false;
        for (uint i = 0; i <= hex(match, 2) - hex(match, 1); ++i) {
            disguised = disguised || isDisguised(hex(match, 3) + i);
            each += plainHex(hex(match, 3) + i) + ' ';
        }
        if (disguised)
            text.replace(match.capturedStart(3) - 1, match.capturedLength(3) + 2, QStringLiteral("[%1]").arg(QString::fromLatin1(each)));
        from = match.capturedStart(3);
    }
    for (qsizetype from = 0;;) {
        const QRegularExpressionMatch match = list.match(text, from);
        if (!match.hasMatch())
            break;
        QString plain = QStringLiteral("[");
        for (auto characters = one.globalMatch(match.captured()); characters.hasNext();)
            plain += QString::fromLatin1(plainHex(hex(characters.next(), 1))) + QLatin1Char(' ');
        plain += QLatin1Char(']');
        text.replace(match.capturedStart(), match.capturedLength(), plain);
        from = match.capturedStart() + plain.size();
    }
    return text.toLatin1();
}

qsizetype digitsFrom(const QByteArray &text, qsizetype start)
{
    qsizetype end = start;
    while (end < text.size() && text[end] >= '0' && text[end] <= '9')
        ++end;
    return end - start;
}

// Maps from glyphs to characters, which Qt writes uncompressed: their text and their lengths.
QList<Edit> mapEdits(const QByteArray &pdf)
{
    static const QByteArray beginning = "/Length ", stream = "stream\n", end = "endstream";
    QList<Edit> edits;
    for (qsizetype at = pdf.indexOf("begincmap"); at >= 0; at = pdf.indexOf("begincmap", at + 1)) {
        const qsizetype first = pdf.lastIndexOf(stream, at) + stream.size(), last = pdf.indexOf(end, at);
        const qsizetype length = pdf.lastIndexOf(beginning, first) + beginning.size();
        const QByteArray map = pdf.mid(first, last - first), plain = plainMap(map);
        if (plain == map)
            continue;
        const qsizetype digits = digitsFrom(pdf, length);
        const qlonglong was = pdf.mid(length, digits).toLongLong();
        edits << Edit{length, digits, QByteArray::number(was + plain.size() - map.size())};
        edits << Edit{first, last - first, plain};
    }
    return edits;
}

qsizetype moved(qsizetype offset, const QList<Edit> &edits)
{
    qsizetype out = offset;
    for (const Edit &edit : edits)
        if (edit.at < offset)
            out += edit.text.size() - edit.length;
    return out;
}

// The table of offsets, "0000031452 00000 n \n" a line, and where it begins.
QByteArray withOffsets(QByteArray tail, const QList<Edit> &edits)
{
    static const QRegularExpression entry(QStringLiteral("(\\d{10}) 00000 n"));
    QString text = QString::fromLatin1(tail);
    for (auto entries = entry.globalMatch(text); entries.hasNext();) {
        const QRegularExpressionMatch match = entries.next();
        const qsizetype offset = moved(match.captured(1).toLongLong(), edits);
        tail.replace(match.capturedStart(1), 10, QByteArray::number(offset).rightJustified(10, '0'));
    }
    static const QByteArray word = "startxref\n";
    const qsizetype start = tail.lastIndexOf(word) + word.size();
    const qsizetype digits = digitsFrom(tail, start);
    return tail.replace(start, digits, QByteArray::number(moved(tail.mid(start, digits).toLongLong(), edits)));
}

QByteArray withDate(QByteArray pdf, const QDateTime &date)
{
    static const QByteArray word = "/CreationDate (D:";
    const qsizetype at = pdf.indexOf(word);
    return at < 0 ? pdf : pdf.replace(at + word.size(), 14, date.toString(QStringLiteral("yyyyMMddHHmmss")).toLatin1());
}

} // namespace

QByteArray withPlainCharacters(const QByteArray &pdf)
{
    const QList<Edit> edits = mapEdits(pdf);
    const qsizetype table = pdf.lastIndexOf("\nxref\n");
    if (edits.isEmpty() || table < 0)
        return pdf;
    QByteArray out;
    qsizetype from = 0;
    for (const Edit &edit : edits) {
        out += pdf.mid(from, edit.at - from) + edit.text;
        from = edit.at + edit.length;
    }
    return out + pdf.mid(from, table - from) + withOffsets(pdf.mid(table), edits);
}

Result<QByteArray> pdfBytes(const QString &title, QSizeF points, const std::function<void(QPdfWriter &)> &draw)
{
    const Result<QDateTime> date = documentDate();
    if (!date)
        return tl::unexpected(date.error());
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    const FixedHashOrder order; // in which Qt writes fonts
    {
        QPdfWriter writer(&buffer);
        writer.setTitle(title);
        writer.setCreator(QStringLiteral("Headroom %1").arg(QString::fromUtf8(programVersion())));
        writer.setResolution(72);
        writer.setPageSize(QPageSize(points, QPageSize::Point, QString(), QPageSize::ExactMatch));
        writer.setPageMargins({});
        draw(writer);
    }
    return withDate(withPlainCharacters(buffer.data()), *date);
}

} // namespace headroom
