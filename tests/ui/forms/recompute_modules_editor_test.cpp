// Check boxes of the selective remat policy: hidden under other policies, one undo step per box, one always ticked, numbers beside them.

#include "tests/ui/support/gui_test.h"

#include "spec/catalog.h"
#include "spec/field.h"
#include "ui/document/document.h"
#include "ui/forms/recompute_modules_editor.h"

#include <QTreeWidget>

using namespace headroom;

namespace {

void choose(Document &document, const char *policy)
{
    document.setField(*findField("plan.remat"), FieldValue(std::string(policy)));
    document.endBurst();
}

QTreeWidgetItem *itemOf(const RecomputeModulesEditor &editor, RecomputeModule module) { return editor.list()->topLevelItem(static_cast<int>(module)); }

} // namespace

class RecomputeModulesEditorTest : public QObject
{
    Q_OBJECT

private slots:
    void hiddenUnderOtherPolicies()
    {
        Document document(workedExample());
        const RecomputeModulesEditor editor(document);
        QVERIFY(editor.isHidden());
        choose(document, "selective");
        QVERIFY(!editor.isHidden());
        document.undo();
        QVERIFY(editor.isHidden());
    }

    void boxesWriteTheField()
    {
        Document document(workedExample());
        const RecomputeModulesEditor editor(document);
        choose(document, "selective");
        QCOMPARE(itemOf(editor, RecomputeModule::coreAttention)->checkState(0), Qt::Checked);
        itemOf(editor, RecomputeModule::expertActivation)->setCheckState(0, Qt::Checked);
        QVERIFY(document.scenario().plan.recomputeModules == (RecomputeModules{RecomputeModule::coreAttention, RecomputeModule::expertActivation}));
        itemOf(editor, RecomputeModule::coreAttention)->setCheckState(0, Qt::Unchecked);
        QVERIFY(document.scenario().plan.recomputeModules == RecomputeModules(RecomputeModule::expertActivation));
        document.undo();
        QCOMPARE(itemOf(editor, RecomputeModule::coreAttention)->checkState(0), Qt::Checked);
    }

    void oneStays()
    {
        Document document(workedExample());
        const RecomputeModulesEditor editor(document);
        choose(document, "selective");
        itemOf(editor, RecomputeModule::coreAttention)->setCheckState(0, Qt::Unchecked);
        QCOMPARE(itemOf(editor, RecomputeModule::coreAttention)->checkState(0), Qt::Checked);
        QVERIFY(document.scenario().plan.recomputeModules == RecomputeModules(RecomputeModule::coreAttention));
    }

    // The worked example has latent attention, experts, a shared one among them, and a dense layer.
    void rowsOfTheModel()
    {
        Document document(workedExample());
        const RecomputeModulesEditor editor(document);
        choose(document, "selective");
        for (const RecomputeModule module : {RecomputeModule::latentUpProjection, RecomputeModule::moe, RecomputeModule::mlp}) {
            QVERIFY(!itemOf(editor, module)->isHidden());
            QVERIFY(itemOf(editor, module)->text(1).endsWith(QLatin1String("B")) && itemOf(editor, module)->text(2).endsWith(QLatin1String("FLOP")));
        }
        QCOMPARE(itemOf(editor, RecomputeModule::layerNorm)->text(2), QStringLiteral("–")); // no matrix product
    }
};

HEADROOM_GUI_TEST(RecomputeModulesEditorTest)
#include "recompute_modules_editor_test.moc"
