// The pattern editor: what its buttons, keys and dragging do, each as one undo step.

#include "tests/ui/support/gui_test.h"

#include "spec/catalog.h"
#include "ui/document/document.h"
#include "ui/forms/field_form.h"
#include "ui/forms/field_row.h"
#include "ui/forms/layer_dialog.h"
#include "ui/pages/layer_editor.h"
#include "ui/pages/layer_list.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTimer>

using namespace headroom;

class LayerEditorTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_document = std::make_unique<Document>(workedExample());
        m_editor = std::make_unique<LayerEditor>(*m_document);
        m_first = m_document->scenario();
    }

    void moves()
    {
        const auto before = layers();
        m_editor->move(0, 2);
        QCOMPARE(layers()[2], before[0]);
        QCOMPARE(layers()[0], before[1]);
        QCOMPARE(row(), 2); // follows the group
        QCOMPARE(changeText(*m_document->history().undoStep()), QStringLiteral("move layers 1 × linear+dense"));
        m_document->undo();
        QVERIFY(m_document->scenario() == m_first);
        QVERIFY(!m_document->history().undoStep());
        m_document->redo();
        QCOMPARE(layers()[2], before[0]);
    }

    void duplicatesAndRemoves()
    {
        m_editor->list().setCurrentItem(m_editor->list().topLevelItem(1));
        const std::size_t count = layers().size();
        m_editor->duplicate();
        QCOMPARE(layers().size(), count + 1);
        QCOMPARE(layers()[2], layers()[1]);
        QCOMPARE(row(), 2);
        QTest::keyClick(&m_editor->list(), Qt::Key_Delete);
        QCOMPARE(layers().size(), count);
        QVERIFY(m_document->scenario() == m_first);
        m_document->undo();
        m_document->undo();
        QVERIFY(!m_document->history().undoStep());
    }

    void theLastGroupStays()
    {
        while (layers().size() > 1) {
            m_editor->list().setCurrentItem(m_editor->list().topLevelItem(0));
            m_editor->remove();
        }
        m_editor->list().setCurrentItem(m_editor->list().topLevelItem(0));
        m_editor->remove();
        QCOMPARE(layers().size(), std::size_t{1});
    }

    void editsKindsAndSizes()
    {
        const auto dialogDone = withDialog([](LayerDialog &dialog) {
            const QList<QComboBox *> boxes = dialog.findChildren<QComboBox *>(QString(), Qt::FindDirectChildrenOnly);
            QCOMPARE(boxes.size(), 2);
            boxes[0]->setCurrentIndex(2); // latent attention
            emit boxes[0]->activated(2);
            boxes[1]->setCurrentIndex(1); // MoE
            emit boxes[1]->activated(1);
            dialog.findChild<QSpinBox *>()->setValue(5);
            auto *edit = qobject_cast<QLineEdit *>(dialog.findChild<FieldForm *>()->row("model.experts")->editor());
            edit->setFocus();
            edit->selectAll();
            QTest::keyClicks(edit, QStringLiteral("64"));
            dialog.accept();
        });
        m_editor->edit(0);
        QVERIFY(*dialogDone);
        QCOMPARE(layers()[0].count, Count{5});
        QCOMPARE(layers()[0].layer.attention.kind, AttentionKind::mla);
        QCOMPARE(layers()[0].layer.feedForward.kind, FeedForwardKind::moe);
        QCOMPARE(layers()[0].layer.feedForward.experts, Count{64});
        QCOMPARE(layers()[1], m_first.model.layers[1]); // the others are as they were
        QVERIFY(!hasError(checkScenario(m_document->scenario())));
        m_document->undo(); // one step
        QVERIFY(m_document->scenario() == m_first);
    }

    void illegalSizesAreNotAccepted()
    {
        const auto dialogDone = withDialog([](LayerDialog &dialog) {
            auto *ok = dialog.findChild<QDialogButtonBox *>()->button(QDialogButtonBox::Ok);
            QVERIFY(ok->isEnabled());
            auto *edit = qobject_cast<QLineEdit *>(dialog.findChild<FieldForm *>()->row("model.topK")->editor());
            edit->setFocus();
            edit->selectAll();
            QTest::keyClicks(edit, QStringLiteral("999")); // of 256 experts
            QVERIFY(!ok->isEnabled());
            dialog.reject();
        });
        m_editor->edit(1);
        QVERIFY(*dialogDone);
        QVERIFY(m_document->scenario() == m_first);
    }

    void adds()
    {
        m_editor->list().setCurrentItem(m_editor->list().topLevelItem(0));
        const auto dialogDone = withDialog([](LayerDialog &dialog) { dialog.accept(); });
        m_editor->add();
        QVERIFY(*dialogDone);
        QCOMPARE(layers().size(), m_first.model.layers.size() + 1);
        QCOMPARE(layers()[1].count, Count{1});
        QCOMPARE(layers()[1].layer, layers()[0].layer);
    }

private:
    const std::vector<LayerGroup> &layers() const { return m_document->scenario().model.layers; }
    int row() { return m_editor->list().indexOfTopLevelItem(m_editor->list().currentItem()); }
    template <class Use> std::shared_ptr<bool> withDialog(Use use)
    {
        auto done = std::make_shared<bool>(false);
        QTimer::singleShot(100, this, [use, done] {
            auto *dialog = qobject_cast<LayerDialog *>(QApplication::activeModalWidget());
            *done = dialog != nullptr;
            if (dialog)
                use(*dialog);
            if (dialog && dialog->isVisible())
                dialog->reject();
        });
        return done;
    }

    std::unique_ptr<Document> m_document;
    std::unique_ptr<LayerEditor> m_editor;
    Scenario m_first;
};

HEADROOM_GUI_TEST(LayerEditorTest)
#include "layer_editor_test.moc"
