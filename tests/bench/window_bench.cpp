// How fast the window is, offscreen; one line per measurement. Not a test: nothing fails here.
//
//   edit to painted   1440x900, worked example     p50 14 ms  p95 22 ms      limit 50 ms
//   cold start        process to first frame       p50 310 ms  p95 350 ms    limit 1 s
//   scroll            500000 configurations        p50 5 ms    p95 7 ms      limit 16 ms
//   filter            500000 configurations        p50 10 ms   p95 20 ms     limit 50 ms
//   sort              500000 configurations        p50 90 ms   p95 120 ms    limit 250 ms
//   first rows        edit to rows, 512 devices    p50 180 ms  p95 200 ms    limit 220 ms: 120 of typing pause

#include "base/format.h"
#include "spec/catalog.h"
#include "spec/field.h"
#include "ui/document/document.h"
#include "ui/document/evaluation_runner.h"
#include "ui/main_window.h"
#include "ui/models/table_model.h"
#include "ui/models/tables.h"
#include "ui/pages/table_page.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QProcess>
#include <QScrollBar>
#include <QSettings>
#include <QTableView>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <vector>

namespace {

using namespace headroom;

constexpr const char *coldArgument = "--cold-start";

// Shown, laid out and painted.
void paint()
{
    for (int i = 0; i < 3; ++i) {
        QCoreApplication::sendPostedEvents();
        QCoreApplication::processEvents();
    }
}

void print(const char *what, const char *of, std::vector<double> seconds)
{
    std::ranges::sort(seconds);
    const auto text = [&](std::size_t percent) {
        return engineering(seconds[std::min(seconds.size() - 1, seconds.size() * percent / 100)], Unit::seconds, 3);
    };
    std::printf("%-16s  %-30s p50 %s  p95 %s  (%zu times)\n", what, of, text(50).c_str(), text(95).c_str(), seconds.size());
}

void benchEdits()
{
    MainWindow window(workedExample());
    window.resize(1440, 900);
    window.show();
    paint();
    window.runner().cancelSearch();
    const Field *field = findField("run.globalBatch");
    std::vector<double> seconds;
    for (Count i = 0; i < 100; ++i) {
        QElapsedTimer timer;
        timer.start();
        window.document().setField(*field, FieldValue(512 * (1 + i % 8)));
        paint();
        seconds.push_back(static_cast<double>(timer.nsecsElapsed()) * 1e-9);
        window.runner().cancelSearch();
    }
    print("edit to painted", "1440x900, worked example", seconds);
}

double seconds(const std::function<void()> &work)
{
    QElapsedTimer timer;
    timer.start();
    work();
    return static_cast<double>(timer.nsecsElapsed()) * 1e-9;
}

// A search of DeepSeek-V3 on 512 chips, its rows repeated with small differences.
SnapshotPtr manyRows(std::size_t count)
{
    Scenario scenario = defaultScenario(catalogModel("DeepSeek-V3").value(), catalogHardware("H100 SXM").value());
    scenario.run.devices = scenario.plan.fsdp = 512;
    const SearchResult found = search(scenario, {}).value();
    auto all = std::make_shared<SearchResult>(found);
    all->rows.reserve(count);
    while (all->rows.size() < count) {
        SearchRow row = found.rows[all->rows.size() % found.rows.size()];
        const double factor = 1.0 + 1e-7 * static_cast<double>(all->rows.size());
        row.globalBatch += static_cast<Count>(all->rows.size() / found.rows.size());
        row.bound = row.bound * factor;
        row.boundMfu /= factor;
        row.memory = row.memory * factor;
        all->rows.push_back(row);
    }
    auto snapshot = std::make_shared<Snapshot>();
    snapshot->input = std::make_shared<const Scenario>(scenario);
    snapshot->estimate = std::make_shared<const Estimate>(evaluate(scenario, found.best()).value());
    snapshot->search = std::move(all);
    return snapshot;
}

void benchTable()
{
    constexpr const char *what = "500000 configurations, 1440 wide";
    TablePage page(configurationsTable());
    page.resize(1440, 420);
    page.show();
    const SnapshotPtr snapshot = manyRows(500000);
    print("rows to painted", what, {seconds([&] {
        page.setSnapshot(snapshot);
        paint();
    })});
    page.showFilters(true);
    paint();
    QTableView &view = page.view();
    std::vector<double> scrolls, filters, sorts;
    for (int i = 0; i < 200; ++i) {
        QScrollBar *bar = view.verticalScrollBar();
        // Steps, and now and then a jump.
        const int to = i % 10 == 0 ? static_cast<int>((i * 7919LL * 104729LL) % bar->maximum()) : bar->value() + 3;
        scrolls.push_back(seconds([&] {
            bar->setValue(to);
            view.viewport()->repaint();
        }));
    }
    view.verticalScrollBar()->setValue(0);
    const auto columnOf = [](const char *key) {
        const auto columns = configurationsTable().columns;
        return static_cast<int>(std::ranges::find(columns, std::string_view(key), &Column::key) - columns.begin());
    };
    for (int round = 0; round < 10; ++round)
        for (const auto &[key, text] : {std::pair{"boundMfu", ">20"}, {"tp", "4..8"}, {"remat", "=full"}, {"memory", "<60"},
                                        {"dominant", "exposed"}, {"feasible", "!fits"}, {"boundMfu", ""}, {"tp", ""}, {"remat", ""},
                                        {"memory", ""}, {"dominant", ""}, {"feasible", ""}})
            filters.push_back(seconds([&, k = key, t = text] {
                page.model().setFilter(columnOf(k), QString::fromUtf8(t));
                paint();
            }));
    for (int round = 0; round < 3; ++round)
        for (const char *key : {"memory", "boundMfu", "tp", "remat", "dominant", "delta", "rank", "feasible"})
            for (const Qt::SortOrder order : {Qt::AscendingOrder, Qt::DescendingOrder})
                sorts.push_back(seconds([&] {
                    view.sortByColumn(columnOf(key), order);
                    paint();
                }));
    print("scroll", what, scrolls);
    print("filter", what, filters);
    print("sort", what, sorts);
}

// From the edit, typing pause included, until rows of the search are painted.
void benchFirstRows()
{
    Scenario scenario = defaultScenario(catalogModel("DeepSeek-V3").value(), catalogHardware("H100 SXM").value());
    scenario.run.devices = scenario.plan.fsdp = 512;
    MainWindow window(scenario);
    window.resize(1440, 900);
    window.show();
    paint();
    const Field *field = findField("run.sequenceLength");
    std::vector<double> first, whole;
    const auto until = [&](auto done) {
        QEventLoop loop;
        const auto connection = QObject::connect(&window.runner(), &EvaluationRunner::snapshotChanged, &loop, [&] {
            if (done(*window.runner().snapshot()))
                loop.quit();
        });
        loop.exec();
        QObject::disconnect(connection);
        paint();
    };
    for (Count i = 0; i < 15; ++i) {
        QElapsedTimer timer;
        timer.start();
        window.document().setField(*field, FieldValue(2048 * (1 + i % 2)));
        until([](const Snapshot &s) { return s.search != nullptr; });
        first.push_back(static_cast<double>(timer.nsecsElapsed()) * 1e-9);
        if (window.runner().snapshot()->searching)
            until([](const Snapshot &s) { return !s.searching; });
        whole.push_back(static_cast<double>(timer.nsecsElapsed()) * 1e-9);
    }
    print("first rows", "edit to rows, 512 x H100", first);
    print("all rows", "edit to all rows, 512 x H100", whole);
}

void benchColdStart(const QString &program)
{
    std::vector<double> seconds;
    for (int i = 0; i < 20; ++i) {
        QElapsedTimer timer;
        timer.start();
        QProcess::execute(program, {coldArgument});
        seconds.push_back(static_cast<double>(timer.nsecsElapsed()) * 1e-9);
    }
    print("cold start", "process to first frame and out", seconds);
}

int coldStart()
{
    MainWindow window(workedExample());
    window.resize(1440, 900);
    window.show();
    paint();
    // No tidying up: a start does not include it.
    std::_Exit(0);
}

} // namespace

int main(int argc, char **argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    qputenv("QT_LOGGING_RULES", "default.warning=false"); // what the platform cannot do
    const QTemporaryDir settings;
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, settings.path());
    QApplication application(argc, argv);
    QApplication::setOrganizationName("HeadroomBench");
    QApplication::setApplicationName("HeadroomBench");
    if (argc > 1 && QString::fromLocal8Bit(argv[1]) == QLatin1String(coldArgument))
        return coldStart();
    benchEdits();
    benchTable();
    benchFirstRows();
    benchColdStart(QCoreApplication::applicationFilePath());
    return 0;
}
