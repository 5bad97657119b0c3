// PDF files: text that another program finds as people type it, whole cross-references, the same bytes twice.

#include "tests/ui/support/gui_test.h"

#include "ui/export/pdf_file.h"

#include <QFile>
#include <QPainter>
#include <QPdfWriter>
#include <QProcess>
#include <QTemporaryDir>

using namespace headroom;

class PdfFileTest : public QObject
{
    Q_OBJECT

private slots:
    void textIsFound();
    void sameBytes();
    void dates();
    void disguises_data();
    void disguises();
};

namespace {

// 力, 一, 用 and 工 share their glyphs with Kangxi radicals in Chinese fonts, "fl" is a ligature in DejaVu.
const QString line = QStringLiteral("算力 一用工 flash 57.9 %");

Result<QByteArray> page()
{
    return pdfBytes(QStringLiteral("Page"), QSizeF(300, 100), [](QPdfWriter &writer) {
        QPainter painter(&writer);
        QFont font;
        font.setFamilies({QStringLiteral("DejaVu Sans"), QStringLiteral("Noto Sans CJK SC")});
        font.setPixelSize(14);
        painter.setFont(font);
        painter.drawText(20, 40, line);
    });
}

// What a command prints on its standard output and error about a PDF.
QByteArray said(const QString &program, const QStringList &options, const QByteArray &pdf, const QStringList &after = {})
{
    const QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("a.pdf")));
    if (!file.open(QIODevice::WriteOnly) || file.write(pdf) != pdf.size())
        return {};
    file.close();
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(program, QStringList(options) << file.fileName() << after);
    process.waitForFinished();
    return process.readAll();
}

} // namespace

void PdfFileTest::textIsFound()
{
    const QString text = QString::fromUtf8(said(QStringLiteral("pdftotext"), {}, *page(), {QStringLiteral("-")}));
    QCOMPARE(text.trimmed(), line); // and no complaint about broken objects
    QVERIFY(said(QStringLiteral("pdfinfo"), {}, *page()).contains("Pages:           1"));
}

void PdfFileTest::sameBytes()
{
    const QByteArray first = *page();
    QTest::qWait(1100); // a second that a date would show
    QCOMPARE(*page(), first);
}

void PdfFileTest::dates()
{
    QVERIFY(page()->contains("/CreationDate (D:19800101000000Z)"));
    qputenv("SOURCE_DATE_EPOCH", "1700000000"); // 2023-11-14 22:13:20 UTC
    const Result<QByteArray> dated = page();
    qputenv("SOURCE_DATE_EPOCH", "-1");
    const Result<QByteArray> wrong = page();
    qunsetenv("SOURCE_DATE_EPOCH");
    QVERIFY(dated->contains("/CreationDate (D:20231114221320Z)"));
    QVERIFY(!wrong && wrong.error().front().field == "SOURCE_DATE_EPOCH");
}

void PdfFileTest::disguises_data()
{
    QTest::addColumn<QByteArray>("written");
    QTest::addColumn<QByteArray>("wanted");
    QTest::newRow("list") << QByteArray("<0001> <0003> [<0041> <2F12> <FB02> ]") << QByteArray("<0001> <0003> [<0041> <529B> <0066006C> ]");
    // U+2F00 and U+2F01 follow each other, 一 (U+4E00) and 丨 (U+4E28) do not: a list.
    QTest::newRow("range") << QByteArray("<0001> <0002> <2F00>") << QByteArray("<0001> <0002> [<4E00> <4E28> ]");
    QTest::newRow("plain") << QByteArray("<0001> <0002> <0041>") << QByteArray("<0001> <0002> <0041>");
}

// A PDF of one map, its length and offsets as they must be before and after.
void PdfFileTest::disguises()
{
    QFETCH(QByteArray, written);
    QFETCH(QByteArray, wanted);
    const auto made = [](const QByteArray &map) {
        const QByteArray stream = "begincmap\n" + map + "\nendcmap\n";
        const QByteArray body = "%PDF-1.4\n1 0 obj\n<< /Length " + QByteArray::number(stream.size()) + " >>\nstream\n" + stream + "endstream\nendobj\n";
        const auto offset = [](qsizetype at) { return QByteArray::number(at).rightJustified(10, '0') + " 00000 n \n"; };
        return body + "2 0 obj\n<< >>\nendobj\nxref\n0 3\n0000000000 65535 f \n" + offset(9) + offset(body.size()) + "trailer\n<< /Size 3 >>\nstartxref\n"
            + QByteArray::number(body.size() + 21) + "\n%%EOF\n";
    };
    QCOMPARE(withPlainCharacters(made(written)), made(wanted));
}

HEADROOM_GUI_TEST(PdfFileTest)
#include "pdf_file_test.moc"
