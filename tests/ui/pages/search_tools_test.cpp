// The search as a user steers it: settings, "Why not…", rows chosen in the table and in the Pareto picture.

#include "tests/ui/support/gui_test.h"

#include "spec/catalog.h"
#include "ui/document/search_settings.h"
#include "ui/document/document.h"
#include "ui/document/evaluation_runner.h"
#include "ui/forms/why_not_dialog.h"
#include "ui/main_window.h"
#include "ui/pages/chart_pane.h"
#include "ui/pages/search_settings_panel.h"
#include "ui/pages/table_page.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QTableView>
#include <QTextBrowser>

using namespace headroom;

namespace {

Scenario small()
{
    Scenario scenario = defaultScenario(catalogModel("Llama-3.1-8B").value(), catalogHardware("H100 SXM").value());
    scenario.run.devices = scenario.plan.fsdp = 16;
    return scenario;
}

void choose(QComboBox &box, int index)
{
    box.setCurrentIndex(index);
    emit box.activated(index);
}

} // namespace

class SearchToolsTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        QSettings().clear();
        QSettings().setValue(QStringLiteral("language"), QStringLiteral("en"));
    }

    void settingsFollowTheForm()
    {
        Document document(small());
        SearchSettingsPanel panel(document);
        choose(*panel.findChild<QComboBox *>(QStringLiteral("objective")), 1);
        QCOMPARE(document.searchSpace().objective, Objective::expected);
        auto *degree = panel.findChild<QLineEdit *>(QStringLiteral("tpDegree"));
        QVERIFY(!degree->isEnabled());
        choose(*panel.findChild<QComboBox *>(QStringLiteral("tpRule")), 2); // at most
        degree->selectAll();
        QTest::keyClicks(degree, QStringLiteral("8"));
        QCOMPARE(document.searchSpace().limit(Axis::tensor), (AxisLimits{1, 8, 1}));
        choose(*panel.findChild<QComboBox *>(QStringLiteral("ppRule")), 1); // exactly the plan's own degree
        QCOMPARE(document.searchSpace().limit(Axis::pipeline), AxisLimits::fixed(1));
        choose(*panel.findChild<QComboBox *>(QStringLiteral("fsdpRule")), 4); // multiples of it
        QCOMPARE(document.searchSpace().limit(Axis::fsdp), (AxisLimits{1, 0, 16}));
        // What is no number changes nothing.
        degree->selectAll();
        QTest::keyClicks(degree, QStringLiteral("x"));
        QVERIFY(degree->property("invalid").toBool());
        QCOMPARE(document.searchSpace().limit(Axis::tensor), (AxisLimits{1, 8, 1}));
        auto *simulate = panel.findChild<QLineEdit *>(QStringLiteral("simulate"));
        QTest::keyClicks(simulate, QStringLiteral("200"));
        QCOMPARE(document.searchSpace().simulate, std::size_t{200});
        QVERIFY(searchSettingsOf(withSearchSettings({}, document.searchSpace())) == document.searchSpace());
        QVERIFY(searchSettingsText(document.searchSpace()).endsWith(QStringLiteral("best 200 simulated")));
        QTest::keyClicks(simulate, QStringLiteral("x"));
        QVERIFY(simulate->property("invalid").toBool() && document.searchSpace().simulate == 200);
        for (QCheckBox *box : panel.findChildren<QCheckBox *>())
            box->setChecked(false);
        QCOMPARE(document.searchSpace().remats.size(), std::size_t{1}); // the last one stays
        panel.findChild<QPushButton *>()->click();
        QVERIFY(document.searchSpace() == SearchSpace{});
    }

    void saysWhyNot()
    {
        const Scenario scenario = small();
        auto found = std::make_shared<const SearchResult>(search(scenario, {}).value());
        WhyNotDialog dialog(scenario, {}, found);
        auto *plan = dialog.findChild<QLineEdit *>();
        const auto answer = [&](const char *text) {
            plan->setText(QString::fromUtf8(text));
            return dialog.findChild<QTextBrowser *>()->toPlainText();
        };
        QVERIFY(answer("tp=8 pp=2").contains(QStringLiteral("Rank ")));
        QVERIFY(answer("tp=8 pp=2").contains(QStringLiteral("Lost to the best plan")));
        QVERIFY(answer("tp=3").contains(QStringLiteral("Not legal")));
        QVERIFY(answer("tp=x").contains(QStringLiteral("plan.tp")));
        // The plan that it starts with is the scenario's.
        QVERIFY(readNamedPlan(namedPlanText(scenario.plan).toStdString(), scenario)->plan == scenario.plan);
    }

    void theBestAreSimulated()
    {
        MainWindow window(small());
        window.show();
        SearchSpace space;
        space.simulate = 50;
        window.document().setSearchSpace(space);
        QTRY_VERIFY_WITH_TIMEOUT(window.runner().snapshot()->search && window.runner().snapshot()->search->reranked == 50, 30000);
        auto *page = window.findChild<TablePage *>(QStringLiteral("configurations"));
        auto *view = page->findChild<QTableView *>();
        int shown = -1;
        for (int c = 0; c < view->model()->columnCount(); ++c)
            if (view->model()->headerData(c, Qt::Horizontal).toString().startsWith(QStringLiteral("Step simulated")) && !view->isColumnHidden(c))
                shown = c;
        QVERIFY(shown >= 0);
        QVERIFY(!view->model()->index(0, shown).data().toString().isEmpty());
        QVERIFY(view->model()->index(50, shown).data().toString().isEmpty());
    }

    void aPointOfTheParetoPictureIsAPlan()
    {
        MainWindow window(small());
        window.show();
        QTRY_VERIFY_WITH_TIMEOUT(window.runner().snapshot()->search && !window.runner().snapshot()->searching, 30000);
        const auto search = window.runner().snapshot()->search;
        const auto pane = std::ranges::find_if(window.charts(), [](const ChartPane *p) { return p->row().ofSearch; });
        QVERIFY(pane != window.charts().end());
        const Plan before = window.document().scenario().plan;
        const std::size_t row = search->feasible - 1;
        QVERIFY(search->rows[row].plan != before);
        emit(*pane)->rowSelected(row);
        auto *page = window.findChild<TablePage *>(QStringLiteral("configurations"));
        QCOMPARE(page->currentSource(), std::optional(row));
        emit(*pane)->rowActivated(row);
        QVERIFY(window.document().scenario().plan == search->rows[row].plan);
        QCOMPARE(page->currentSource(), std::optional(row));
        window.document().undo();
        QVERIFY(window.document().scenario().plan == before);
    }
};

HEADROOM_GUI_TEST(SearchToolsTest)
#include "search_tools_test.moc"
