// The user's presets in the window: saved, chosen, renamed, deleted, exported and dropped again.

#include "tests/ui/support/gui_test.h"

#include "spec/catalog.h"
#include "ui/catalog_actions.h"
#include "ui/document/document.h"
#include "ui/document/evaluation_runner.h"
#include "ui/file_actions.h"
#include "ui/forms/field_form.h"
#include "ui/forms/preset_combo.h"

#include <QFile>
#include <QMenu>
#include <QTemporaryDir>
#include <QWidget>

using namespace headroom;

class CatalogActionsTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_window = std::make_unique<QWidget>();
        m_document = std::make_unique<Document>(workedExample());
        m_actions = new CatalogActions(*m_document, m_folder->filePath(QStringLiteral("catalog")), m_window.get());
    }

    void savedPresetsAreOffered()
    {
        FieldForm form("hardware", *m_document);
        PresetCombo combo("hardware", *m_document, form);
        const int before = combo.count();
        m_document->setField(*findField("hardware.hbmBandwidth"), Band<double>::exactly(3e12));
        QVERIFY(m_actions->save(CatalogKind::hardware, QStringLiteral(" Mine ")));
        QCOMPARE(combo.count(), before + 2); // a line and the entry
        QCOMPARE(m_document->scenario().hardware.name, std::string("Mine"));
        QCOMPARE(combo.currentText(), QStringLiteral("Mine")); // nothing differs from it
        m_document->setField(*findField("hardware.hbmBandwidth"), Band<double>::exactly(2e12));
        QCOMPARE(combo.currentText(), QStringLiteral("Mine (1 changed)"));
        m_document->setHardware(*catalogHardware("H100"));
        combo.setCurrentIndex(combo.findData(QStringLiteral("Mine")));
        emit combo.activated(combo.currentIndex());
        QCOMPARE(m_document->scenario().hardware.hbmBandwidth.value.expected.value, 3e12);
    }

    void collisionsAreRefused()
    {
        QVERIFY(!m_actions->save(CatalogKind::hardware, QStringLiteral("h100")));
        QVERIFY(!m_actions->save(CatalogKind::model, QString()));
        QVERIFY(m_actions->save(CatalogKind::model, QStringLiteral("Mine")));
        QVERIFY(!m_actions->save(CatalogKind::model, QStringLiteral("mine")));
        QVERIFY(m_actions->save(CatalogKind::model, QStringLiteral("Mine"), Existing::replace));
        QCOMPARE(m_document->userCatalog().models.size(), std::size_t{1});
    }

    void renamesAndDeletes()
    {
        QVERIFY(!m_actions->remove(CatalogKind::hardware)); // a built-in one
        QVERIFY(m_actions->save(CatalogKind::hardware, QStringLiteral("One")));
        QVERIFY(m_actions->rename(CatalogKind::hardware, QStringLiteral("Two")));
        QCOMPARE(m_document->scenario().hardware.name, std::string("Two"));
        QVERIFY(m_actions->remove(CatalogKind::hardware));
        QVERIFY(m_document->userCatalog().hardware.empty());
        QCOMPARE(m_document->scenario().hardware.name, std::string("Two")); // the values stay
    }

    void theMenuKnowsWhatIsOwn()
    {
        QMenu menu;
        m_actions->fill(menu, CatalogKind::hardware);
        const auto action = [&menu](const QString &text) {
            for (QAction *a : menu.actions())
                if (a->text() == text)
                    return a;
            return static_cast<QAction *>(nullptr);
        };
        QVERIFY(action(QStringLiteral("Save as…"))->isEnabled());
        QVERIFY(!action(QStringLiteral("Delete…"))->isEnabled());
        QVERIFY(m_actions->save(CatalogKind::hardware, QStringLiteral("One")));
        m_actions->fill(menu, CatalogKind::hardware);
        QVERIFY(action(QStringLiteral("Delete…"))->isEnabled() && action(QStringLiteral("Rename…"))->isEnabled());
    }

    void exportedFilesCanBeDropped()
    {
        FileActions files(*m_document, m_window.get());
        const Scenario before = m_document->scenario();
        const QString chip = m_folder->filePath(QStringLiteral("chip.json")), model = m_folder->filePath(QStringLiteral("model.json"));
        QVERIFY(m_actions->exportTo(CatalogKind::hardware, chip) && m_actions->exportTo(CatalogKind::model, model));
        m_document->setHardware(*catalogHardware("H100"));
        m_document->setModel(*catalogModel("Llama-3.1-8B"));
        QVERIFY(files.openPath(chip) && files.openPath(model));
        QVERIFY(m_document->scenario().hardware == before.hardware);
        QVERIFY(m_document->scenario().model == before.model);
    }

    void badFilesAreIssues()
    {
        QVERIFY(m_actions->save(CatalogKind::hardware, QStringLiteral("Good")));
        QFile file(m_folder->filePath(QStringLiteral("catalog/hardware/bad.json")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{\"name\": 3}");
        file.close();
        EvaluationRunner runner(*m_document);
        m_actions->reload();
        bool found = false;
        for (const Issue &issue : runner.snapshot()->issues)
            found = found || (issue.severity == Severity::warning && issue.file == file.fileName().toStdString());
        QVERIFY(found);
        QVERIFY(runner.snapshot()->estimate && !runner.snapshot()->stale);
    }

    void aNewModelCanBeEvaluated()
    {
        QMenu menu;
        m_actions->fill(menu, CatalogKind::model);
        menu.actions().constFirst()->trigger();
        QVERIFY(m_document->scenario().model.modelType.empty());
        QVERIFY(!hasError(checkScenario(m_document->scenario())));
    }

private:
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<QWidget> m_window;
    std::unique_ptr<Document> m_document;
    CatalogActions *m_actions = nullptr;
};

HEADROOM_GUI_TEST(CatalogActionsTest)
#include "catalog_actions_test.moc"
