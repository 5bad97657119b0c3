// The phase of the run in the window: switch, fields, key figures, undo, and edits while a search is under way.

#include "tests/ui/support/gui_test.h"

#include "spec/catalog.h"
#include "ui/charts/waterfall_data.h"
#include "ui/document/document.h"
#include "ui/document/evaluation_runner.h"
#include "ui/forms/field_row.h"
#include "ui/main_window.h"
#include "ui/models/table_model.h"
#include "ui/pages/chart_pane.h"
#include "ui/pages/table_page.h"

#include <QComboBox>
#include <QLabel>
#include <QSettings>
#include <QTabWidget>
#include <QToolButton>

using namespace headroom;

namespace {

Scenario llama(Count devices)
{
    Scenario out = defaultScenario(catalogModel("Llama-3.1-8B").value(), catalogHardware("H100 SXM").value());
    out.run.devices = out.plan.fsdp = devices;
    out.run.globalBatch = 8 * devices;
    return out;
}

QToolButton &button(MainWindow &window, const char *phase)
{
    return *window.findChild<QToolButton *>(QStringLiteral("phase.%1").arg(QLatin1String(phase)));
}

bool shows(MainWindow &window, const QString &text)
{
    const QList<QLabel *> labels = window.findChildren<QLabel *>();
    return std::ranges::any_of(labels, [&](const QLabel *label) { return label->text() == text && label->isVisible(); });
}

bool hasRow(MainWindow &window, const char *path)
{
    const auto *row = window.findChild<FieldRow *>(QString::fromLatin1(path));
    return row && !row->isHidden();
}

QStringList tabs(MainWindow &window)
{
    QStringList out;
    for (const QTabWidget *each : window.findChildren<QTabWidget *>())
        for (int i = 0; i < each->count(); ++i)
            if (each->isTabVisible(i))
                out << each->tabText(i);
    return out;
}

} // namespace

class PhaseSwitchTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        QSettings().clear();
        QSettings().setValue(QStringLiteral("language"), QStringLiteral("en"));
    }

    void aClickServes()
    {
        MainWindow window(llama(8));
        window.show();
        QVERIFY(button(window, "training").isChecked());
        QVERIFY(!hasRow(window, "run.serving.batch") && hasRow(window, "run.globalBatch"));
        button(window, "decode").click();
        const Scenario &now = window.document().scenario();
        QCOMPARE(now.run.phase, RunPhase::decode);
        QCOMPARE(now.plan.dp, Count{8}); // copies, where training had shards
        QCOMPARE(now.plan.fsdp, Count{1});
        const SnapshotPtr snapshot = window.runner().snapshot();
        QVERIFY(snapshot->served && snapshot->served->estimate.legal && !snapshot->stale);
        QCOMPARE(snapshot->estimate->system.stepTime.bound.value, snapshot->served->estimate.step("decode")->time.bound.value);
        QVERIFY(shows(window, QStringLiteral("TPOT")) && shows(window, QStringLiteral("Largest batch")));
        QVERIFY(!shows(window, QStringLiteral("TTFT")) && !shows(window, QStringLiteral("→ System")));
        QVERIFY(hasRow(window, "run.serving.batch") && !hasRow(window, "run.globalBatch"));
        QVERIFY(!tabs(window).contains(QStringLiteral("Timeline")));
    }

    void undoGoesBackAndTheOtherPlanComesBack()
    {
        Scenario start = llama(8);
        start.plan.fsdp = 2;
        start.plan.dp = 2;
        start.plan.cp = 2;
        MainWindow window(start);
        button(window, "serving").click();
        QCOMPARE(window.document().scenario().plan.dp, Count{8});
        window.document().setField(*findField("plan.tp"), Count{2});
        window.document().setField(*findField("plan.dp"), Count{4});
        window.document().setField(*findField("run.measuredStepTime"), 0.02);
        button(window, "training").click();
        QVERIFY(!window.document().scenario().run.measuredStepTime); // it is of serving
        QVERIFY(window.document().scenario().plan == start.plan);
        QVERIFY(!window.runner().snapshot()->served);
        button(window, "decode").click();
        QCOMPARE(window.document().scenario().plan.tp, Count{2});
        for (int i = 0; i < 5; ++i)
            window.document().undo(); // decode, training, measured, dp, tp
        QCOMPARE(window.document().scenario().run.phase, RunPhase::serving);
        QVERIFY(button(window, "serving").isChecked());
        window.document().undo();
        QVERIFY(window.document().scenario() == start);
        QVERIFY(button(window, "training").isChecked() && !window.runner().snapshot()->served);
        window.document().redo();
        QVERIFY(window.runner().snapshot()->served != nullptr);
        // After an undo across the flip as well, each kind of phase gets a plan of its own.
        window.document().undo();
        button(window, "decode").click();
        QVERIFY(window.runner().snapshot()->served->estimate.legal);
        QCOMPARE(window.document().scenario().plan.fsdp, Count{1});
    }

    void theFieldIsTheSwitch()
    {
        MainWindow window(llama(4));
        window.document().setField(*findField("run.phase"), std::string("prefill"));
        QVERIFY(button(window, "prefill").isChecked());
        QCOMPARE(window.document().scenario().plan.dp, Count{4});
    }

    void aMeasuredStepEndsTheWaterfall()
    {
        MainWindow window(llama(2));
        window.show();
        button(window, "decode").click();
        QVERIFY(hasRow(window, "run.measuredStepTime"));
        window.document().setField(*findField("run.measuredStepTime"), 0.05);
        const Estimate &view = *window.runner().snapshot()->estimate;
        QCOMPARE(view.waterfall.back().id, std::string("measured"));
        QVERIFY(shows(window, QStringLiteral("→ Measured")));
        // In milliseconds, as the picture starts: losses between anchors add up, small ones folded.
        const WaterfallData data = waterfallData(view, usualUnit(view), false);
        QCOMPARE(data.bars.back().value, 50.0);
        double level = data.bars.front().value;
        for (const WaterfallBar &bar : data.bars) {
            QVERIFY(std::abs((bar.anchor ? bar.to : bar.from) - level) <= 1e-9 * level);
            level = bar.to;
        }
        QVERIFY(view.why.find("waterfall.measured").valid()); // what a click explains
        // The time is of its phase.
        button(window, "prefill").click();
        QVERIFY(!window.document().scenario().run.measuredStepTime);
    }

    void badInputIsAnIssue()
    {
        MainWindow window(llama(2));
        window.show();
        button(window, "decode").click();
        const auto before = window.runner().snapshot()->estimate;
        Scenario bad = window.document().scenario();
        window.document().setField(*findField("run.serving.batch"), Count{0});
        const SnapshotPtr snapshot = window.runner().snapshot();
        QVERIFY(snapshot->stale && snapshot->estimate == before);
        QCOMPARE(snapshot->issues.front().field, std::string("run.serving.batch"));
        window.document().undo();
        QVERIFY(!window.runner().snapshot()->stale);
        // Ranks that are not the devices: the devices are what can follow.
        window.document().setField(*findField("plan.tp"), Count{3});
        QVERIFY(window.runner().snapshot()->stale);
        QVERIFY(std::ranges::any_of(window.findChildren<QAbstractButton *>(), [](const QAbstractButton *b) { return b->text().endsWith(QStringLiteral("= 6")); }));
    }

    void stepsCanBeChosen()
    {
        MainWindow window(llama(2));
        window.show();
        button(window, "serving").click();
        auto *steps = window.findChild<QComboBox *>(QStringLiteral("step"));
        QVERIFY(!steps->isVisible()); // chunked prefill: one kind of step
        window.document().setField(*findField("run.serving.mixedSteps"), false);
        QVERIFY(steps->isVisible());
        QCOMPARE(steps->count(), 2);
        QCOMPARE(steps->currentData().toString(), QStringLiteral("decode"));
        const auto &served = window.runner().snapshot()->served->estimate;
        window.runner().showStep("prefill");
        QCOMPARE(window.runner().snapshot()->estimate->system.stepTime.bound.value, served.step("prefill")->time.bound.value);
        // The choice outlives edits.
        window.document().setField(*findField("run.serving.batch"), Count{16});
        QCOMPARE(steps->currentData().toString(), QStringLiteral("prefill"));
    }

    void flipsDuringASearch()
    {
        MainWindow window(llama(512));
        for (int i = 0; i < 3; ++i)
            for (const char *phase : {"decode", "training", "serving", "prefill"}) {
                button(window, phase).click();
                QTest::qWait(60); // some of them within the pause, some in a search
            }
        QTRY_VERIFY_WITH_TIMEOUT(!window.runner().snapshot()->searching, 30000);
        const SnapshotPtr done = window.runner().snapshot();
        QVERIFY(done->servedSearch && done->servedSearch->complete && !done->search);
        QVERIFY(done->servedSearch->rows.front().latency.ttft && !done->servedSearch->rows.front().latency.tpot); // of prefill
        button(window, "training").click();
        QVERIFY(!window.runner().snapshot()->servedSearch);
        QTRY_VERIFY_WITH_TIMEOUT(window.runner().snapshot()->search && !window.runner().snapshot()->searching, 30000);
    }

    void aPlanOfTheSearchIsOneUndoStep()
    {
        MainWindow window(llama(16));
        window.show();
        button(window, "serving").click();
        QTRY_VERIFY_WITH_TIMEOUT(window.runner().snapshot()->servedSearch && !window.runner().snapshot()->searching, 30000);
        const auto search = window.runner().snapshot()->servedSearch;
        auto *page = window.findChild<TablePage *>(QStringLiteral("servingPlans"));
        QCOMPARE(page->model().totalRows(), search->rows.size());
        const Scenario before = window.document().scenario();
        const std::size_t row = search->feasible / 2;
        emit page->rowActivated(row);
        const Scenario &now = window.document().scenario();
        QVERIFY(now.plan == search->rows[row].plan && now.run.serving.batch == search->rows[row].batch);
        // The row is what the window then shows, and the search stays.
        const SnapshotPtr snapshot = window.runner().snapshot();
        QCOMPARE(snapshot->servedSearch, search);
        QCOMPARE(snapshot->served->estimate.latency.tpot->bound.value, search->rows[row].latency.tpot->bound.value);
        QCOMPARE(snapshot->served->estimate.memoryTotal.value, search->rows[row].memory.value);
        window.document().undo();
        QVERIFY(window.document().scenario() == before);
        // A point of the picture is the same row.
        const auto pane = std::ranges::find_if(window.charts(), [](const ChartPane *p) { return p->row().ofSearch && p->row().shows(RunPhase::serving); });
        emit(*pane)->rowSelected(row);
        QCOMPARE(page->currentSource(), std::optional(row));
        emit(*pane)->rowActivated(row);
        QVERIFY(window.document().scenario().plan == search->rows[row].plan);
    }

    void whatIsInFrontFollowsThePhase()
    {
        MainWindow window(llama(2));
        window.show();
        auto *tables = window.findChild<TablePage *>(QStringLiteral("servingPlans"))->parentWidget()->parentWidget();
        auto *bar = qobject_cast<QTabWidget *>(tables);
        QVERIFY(bar != nullptr);
        const auto front = [&] { return bar->tabText(bar->currentIndex()); };
        for (const char *tab : {"Configurations", "Memory", "Pareto"}) {
            button(window, "training").click();
            for (int i = 0; i < bar->count(); ++i)
                if (bar->isTabVisible(i) && bar->tabText(i) == QLatin1String(tab))
                    bar->setCurrentIndex(i);
            button(window, "decode").click();
            QCOMPARE(front(), QLatin1String(tab));
            QCOMPARE(tabs(window).count(QLatin1String(tab)), 1);
            button(window, "training").click();
            QCOMPARE(front(), QLatin1String(tab));
        }
    }

    void aBaselineOfAnotherPhaseIsNotCompared()
    {
        MainWindow window(llama(8));
        window.document().pinBaseline();
        QVERIFY(window.runner().snapshot()->baseline != nullptr);
        button(window, "decode").click();
        QVERIFY(!window.runner().snapshot()->baseline && !window.runner().snapshot()->servedBaseline);
        window.document().pinBaseline();
        window.document().setField(*findField("run.serving.batch"), Count{64});
        QVERIFY(window.runner().snapshot()->baseline && window.runner().snapshot()->servedBaseline);
        button(window, "training").click();
        QVERIFY(!window.runner().snapshot()->baseline);
    }
};

HEADROOM_GUI_TEST(PhaseSwitchTest)
#include "phase_switch_test.moc"
