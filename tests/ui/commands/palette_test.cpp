// Finding and running commands by name, in both languages.

#include "tests/ui/support/gui_test.h"

#include "spec/catalog.h"
#include "ui/appearance.h"
#include "ui/commands/palette.h"
#include "ui/commands/shortcut_dialog.h"
#include "ui/document/document.h"
#include "ui/main_window.h"

#include <QLineEdit>
#include <QMenuBar>
#include <QSettings>
#include <QTimer>
#include <QTreeWidget>

using namespace headroom;

namespace {

std::vector<CommandEntry> someEntries()
{
    return {{QStringLiteral("Open trace"), QStringLiteral("File"), QStringLiteral("Ctrl+Shift+T"), QStringLiteral("打开 trace"), [] {}},
            {QStringLiteral("Reopen"), QStringLiteral("File"), {}, {}, [] {}},
            {QStringLiteral("Open"), QStringLiteral("File"), {}, QStringLiteral("打开"), [] {}},
            {QStringLiteral("Tensor parallel"), QStringLiteral("Inputs › Plan"), {}, QStringLiteral("张量并行 plan.tp"), [] {}}};
}

QStringList titles(const std::vector<CommandEntry> &entries, const QString &query)
{
    QStringList out;
    for (const CommandEntry *entry : matching(entries, query))
        out << entry->title;
    return out;
}

} // namespace

class PaletteTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        QSettings().clear();
        QSettings().setValue(QStringLiteral("language"), QStringLiteral("en"));
    }

    void finds_data()
    {
        QTest::addColumn<QString>("query");
        QTest::addColumn<QStringList>("found");
        QTest::newRow("beginnings first") << "open" << QStringList{"Open trace", "Open", "Reopen"};
        QTest::newRow("Chinese") << QStringLiteral("打开") << QStringList{"Open trace", "Open"};
        QTest::newRow("all words, any order") << "trace open" << QStringList{"Open trace"};
        QTest::newRow("a key") << "plan.tp" << QStringList{"Tensor parallel"};
        QTest::newRow("scattered letters") << "tpl" << QStringList{"Tensor parallel"};
        QTest::newRow("nothing") << "elephant" << QStringList{};
    }
    void finds()
    {
        QFETCH(QString, query);
        QFETCH(QStringList, found);
        QCOMPARE(titles(someEntries(), query), found);
    }

    void plainTexts()
    {
        QCOMPARE(plainText(QStringLiteral("&Open…")), QStringLiteral("Open"));
        QCOMPARE(plainText(QStringLiteral("打开(&O)…")), QStringLiteral("打开"));
        QCOMPARE(plainText(QStringLiteral("W&hy")), QStringLiteral("Why"));
    }

    // Every action of the menus that can be used is found by its own name; English ones by their Chinese name and back.
    void everyActionIsFound_data()
    {
        QTest::addColumn<QString>("language");
        QTest::newRow("en") << "en";
        QTest::newRow("zh_CN") << "zh_CN";
    }
    void everyActionIsFound()
    {
        QFETCH(QString, language);
        MainWindow window(workedExample());
        window.appearance().setLanguage(language);
        QCoreApplication::processEvents();
        QStringList all;
        QTimer::singleShot(0, [&all] {
            QTRY_VERIFY(qobject_cast<Palette *>(QApplication::activeModalWidget()));
            auto *palette = qobject_cast<Palette *>(QApplication::activeModalWidget());
            auto *query = palette->findChild<QLineEdit *>();
            auto *list = palette->findChild<QTreeWidget *>();
            for (const char *words : {"reset layout", "重置布局", "tensor", "张量", "plan.tp", "export chart", "导出图表"}) {
                query->setText(QString::fromUtf8(words));
                QVERIFY2(list->topLevelItemCount() > 0, words);
            }
            query->clear();
            for (int i = 0; i < list->topLevelItemCount(); ++i)
                all << list->topLevelItem(i)->text(0);
            palette->reject();
        });
        window.openPalette();
        int known = 0;
        for (const QAction *top : window.menuBar()->actions())
            for (const QAction *action : top->menu()->actions())
                if (!action->isSeparator() && !action->menu() && action->isEnabled()) {
                    ++known;
                    QVERIFY2(all.contains(plainText(action->text())), qPrintable(action->text()));
                }
        QVERIFY(known > 15);
        window.appearance().setLanguage(QStringLiteral("en"));
    }

    void enterRunsWhatIsChosen()
    {
        MainWindow window(workedExample());
        window.show();
        QTimer::singleShot(0, [] {
            QTRY_VERIFY(qobject_cast<Palette *>(QApplication::activeModalWidget()));
            auto *query = QApplication::activeModalWidget()->findChild<QLineEdit *>();
            QTest::keyClicks(query, QStringLiteral("pin as base"));
            QTest::keyClick(query, Qt::Key_Down); // the only row keeps being chosen
            QTest::keyClick(query, Qt::Key_Return);
        });
        QVERIFY(!window.document().baseline());
        window.openPalette();
        QVERIFY(window.document().baseline() != nullptr);
    }

    void shortcutsAreThoseOfTheMenus()
    {
        MainWindow window(workedExample());
        QStringList rows;
        QTimer::singleShot(0, [&rows] {
            QTRY_VERIFY(qobject_cast<ShortcutDialog *>(QApplication::activeModalWidget()));
            auto *dialog = QApplication::activeModalWidget();
            auto *list = dialog->findChild<QTreeWidget *>();
            for (int i = 0; i < list->topLevelItemCount(); ++i)
                for (int j = 0; j < list->topLevelItem(i)->childCount(); ++j)
                    rows << list->topLevelItem(i)->child(j)->text(0) + QLatin1Char('=') + list->topLevelItem(i)->child(j)->text(1);
            qobject_cast<QDialog *>(dialog)->accept();
        });
        window.showShortcuts();
        QVERIFY(rows.contains(QStringLiteral("Find action or field=Ctrl+K")));
        QVERIFY(rows.contains(QStringLiteral("Save=Ctrl+S")));
        QVERIFY(rows.contains(QStringLiteral("Next slide=PgDown")));
    }
};

HEADROOM_GUI_TEST(PaletteTest)
#include "palette_test.moc"
