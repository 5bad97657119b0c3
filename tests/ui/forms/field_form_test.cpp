// A row for every field; text in, value out and back; what is illegal stays in the editor.

#include "tests/ui/support/gui_test.h"

#include "spec/catalog.h"
#include "ui/document/document.h"
#include "ui/forms/field_form.h"
#include "ui/forms/field_row.h"
#include "ui/forms/preset_combo.h"
#include "ui/forms/quantity_edit.h"
#include "ui/pages/inputs_page.h"

#include <QComboBox>
#include <QLineEdit>
#include <QWheelEvent>

using namespace headroom;

namespace {

QLineEdit *editorOf(FieldForm &form, const char *path)
{
    return qobject_cast<QLineEdit *>(form.row(path)->editor());
}

void type(QLineEdit *editor, const QString &text)
{
    editor->selectAll();
    QTest::keyClicks(editor, text);
}

} // namespace

class FieldFormTest : public QObject
{
    Q_OBJECT

private slots:
    void everyFieldHasARow()
    {
        Document document(workedExample());
        InputsPage page(document);
        std::size_t rows = 0;
        for (FieldForm *form : page.forms())
            rows += form->rows().size();
        QCOMPARE(rows, fields().size());
    }

    void everyValueRoundTripsThroughItsText_data()
    {
        QTest::addColumn<QString>("path");
        for (const Field &field : fields())
            QTest::addRow("%s", field.path().c_str()) << QString::fromStdString(field.path());
    }
    void everyValueRoundTripsThroughItsText()
    {
        QFETCH(QString, path);
        const Field &field = *findField(path.toStdString());
        for (const Scenario &scenario :
             {workedExample(), defaultScenario(*catalogModel(modelEntries().front().name), *catalogHardware("H100"))})
        {
            const FieldValue value = field.get(scenario);
            if (!field.appliesTo(scenario))
                continue;
            const Result<FieldValue> read = readFieldText(field, fieldText(field, value));
            QVERIFY2(read.has_value(), qPrintable(fieldText(field, value)));
            QVERIFY2(*read == value, qPrintable(fieldText(field, value)));
        }
    }

    void quantitiesAreReadAsPeopleWriteThem_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<double>("value");
        QTest::newRow("prefix alone") << "3T" << 3e12;
        QTest::newRow("unit") << "3.35 TB/s" << 3.35e12;
        QTest::newRow("comma") << "3,35 TB/s" << 3.35e12;
        QTest::newRow("exponent") << "1e12" << 1e12;
    }
    void quantitiesAreReadAsPeopleWriteThem()
    {
        QFETCH(QString, text);
        QFETCH(double, value);
        Document document(workedExample());
        FieldForm form("hardware", document);
        type(editorOf(form, "hardware.hbmBandwidth"), text);
        QCOMPARE(document.scenario().hardware.hbmBandwidth.value.expected.value, value);
    }

    void aBandIsOneText()
    {
        Document document(workedExample());
        FieldForm form("calibration", document);
        type(editorOf(form, "calibration.matrixEfficiency"), QStringLiteral("0.76 [0.61, 0.84]"));
        QCOMPARE(document.scenario().calibration.matrixEfficiency.value, (Band<double>{0.61, 0.76, 0.84}));
    }

    void illegalTextNeverReachesTheDocument_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("text");
        QTest::newRow("word") << "hardware.hbmBandwidth"
                              << "fast";
        QTest::newRow("zero") << "hardware.hbmBandwidth"
                              << "0";
        QTest::newRow("wrong unit") << "hardware.hbmBandwidth"
                                    << "3 TB";
        QTest::newRow("huge") << "hardware.hbmBandwidth"
                              << "1e300";
        QTest::newRow("band the wrong way round") << "hardware.hbmBandwidth"
                                                  << "3 TB/s [4 TB/s, 5 TB/s]";
        QTest::newRow("empty") << "hardware.hbmBandwidth"
                               << " ";
    }
    void illegalTextNeverReachesTheDocument()
    {
        QFETCH(QString, path);
        QFETCH(QString, text);
        Document document(workedExample());
        FieldForm form("hardware", document);
        QLineEdit *editor = editorOf(form, path.toUtf8().constData());
        editor->selectAll();
        // At once, as by pasting: typing passes through texts that are legal.
        editor->insert(text);
        emit editor->textEdited(editor->text());
        QVERIFY(document.scenario() == workedExample());
        QVERIFY(form.row(path.toStdString())->hasProblem());
        QCOMPARE(editor->text(), text);
        QTest::keyClick(editor, Qt::Key_Escape);
        QVERIFY(!form.row(path.toStdString())->hasProblem());
    }

    void optionalFieldsCanBeCleared()
    {
        Document document(workedExample());
        FieldForm form("run", document);
        type(editorOf(form, "run.tokenBudget"), QStringLiteral("20T"));
        QCOMPARE(document.scenario().run.tokenBudget, std::optional(20e12));
        QLineEdit *editor = editorOf(form, "run.tokenBudget");
        editor->selectAll();
        QTest::keyClick(editor, Qt::Key_Delete);
        QVERIFY(!document.scenario().run.tokenBudget);
    }

    void rowsThatDoNotApplyAreHidden()
    {
        Document document(workedExample());
        FieldForm form("hardware", document);
        QVERIFY(!form.row("hardware.linkBandwidth")->isHidden());
        QVERIFY(form.row("hardware.domainSize")->isHidden());
        document.setHardware(*catalogHardware("H100"));
        QVERIFY(form.row("hardware.linkBandwidth")->isHidden());
        QVERIFY(!form.row("hardware.domainSize")->isHidden());
    }

    void changesFromThePresetAreCountedAndReset()
    {
        Document document(workedExample());
        document.setHardware(*catalogHardware("H100"));
        FieldForm form("hardware", document);
        PresetCombo combo("hardware", document, form);
        QCOMPARE(form.changedCount(), 0);
        document.setField(*findField("hardware.hbmBandwidth"), Band<double>::exactly(4e12));
        QCOMPARE(form.changedCount(), 1);
        QVERIFY(combo.currentText().contains(QLatin1String("1 changed")));
        document.undo();
        QCOMPARE(combo.currentText(), QString::fromStdString(document.scenario().hardware.name));
    }

    void theWheelLeavesUnfocusedFieldsAlone()
    {
        Document document(workedExample());
        FieldForm form("plan", document);
        auto *combo = qobject_cast<QComboBox *>(form.row("plan.remat")->editor());
        QWheelEvent wheel(QPointF(5, 5), combo->mapToGlobal(QPointF(5, 5)), {}, {0, -120}, Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(combo, &wheel);
        QVERIFY(document.scenario() == workedExample());
    }

    void theFilterFindsFields()
    {
        Document document(workedExample());
        FieldForm form("plan", document);
        QCOMPARE(form.filter(QStringLiteral("micro")), 1);
        QVERIFY(form.row("plan.tp")->isHidden());
        form.filter({});
        QVERIFY(!form.row("plan.tp")->isHidden());
    }
};

HEADROOM_GUI_TEST(FieldFormTest)
#include "field_form_test.moc"
