#pragma once
// Runs the built program as a user does, without a display.

#include <QFile>
#include <QProcess>
#include <QProcessEnvironment>
#include <QString>
#include <QStringList>

#include <nlohmann/json.hpp>

namespace headroom::testing {

struct Outcome
{
    int exitCode = -1;
    bool ended = false; // by itself and in time, neither killed nor crashed
    QByteArray output;
    QString errors;

    nlohmann::json json() const { return nlohmann::json::parse(output.toStdString(), nullptr, false); }
};

inline QProcessEnvironment bareEnvironment()
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char *name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
        environment.remove(name);
    return environment;
}

inline Outcome runProgram(const QStringList &arguments, const QString &folder = {},
                          const QProcessEnvironment &environment = bareEnvironment())
{
    QProcess process;
    process.setProcessEnvironment(environment);
    process.setWorkingDirectory(folder);
    process.start(HEADROOM_PROGRAM, arguments);
    Outcome outcome;
    outcome.ended = process.waitForFinished(60000) && process.exitStatus() == QProcess::NormalExit;
    if (!outcome.ended)
        process.kill();
    outcome.exitCode = outcome.ended ? process.exitCode() : -1;
    outcome.output = process.readAllStandardOutput();
    outcome.errors = QString::fromUtf8(process.readAllStandardError());
    return outcome;
}

inline void writeFile(const QString &path, const QByteArray &content)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
        qFatal("cannot write %s", qPrintable(path));
}

inline QByteArray readFile(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace headroom::testing
