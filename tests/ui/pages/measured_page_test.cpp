// A trace beside the scenario: its losses, advice and calibration in the window; files of any kind dropped on it.

#include "tests/ui/support/gui_test.h"

#include "spec/catalog.h"
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
#include "ui/pages/measured_page.h"
#include "ui/pages/measured_tree.h"

#include <QFile>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTemporaryDir>
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
    out->trace = testing::modelledTrace(evaluate(scenario).value(), losses);
    out->trace.file = "run.json";
    out->classes = classify(out->trace, builtInTraceRules());
    out->summary = summarize(out->trace, out->classes);
    return out;
}

QTreeWidgetItem *childNamed(const QTreeWidget &tree, int group, const QString &name)
{
    for (int i = 0; i < tree.topLevelItem(group)->childCount(); ++i)
        if (tree.topLevelItem(group)->child(i)->text(0) == name)
            return tree.topLevelItem(group)->child(i);
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
        loader.load(good);
        QVERIFY(loaded.wait());
        QCOMPARE(loaded.front().front().value<MeasuredTracePtr>()->summary.operators.size(), std::size_t{1});
        loader.load(bad);
        QVERIFY(failed.wait());
        QVERIFY(!loader.isLoading());
        QCOMPARE(loaded.size(), 1);
        // What was stopped delivers nothing.
        loader.load(good);
        loader.cancel();
        QTest::qWait(200);
        QCOMPARE(loaded.size(), 1);
        QCOMPARE(failed.size(), 1);
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
