// Every table and the derivation tree under the model tester; filters, sorting, copying.

#include "tests/ui/support/gui_test.h"

#include "search/search.h"
#include "spec/catalog.h"
#include "ui/models/derivation_model.h"
#include "ui/models/table_copy.h"
#include "ui/models/table_model.h"
#include "ui/models/tables.h"

#include <QAbstractItemModelTester>

#include <set>

using namespace headroom;

namespace {

SnapshotPtr snapshotOf(const Scenario &scenario)
{
    auto snapshot = std::make_shared<Snapshot>();
    snapshot->input = std::make_shared<const Scenario>(scenario);
    auto found = search(scenario, SearchSpace{});
    snapshot->estimate = std::make_shared<const Estimate>(*evaluate(scenario, found->best()));
    // A checkpoint without a single tensor: all are missing.
    snapshot->checkpoint = std::make_shared<const Reconciliation>(reconcile(scenario.model, {}).value());
    snapshot->search = std::make_shared<const SearchResult>(*std::move(found));
    return snapshot;
}

int columnOf(const TableModel &model, const char *key)
{
    for (int c = 0; c < model.columnCount(); ++c)
        if (QLatin1String(model.table().columns[static_cast<std::size_t>(c)].key) == QLatin1String(key))
            return c;
    return -1;
}

} // namespace

class TableModelTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        Scenario scenario = workedExample();
        scenario.run.devices = 16;
        scenario.plan.fsdp = 2;
        scenario.hardware.slice.clear();
        m_snapshot = snapshotOf(scenario);
    }

    void tablesObeyTheModelRules_data()
    {
        QTest::addColumn<int>("table");
        QTest::newRow("operators") << 0;
        QTest::newRow("configurations") << 1;
        QTest::newRow("checkpoint") << 2;
    }
    void tablesObeyTheModelRules()
    {
        QFETCH(int, table);
        const Table *const tables[] = {&operatorsTable(), &configurationsTable(), &checkpointTable()};
        TableModel model(*tables[table]);
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setSnapshot(m_snapshot);
        QVERIFY(model.rowCount() > 10);
        for (int c = 0; c < model.columnCount(); ++c) {
            model.sort(c, Qt::DescendingOrder);
            QVERIFY(!model.headerData(c, Qt::Horizontal).toString().isEmpty());
        }
        model.sort(-1);
        auto empty = std::make_shared<Snapshot>();
        model.setSnapshot(empty);
        QCOMPARE(model.rowCount(), 0);
        model.setSnapshot(m_snapshot);
    }

    void keysNameRows()
    {
        TableModel model(configurationsTable());
        model.setSnapshot(m_snapshot);
        std::set<QString> keys;
        for (int row = 0; row < model.rowCount(); ++row)
            keys.insert(model.keyOfRow(row));
        QCOMPARE(keys.size(), static_cast<std::size_t>(model.rowCount()));
        QCOMPARE(model.rowOfKey(model.keyOfRow(5)), 5);
    }

    void sortsByOneColumnAfterAnother()
    {
        TableModel model(configurationsTable());
        model.setSnapshot(m_snapshot);
        const int tp = columnOf(model, "tp"), ep = columnOf(model, "ep");
        model.sort(ep, Qt::DescendingOrder);
        model.sort(tp, Qt::AscendingOrder);
        const auto value = [&](int row, int column) {
            return model.index(row, column).data(TableModel::sortRole).toDouble();
        };
        for (int row = 1; row < model.rowCount(); ++row) {
            QVERIFY(value(row - 1, tp) <= value(row, tp));
            if (value(row - 1, tp) == value(row, tp))
                QVERIFY(value(row - 1, ep) >= value(row, ep));
        }
    }

    void filters_data()
    {
        QTest::addColumn<QString>("column");
        QTest::addColumn<QString>("text");
        QTest::addColumn<double>("low");
        QTest::addColumn<double>("high");
        QTest::newRow("greater") << "tp"
                                 << ">2" << 2.5 << 1e9;
        QTest::newRow("at most") << "tp"
                                 << "<= 2" << 0.0 << 2.0;
        QTest::newRow("range") << "ep"
                               << "2..4" << 2.0 << 4.0;
        QTest::newRow("equal") << "ep"
                               << "=4" << 4.0 << 4.0;
        QTest::newRow("as typed") << "ep"
                                  << "4" << 4.0 << 4.0;
        QTest::newRow("as typed, rounded") << "boundMfu"
                                           << "40" << 0.395 << 0.405;
        QTest::newRow("flag") << "pareto"
                              << "*" << 1.0 << 1.0;
        QTest::newRow("percent as shown") << "boundMfu"
                                          << ">40" << 0.4 << 1.0;
    }
    void filters()
    {
        QFETCH(QString, column);
        QFETCH(QString, text);
        QFETCH(double, low);
        QFETCH(double, high);
        TableModel model(configurationsTable());
        model.setSnapshot(m_snapshot);
        const int c = columnOf(model, column.toUtf8().constData());
        QVERIFY(model.setFilter(c, text));
        QVERIFY(static_cast<std::size_t>(model.rowCount()) < model.totalRows());
        for (int row = 0; row < model.rowCount(); ++row) {
            const double v = model.index(row, c).data(TableModel::sortRole).toDouble();
            QVERIFY(v >= low && v <= high);
        }
        QVERIFY(model.setFilter(c, {}));
        QCOMPARE(static_cast<std::size_t>(model.rowCount()), model.totalRows());
    }

    void textFilters()
    {
        TableModel model(configurationsTable());
        model.setSnapshot(m_snapshot);
        const int remat = columnOf(model, "remat"), feasible = columnOf(model, "feasible");
        QVERIFY(model.setFilter(remat, QStringLiteral("=full")));
        const int full = model.rowCount();
        QVERIFY(full > 0);
        QVERIFY(model.setFilter(remat, QStringLiteral("!full")));
        QCOMPARE(static_cast<std::size_t>(model.rowCount() + full), model.totalRows());
        QVERIFY(model.setFilter(remat, {}));
        QVERIFY(model.setFilter(feasible, QStringLiteral("short")));
        for (int row = 0; row < model.rowCount(); ++row)
            QVERIFY(model.index(row, 0).data(TableModel::greyedRole).toBool());
    }

    void filtersThatAreNotUnderstoodChangeNothing()
    {
        TableModel model(configurationsTable());
        model.setSnapshot(m_snapshot);
        QVERIFY(!model.setFilter(columnOf(model, "tp"), QStringLiteral(">many")));
        QVERIFY(!model.setFilter(columnOf(model, "tp"), QStringLiteral("2..")));
        QVERIFY(!model.setFilter(columnOf(model, "tp"), QStringLiteral("four")));
        QCOMPARE(static_cast<std::size_t>(model.rowCount()), model.totalRows());
    }

    void rowsAreFoundAgain()
    {
        TableModel model(configurationsTable());
        model.setSnapshot(m_snapshot);
        model.sort(columnOf(model, "memory"), Qt::AscendingOrder);
        const std::size_t source = model.sourceRow(3);
        QCOMPARE(model.rowOfSource(source), 3);
        auto fewer = std::make_shared<Snapshot>(*m_snapshot);
        auto rows = std::make_shared<SearchResult>(*m_snapshot->search);
        std::ranges::reverse(rows->rows);
        fewer->search = rows;
        model.setSnapshot(fewer);
        const int again = model.rowLike(*m_snapshot, source);
        QVERIFY(again >= 0);
        QVERIFY(rows->rows[model.sourceRow(again)].plan == m_snapshot->search->rows[source].plan);
        QVERIFY(model.setFilter(columnOf(model, "shortBy"), QStringLiteral("=")));
        for (int row = 0; row < model.rowCount(); ++row)
            QVERIFY(!model.index(row, 0).data(TableModel::greyedRole).toBool());
        QVERIFY(model.setFilter(columnOf(model, "shortBy"), QStringLiteral("!")));
        QVERIFY(model.rowCount() > 0);
        for (int row = 0; row < model.rowCount(); ++row)
            QVERIFY(model.index(row, 0).data(TableModel::greyedRole).toBool());
    }

    void copies()
    {
        TableModel model(configurationsTable());
        model.setSnapshot(m_snapshot);
        const std::vector<int> columns{columnOf(model, "tp"), columnOf(model, "remat")};
        const QString tsv = sheetText(sheetOf(model, {0, 1}, columns), CopyFormat::tsv);
        QCOMPARE(tsv.count(QLatin1Char('\n')), 3);
        QVERIFY(tsv.startsWith(QLatin1String("tp\tRemat\n")));
        QVERIFY(sheetText(sheetOf(model, {0}, columns), CopyFormat::markdown).contains(QLatin1String("| ---: | :--- |")));
        QVERIFY(sheetText(sheetOf(model, {0}, columns), CopyFormat::csv).startsWith(QLatin1String("tp,Remat\n")));
    }

    void theDerivationIsATree()
    {
        DerivationModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setRoot(m_snapshot->estimate, m_snapshot->estimate->why.find("roofline.mfu"));
        QCOMPARE(model.rowCount(), 1);
        const QModelIndex root = model.index(0, 0);
        QVERIFY(model.rowCount(root) >= 2);
        QCOMPARE(model.parent(model.index(0, 0, root)), root);
        QVERIFY(model.text(2).contains(QLatin1Char('\n')));
        model.setRoot(nullptr, {});
        QCOMPARE(model.rowCount(), 0);
    }

private:
    SnapshotPtr m_snapshot;
};

HEADROOM_GUI_TEST(TableModelTest)
#include "table_model_test.moc"
