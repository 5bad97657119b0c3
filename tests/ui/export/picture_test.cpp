// Exported charts as other programs draw them, against reference pictures: small and grey, so that neither a font nor the smoothing of
// an edge counts, but a bar, a roof or a legend that is gone does. HEADROOM_APPROVE=1 writes the references anew.

#include "tests/ui/support/gui_test.h"

#include "spec/catalog.h"
#include "ui/export/chart_export.h"

#include <QDir>
#include <QFile>
#include <QImage>
#include <QProcess>
#include <QTemporaryDir>

using namespace headroom;

class PictureTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void drawnElsewhere_data();
    void drawnElsewhere();
    void aMissingPartCounts();

private:
    QImage png(const QString &chart) const;
    QImage byOthers(const QString &chart, const QString &ending) const;

    Estimate m_estimate;
    SearchResult m_search;
};

namespace {

constexpr QSize grid(64, 36); // of a slide, 16:9
constexpr double mostOff = 0.02;

// Mean grey of every cell, 0 … 1.
QImage small(const QImage &picture)
{
    return picture.convertToFormat(QImage::Format_RGB32).scaled(grid, Qt::IgnoreAspectRatio, Qt::SmoothTransformation).convertToFormat(QImage::Format_Grayscale8);
}

// Mean difference of the cells, after each has been allowed to lie one cell off.
double distance(const QImage &a, const QImage &b)
{
    double sum = 0.0;
    for (int y = 0; y < grid.height(); ++y)
        for (int x = 0; x < grid.width(); ++x) {
            int least = 255;
            for (int dy = -1; dy <= 1; ++dy)
                for (int dx = -1; dx <= 1; ++dx)
                    if (b.rect().contains(x + dx, y + dy))
                        least = std::min(least, std::abs(qGray(a.pixel(x, y)) - qGray(b.pixel(x + dx, y + dy))));
            sum += least / 255.0;
        }
    return sum / (grid.width() * grid.height());
}

QString referencePath(const QString &chart)
{
    return QStringLiteral(HEADROOM_TEST_DATA "/ui/export/pictures/%1.png").arg(chart);
}

} // namespace

void PictureTest::initTestCase()
{
    m_estimate = *evaluate(workedExample(), std::nullopt, Detail::simulated);
    SearchSpace space;
    space.microBatches = {1, 2};
    m_search = *search(workedExample(), space);
}

QImage PictureTest::png(const QString &chart) const
{
    return QImage::fromData(*chartBytes(m_estimate, chart, QStringLiteral("png"), {.search = &m_search}));
}

QImage PictureTest::byOthers(const QString &chart, const QString &ending) const
{
    const QTemporaryDir folder;
    const QString from = folder.filePath(QStringLiteral("a.") + ending), to = folder.filePath(QStringLiteral("b"));
    QFile file(from);
    const QByteArray bytes = *chartBytes(m_estimate, chart, ending, {.search = &m_search});
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        return {};
    file.close();
    const bool pdf = ending == QLatin1String("pdf");
    QProcess process;
    process.start(pdf ? QStringLiteral("pdftoppm") : QStringLiteral("rsvg-convert"),
                  pdf ? QStringList{QStringLiteral("-r"), QStringLiteral("72"), QStringLiteral("-png"), QStringLiteral("-singlefile"), from, to}
                      : QStringList{QStringLiteral("-b"), QStringLiteral("white"), from, QStringLiteral("-o"), to + QStringLiteral(".png")});
    process.waitForFinished();
    return QImage(to + QStringLiteral(".png"));
}

void PictureTest::drawnElsewhere_data()
{
    QTest::addColumn<QString>("chart");
    for (const char *chart : {"roofline", "waterfall", "memory", "timeline", "pareto"})
        QTest::newRow(chart) << QString::fromLatin1(chart);
}

void PictureTest::drawnElsewhere()
{
    QFETCH(QString, chart);
    const QImage own = small(png(chart));
    if (qEnvironmentVariableIsSet("HEADROOM_APPROVE"))
        QVERIFY(QDir().mkpath(QFileInfo(referencePath(chart)).path()) && own.save(referencePath(chart)));
    const QImage reference(referencePath(chart));
    QCOMPARE(reference.size(), grid);
    QVERIFY2(distance(own, reference) < mostOff, qPrintable(QString::number(distance(own, reference))));
    for (const char *ending : {"pdf", "svg"}) {
        const QImage other = byOthers(chart, QString::fromLatin1(ending));
        QVERIFY2(!other.isNull(), ending);
        const double off = std::max(distance(small(other), reference), distance(reference, small(other)));
        QVERIFY2(off < mostOff, qPrintable(QStringLiteral("%1: %2").arg(QLatin1String(ending)).arg(off)));
    }
}

// The measure sees what it must: one chart is not another.
void PictureTest::aMissingPartCounts()
{
    const QImage roofline = small(png(QStringLiteral("roofline"))), waterfall = small(png(QStringLiteral("waterfall")));
    QVERIFY(std::max(distance(roofline, waterfall), distance(waterfall, roofline)) > 2.0 * mostOff);
}

HEADROOM_GUI_TEST(PictureTest)
#include "picture_test.moc"
