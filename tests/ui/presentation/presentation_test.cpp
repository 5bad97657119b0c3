// Slides over the window: which there are, how they turn, and that the window behind is as it was.

#include "tests/ui/support/gui_test.h"

#include "spec/catalog.h"
#include "spec/field.h"
#include "ui/document/document.h"
#include "ui/document/evaluation_runner.h"
#include "ui/main_window.h"
#include "ui/pages/chart_pane.h"
#include "ui/presentation/presentation.h"

#include <QDockWidget>
#include <QLabel>
#include <QSettings>
#include <QTextBrowser>

using namespace headroom;

namespace {

QRect placeOf(const QWidget &widget, const QWidget &window)
{
    return {widget.mapTo(&window, QPoint()), widget.size()};
}

QString allTexts(const QWidget &widget)
{
    QStringList out;
    for (const QLabel *label : widget.findChildren<QLabel *>())
        out << label->text();
    return out.join(QLatin1Char('\n'));
}

Presentation *shownBy(MainWindow &window)
{
    window.present();
    return window.findChild<Presentation *>();
}

} // namespace

class PresentationTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        QSettings().clear();
        QSettings().setValue(QStringLiteral("language"), QStringLiteral("en"));
    }

    void escRestoresTheWindowExactly()
    {
        MainWindow window(workedExample());
        window.resize(1440, 900);
        window.show();
        window.whyDock()->show();
        window.inputsDock()->setFloating(false);
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        QTRY_VERIFY_WITH_TIMEOUT(!window.runner().snapshot()->searching, 60000);
        QTest::qWait(50);
        std::vector<QWidget *> parts{&window, window.inputsDock(), window.tablesDock(), window.whyDock()};
        for (ChartPane *pane : window.charts())
            parts.push_back(pane);
        std::vector<QRect> before;
        for (const QWidget *part : parts)
            before.push_back(part->isWindow() ? part->geometry() : placeOf(*part, window));
        const QByteArray state = window.saveState();
        Presentation *presentation = shownBy(window);
        QVERIFY(presentation && presentation->isWindow() && presentation->isFullScreen());
        QCOMPARE(presentation->findChildren<QDockWidget *>().size(), 0);
        QTest::keyClick(presentation, Qt::Key_PageDown);
        QTest::keyClick(presentation, Qt::Key_Escape);
        QTRY_VERIFY(!window.findChild<Presentation *>());
        QCOMPARE(window.saveState(), state);
        for (std::size_t i = 0; i < parts.size(); ++i)
            QCOMPARE(parts[i]->isWindow() ? parts[i]->geometry() : placeOf(*parts[i], window), before[i]);
    }

    void slidesTurn()
    {
        MainWindow window(workedExample());
        window.show();
        QTRY_VERIFY_WITH_TIMEOUT(!window.runner().snapshot()->searching, 60000);
        Presentation *presentation = shownBy(window);
        QCOMPARE(presentation->slideCount(), 3); // figures, roofline, configurations
        QVERIFY(allTexts(*presentation).contains(QStringLiteral("Roofline MFU")));
        QTest::keyClick(presentation, Qt::Key_PageUp);
        QCOMPARE(presentation->slide(), 0);
        QTest::keyClick(presentation, Qt::Key_PageDown);
        QCOMPARE(presentation->slide(), 1);
        QTest::keyClick(presentation, Qt::Key_End);
        QCOMPARE(presentation->slide(), 2);
        QTest::keyClick(presentation, Qt::Key_PageDown);
        QCOMPARE(presentation->slide(), 2);
        QTest::keyClick(presentation, Qt::Key_F11);
        QTRY_VERIFY(!window.findChild<Presentation *>());
    }

    void aBaselineAndNotesHaveSlides()
    {
        MainWindow window(workedExample());
        window.show();
        Project project = window.document().project();
        project.notes = "# Review\nWhy **fsdp** wins";
        window.document().open(project, {});
        window.document().pinBaseline();
        window.document().setField(*findField("run.globalBatch"), Count{1024});
        QTRY_VERIFY_WITH_TIMEOUT(!window.runner().snapshot()->searching, 60000);
        Presentation *presentation = shownBy(window);
        QCOMPARE(presentation->slideCount(), 5);
        QTest::keyClick(presentation, Qt::Key_End);
        auto *notes = presentation->findChild<QTextBrowser *>();
        QVERIFY(notes);
        QVERIFY(notes->toPlainText().contains(QStringLiteral("Why fsdp wins")));
        presentation->close();
    }

    void textIsLargerThanInTheWindow()
    {
        MainWindow window(workedExample());
        window.show();
        Presentation *presentation = shownBy(window);
        int largest = 0;
        for (const QLabel *label : presentation->findChildren<QLabel *>())
            largest = std::max(largest, label->font().pixelSize());
        QVERIFY(largest >= 24); // the window's figures have 17
        presentation->close();
    }
};

HEADROOM_GUI_TEST(PresentationTest)
#include "presentation_test.moc"
