// Exported charts as other programs draw them, against reference pictures. They are compared small and grey, part by part, so that neither
// a font nor the smoothing of an edge counts, but a bar, a roof or a legend that is gone does. HEADROOM_APPROVE=1 writes them anew.

#include "tests/ui/support/gui_test.h"

#include "spec/catalog.h"
#include "ui/export/chart_export.h"

#include <QDir>
#include <QFile>
#include <QImage>
#include <QPainter>
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
    void aMissingPartCounts_data();
    void aMissingPartCounts();

private:
    QImage png(const QString &chart) const;
    QImage byOthers(const QString &chart, const QString &ending) const;

    Estimate m_estimate;
    SearchResult m_search;
};

namespace {

constexpr QSize kept(480, 270); // of a reference: a slide at half its size
constexpr QSize grid(64, 36);   // of a comparison
constexpr int part = 4;         // cells of the grid along an edge of a part
constexpr double mostOff = 0.03;  // mean of a part, of white against black

QImage small(const QImage &picture)
{
    return picture.convertToFormat(QImage::Format_RGB32).scaled(grid, Qt::IgnoreAspectRatio, Qt::SmoothTransformation).convertToFormat(QImage::Format_Grayscale8);
}

// How much a cell of `a` differs from what it is nearest to in `b`, one cell off at most.
double cellOff(const QImage &a, const QImage &b, int x, int y)
{
    int least = 255;
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx)
            if (b.rect().contains(x + dx, y + dy))
                least = std::min(least, std::abs(qGray(a.pixel(x, y)) - qGray(b.pixel(x + dx, y + dy))));
    return least / 255.0;
}

// The mean of the part that differs most, of either against the other.
double distance(const QImage &one, const QImage &other)
{
    const QImage a = small(one), b = small(other);
    double most = 0.0;
    for (int top = 0; top < grid.height(); top += part)
        for (int left = 0; left < grid.width(); left += part) {
            double ab = 0.0, ba = 0.0;
            for (int i = 0; i < part * part; ++i) {
                ab += cellOff(a, b, left + i % part, top + i / part);
                ba += cellOff(b, a, left + i % part, top + i / part);
            }
            most = std::max({most, ab / (part * part), ba / (part * part)});
        }
    return most;
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
    const QImage own = png(chart);
    if (qEnvironmentVariableIsSet("HEADROOM_APPROVE"))
        QVERIFY(QDir().mkpath(QFileInfo(referencePath(chart)).path())
                && own.scaled(kept, Qt::IgnoreAspectRatio, Qt::SmoothTransformation).save(referencePath(chart)));
    const QImage reference(referencePath(chart));
    QCOMPARE(reference.size(), kept);
    for (const auto &[what, picture] : {std::pair("png", own), std::pair("pdf", byOthers(chart, QStringLiteral("pdf"))), std::pair("svg", byOthers(chart, QStringLiteral("svg")))}) {
        QVERIFY2(!picture.isNull(), what);
        const double off = distance(picture, reference);
        QVERIFY2(off < mostOff, qPrintable(QStringLiteral("%1: %2").arg(QLatin1String(what)).arg(off)));
    }
}

void PictureTest::aMissingPartCounts_data()
{
    QTest::addColumn<QString>("chart");
    QTest::addColumn<QRectF>("gone"); // of the width and height
    QTest::newRow("bar") << "waterfall" << QRectF(0.5, 0.68, 0.13, 0.035);
    QTest::newRow("legend") << "roofline" << QRectF(0.0, 0.7, 1.0, 0.2);
    QTest::newRow("axis") << "memory" << QRectF(0.0, 0.1, 0.08, 0.7);
    QTest::newRow("footer") << "pareto" << QRectF(0.0, 0.93, 1.0, 0.07);
}

void PictureTest::aMissingPartCounts()
{
    QFETCH(QString, chart);
    QFETCH(QRectF, gone);
    QImage picture = png(chart);
    QPainter painter(&picture);
    painter.fillRect(QRectF(gone.x() * picture.width(), gone.y() * picture.height(), gone.width() * picture.width(), gone.height() * picture.height()),
                     Qt::white);
    painter.end();
    const double off = distance(picture, QImage(referencePath(chart)));
    QVERIFY2(off > mostOff, qPrintable(QString::number(off)));
}

HEADROOM_GUI_TEST(PictureTest)
#include "picture_test.moc"
