// Tables as files: what each format says of the same few cells, the same bytes twice, and what other programs read back.

#include "tests/ui/support/gui_test.h"

#include "spec/catalog.h"
#include "spec/field.h"
#include "ui/export/export_tables.h"
#include "ui/export/result_sheets.h"
#include "ui/export/sheet_file.h"

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>

using namespace headroom;

class SheetFileTest : public QObject
{
    Q_OBJECT

private slots:
    void texts();
    void chartNumbersKeepEveryDigit();
    void workbook();
    void sameBytes_data();
    void sameBytes();
    void dates();
    void whatDoesNotFit();
    void lossesAddUp();
    void everyTable();
    void changedInputs();
};

namespace {

Sheet fewCells()
{
    return {.title = QStringLiteral("Few [cells]"),
            .columns = {{QStringLiteral("Name"), CellFormat::text},
                        {QStringLiteral("Time (ms)"), CellFormat::milliseconds},
                        {QStringLiteral("Share (%)"), CellFormat::share},
                        {QStringLiteral("Best"), CellFormat::flag}},
            .rows = {{QStringLiteral("a, \"b\" | c"), 0.0012345678, 0.25, true}, {QStringLiteral("空"), QVariant(), 0.0, false}},
            .notes = {QStringLiteral("multiply-add = 2")}};
}

QByteArray bytesOf(const Sheet &sheet, const char *ending)
{
    return sheetBytes(sheet, QString::fromLatin1(ending)).value_or(QByteArray());
}

// A file of a zip archive, as another program unpacks it.
QByteArray unpacked(const QByteArray &archive, const char *name)
{
    const QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("a.zip")));
    if (!file.open(QIODevice::WriteOnly) || file.write(archive) != archive.size())
        return {};
    file.close();
    QProcess unzip;
    unzip.start(QStringLiteral("unzip"), {QStringLiteral("-p"), file.fileName(), QString::fromLatin1(name)});
    unzip.waitForFinished();
    return unzip.readAllStandardOutput();
}

} // namespace

void SheetFileTest::texts()
{
    QCOMPARE(bytesOf(fewCells(), "csv"), QByteArray("Name,Time (ms),Share (%),Best\n\"a, \"\"b\"\" | c\",1.2345678,25,1\n空,,0,0\n# multiply-add = 2\n"));
    QCOMPARE(bytesOf(fewCells(), "tsv"), QByteArray("Name\tTime (ms)\tShare (%)\tBest\na, \"b\" | c\t1.2345678\t25\t1\n空\t\t0\t0\n# multiply-add = 2\n"));
    // Markdown is for reading: rounded as on the screen.
    QCOMPARE(bytesOf(fewCells(), "md"),
             QByteArray("| Name | Time (ms) | Share (%) | Best |\n| :--- | ---: | ---: | :--- |\n| a, \"b\" \\| c | 1.235 | 25.0 | ★ |\n| 空 |  | 0.0 |  |\n\nmultiply-add = 2\n"));
}

void SheetFileTest::chartNumbersKeepEveryDigit()
{
    const Sheet sheet = sheetOfText(QStringLiteral("t"), QStringLiteral("name\tvalue\tmixed\na\t0.1234567890123456\t1\nb\t\tx\n"));
    QCOMPARE(bytesOf(sheet, "csv"), QByteArray("name,value,mixed\na,0.1234567890123456,1\nb,,x\n"));
    QVERIFY(sheet.columns[1].format == CellFormat::exact && sheet.columns[2].format == CellFormat::text);
    QCOMPARE(sheet.rows[0][1].toDouble(), 0.1234567890123456);
}

// Numbers are numbers, in the header's unit; the header stays in view; the notes have a sheet of their own.
void SheetFileTest::workbook()
{
    const QByteArray book = bytesOf(fewCells(), "xlsx");
    const QByteArray sheet = unpacked(book, "xl/worksheets/sheet1.xml"), strings = unpacked(book, "xl/sharedStrings.xml");
    QVERIFY2(sheet.contains("<c r=\"B2\"><v>1.2345678</v></c>"), sheet.constData()); // 0.0012345678 s in ms
    QVERIFY(sheet.contains("<v>25</v></c>") && sheet.contains("<c r=\"D2\" t=\"b\"><v>1</v></c>"));
    QVERIFY(!sheet.contains("r=\"B3\"")); // nothing to show is an empty cell
    QVERIFY(sheet.contains("state=\"frozen\"") && sheet.contains("ySplit=\"1\""));
    QVERIFY(strings.contains("Time (ms)") && strings.contains("multiply-add = 2") && strings.contains("空"));
    QVERIFY(unpacked(book, "xl/workbook.xml").contains("name=\"Few cells\"")); // Excel refuses brackets
}

void SheetFileTest::sameBytes_data()
{
    QTest::addColumn<QString>("ending");
    for (const char *ending : sheetEndings())
        QTest::newRow(ending) << QString::fromLatin1(ending);
}

void SheetFileTest::sameBytes()
{
    QFETCH(QString, ending);
    const QByteArray first = *sheetBytes(fewCells(), ending);
    QTest::qWait(1100); // a second that a date would show
    QCOMPARE(*sheetBytes(fewCells(), ending), first);
}

void SheetFileTest::dates()
{
    qputenv("SOURCE_DATE_EPOCH", "1700000000"); // 2023-11-14 22:13:20 UTC
    const QByteArray core = unpacked(bytesOf(fewCells(), "xlsx"), "docProps/core.xml");
    qputenv("SOURCE_DATE_EPOCH", "yesterday");
    const Result<QByteArray> wrong = xlsxBytes(fewCells());
    qunsetenv("SOURCE_DATE_EPOCH");
    QVERIFY(core.contains("2023-11-14T22:13:20Z"));
    QVERIFY(!wrong && wrong.error().front().field == "SOURCE_DATE_EPOCH");
}

void SheetFileTest::whatDoesNotFit()
{
    Sheet wide = fewCells();
    wide.columns.assign(20000, {QStringLiteral("c"), CellFormat::number}); // a workbook has 16384 columns
    wide.rows.clear();
    QVERIFY(!xlsxBytes(wide));
    QVERIFY(!sheetBytes(fewCells(), QStringLiteral("ods")));
    QVERIFY(!exportSheet(fewCells(), QStringLiteral("/nowhere/a.csv")));
}

// From the peak down to what is expected, the losses account for every point and every second (model: sum check).
void SheetFileTest::lossesAddUp()
{
    const Estimate estimate = *evaluate(workedExample());
    const Sheet sheet = lossSheet(estimate);
    double level = 0.0, lost = 0.0;
    for (const auto &row : sheet.rows) {
        if (row[1].isValid())
            level = row[1].toDouble();
        if (row[2].isValid())
            lost += row[2].toDouble();
    }
    QCOMPARE(sheet.rows.front()[1].toDouble(), 1.0);
    QVERIFY(std::abs(1.0 - lost - level) < 1e-9);
    QCOMPARE(sheet.rows.back()[2].toDouble(), 0.0);
    QVERIFY(std::abs(sheet.rows.back()[4].toDouble()) < 1e-9);
}

void SheetFileTest::everyTable()
{
    Snapshot snapshot;
    QVERIFY(!exportedTable(QStringLiteral("operators"), snapshot) || snapshot.estimate);
    snapshot.estimate = std::make_shared<const Estimate>(*evaluate(workedExample()));
    snapshot.issues = snapshot.estimate->issues;
    for (const ExportTable &table : exportTables()) {
        const Result<Sheet> sheet = exportedTable(QString::fromLatin1(table.key), snapshot);
        QCOMPARE(sheet.has_value(), table.there(snapshot));
        if (!sheet)
            continue;
        QVERIFY2(!sheet->rows.empty() && !sheet->notes.isEmpty(), table.key);
        for (const auto &row : sheet->rows)
            QCOMPARE(row.size(), sheet->columns.size());
    }
    QVERIFY(!exportedTable(QStringLiteral("pie"), snapshot));
}

// The worked example differs from a new scenario where it says so; one more change is one more row.
void SheetFileTest::changedInputs()
{
    Scenario scenario = workedExample();
    const std::size_t before = changedInputSheet(scenario).rows.size();
    QVERIFY(applySetting(scenario, "hardware.hbmBandwidth=1.5 TB/s").empty());
    const Sheet after = changedInputSheet(scenario);
    QCOMPARE(after.rows.size(), before + 1);
    QVERIFY(std::ranges::any_of(after.rows, [](const auto &row) {
        return row[0] == QLatin1String("hardware.hbmBandwidth") && row[2] == QLatin1String("1.5 TB/s") && row[3] == QLatin1String("2.765 TB/s");
    }));
}

HEADROOM_GUI_TEST(SheetFileTest)
#include "sheet_file_test.moc"
