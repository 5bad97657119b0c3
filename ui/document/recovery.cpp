#include "ui/document/recovery.h"

#include "spec/file.h"
#include "ui/document/annotations.h"
#include "ui/text.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLockFile>
#include <QStandardPaths>

#include <algorithm>

namespace headroom {

namespace {

const QString application = QStringLiteral("headroom-recovery");
const QString suffix = QStringLiteral(".recovery");

Issues notACopy(const QString &file)
{
    return {{Severity::error, {}, {CORE_TEXT("core", "is no copy of unsaved work"), {}}, file.toStdString()}};
}

// A lock whose holder is dead can be taken; a holder that runs keeps it.
bool isOrphan(const QString &file)
{
    QLockFile lock(recoveryLock(file));
    lock.setStaleLockTime(0);
    const bool free = lock.tryLock(0);
    if (free)
        lock.unlock();
    return free;
}

} // namespace

QString recoveryFolder()
{
    return QDir(QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation)).filePath(QStringLiteral("recovery"));
}

QString recoveryLock(const QString &file)
{
    return file + QStringLiteral(".lock");
}

QByteArray recoveryText(const Project &project, const QString &original)
{
    const QJsonObject out{{QStringLiteral("application"), application},
                          {QStringLiteral("original"), original},
                          {QStringLiteral("time"), QDateTime::currentDateTimeUtc().toString(Qt::ISODate)},
                          {QStringLiteral("model"), qs(project.scenarios[project.current].scenario.model.name)},
                          {QStringLiteral("project"), QString::fromStdString(writeProject(project))}};
    return QJsonDocument(out).toJson(QJsonDocument::Compact);
}

Result<RecoveredProject> readRecovery(const QString &file)
{
    const Result<std::string> text = readFile(file.toStdString());
    if (!text)
        return tl::unexpected(text.error());
    const QJsonObject copy = QJsonDocument::fromJson(QByteArray::fromStdString(*text)).object();
    if (copy.value(QStringLiteral("application")).toString() != application)
        return tl::unexpected(notACopy(file));
    auto project = readCheckedProject(copy.value(QStringLiteral("project")).toString().toStdString(), file.toStdString(),
                               ProjectRules::ofEachField);
    if (!project)
        return tl::unexpected(project.error());
    return RecoveredProject{*std::move(project), copy.value(QStringLiteral("original")).toString()};
}

std::vector<Recovery> recoveriesIn(const QString &folder)
{
    std::vector<Recovery> out;
    for (const QFileInfo &info : QDir(folder).entryInfoList({QLatin1Char('*') + suffix}, QDir::Files)) {
        const QString path = info.absoluteFilePath();
        const Result<std::string> text = readFile(path.toStdString());
        if (!text || !isOrphan(path))
            continue;
        const QJsonObject copy = QJsonDocument::fromJson(QByteArray::fromStdString(*text)).object();
        if (copy.value(QStringLiteral("application")).toString() == application)
            out.push_back({path, copy.value(QStringLiteral("original")).toString(),
                           QDateTime::fromString(copy.value(QStringLiteral("time")).toString(), Qt::ISODate),
                           copy.value(QStringLiteral("model")).toString()});
    }
    std::ranges::stable_sort(out, [](const Recovery &a, const Recovery &b) { return a.time > b.time; });
    return out;
}

void removeRecovery(const QString &file)
{
    QFile::remove(file);
    QFile::remove(recoveryLock(file));
}

} // namespace headroom
