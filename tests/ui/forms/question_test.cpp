// Datasheet numbers that mislead are held back until the user has answered; each answer is one undo step.

#include "tests/ui/support/gui_test.h"

#include "spec/catalog.h"
#include "ui/document/document.h"
#include "ui/forms/field_form.h"
#include "ui/forms/field_row.h"

#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QTimer>

using namespace headroom;

class QuestionTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_document = std::make_unique<Document>(
            defaultScenario(*catalogModel("Llama-3.1-8B"), *catalogHardware("H100")));
        m_form = std::make_unique<FieldForm>("hardware", *m_document);
        m_form->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_form.get()));
    }

    void nothingReachesTheDocumentBeforeTheAnswer()
    {
        type("hardware.peak", "1979 TFLOP/s");
        QCOMPARE(peak(), 989e12);
        QVERIFY(m_form->row("hardware.peak")->hasProblem());
    }

    void theDenseNumber()
    {
        const Scenario before = m_document->scenario();
        answer("hardware.peak", "1979 TFLOP/s", 0);
        QCOMPARE(peak(), 989e12);
        QVERIFY(m_document->scenario() == before);
        QCOMPARE(editor("hardware.peak")->text(), QStringLiteral("989 TFLOP/s"));
        QVERIFY(!m_form->row("hardware.peak")->hasProblem());
    }

    void keptAsItStands()
    {
        const Scenario before = m_document->scenario();
        answer("hardware.peak", "1979 TFLOP/s", -1);
        QCOMPARE(peak(), 1979e12);
        QVERIFY(datasheetDoubts(m_document->scenario().hardware).empty());
        QCOMPARE(changeText(*m_document->history().undoStep()),
                 QStringLiteral("Peak (bf16, dense) 989 TFLOP/s → 1.979 PFLOP/s"));
        m_document->undo();
        QVERIFY(m_document->scenario() == before);
        QVERIFY(!m_document->history().undoStep());
        m_document->redo();
        QCOMPARE(peak(), 1979e12);
    }

    void cancelKeepsTheOldNumber()
    {
        answer("hardware.scaleUpBandwidth", "900 GB/s", -2);
        QCOMPARE(m_document->scenario().hardware.scaleUpBandwidth.value.expected.value, 450e9);
        QCOMPARE(editor("hardware.scaleUpBandwidth")->text(), QStringLiteral("450 GB/s"));
    }

    void gigabytesAreNotGibibytes()
    {
        answer("hardware.hbmCapacity", "80 GB", 1); // 80 GiB after all
        QCOMPARE(m_document->scenario().hardware.hbmCapacity.value.expected.value, 80.0 * 1073741824.0);
    }

    void plausibleNumbersPass()
    {
        type("hardware.hbmBandwidth", "3 TB/s");
        QTest::keyClick(editor("hardware.hbmBandwidth"), Qt::Key_Return);
        QCOMPARE(m_document->scenario().hardware.hbmBandwidth.value.expected.value, 3e12);
    }

    void escapeForgets()
    {
        type("hardware.peak", "1979 TFLOP/s");
        QTest::keyClick(editor("hardware.peak"), Qt::Key_Escape);
        QCOMPARE(editor("hardware.peak")->text(), QStringLiteral("989 TFLOP/s"));
        QTest::keyClick(editor("hardware.peak"), Qt::Key_Return);
        QTest::qWait(50);
        QVERIFY(!QApplication::activeModalWidget());
        QCOMPARE(peak(), 989e12);
    }

private:
    QLineEdit *editor(const char *path) { return qobject_cast<QLineEdit *>(m_form->row(path)->editor()); }
    double peak() const { return matrixPeak(m_document->scenario().hardware, "bf16")->value.expected.value; }
    void type(const char *path, const char *text)
    {
        editor(path)->setFocus();
        editor(path)->selectAll();
        QTest::keyClicks(editor(path), QString::fromUtf8(text));
    }
    // Types, confirms with Return, and presses the button of an answer; -1 the last one, -2 Cancel.
    void answer(const char *path, const char *text, int index)
    {
        bool asked = false;
        QTimer::singleShot(200, this, [&asked, index] {
            auto *box = qobject_cast<QMessageBox *>(QApplication::activeModalWidget());
            if (!box)
                return;
            asked = true;
            if (index == -2)
                return box->button(QMessageBox::Cancel)->click();
            QList<QAbstractButton *> answers;
            for (QAbstractButton *button : box->buttons())
                if (box->buttonRole(button) == QMessageBox::AcceptRole)
                    answers << button;
            answers.at(index < 0 ? answers.size() - 1 : index)->click();
        });
        type(path, text);
        QTest::keyClick(editor(path), Qt::Key_Return);
        QTRY_VERIFY(asked);
        QTRY_VERIFY(!QApplication::activeModalWidget());
    }

    std::unique_ptr<Document> m_document;
    std::unique_ptr<FieldForm> m_form;
};

HEADROOM_GUI_TEST(QuestionTest)
#include "question_test.moc"
