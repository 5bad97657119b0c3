// How fast the window is, offscreen; one line per measurement. Not a test: nothing fails here.
//
//   edit to painted   1440x900, worked example     p50 14 ms  p95 22 ms      limit 50 ms
//   cold start        process to first frame       p50 310 ms  p95 350 ms    limit 1 s

#include "base/format.h"
#include "spec/catalog.h"
#include "spec/field.h"
#include "ui/document/document.h"
#include "ui/document/evaluation_runner.h"
#include "ui/main_window.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QProcess>
#include <QSettings>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdio>
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
    benchColdStart(QCoreApplication::applicationFilePath());
    return 0;
}
