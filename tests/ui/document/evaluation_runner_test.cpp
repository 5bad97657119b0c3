// Edits become snapshots at once; a search follows and joins the best plan to them.

#include "tests/ui/support/gui_test.h"

#include "spec/catalog.h"
#include "ui/document/document.h"
#include "ui/document/evaluation_runner.h"

#include <QEventLoop>
#include <QSignalSpy>

using namespace headroom;

class EvaluationRunnerTest : public QObject
{
    Q_OBJECT

private slots:
    void everyEditIsEvaluatedAtOnce()
    {
        Document document(workedExample());
        EvaluationRunner runner(document);
        const double before = runner.snapshot()->estimate->roofline.mfu;
        document.setField(*findField("run.sequenceLength"), Count{8192});
        QVERIFY(runner.snapshot()->estimate->roofline.mfu != before);
        QVERIFY(runner.snapshot()->searching);
    }

    void invalidInputKeepsTheLastValidResult()
    {
        Document document(workedExample());
        EvaluationRunner runner(document);
        const auto before = runner.snapshot()->estimate;
        document.setField(*findField("plan.tp"), Count{2}); // 512 ranks on 256 devices
        QVERIFY(runner.snapshot()->stale);
        QVERIFY(hasError(runner.snapshot()->issues));
        QCOMPARE(runner.snapshot()->estimate, before);
        document.undo();
        QVERIFY(!runner.snapshot()->stale);
        QVERIFY(!hasError(runner.snapshot()->issues));
    }

    void theSearchGivesTheSystemBound()
    {
        Document document(workedExample());
        EvaluationRunner runner(document);
        QTRY_VERIFY_WITH_TIMEOUT(runner.snapshot()->search && !runner.snapshot()->searching, 30000);
        const SnapshotPtr done = runner.snapshot();
        QVERIFY(done->search->complete && !done->searching);
        QVERIFY(done->estimate->best.has_value());
        // What the search does not depend on does not start it again.
        document.setField(*findField("run.measuredStepTime"), 3.0);
        QCOMPARE(runner.snapshot()->search, done->search);
        QVERIFY(runner.snapshot()->estimate->best.has_value());
        document.setField(*findField("hardware.hbmBandwidth"), Band<double>::exactly(3e12));
        QVERIFY(!runner.snapshot()->search);
    }

    void aRunningSearchShowsItsBestRows()
    {
        Scenario scenario = defaultScenario(catalogModel("DeepSeek-V3").value(), catalogHardware("H100 SXM").value());
        scenario.run.devices = scenario.plan.fsdp = 2048;
        Document document(scenario);
        EvaluationRunner runner(document);
        QEventLoop loop; // up to the first rows, whatever the machine's speed
        connect(&runner, &EvaluationRunner::snapshotChanged, &loop, [&](const SnapshotPtr &snapshot) {
            if (snapshot->search)
                loop.quit();
        });
        loop.exec();
        const SnapshotPtr running = runner.snapshot();
        QVERIFY(running->searching && !running->search->complete && running->progress);
        QVERIFY(running->search->rows.size() > 0 && running->progress->evaluated >= running->search->rows.size());
        QVERIFY(!running->estimate->best); // no System bound before the end
        // Another plan of the same search does not start it again.
        document.applyPlan(running->search->rows.back().plan, running->search->rows.back().globalBatch, {});
        QVERIFY(runner.snapshot()->searching && runner.snapshot()->search == running->search);
        // What was found stays.
        runner.cancelSearch();
        QTRY_VERIFY_WITH_TIMEOUT(!runner.snapshot()->searching, 30000);
        QVERIFY(runner.snapshot()->search != nullptr);
        QVERIFY(runner.snapshot()->search->evaluated >= running->progress->evaluated);
    }

    // A split of the stages is what the search looks for: choosing another one does not start it again.
    void anotherSplitOfTheStages()
    {
        Document document(workedExample());
        const Scenario before = document.scenario();
        document.setField(*findField("plan.pp"), FieldValue(Count(2)));
        document.setField(*findField("plan.stageSplit"), FieldValue(std::string("balanced")));
        QVERIFY(searchKey(document.scenario()) == searchKey(before));
    }

    void settingsOfTheSearch()
    {
        Document document(workedExample());
        EvaluationRunner runner(document);
        QTRY_VERIFY_WITH_TIMEOUT(runner.snapshot()->search && !runner.snapshot()->searching, 30000);
        SearchSpace space;
        space.objective = Objective::expected;
        space.limit(Axis::tensor).maximum = 2;
        document.setSearchSpace(space);
        QVERIFY(!runner.snapshot()->search && document.isModified());
        QTRY_VERIFY_WITH_TIMEOUT(runner.snapshot()->search && !runner.snapshot()->searching, 30000);
        for (const SearchRow &row : runner.snapshot()->search->rows)
            QVERIFY(row.plan.tp <= 2);
        // A project keeps them.
        Document other(workedExample());
        other.open(document.project(), {});
        QVERIFY(other.searchSpace() == space && !other.isModified());
        document.setSearchSpace({});
        QCOMPARE(document.project().viewState, std::string());
        space.limit(Axis::tensor) = AxisLimits::fixed(3); // 256 chips
        document.setSearchSpace(space);
        QTRY_VERIFY_WITH_TIMEOUT(!runner.snapshot()->searching, 30000);
        QCOMPARE(runner.snapshot()->searchIssues.front().field, std::string("search.tp"));
    }

    void onlyTheNewestSearchIsDelivered()
    {
        Document document(workedExample());
        EvaluationRunner runner(document);
        QSignalSpy published(&runner, &EvaluationRunner::snapshotChanged);
        for (const Count batch : {1024, 2048, 4096}) {
            document.setField(*findField("run.globalBatch"), batch);
            QTest::qWait(150); // long enough to start each search
        }
        QTRY_VERIFY_WITH_TIMEOUT(runner.snapshot()->search != nullptr, 60000);
        QCOMPARE(runner.snapshot()->search->rows.front().globalBatch, Count{4096});
    }
};

HEADROOM_GUI_TEST(EvaluationRunnerTest)
#include "evaluation_runner_test.moc"
