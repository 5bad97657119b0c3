// Named scenarios: each with its own history, one of them the baseline, all of them in the project.

#include "tests/ui/support/gui_test.h"

#include "spec/catalog.h"
#include "ui/document/document.h"

#include <QSignalSpy>

using namespace headroom;

namespace {
const Field &batch() { return *findField("run.globalBatch"); }
} // namespace

class ScenariosTest : public QObject
{
    Q_OBJECT

private slots:
    void aCopyIsEditedAlone()
    {
        Document document(workedExample());
        document.duplicateScenario(QStringLiteral("larger"));
        QCOMPARE(document.shownScenario(), std::size_t{1});
        document.setField(batch(), Count{1024});
        QCOMPARE(document.scenarios()[0].scenario.run.globalBatch, Count{512});
        QCOMPARE(document.scenarios()[1].scenario.run.globalBatch, Count{1024});
        document.showScenario(0);
        QCOMPARE(document.scenario().run.globalBatch, Count{512});
        document.showScenario(1);
        QCOMPARE(document.scenario().run.globalBatch, Count{1024});
    }

    void eachHasItsHistory()
    {
        Document document(workedExample());
        document.setField(batch(), Count{256});
        document.duplicateScenario(QStringLiteral("copy"));
        QVERIFY(!document.history().undoStep()); // nothing was done to the copy
        document.setField(batch(), Count{1024});
        document.showScenario(0);
        document.undo();
        QCOMPARE(document.scenario().run.globalBatch, Count{512});
        document.showScenario(1);
        QCOMPARE(document.scenario().run.globalBatch, Count{1024});
        document.undo();
        QCOMPARE(document.scenario().run.globalBatch, Count{256});
        document.showScenario(0);
        document.redo();
        QCOMPARE(document.scenario().run.globalBatch, Count{256});
    }

    void removingShowsANeighbour()
    {
        Document document(workedExample());
        document.duplicateScenario(QStringLiteral("b"));
        document.setField(batch(), Count{1024});
        document.duplicateScenario(QStringLiteral("c"));
        document.setField(batch(), Count{2048});
        document.removeScenario(1);
        QCOMPARE(document.scenarios().size(), std::size_t{2});
        QCOMPARE(document.scenario().run.globalBatch, Count{2048}); // c is still shown
        document.removeScenario(1);
        QCOMPARE(document.scenario().run.globalBatch, Count{512});
        document.removeScenario(0); // the last one stays
        QCOMPARE(document.scenarios().size(), std::size_t{1});
    }

    void theBaselineFollowsItsScenario()
    {
        Document document(workedExample());
        document.duplicateScenario(QStringLiteral("other"));
        document.chooseBaseline(0);
        QCOMPARE(document.baseline()->run.globalBatch, Count{512});
        document.showScenario(0);
        document.setField(batch(), Count{256});
        QCOMPARE(document.baseline()->run.globalBatch, Count{256});
        document.showScenario(1);
        QCOMPARE(document.baseline()->run.globalBatch, Count{256});
        document.removeScenario(0);
        QVERIFY(!document.baseline() && !document.baselineScenario());
        QCOMPARE(document.scenario().run.globalBatch, Count{512});
    }

    void aPinnedCopyGoesWhenItIsUnpinned()
    {
        Document document(workedExample());
        document.pinBaseline();
        document.setField(batch(), Count{1024});
        QCOMPARE(document.scenarios().size(), std::size_t{2});
        QCOMPARE(document.baseline()->run.globalBatch, Count{512});
        document.pinBaseline(); // again: the copy is replaced
        QCOMPARE(document.scenarios().size(), std::size_t{2});
        QCOMPARE(document.baseline()->run.globalBatch, Count{1024});
        document.clearBaseline();
        QCOMPARE(document.scenarios().size(), std::size_t{1});
        QCOMPARE(document.scenario().run.globalBatch, Count{1024});
    }

    void theProjectHoldsAll()
    {
        Document document(workedExample());
        document.setScenarioNotes(0, QStringLiteral("as measured\n实测"));
        document.duplicateScenario(QStringLiteral("wider"));
        document.setField(batch(), Count{1024});
        document.renameScenario(0, QStringLiteral("first"));
        document.chooseBaseline(0);
        QVERIFY(document.isModified());
        const auto read = readProject(writeProject(document.project()), "x.headroom");
        QVERIFY(read.has_value());
        Document other(workedExample());
        other.open(*read, QStringLiteral("x.headroom"));
        QVERIFY(!other.isModified());
        QCOMPARE(other.shownScenario(), std::size_t{1});
        QCOMPARE(other.baselineScenario(), std::optional<std::size_t>(0));
        QCOMPARE(QString::fromStdString(other.scenarios()[0].name), QStringLiteral("first"));
        QCOMPARE(QString::fromStdString(other.scenarios()[0].notes), QStringLiteral("as measured\n实测"));
        QVERIFY(other.project() == document.project());
        other.showScenario(0);
        QVERIFY(other.isModified()); // which one is shown is part of the file
        other.showScenario(1);
        QVERIFY(!other.isModified());
        other.setScenarioNotes(1, QStringLiteral("x"));
        QVERIFY(other.isModified());
    }

    void namesAreFree()
    {
        Document document(workedExample());
        document.renameScenario(0, QStringLiteral("a"));
        QCOMPARE(document.freeScenarioName(QStringLiteral("b")), QStringLiteral("b"));
        QCOMPARE(document.freeScenarioName(QStringLiteral("a")), QStringLiteral("a 2"));
        document.duplicateScenario(QStringLiteral("a 2"));
        QCOMPARE(document.freeScenarioName(QStringLiteral("a")), QStringLiteral("a 3"));
    }

    void aVariantIsOneStep()
    {
        Document document(workedExample());
        Scenario next = document.scenario();
        next.run.globalBatch = 1024;
        next.plan.microBatch = 4;
        document.applyVariant(next, QStringLiteral("batch 1024"));
        QCOMPARE(changeText(*document.history().undoStep()), QStringLiteral("variant batch 1024"));
        document.undo();
        QCOMPARE(document.scenario().plan.microBatch, Count{2});
        QVERIFY(!document.history().undoStep());
    }
};

HEADROOM_GUI_TEST(ScenariosTest)
#include "scenarios_test.moc"
