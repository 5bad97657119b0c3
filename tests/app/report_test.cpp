// The report from the command line: complete in each format and language, text that other programs find, the same bytes twice.

#include "program.h"

#include <QDir>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace headroom::testing;

class ReportTest : public QObject
{
    Q_OBJECT

private slots:
    void pdf_data();
    void pdf();
    void html();
    void markdown();
    void refusals();
};

namespace {

// Of eight chips, and one number changed from the preset.
QByteArray reportOf(const QTemporaryDir &folder, const QString &name, const QStringList &options = {})
{
    const QString path = folder.filePath(name);
    const Outcome outcome = runProgram(QStringList{"export", "--chart", "report", "--out", path, "--model", "Llama-3.1-8B", "--hardware", "H100 SXM", "--devices",
                                                   "8", "--set", "run.globalBatch=64"}
                                           + options,
                                       folder.path());
    if (outcome.exitCode != 0 || !outcome.errors.isEmpty())
        qWarning("%d: %s", outcome.exitCode, qPrintable(outcome.errors));
    return readFile(path);
}

QString textOf(const QString &pdf)
{
    QProcess process;
    process.start("pdftotext", {"-layout", pdf, "-"});
    process.waitForFinished();
    return QString::fromUtf8(process.readAllStandardOutput()) + QString::fromUtf8(process.readAllStandardError());
}

} // namespace

void ReportTest::pdf_data()
{
    QTest::addColumn<QString>("language");
    QTest::addColumn<QStringList>("found");
    QTest::newRow("English") << "en" << QStringList{"Largest losses and what to change", "Roofline MFU", "run.globalBatch", "Residual", "multiply-add = 2",
                                                     "Best configurations", "Operators that cost most", "\"schemaVersion\"", "Definitions"};
    QTest::newRow("Chinese") << "zh_CN" << QStringList{"算力", "屋顶线", "与预设不同的输入", "残差", "最佳配置", "run.globalBatch"};
}

void ReportTest::pdf()
{
    QFETCH(QString, language);
    QFETCH(QStringList, found);
    const QTemporaryDir folder;
    const QByteArray first = reportOf(folder, "a.pdf", {"--language", language});
    QVERIFY(first.startsWith("%PDF-"));
    QString text = textOf(folder.filePath("a.pdf"));
    QVERIFY(!text.contains("Syntax Error"));
    text.remove(QRegularExpression("\\s+"));
    for (QString words : found)
        QVERIFY2(text.contains(words.remove(' ')), qPrintable(words));
    QCOMPARE(reportOf(folder, "b.pdf", {"--language", language}), first);
}

// One file: charts within, nothing fetched from elsewhere.
void ReportTest::html()
{
    const QTemporaryDir folder;
    const QByteArray page = reportOf(folder, "a.html");
    QVERIFY(page.startsWith("<!DOCTYPE html>") && page.trimmed().endsWith("</html>"));
    QCOMPARE(page.count("<svg"), 6);
    QVERIFY(!page.contains("src=") && !page.contains("@import") && !page.contains("<link"));
    QVERIFY(page.contains("run.globalBatch") && page.contains("schemaVersion") && page.contains("Residual"));
    QCOMPARE(page.count("<table"), page.count("</table>"));
    QCOMPARE(reportOf(folder, "b.html"), page);
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files).size(), 2);
}

// Every picture that the text names lies beside it.
void ReportTest::markdown()
{
    const QTemporaryDir folder;
    const QString text = QString::fromUtf8(reportOf(folder, "plan.md", {"--no-search"}));
    int pictures = 0;
    static const QRegularExpression image("!\\[[^\\]]*\\]\\(<([^>]*)>\\)");
    for (auto matches = image.globalMatch(text); matches.hasNext(); ++pictures)
        QVERIFY(readFile(folder.filePath(matches.next().captured(1))).contains("<svg"));
    QCOMPARE(pictures, 5); // all but the one of the search
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files).size(), 6);
    QVERIFY(text.contains("\n## ") && text.contains("| ---: |") && text.contains("```json"));
}

void ReportTest::refusals()
{
    const QTemporaryDir folder;
    for (const QStringList &options : {QStringList{"--out", "a.svg"}, {"--out", "a.csv"}, {"--out", "a.pdf", "--theme", "dark"}, {"--out", "a.pdf", "--stage", "0"}})
        QCOMPARE(runProgram(QStringList{"export", "--chart", "report"} + options, folder.path()).exitCode, 2);
    QCOMPARE(runProgram({"export", "--no-search", "--chart", "report", "--out", "/nowhere/a.html"}).exitCode, 1);
    QVERIFY(QDir(folder.path()).entryList(QDir::Files).isEmpty());
}

QTEST_GUILESS_MAIN(ReportTest)
#include "report_test.moc"
