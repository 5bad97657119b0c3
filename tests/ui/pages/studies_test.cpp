// The tabs of studies in the window: results come by themselves, cells and fields answer to the mouse.

#include "tests/ui/support/gui_test.h"

#include "spec/catalog.h"
#include "ui/document/document.h"
#include "ui/document/evaluation_runner.h"
#include "ui/document/study.h"
#include "ui/forms/sweep_axis_edit.h"
#include "ui/main_window.h"
#include "ui/models/table_model.h"
#include "ui/pages/chart_pane.h"
#include "ui/pages/scenarios_page.h"
#include "ui/pages/sensitivity_page.h"
#include "ui/pages/studies.h"
#include "ui/pages/sweep_page.h"
#include "ui/pages/table_page.h"

#include <QPlainTextEdit>
#include <QSettings>
#include <QSignalSpy>
#include <QTableWidget>

using namespace headroom;

class StudiesTest : public QObject
{
    Q_OBJECT

private slots:
    void init() { QSettings().clear(); }

    void sensitivityFollowsEdits()
    {
        MainWindow window(workedExample());
        window.show();
        window.studies().showSensitivity();
        SensitivityPage &page = window.studies().sensitivity();
        QTRY_VERIFY(page.found());
        const std::shared_ptr<const Sensitivity> first = page.found();
        QVERIFY(first->complete && first->rows.size() > 40);
        window.document().setField(*findField("run.globalBatch"), Count{1024});
        QTRY_VERIFY(page.found() != first);
        QVERIFY(page.found()->base.expected > first->base.expected);
        QSignalSpy asked(&window.studies(), &Studies::fieldRequested);
        auto *table = page.findChild<TablePage *>();
        emit table->rowActivated(0);
        QCOMPARE(asked.count(), 1);
        QCOMPARE(asked[0][0].toString(), QString::fromStdString(page.found()->rows[0].field->path()));
    }

    void aCellIsApplied()
    {
        MainWindow window(workedExample());
        window.show();
        window.studies().showSweep();
        SweepPage &page = window.studies().sweep();
        page.xAxis().choose(QStringLiteral("run.globalBatch"), QStringLiteral("256..1024..x2"));
        page.yAxis().choose(QStringLiteral("plan.microBatch"), QStringLiteral("1, 2"));
        QTRY_VERIFY(page.found().sweep && page.found().sweep->y);
        QCOMPARE(page.found().sweep->cells.size(), std::size_t{6});
        ChartPane *pane = nullptr;
        for (ChartPane *each : window.charts())
            if (QLatin1String(each->row().key) == QLatin1String("sweep"))
                pane = each;
        QVERIFY(pane);
        emit pane->rowSelected(2); // batch 1024, micro-batch 1
        QCOMPARE(window.document().scenario().run.globalBatch, Count{1024});
        QCOMPARE(window.document().scenario().plan.microBatch, Count{1});
        window.document().undo();
        QVERIFY(window.document().scenario() == workedExample());
    }

    void wrongValuesAreMarked()
    {
        SweepAxisEdit axis(SweepAxisEdit::Absence::allowed);
        axis.setScenario(workedExample(), "run.globalBatch");
        QVERIFY(axis.axis() && axis.isValid());
        axis.choose(QStringLiteral("run.globalBatch"), QStringLiteral("many"));
        QVERIFY(!axis.axis() && !axis.isValid());
        axis.choose({}, {});
        QVERIFY(!axis.axis() && axis.isValid());
    }

    void everySuggestionCanBeSwept()
    {
        const Scenario scenario = workedExample();
        for (const Field &field : fields()) {
            const bool number = field.kind == FieldKind::count || field.kind == FieldKind::number || field.kind == FieldKind::band;
            const QString values = suggestedValues(field, scenario);
            if (!number || values.isEmpty() || !field.appliesTo(scenario))
                continue;
            const Result<SweepAxis> axis = parseSweepAxis(field.path() + "=" + values.toStdString());
            QVERIFY2(axis.has_value(), qPrintable(QString::fromStdString(field.path()) + QLatin1Char('=') + values));
        }
    }

    void scalingAndTrend()
    {
        MainWindow window(workedExample());
        window.show();
        window.studies().showScaling();
        QTRY_VERIFY(window.studies().found().scaling);
        QVERIFY(window.studies().found().scaling->points.size() > 4);
        window.studies().showTrend();
        SweepPage &page = window.studies().sweep();
        TablePage *trend = nullptr;
        for (TablePage *table : page.findChildren<TablePage *>())
            if (QLatin1String(table->model().table().key) == QLatin1String("trend"))
                trend = table;
        QVERIFY(trend);
        QTRY_VERIFY(trend->model().rowCount() > 10);
    }

    void scenariosAreColumns()
    {
        MainWindow window(workedExample());
        window.show();
        window.studies().showScenarios();
        ScenariosPage &page = window.studies().scenarios();
        QCOMPARE(page.table().columnCount(), 1);
        window.document().duplicateScenario(QStringLiteral("wider"));
        window.document().setField(*findField("run.globalBatch"), Count{1024});
        window.document().chooseBaseline(0);
        QTRY_COMPARE(page.table().columnCount(), 2);
        QVERIFY(page.table().horizontalHeaderItem(0)->text().contains(QStringLiteral("(baseline)")));
        QVERIFY(page.table().horizontalHeaderItem(1)->text().startsWith(QStringLiteral("▸")));
        auto *notes = page.findChild<QPlainTextEdit *>();
        notes->setPlainText(QStringLiteral("twice the batch"));
        QCOMPARE(QString::fromStdString(window.document().scenarios()[1].notes), QStringLiteral("twice the batch"));
        window.document().showScenario(0);
        QCOMPARE(notes->toPlainText(), QString());
    }

    // A study that is started again, forgotten or destroyed while it runs delivers nothing old.
    void onlyTheNewestStudyIsDelivered()
    {
        int delivered = 0, value = 0;
        {
            Study<int> study(*this, [&](const std::shared_ptr<const int> &found, const Issues &) {
                ++delivered;
                value = *found;
            }, [](std::size_t, std::size_t) { });
            const auto slow = [](int result) {
                return [result](const std::stop_token &stop, const Study<int>::Progress &) {
                    while (!stop.stop_requested())
                        std::this_thread::yield();
                    return Result<int>(result);
                };
            };
            study.start(slow(1));
            study.start(slow(2));
            QVERIFY(study.running());
            study.cancel();
            QTRY_COMPARE(delivered, 1);
            QCOMPARE(value, 2);
            study.start(slow(3));
        }
        QTest::qWait(20);
        QCOMPARE(delivered, 1);
    }
};

HEADROOM_GUI_TEST(StudiesTest)
#include "studies_test.moc"
