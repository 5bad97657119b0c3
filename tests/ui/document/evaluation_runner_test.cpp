// Edits become snapshots at once; a search follows and joins the best plan to them.

#include "tests/ui/support/gui_test.h"

#include "spec/catalog.h"
#include "ui/document/document.h"
#include "ui/document/evaluation_runner.h"

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
        QTRY_VERIFY_WITH_TIMEOUT(runner.snapshot()->search != nullptr, 30000);
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
