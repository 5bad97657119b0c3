// What the charts of studies draw, without a window.

#include "tests/ui/support/gui_test.h"

#include "support/variants.h"
#include "ui/charts/chart_table.h"
#include "ui/charts/sensitivity_data.h"
#include "ui/charts/sweep_data.h"
#include "ui/export/chart_export.h"
#include "ui/models/scenario_columns.h"

#include <QTemporaryDir>

using namespace headroom;
using headroom::testing::eightChips;

class StudyDataTest : public QObject
{
    Q_OBJECT

private slots:
    void barsAreTheChanges()
    {
        const Sensitivity found = *sensitivity(eightChips());
        const TornadoData data = tornadoData(found, Figure::expectedMfu, 1000);
        QCOMPARE(data.bars.size() + data.still, found.rows.size());
        for (std::size_t i = 0; i < data.bars.size(); ++i) {
            const TornadoBar &bar = data.bars[i];
            const SensitivityRow &row = found.rows[bar.row];
            QVERIFY(std::max(std::abs(bar.down), std::abs(bar.up)) <= data.largest);
            if (bar.hasUp)
                QVERIFY(std::abs(bar.up - 100.0 * (row.up->figures.expectedMfu.expected - found.base.expectedMfu.expected)) < 1e-9);
            if (i > 0)
                QVERIFY(std::max(std::abs(bar.down), std::abs(bar.up)) <= std::max(std::abs(data.bars[i - 1].down), std::abs(data.bars[i - 1].up)));
        }
        QCOMPARE(tornadoData(found, Figure::expectedMfu, 3).bars.size(), std::size_t{3});
        QCOMPARE(changeText(-2.305, Figure::expectedMfu), QStringLiteral("−2.31"));
        QCOMPARE(changeText(4.94, Figure::expectedStep), QStringLiteral("+4.9 %"));
    }

    // Bands, bandwidths and lengths of time alone: no degree, batch or number of layers among them.
    void numbersOnly()
    {
        const Sensitivity found = *sensitivity(eightChips());
        const TornadoData all = tornadoData(found, Figure::expectedMfu, 1000), data = tornadoData(found, Figure::expectedMfu, 1000, MovedFields::continuous);
        QVERIFY(!data.bars.empty() && data.bars.size() < all.bars.size());
        for (const TornadoBar &bar : data.bars)
            QCOMPARE(bar.key, QString::fromStdString(found.rows[bar.row].field->path()));
        const auto isWhole = [](const TornadoBar &bar) { return findField(bar.key.toStdString())->kind == FieldKind::count; };
        QVERIFY(std::ranges::any_of(all.bars, isWhole) && std::ranges::none_of(data.bars, isWhole));
        const auto has = [](const TornadoData &d, const char *key) { return std::ranges::find(d.bars, QString::fromUtf8(key), &TornadoBar::key) != d.bars.end(); };
        QVERIFY(has(all, "hardware.hbmBandwidth") && has(data, "hardware.hbmBandwidth"));
        // The table of the picture leaves them out as well.
        const Estimate estimate = *evaluate(eightChips());
        ExportOptions options;
        options.study.sensitivity = std::make_shared<const Sensitivity>(found);
        const qsizetype lines = chartBytes(estimate, "sensitivity", "csv", options)->count('\n');
        options.choice.moved = MovedFields::continuous;
        const QByteArray fewer = *chartBytes(estimate, "sensitivity", "csv", options);
        QVERIFY(fewer.count('\n') < lines);
        QVERIFY(fewer.contains("hardware.hbmBandwidth"));
    }

    // One chip cannot hold the states, two cannot either (72 GB each and activations), eight can: one edge.
    void theEdgeOfTheMemory()
    {
        const Sweep found = *sweep(eightChips(), *parseSweepAxis("run.devices=1,8,16"), std::nullopt);
        const SweepData data = sweepData(found, Figure::memory);
        QVERIFY(!data.isMap());
        QVERIFY(data.cells[0].state == CellState::tooLarge && data.cells[1].state == CellState::fits && data.cells[2].state == CellState::fits);
        QVERIFY(data.edges == (std::vector<SweepEdge>{{0.5, -0.5, 0.5, 0.5}}));
        QCOMPARE(data.now, std::optional<std::size_t>(1));
        QVERIFY(std::abs(data.cells[1].value - found.cells[1].figures.memory.value / 1073741824.0) < 1e-9);
    }

    // Micro-batches of 512 sequences on 8 ranks: 64 = 512 / 8 is the largest, 128 cannot run.
    void cellsOfAMap()
    {
        const Sweep found = *sweep(eightChips(), *parseSweepAxis("plan.microBatch=1,64,128"), *parseSweepAxis("plan.remat=none,full"));
        const SweepData data = sweepData(found, Figure::expectedMfu);
        QVERIFY(data.isMap());
        QCOMPARE(data.rows(), std::size_t{2});
        QVERIFY(data.cells[2].state == CellState::illegal && data.cells[5].state == CellState::illegal);
        QVERIFY(data.cells[1].state == CellState::tooLarge); // 64 sequences of 4096 tokens with every activation kept
        QCOMPARE(data.now, std::optional<std::size_t>(3));
        for (const SweepEdge &edge : data.edges)
            QVERIFY(edge.x1 == edge.x2 || edge.y1 == edge.y2);
        QVERIFY(!data.edges.empty());
        QVERIFY(data.lowest <= data.highest && data.highest <= 100.0);
        QVERIFY(data.best && data.cells[*data.best].state == CellState::fits);
    }

    void chartsAsFiles_data()
    {
        QTest::addColumn<QString>("chart");
        QTest::newRow("sensitivity") << "sensitivity";
        QTest::newRow("sweep") << "sweep";
        QTest::newRow("scaling") << "scaling";
    }
    void chartsAsFiles()
    {
        QFETCH(QString, chart);
        const Scenario scenario = eightChips();
        const Estimate estimate = *evaluate(scenario);
        StudyContent study;
        study.sensitivity = std::make_shared<const Sensitivity>(*sensitivity(scenario));
        study.sweep = std::make_shared<const Sweep>(*sweep(scenario, *parseSweepAxis("run.globalBatch=128..512..x2"), *parseSweepAxis("plan.microBatch=1,2")));
        study.scaling = std::make_shared<const Scaling>(*scaling(scenario, {.devices = {8, 16}}));
        const QTemporaryDir folder;
        QVERIFY(!exportChart(estimate, chart, folder.filePath("none.svg"))); // there is no study
        for (const char *ending : {"svg", "pdf", "png", "csv"}) {
            const QString path = folder.filePath(QStringLiteral("chart.") + QString::fromUtf8(ending));
            ExportOptions options;
            options.study = study;
            QVERIFY(exportChart(estimate, chart, path, options).has_value());
            QFile file(path);
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QByteArray bytes = file.readAll();
            QVERIFY(bytes.size() > 100);
            if (QByteArray(ending) == "svg")
                QVERIFY2(bytes.contains("FLOP convention headroom"), "the footer is missing");
            if (QByteArray(ending) == "csv")
                QVERIFY(bytes.count('\n') >= 3);
        }
    }

    void scenariosSideBySide()
    {
        std::vector<NamedScenario> scenarios{{"a", eightChips()}, {"b", eightChips()}};
        scenarios[1].scenario.run.globalBatch = 1024;
        std::vector<std::optional<Figures>> figures{*figuresOf(scenarios[0].scenario), *figuresOf(scenarios[1].scenario)};
        const std::vector<ComparedRow> rows = comparedRows(scenarios, figures, 0);
        const auto row = [&](const QString &name) {
            const auto found = std::ranges::find(rows, name, &ComparedRow::name);
            if (found == rows.end())
                throw std::runtime_error(name.toStdString());
            return *found;
        };
        QVERIFY(row("Expected MFU").cells[0].delta.isEmpty());
        QCOMPARE(row("Expected MFU").cells[1].better, 1); // more work for what is paid once a step
        QCOMPARE(row("Expected step time").cells[1].better, -1);
        QVERIFY(row("Expected step time").cells[1].delta.startsWith("+9"));
        QCOMPARE(row("Global batch").cells[1].text, QStringLiteral("1024"));
        QVERIFY(row("Global batch").cells[1].differs && !row("Global batch").cells[0].differs);
        QCOMPARE(rows.back().name, QStringLiteral("Global batch")); // and nothing else differs
        figures[1].reset();
        QCOMPARE(comparedRows(scenarios, figures, std::nullopt)[2].cells[1].text, QStringLiteral("–"));
    }
};

HEADROOM_GUI_TEST(StudyDataTest)
#include "study_data_test.moc"
