// Edits, bursts, undo, texts, presets and what a project holds.

#include "tests/ui/support/gui_test.h"

#include "spec/catalog.h"
#include "ui/document/document.h"

#include <QSignalSpy>

using namespace headroom;

namespace {
const Field &field(const char *path)
{
    return *findField(path);
}
} // namespace

class DocumentTest : public QObject
{
    Q_OBJECT

private slots:
    // The worked example: fsdp 32 x ep 8 on a slice of 256.
    void devicesTakeTheDataAxesAlong()
    {
        Document document(workedExample());
        QSignalSpy followed(&document, &Document::devicesFollowed);
        const Field &devices = *findField("run.devices");
        for (const Count typed : {Count{1}, Count{12}, Count{128}}) // digit by digit
            document.setField(devices, typed);
        QCOMPARE(document.scenario().plan.fsdp, Count{16});
        QVERIFY(document.scenario().hardware.slice.empty());
        QCOMPARE(followed.last().front().toString(), QStringLiteral("fsdp 32 → 16, slice 4x8x8 → -"));
        QVERIFY(!hasError(checkScenario(document.scenario())));
        document.undo();
        QVERIFY(document.scenario() == workedExample()); // one step
        document.setField(devices, Count{100}); // no multiple of ep 8: an error, nothing is guessed
        QCOMPARE(document.scenario().plan, workedExample().plan);
        QVERIFY(hasError(checkScenario(document.scenario())));
    }

    void aBurstIsOneStep()
    {
        Document document(workedExample());
        const Scenario before = document.scenario();
        for (const Count value : {1, 12, 128})
            document.setField(field("run.sequenceLength"), value);
        document.endBurst();
        document.setField(field("run.sequenceLength"), Count{2048});
        QCOMPARE(changeText(*document.history().undoStep()), QStringLiteral("Sequence length 128 → 2048"));
        document.undo();
        QCOMPARE(changeText(*document.history().undoStep()), QStringLiteral("Sequence length 4096 → 128"));
        document.undo();
        QVERIFY(document.scenario() == before);
        QVERIFY(!document.history().undoStep());
        document.redo();
        QCOMPARE(document.scenario().run.sequenceLength, Count{128});
    }

    void aBurstThatReturnsLeavesNoStep()
    {
        Document document(workedExample());
        document.setField(field("run.globalBatch"), Count{1024});
        document.setField(field("run.globalBatch"), Count{512});
        QVERIFY(!document.history().undoStep());
        QVERIFY(!document.isModified());
    }

    void equalValuesChangeNothing()
    {
        Document document(workedExample());
        QSignalSpy changed(&document, &Document::scenarioChanged);
        document.setField(field("run.globalBatch"), Count{512});
        QCOMPARE(changed.count(), 0);
    }

    void aNewEditForgetsWhatWasUndone()
    {
        Document document(workedExample());
        document.setField(field("run.globalBatch"), Count{1024});
        document.undo();
        document.setField(field("plan.tp"), Count{2});
        QVERIFY(!document.history().redoStep());
    }

    void aPlanIsOneStep()
    {
        Document document(workedExample());
        Plan plan = document.scenario().plan;
        plan.fsdp = 64;
        plan.ep = 4;
        document.applyPlan(plan, 512, QStringLiteral("fsdp 64"));
        QCOMPARE(document.scenario().plan.ep, Count{4});
        QCOMPARE(changeText(*document.history().undoStep()), QStringLiteral("plan fsdp 64"));
        document.undo();
        QCOMPARE(document.scenario().plan.ep, Count{8});
    }

    void presetsAreTheCatalogsOrTheImports()
    {
        Document document(workedExample());
        QVERIFY(document.reference("model"));
        QCOMPARE(document.reference("model")->model.name, document.scenario().model.name);
        ModelSpec own = document.scenario().model;
        own.name = "my model";
        document.setModel(own);
        document.setField(field("model.hidden"), Count{8192});
        QCOMPARE(document.reference("model")->model.hidden, Count{4096});
        QVERIFY(!document.reference("plan"));
    }

    void aProjectKeepsBaselineAndOtherScenarios()
    {
        Document document(workedExample());
        document.pinBaseline();
        document.setField(field("run.globalBatch"), Count{1024});
        const Project project = document.project();
        QCOMPARE(project.scenarios.size(), std::size_t{2});
        QCOMPARE(project.scenarios[*project.baseline].scenario.run.globalBatch, Count{512});
        auto read = readProject(writeProject(project), "x.headroom");
        QVERIFY(read.has_value());
        Document other(workedExample());
        other.open(*read, QStringLiteral("x.headroom"));
        QVERIFY(!other.isModified());
        QCOMPARE(other.scenario().run.globalBatch, Count{1024});
        QCOMPARE(other.baseline()->run.globalBatch, Count{512});
        QCOMPARE(other.project().scenarios.size(), std::size_t{2});
    }
};

HEADROOM_GUI_TEST(DocumentTest)
#include "document_test.moc"
