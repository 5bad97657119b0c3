// A trace beside the scenario: its losses, advice and calibration in the window; files of any kind dropped on it.

#include "tests/ui/support/gui_test.h"

#include "spec/catalog.h"
#include "spec/file.h"
#include "support/modelled_trace.h"
#include "support/scenarios.h"
#include "support/traces.h"
#include "trace/import.h"
#include "ui/charts/roofline_data.h"
#include "ui/document/document.h"
#include "ui/document/evaluation_runner.h"
#include "ui/document/trace_loader.h"
#include "ui/file_actions.h"
#include "ui/main_window.h"
#include "ui/pages/measured_files.h"
#include "ui/pages/measured_page.h"
#include "ui/pages/measured_tree.h"

#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTimer>
#include <QTreeWidget>

using namespace headroom;

namespace {

// Weights sharded over 8 H100, on one stage.
Scenario sharded()
{
    Scenario s = testing::scenarioOf("Llama-3.1-8B", "H100 SXM");
    s.run.devices = s.plan.fsdp = 8;
    s.run.globalBatch = 64;
    s.plan.microBatch = 2;
    s.plan.remat = RematPolicy::full;
    s.calibration = *catalogCalibration("typical", s.hardware);
    return s;
}

MeasuredTracePtr measured(const Scenario &scenario, const testing::Losses &losses)
{
    auto out = std::make_shared<MeasuredTrace>();
    TracedRun &run = out->run;
    run.trace = testing::modelledTrace(evaluate(scenario).value(), losses);
    run.trace.file = "run.json";
    run.classes = classify(run.trace, builtInTraceRules());
    run.ranks.push_back({"run.json", summarize(run.trace, run.classes)});
    return out;
}

QTreeWidgetItem *childNamed(const QTreeWidget &tree, int group, const QString &name)
{
    for (int i = 0; i < tree.topLevelItem(group)->childCount(); ++i)
        if (tree.topLevelItem(group)->child(i)->text(0) == name)
            return tree.topLevelItem(group)->child(i);
    return nullptr;
}

QTreeWidgetItem *groupNamed(const QTreeWidget &tree, const QString &start)
{
    for (int i = 0; i < tree.topLevelItemCount(); ++i)
        if (tree.topLevelItem(i)->text(0).startsWith(start))
            return tree.topLevelItem(i);
    return nullptr;
}

// The line of traced operators of that name alone.
QTreeWidgetItem *tracedLine(const QTreeWidgetItem &group, const QString &name)
{
    for (int i = 0; i < group.childCount(); ++i)
        if (group.child(i)->data(0, tracedRole).toStringList() == QStringList{name})
            return group.child(i);
    return nullptr;
}

QTreeWidgetItem *firstAdvice(const QTreeWidget &tree)
{
    for (QTreeWidgetItemIterator it(const_cast<QTreeWidget *>(&tree)); *it; ++it)
        if ((*it)->data(0, adviceRole).isValid())
            return *it;
    return nullptr;
}

} // namespace

class MeasuredPageTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        QSettings().clear();
        QSettings().setValue(QStringLiteral("language"), QStringLiteral("en"));
    }

    // Matrix products a fifth slower than expected: the first group names them, and the waterfall ends with Measured.
    void lossesByTerm()
    {
        MainWindow window(sharded());
        window.document().setTrace(measured(sharded(), {.slower = EventClass::matmul, .factor = 1.2}));
        QTRY_VERIFY(compared(window));
        const QTreeWidget &tree = page(window).tree();
        const QTreeWidgetItem *row = childNamed(tree, 0, QStringLiteral("Matrix products"));
        QVERIFY(row);
        const GapAnalysis &gap = window.runner().snapshot()->gap->gap;
        const auto of = std::ranges::find(gap.rows, std::string("gap.matmul"), &GapRow::id);
        QVERIFY(of != gap.rows.end() && std::abs(of->lost() / of->expected - 0.2) < 0.01);
        QCOMPARE(window.runner().snapshot()->estimate.get(), &gap.estimate);
        QCOMPARE(window.runner().snapshot()->estimate->waterfall.back().id, std::string("measured"));
    }

    // Products take at least 1.2 times their bound: what they reach lies that far below their point on the roof, or lower.
    void ratesOnTheRoofline()
    {
        MainWindow window(sharded());
        window.document().setTrace(measured(sharded(), {.slower = EventClass::matmul, .factor = 1.2}));
        QTRY_VERIFY(compared(window));
        const SnapshotPtr snapshot = window.runner().snapshot();
        int products = 0;
        for (const RooflinePoint &point : rooflineData(*snapshot->estimate, nullptr, MemoryLevel::hbm, &snapshot->gap->gap).points) {
            if (!point.measured || (point.category != OpCategory::projection && point.category != OpCategory::feedForward))
                continue;
            ++products;
            QVERIFY2(*point.measured > 0.0 && *point.measured <= point.rate / 1.2 * (1.0 + 1e-6), point.key.c_str());
        }
        QVERIFY(products >= 6); // attention's and the feed-forward's, forward and backward
    }

    // Each is one undo step; the estimate is compared again after it.
    void adviceAndCalibration()
    {
        MainWindow window(sharded());
        window.document().setTrace(measured(sharded(), {.slower = EventClass::matmul, .factor = 1.5}));
        QTRY_VERIFY(compared(window));
        const Scenario before = window.document().scenario();
        QTreeWidgetItem *advice = firstAdvice(page(window).tree());
        QVERIFY(advice);
        emit page(window).tree().itemActivated(advice, 0);
        QVERIFY(window.document().scenario() != before);
        window.document().undo();
        QVERIFY(window.document().scenario() == before);
        QTRY_VERIFY(compared(window));
        page(window).findChild<QPushButton *>(QStringLiteral("calibrate"))->click();
        QVERIFY(window.document().scenario().calibration != before.calibration);
        QTRY_VERIFY(compared(window));
        const GapAnalysis &after = window.runner().snapshot()->gap->gap;
        QVERIFY(std::abs(after.measuredStep / after.estimate.system.stepTime.expected - 1.0) < 0.03);
        window.document().undo();
        QVERIFY(window.document().scenario() == before);
    }

    void theTabComesAndGoes()
    {
        MainWindow window(sharded());
        auto &tabs = *qobject_cast<QTabWidget *>(page(window).parentWidget());
        QCOMPARE(tabs.indexOf(&page(window)), -1);
        tabs.setCurrentIndex(2);
        QWidget *before = tabs.currentWidget();
        window.document().setTrace(measured(sharded(), {}));
        QCOMPARE(tabs.currentWidget(), &page(window));
        QTRY_VERIFY(compared(window));
        const std::shared_ptr<const Estimate> alone = window.runner().snapshot()->gap->of;
        page(window).findChild<QPushButton *>(QStringLiteral("closeTrace"))->click();
        QCOMPARE(tabs.indexOf(&page(window)), -1);
        QCOMPARE(tabs.currentWidget(), before);
        QVERIFY(!window.runner().snapshot()->gap && !window.runner().snapshot()->trace);
        QCOMPARE(window.runner().snapshot()->estimate, alone); // nothing measured is left in it
    }

    void readsFiles()
    {
        const QTemporaryDir folder;
        const QString good = write(folder, QStringLiteral("good.json"),
                                   testing::kineto(R"({"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":1,"dur":5})"));
        const QString bad = write(folder, QStringLiteral("bad.json"), R"({"traceEvents": [{"ph":"X",)");
        QVERIFY(isTrace(good.toStdString()) && isTrace(bad.toStdString()));
        QVERIFY(!isTrace(write(folder, QStringLiteral("config.json"), R"({"model_type": "llama", "hidden_size": 4096})").toStdString()));
        TraceLoader loader;
        QSignalSpy loaded(&loader, &TraceLoader::loaded), failed(&loader, &TraceLoader::failed);
        loader.load({good});
        QVERIFY(loaded.wait());
        QCOMPARE(loaded.front().front().value<MeasuredTracePtr>()->summary().operators.size(), std::size_t{1});
        loader.load({bad});
        QVERIFY(failed.wait());
        QVERIFY(!loader.isLoading());
        QCOMPARE(loaded.size(), 1);
        // What was stopped delivers nothing.
        loader.load({good});
        loader.cancel();
        QTest::qWait(200);
        QCOMPARE(loaded.size(), 1);
        QCOMPARE(failed.size(), 1);
    }

    // Two ranks in a folder, and a file that is none: one run. Rank 1 computes 80 us of its 100, rank 0 60, so rank 1 is compared until a
    // double-click on the other's line.
    void ranksOfOneRun()
    {
        const QTemporaryDir folder;
        for (const int rank : {0, 1})
            write(folder, QStringLiteral("%1.json").arg(rank),
                  testing::kineto(R"({"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":0,"dur":)" + std::to_string(60 + 20 * rank) + "},"
                                      + R"({"ph":"X","cat":"kernel","name":"ncclDevKernel_AllReduce","pid":0,"tid":9,"ts":80,"dur":20})",
                                  R"("distributedInfo":{"rank":)" + std::to_string(rank) + R"(,"world_size":2},)"));
        write(folder, QStringLiteral("notes.txt"), "no trace");
        MainWindow window(sharded());
        window.files().openPaths({folder.path()});
        QTRY_VERIFY(window.document().trace());
        QCOMPARE(window.document().trace()->run.compared, std::size_t{1});
        QCOMPARE(window.document().trace()->run.refused.size(), std::size_t{1});
        const QTreeWidget &tree = page(window).tree();
        QTRY_VERIFY(groupNamed(tree, QStringLiteral("Ranks: 2")));
        QVERIFY(groupNamed(tree, QStringLiteral("Between ranks")));
        QVERIFY(groupNamed(tree, QStringLiteral("All ranks call the same collectives")));
        QTreeWidgetItem *first = groupNamed(tree, QStringLiteral("Ranks: 2"))->child(0);
        QVERIFY(first->text(0).contains(QStringLiteral("0.json")));
        emit page(window).tree().itemActivated(first, 0);
        QTRY_COMPARE(window.document().trace()->run.compared, std::size_t{0});
        QCOMPARE(window.document().trace()->run.trace.rank.value(), std::int64_t{0});
        // Files dropped together are ranks too.
        window.document().setTrace(nullptr);
        window.files().openPaths({folder.filePath(QStringLiteral("0.json")), folder.filePath(QStringLiteral("1.json"))});
        QTRY_VERIFY(window.document().trace());
        QCOMPARE(window.document().trace()->run.ranks.size(), std::size_t{2});
        QVERIFY(window.document().trace()->run.refused.empty());
    }

    // By Enter on its line, a word and Enter: one undo step, and saved with the project.
    void matchesSaidByHand()
    {
        MainWindow window(sharded());
        window.document().setTrace(measured(sharded(), {}));
        QTRY_VERIFY(compared(window));
        QTreeWidget &tree = page(window).tree();
        QTreeWidgetItem *alone = groupNamed(tree, QStringLiteral("In the trace alone"));
        QCOMPARE(alone->childCount(), 1); // the optimizer's kernel, which is no operator of a block
        const QString optimizer = alone->child(0)->text(0);
        QTimer::singleShot(0, &window, [] {
            QWidget *dialog = QApplication::activeModalWidget();
            QVERIFY(dialog);
            QTest::keyClicks(dialog->focusWidget(), QStringLiteral("head norm forward"));
            QTest::keyClick(dialog->focusWidget(), Qt::Key_Return);
        });
        emit tree.itemActivated(alone->child(0), 0);
        const std::vector<MatchCorrection> said = window.document().matches();
        QCOMPARE(said.size(), std::size_t{1});
        QVERIFY(said.front().modelled.find("norm") != std::string::npos && said.front().modelled.ends_with(".forward"));
        QTRY_VERIFY(compared(window) && groupNamed(tree, QStringLiteral("In the trace alone"))->childCount() != 1);
        QVERIFY(tracedLine(*groupNamed(tree, QStringLiteral("Matched operators")), optimizer));
        QCOMPARE(readProject(writeProject(window.document().project()), "p")->scenarios.front().matches, said);
        QCOMPARE(changeText(*window.document().history().undoStep()), QStringLiteral("matches: ") + optimizer);
        window.document().undo();
        QVERIFY(window.document().matches().empty());
        QTRY_VERIFY(compared(window) && groupNamed(tree, QStringLiteral("In the trace alone"))->childCount() == 1);

        page(window).assign({optimizer}, "");
        QTRY_VERIFY(compared(window) && groupNamed(tree, QStringLiteral("In the trace alone"))->child(0)->text(5).contains(QStringLiteral("by hand")));
        page(window).assign({optimizer}, std::nullopt);
        QVERIFY(window.document().matches().empty());
    }

    void filesOfMatchesAndRules()
    {
        const QTemporaryDir folder;
        MainWindow window(sharded());
        const QString trace = write(folder, QStringLiteral("run.json"),
                                    testing::kineto(R"({"ph":"X","cat":"kernel","name":"my_kernel","pid":0,"tid":7,"ts":1,"dur":5})"));
        window.files().openPath(trace);
        QTRY_VERIFY(window.document().trace());
        QCOMPARE(window.document().trace()->summary().operators.front().eventClass, EventClass::otherCompute);
        MeasuredFiles &files = page(window).files();
        QVERIFY(files.readMatches(write(folder, QStringLiteral("in.json"), R"({"matches":[{"pattern":"my*","modelled":null}]})")));
        QCOMPARE(window.document().matches(), (std::vector<MatchCorrection>{{"my*", ""}}));
        QVERIFY(files.writeMatches(folder.filePath(QStringLiteral("out.json"))));
        QCOMPARE(readCorrections(readFile(folder.filePath(QStringLiteral("out.json")).toStdString()).value(), "out.json").value(),
                 window.document().matches());
        QVERIFY(files.useRules(write(folder, QStringLiteral("rules.json"),
                                     R"({"rules":[{"in":"name","pattern":"^my_kernel$","class":"linearAttention","source":"ours"}]})")));
        QTRY_COMPARE(window.document().trace()->summary().operators.front().eventClass, EventClass::linearAttention);
        QVERIFY(page(window).findChild<QLabel *>()->text().contains(QStringLiteral("rules.json")));
        // Rules that are gone hide no trace.
        QFile::remove(folder.filePath(QStringLiteral("rules.json")));
        window.files().openPath(trace);
        QTRY_COMPARE(window.document().trace()->summary().operators.front().eventClass, EventClass::otherCompute);
        QCOMPARE(window.document().trace()->run.issues.size(), std::size_t{1});
        QVERIFY(files.useRules({}));
        QTRY_VERIFY(window.document().trace()->run.issues.empty());
        // A file that is none changes nothing.
        const auto matches = window.document().matches();
        for (const auto use : {&MeasuredFiles::readMatches, &MeasuredFiles::useRules}) {
            QTimer::singleShot(0, &window, [] { QApplication::activeModalWidget()->close(); });
            QVERIFY(!(files.*use)(trace));
        }
        QCOMPARE(window.document().matches(), matches);
        QVERIFY(TraceLoader::ownRules().isEmpty());
    }

    void comparisonCancelled()
    {
        MainWindow window(sharded());
        window.document().setTrace(measured(sharded(), {}));
        auto *cancel = page(window).findChild<QPushButton *>(QStringLiteral("cancelTrace"));
        auto *compare = page(window).findChild<QPushButton *>(QStringLiteral("compareTrace"));
        QVERIFY(window.runner().snapshot()->comparing && !cancel->isHidden() && compare->isHidden());
        cancel->click();
        QVERIFY(!window.runner().snapshot()->comparing && !window.runner().snapshot()->gap);
        QVERIFY(cancel->isHidden() && !compare->isHidden());
        QTest::qWait(300); // what was under way delivers nothing
        QVERIFY(!window.runner().snapshot()->gap);
        compare->click();
        QTRY_VERIFY(compared(window));
        QVERIFY(compare->isHidden());
    }

    // Whatever is under way: reading, comparing, looking for advice.
    void closedWhileWorking()
    {
        const QTemporaryDir folder;
        std::string events;
        for (int i = 0; i < 50000; ++i)
            events += (i == 0 ? "" : ",") + std::string(R"({"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":)") + std::to_string(10 * i) + R"(,"dur":5})";
        const QString trace = write(folder, QStringLiteral("run.json"), testing::kineto(events));
        const MeasuredTracePtr made = measured(sharded(), {});
        for (const int wait : {0, 1, 5, 20, 50, 100, 200}) {
            MainWindow reading(sharded());
            reading.files().openPath(trace);
            MainWindow comparing(sharded());
            comparing.document().setTrace(made);
            QTest::qWait(wait);
        }
    }

private:
    // The search re-evaluates the plan when it ends, and so does the comparison.
    static bool compared(MainWindow &window)
    {
        const SnapshotPtr snapshot = window.runner().snapshot();
        return snapshot->gap && !snapshot->searching;
    }
    static MeasuredPage &page(const MainWindow &window) { return *window.findChild<MeasuredPage *>(); }
    static QString write(const QTemporaryDir &folder, const QString &name, const std::string &text)
    {
        QFile file(folder.filePath(name));
        if (file.open(QIODevice::WriteOnly))
            file.write(text.data(), static_cast<qint64>(text.size()));
        return file.fileName();
    }
};

HEADROOM_GUI_TEST(MeasuredPageTest)
#include "measured_page_test.moc"
