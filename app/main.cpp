// headroom [FILE] opens the window; headroom COMMAND … needs none.

#include "app/headless.h"
#include "report/report.h"
#include "ui/main_window.h"
#include "ui/session/preferences.h"
#include "ui/session/session.h"

#include <QApplication>
#include <QFileInfo>

#include <cstdio>

namespace {

using Words = std::vector<std::string>;

bool hasDisplay()
{
    return qEnvironmentVariableIsSet("DISPLAY") || qEnvironmentVariableIsSet("WAYLAND_DISPLAY")
        || qEnvironmentVariableIsSet("QT_QPA_PLATFORM");
}

// What the window would show first, as text.
int summary(const Words &words)
{
    std::fputs("headroom: no window without a display (neither DISPLAY nor WAYLAND_DISPLAY is set); here is its summary\n",
               stderr);
    Words command{"evaluate"};
    if (!words.empty() && !words[0].ends_with(".headroom"))
        command.emplace_back("--model");
    command.insert(command.end(), words.begin(), words.end());
    return headroom::runHeadless(command);
}

int wrongUse(const std::string &message, int code)
{
    std::fprintf(stderr, "headroom: %s; see headroom --help\n", message.c_str());
    return code;
}

} // namespace

int main(int argc, char **argv)
{
    const Words words(argv + 1, argv + argc);
    // Also what the commands go by to find the user's catalog.
    QApplication::setOrganizationName("Headroom");
    QApplication::setApplicationName("Headroom");
    if (headroom::isHeadless(words))
        return headroom::runHeadless(words);
    if (words.size() > 1)
        return wrongUse("one file at a time, not also " + words[1], 2);
    if (!words.empty() && !QFileInfo::exists(QString::fromLocal8Bit(argv[1])))
        return wrongUse(words[0] + " is neither a command nor a file", 2);
    if (!hasDisplay())
        return summary(words);
    headroom::applyUiScale();
    QApplication application(argc, argv);
    QApplication::setApplicationVersion(headroom::programVersion());
    QApplication::setDesktopFileName("headroom");
    headroom::MainWindow window(headroom::newScenario());
    window.show();
    window.session().start(words.empty() ? QString() : QString::fromLocal8Bit(argv[1]));
    return QApplication::exec();
}
