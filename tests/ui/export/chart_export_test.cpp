// Chart files of every format and size, complete and with their footer.

#include "tests/ui/support/gui_test.h"

#include "spec/catalog.h"
#include "ui/charts/chart_table.h"
#include "ui/charts/convention_text.h"
#include "ui/export/chart_export.h"

#include <QFile>
#include <QImage>
#include <QMimeData>
#include <QTemporaryDir>
#include <QXmlStreamReader>

using namespace headroom;

class ChartExportTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        m_estimate = *evaluate(workedExample(), std::nullopt, Detail::simulated);
        SearchSpace space;
        space.microBatches = {1};
        m_search = *search(workedExample(), space);
    }

    void writes_data()
    {
        QTest::addColumn<QString>("chart");
        QTest::addColumn<QString>("size");
        QTest::addColumn<QString>("format");
        for (const ChartRow &chart : chartTable())
            for (const SizeTemplate &size : sizeTemplates())
                for (const char *format : {"png", "svg", "pdf"}) {
                    if (chart.ofStudy)
                        continue; // study_data_test
                    QTest::addRow("%s %s %s", chart.key, size.key, format)
                        << QString::fromUtf8(chart.key) << QString::fromUtf8(size.key) << QString::fromUtf8(format);
                }
    }
    void writes()
    {
        QFETCH(QString, chart);
        QFETCH(QString, size);
        QFETCH(QString, format);
        const QString path = m_folder.filePath(chart + size + QLatin1Char('.') + format);
        ExportOptions options;
        options.size = size;
        options.search = &m_search;
        QVERIFY(exportChart(m_estimate, chart, path, options).has_value());
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray bytes = file.readAll();
        if (format == QLatin1String("pdf"))
            QVERIFY(bytes.startsWith("%PDF"));
        if (format == QLatin1String("png"))
            QVERIFY(QImage(path).width() > 900);
        if (format == QLatin1String("svg"))
            checkSvg(bytes);
        QCOMPARE(*chartBytes(m_estimate, chart, format, options), bytes); // the same once more
    }

    void errorsAreTold()
    {
        QVERIFY(!exportChart(m_estimate, QStringLiteral("pareto"), m_folder.filePath(QStringLiteral("a.png")))); // no search
        for (const char *chart : {"memory", "timeline"}) // the worked example has one stage
            QVERIFY(!exportChart(m_estimate, QString::fromUtf8(chart), m_folder.filePath(QStringLiteral("a.png")), {.choice = {.stage = 1}}));
        QVERIFY(!exportChart(m_estimate, QStringLiteral("timeline"), m_folder.filePath(QStringLiteral("a.png")),
                             {.choice = {.pass = "W0", .onePass = true}}));
        QVERIFY(!exportChart(m_estimate, QStringLiteral("pie"), m_folder.filePath(QStringLiteral("a.png"))));
        QVERIFY(!exportChart(m_estimate, QStringLiteral("roofline"), m_folder.filePath(QStringLiteral("a.bmp"))));
        QVERIFY(!exportChart(m_estimate, QStringLiteral("roofline"), QStringLiteral("/nowhere/a.svg")));
        QVERIFY(!exportChart(m_estimate, QStringLiteral("roofline"), QStringLiteral("/nowhere/a.pdf")));
    }

    // On a light ground in the size of a slide, also as vectors.
    void clipboard()
    {
        const std::unique_ptr<QMimeData> data(chartClipboard(m_estimate, QStringLiteral("waterfall")));
        QVERIFY(data);
        const auto image = qvariant_cast<QImage>(data->imageData());
        QCOMPARE(image.size(), QSize(1920, 1080)); // 960 x 540 points at 2 pixels a point
        QVERIFY(image.pixelColor(2, 2).lightness() > 200);
        QVERIFY(data->data(QStringLiteral("image/svg+xml")).contains("multiply-add = 2"));
        QVERIFY(!chartClipboard(m_estimate, QStringLiteral("pareto")));
    }

    void numbersOfAChart()
    {
        for (const char *ending : {"csv", "tsv", "md", "xlsx"})
            QVERIFY(chartBytes(m_estimate, QStringLiteral("roofline"), QString::fromUtf8(ending)).value_or(QByteArray()).size() > 1000);
    }

    void theHashNamesTheInput()
    {
        Scenario other = workedExample();
        other.run.globalBatch = 1024;
        QCOMPARE(inputHash(workedExample()), inputHash(workedExample()));
        QVERIFY(inputHash(workedExample()) != inputHash(other));
    }

private:
    void checkSvg(const QByteArray &bytes)
    {
        QXmlStreamReader xml(bytes);
        QString text;
        while (!xml.atEnd())
            if (xml.readNext() == QXmlStreamReader::Characters)
                text += xml.text();
        QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
        QVERIFY(text.contains(QLatin1String("multiply-add = 2")));
        QVERIFY(text.contains(inputHash(m_estimate.scenario)));
        QVERIFY(!bytes.contains("<image")); // vector throughout
    }

    Estimate m_estimate;
    SearchResult m_search;
    QTemporaryDir m_folder;
};

HEADROOM_GUI_TEST(ChartExportTest)
#include "chart_export_test.moc"
