// Texts at points of the charts in the window, with mouse and keys; the arrow keys that go through the points; pictures with texts.

#include "tests/ui/support/gui_test.h"

#include "spec/catalog.h"
#include "spec/field.h"
#include "ui/charts/annotation_layer.h"
#include "ui/charts/chart_table.h"
#include "ui/document/document.h"
#include "ui/document/evaluation_runner.h"
#include "ui/document/history.h"
#include "ui/export/chart_export.h"
#include "ui/main_window.h"
#include "ui/pages/chart_notes.h"
#include "ui/pages/chart_pane.h"
#include "ui/pages/studies.h"

#include <QContextMenuEvent>
#include <QDialog>
#include <QDockWidget>
#include <QMenu>
#include <QPlainTextEdit>
#include <QSettings>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTimer>

#include <qcustomplot.h>

#include <algorithm>
#include <set>

using namespace headroom;

namespace {

QByteArray bytesOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

ChartPane &paneOf(MainWindow &window, const char *chart)
{
    const auto found = std::ranges::find_if(window.charts(), [&](const ChartPane *pane) { return QLatin1String(pane->row().key) == QLatin1String(chart); });
    if (found == window.charts().end())
        qFatal("no chart %s", chart);
    return **found;
}

} // namespace

class ChartNotesTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        QSettings().clear();
        QSettings().setValue(QStringLiteral("language"), QStringLiteral("en"));
    }

    void everyChangeIsOneUndoableStep()
    {
        MainWindow window(workedExample());
        window.show();
        QTRY_VERIFY_WITH_TIMEOUT(window.runner().snapshot()->estimate != nullptr, 60000);
        Document &document = window.document();
        ChartPane &pane = *window.charts().front();
        auto *notes = pane.findChild<ChartNotes *>();
        QVERIFY(notes);
        QTRY_VERIFY(!pane.points().empty());
        const QString point = pane.points().front().key;
        notes->add(point, QStringLiteral("largest"));
        QCOMPARE(document.annotations().size(), std::size_t{1});
        QVERIFY(document.isModified());
        notes->edit(0, QStringLiteral("the largest"));
        notes->move(0, 2.0, 1.0);
        const ChartAnnotation moved = document.annotations().front();
        notes->remove(0);
        QVERIFY(document.annotations().empty());
        QCOMPARE(changeText(*document.history().undoStep()), QStringLiteral("deleted annotation “the largest”"));
        document.undo();
        QVERIFY(document.annotations().front() == moved);
        document.undo();
        QCOMPARE(document.annotations().front().right, moved.right - 2.0);
        document.undo();
        QCOMPARE(document.annotations().front().text, std::string("largest"));
        document.undo();
        QVERIFY(document.annotations().empty());
        QVERIFY(!document.isModified());
        document.redo();
        QCOMPARE(document.annotations().front().text, std::string("largest"));
        // Steps of the scenario lie between those of the annotations.
        document.setField(*findField("run.globalBatch"), Count{1024});
        document.undo();
        QCOMPARE(document.annotations().size(), std::size_t{1});
        document.undo();
        QVERIFY(document.annotations().empty());
    }

    void drawnInExportedPictures()
    {
        const QTemporaryDir folder;
        MainWindow window(workedExample());
        window.show();
        QTRY_VERIFY_WITH_TIMEOUT(window.runner().snapshot()->estimate != nullptr, 60000);
        for (ChartPane *pane : {window.charts()[0], window.charts()[1]}) {
            QTRY_VERIFY(!pane->points().empty());
            const QString chart = QString::fromUtf8(pane->row().key), path = folder.filePath(chart + QStringLiteral(".svg"));
            ExportOptions options;
            QVERIFY(exportChart(*window.runner().snapshot()->estimate, chart, path, options));
            QVERIFY(!bytesOf(path).contains("Elephant"));
            options.annotations = {{pane->row().key, pane->points().front().key.toStdString(), 1.0, 1.0, "Elephant"}};
            QVERIFY(exportChart(*window.runner().snapshot()->estimate, chart, path, options));
            QVERIFY2(bytesOf(path).contains("Elephant"), qPrintable(chart));
            const QByteArray png = *chartBytes(*window.runner().snapshot()->estimate, chart, QStringLiteral("png"), options);
            options.annotations.front().point = "no such point";
            QVERIFY(exportChart(*window.runner().snapshot()->estimate, chart, path, options));
            QVERIFY(!bytesOf(path).contains("Elephant"));
            QVERIFY(*chartBytes(*window.runner().snapshot()->estimate, chart, QStringLiteral("png"), options) != png);
        }
    }

    // Right comes to every point of every chart and reads it out; Enter does what a click does.
    void keysGoThroughThePoints_data()
    {
        QTest::addColumn<QString>("chart");
        for (const ChartRow &row : chartTable())
            if (row.shows(RunPhase::training))
                QTest::newRow(row.key) << QString::fromUtf8(row.key);
    }
    void keysGoThroughThePoints()
    {
        QFETCH(QString, chart);
        MainWindow window(workedExample());
        window.resize(1440, 900);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        QTRY_VERIFY_WITH_TIMEOUT(!window.runner().snapshot()->searching, 120000);
        bringToFront(window, chart);
        ChartPane &pane = paneOf(window, qPrintable(chart));
        QTRY_VERIFY_WITH_TIMEOUT(pane.points().size() > 1, 60000);
        QTest::qWait(50); // drawn where it now stands
        window.activateWindow();
        pane.plot().setFocus();
        QTRY_VERIFY(pane.plot().hasFocus());
        const auto points = pane.points();
        constexpr std::size_t most = 100; // of a timeline's
        std::set<QString> keys;
        for (const ChartPoint &point : points) {
            QVERIFY2(keys.insert(point.key).second, qPrintable(point.key)); // a name of its own
            if (keys.size() > most)
                continue;
            QTest::keyClick(&pane.plot(), Qt::Key_Right);
            QCOMPARE(pane.cursorPoint(), point.key);
            QVERIFY2(pane.plot().accessibleDescription().size() > 4, qPrintable(point.key));
            QVERIFY2(pane.plot().rect().contains(point.position.toPoint()), qPrintable(point.key));
        }
        const std::size_t at = std::min(most, points.size()) - 1;
        QTest::keyClick(&pane.plot(), Qt::Key_Down);
        QCOMPARE(pane.cursorPoint(), points[std::min(at + 1, points.size() - 1)].key); // stays at the last one
        QTest::keyClick(&pane.plot(), Qt::Key_Left);
        QCOMPARE(pane.cursorPoint(), points[std::min(at, points.size() - 2)].key);
        QTest::keyClick(&pane.plot(), Qt::Key_Tab);
        QVERIFY(!pane.plot().hasFocus());
        QVERIFY(pane.cursorPoint().isEmpty());
    }

    // N asks for a text, Ctrl+arrows move it, F2 edits it, Delete takes it away: no mouse is needed.
    void madeByKeys()
    {
        MainWindow window(workedExample());
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        QTRY_VERIFY_WITH_TIMEOUT(window.runner().snapshot()->estimate != nullptr, 60000);
        Document &document = window.document();
        ChartPane &pane = paneOf(window, "waterfall");
        QTRY_VERIFY(pane.points().size() > 3);
        pane.plot().setFocus();
        QTest::keyClick(&pane.plot(), Qt::Key_N); // at no point yet
        QVERIFY(document.annotations().empty());
        QTest::keyClick(&pane.plot(), Qt::Key_Right);
        QTest::keyClick(&pane.plot(), Qt::Key_Right);
        answerNext(QStringLiteral("the bound"));
        QTest::keyClick(&pane.plot(), Qt::Key_N);
        QCOMPARE(document.annotations().size(), std::size_t{1});
        const ChartAnnotation first = document.annotations().front();
        QCOMPARE(first.text, std::string("the bound"));
        QCOMPARE(QString::fromStdString(first.point), pane.points()[1].key);
        QTest::keyClick(&pane.plot(), Qt::Key_Down, Qt::ControlModifier);
        QTest::keyClick(&pane.plot(), Qt::Key_Right, Qt::ControlModifier);
        QVERIFY(document.annotations().front().down > first.down && document.annotations().front().right > first.right);
        // Another point is another text's place.
        QTest::keyClick(&pane.plot(), Qt::Key_Right);
        QTest::keyClick(&pane.plot(), Qt::Key_Delete);
        QCOMPARE(document.annotations().size(), std::size_t{1});
        QTest::keyClick(&pane.plot(), Qt::Key_Left);
        answerNext(QStringLiteral("the real bound"));
        QTest::keyClick(&pane.plot(), Qt::Key_F2);
        QCOMPARE(document.annotations().front().text, std::string("the real bound"));
        QTest::keyClick(&pane.plot(), Qt::Key_Delete);
        QVERIFY(document.annotations().empty());
        QVERIFY(document.scenario() == workedExample());
        for (int step = 0; step < 5; ++step) // added, two moves, edited, deleted
            document.undo();
        QVERIFY(document.annotations().empty() && !document.isModified());
    }

    void madeByMouse()
    {
        MainWindow window(workedExample());
        window.resize(1440, 900);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        QTRY_VERIFY_WITH_TIMEOUT(window.runner().snapshot()->estimate != nullptr, 60000);
        Document &document = window.document();
        ChartPane &pane = paneOf(window, "waterfall");
        QTRY_VERIFY(pane.points().size() > 3);
        QTest::qWait(50);
        // In a long bar, far from its end, and with room for a text above it.
        const auto points = pane.points();
        const QPointF away(-60, 0);
        const auto bar = std::ranges::find_if(points, [&](const ChartPoint &point) {
            return point.position.y() > 100 && pane.textAt(point.position + away) == pane.textAt(point.position);
        });
        QVERIFY(bar != points.end());
        const QPoint inBar = (bar->position + away).toPoint();
        chooseNext(0, QStringLiteral("the peak"));
        QContextMenuEvent asked(QContextMenuEvent::Mouse, inBar, pane.plot().mapToGlobal(inBar));
        QCoreApplication::sendEvent(&pane.plot(), &asked);
        QCOMPARE(document.annotations().size(), std::size_t{1});
        const ChartAnnotation made = document.annotations().front();
        QCOMPARE(QString::fromStdString(made.point), bar->key);
        QTRY_VERIFY(pane.annotations().at(inNote(pane, made)));
        const QPoint from = inNote(pane, made), to = from + QPoint(-60, 48); // 5 heights of 12 px to the left, 4 down
        QTest::mousePress(&pane.plot(), Qt::LeftButton, {}, from);
        QTest::mouseMove(&pane.plot(), to);
        QTest::mouseRelease(&pane.plot(), Qt::LeftButton, {}, to);
        QCOMPARE(document.annotations().front().right, made.right - 5.0);
        QCOMPARE(document.annotations().front().down, made.down + 4.0);
        const QPoint now = inNote(pane, document.annotations().front());
        chooseNext(1, {});
        QContextMenuEvent again(QContextMenuEvent::Mouse, now, pane.plot().mapToGlobal(now));
        QCoreApplication::sendEvent(&pane.plot(), &again);
        QVERIFY(document.annotations().empty());
        document.undo();
        document.undo();
        QVERIFY(document.annotations().front() == made);
    }

private:
    // A place in a text, just inside its corner.
    static QPoint inNote(const ChartPane &pane, const ChartAnnotation &note)
    {
        const auto points = pane.points();
        const auto point = std::ranges::find(points, QString::fromStdString(note.point), &ChartPoint::key);
        return (point->position + 12.0 * QPointF(note.right, note.down) + QPointF(3, 3)).toPoint();
    }
    // Types a text into the dialog that comes next.
    static void answerNext(const QString &text)
    {
        QTimer::singleShot(0, qApp, [text] {
            QDialog *dialog = nullptr;
            QTRY_VERIFY((dialog = qobject_cast<QDialog *>(QApplication::activeModalWidget())));
            dialog->findChild<QPlainTextEdit *>()->setPlainText(text);
            dialog->accept();
        });
    }
    // An action of the menu that comes next, then, if any, a text in its dialog.
    static void chooseNext(int action, const QString &text)
    {
        QTimer::singleShot(0, qApp, [action, text] {
            QMenu *menu = nullptr;
            QTRY_VERIFY((menu = qobject_cast<QMenu *>(QApplication::activePopupWidget())));
            if (!text.isEmpty())
                answerNext(text);
            for (int i = 0; i <= action; ++i)
                QTest::keyClick(menu, Qt::Key_Down);
            QTest::keyClick(menu, Qt::Key_Return);
        });
    }
    static void bringToFront(MainWindow &window, const QString &chart)
    {
        if (chart == QLatin1String("sensitivity"))
            return window.studies().showSensitivity();
        if (chart == QLatin1String("sweep"))
            return window.studies().showSweep();
        if (chart == QLatin1String("scaling"))
            return window.studies().showScaling();
        auto *tabs = window.tablesDock()->findChild<QTabWidget *>();
        ChartPane &pane = paneOf(window, qPrintable(chart));
        if (!pane.row().central)
            tabs->setCurrentWidget(&pane);
    }
};

HEADROOM_GUI_TEST(ChartNotesTest)
#include "chart_notes_test.moc"
