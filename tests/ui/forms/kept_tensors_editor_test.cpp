// Check boxes of the custom remat policy: hidden under other policies, one undo step per box, numbers beside them.

#include "tests/ui/support/gui_test.h"

#include "spec/catalog.h"
#include "spec/field.h"
#include "ui/document/document.h"
#include "ui/forms/kept_tensors_editor.h"

#include <QTreeWidget>

using namespace headroom;

namespace {

void choose(Document &document, const char *policy)
{
    document.setField(*findField("plan.remat"), FieldValue(std::string(policy)));
    document.endBurst();
}

QTreeWidgetItem *itemOf(const KeptTensorsEditor &editor, Tensor tensor) { return editor.list()->topLevelItem(static_cast<int>(tensor)); }

} // namespace

class KeptTensorsEditorTest : public QObject
{
    Q_OBJECT

private slots:
    void hiddenUnderOtherPolicies()
    {
        Document document(workedExample());
        const KeptTensorsEditor editor(document);
        QVERIFY(editor.isHidden());
        choose(document, "custom");
        QVERIFY(!editor.isHidden());
        document.undo();
        QVERIFY(editor.isHidden());
    }

    void boxesWriteTheField()
    {
        Document document(workedExample());
        const KeptTensorsEditor editor(document);
        choose(document, "custom");
        itemOf(editor, Tensor::context)->setCheckState(0, Qt::Checked);
        QVERIFY(document.scenario().plan.keptTensors == (KeptTensors{Tensor::context, {}}));
        itemOf(editor, Tensor::context)->setCheckState(1, Qt::Checked);
        QVERIFY(document.scenario().plan.keptTensors == (KeptTensors{{}, Tensor::context}));
        itemOf(editor, Tensor::context)->setCheckState(0, Qt::Unchecked);
        QVERIFY(document.scenario().plan.keptTensors == KeptTensors{});
        document.undo();
        QVERIFY(document.scenario().plan.keptTensors == (KeptTensors{{}, Tensor::context}));
        QCOMPARE(itemOf(editor, Tensor::context)->checkState(1), Qt::Checked);
    }

    void theLayerInputStays()
    {
        Document document(workedExample());
        const KeptTensorsEditor editor(document);
        choose(document, "custom");
        QCOMPARE(itemOf(editor, Tensor::decoderLayerInput)->checkState(0), Qt::Checked);
        itemOf(editor, Tensor::decoderLayerInput)->setCheckState(0, Qt::Unchecked);
        QCOMPARE(itemOf(editor, Tensor::decoderLayerInput)->checkState(0), Qt::Checked);
    }

    // The worked example has latent and linear attention and experts, but no indexer; its gate and up projections cost most to make again.
    void rowsOfTheModel()
    {
        Document document(workedExample());
        const KeptTensorsEditor editor(document);
        choose(document, "custom");
        QVERIFY(!itemOf(editor, Tensor::kvLatent)->isHidden() && !itemOf(editor, Tensor::moeMlpWi0)->isHidden());
        QVERIFY(itemOf(editor, Tensor::indexQuery)->isHidden());
        QVERIFY(itemOf(editor, Tensor::moeMlpWi0)->text(2).endsWith(QLatin1String("B")));
    }
};

HEADROOM_GUI_TEST(KeptTensorsEditorTest)
#include "kept_tensors_editor_test.moc"
