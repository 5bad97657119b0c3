#pragma once
// What a session that ended without closing left behind: copies of unsaved work, one file each, in a folder of their own.
// A copy is never the project's own file. A session that still runs holds a lock beside its copy.

#include "spec/project_file.h"

#include <QDateTime>
#include <QString>

#include <vector>

namespace headroom {

struct Recovery
{
    QString file;     // the copy
    QString original; // the project's own file; empty: it had none
    QDateTime time;   // of the copy, to the second
    QString model;    // of the scenario that was open
};

struct RecoveredProject
{
    Project project;
    QString original;
};

// Where copies lie, of the running user.
QString recoveryFolder();
// The copy's lock, held by the session that writes it.
QString recoveryLock(const QString &file);

// The text of a copy.
QByteArray recoveryText(const Project &project, const QString &original);
// Errors: the file cannot be read, is no copy, or its project cannot be understood; they name the file.
Result<RecoveredProject> readRecovery(const QString &file);

// Copies that no running session writes, newest first. A file that is no copy is left alone and not listed.
std::vector<Recovery> recoveriesIn(const QString &folder);
void removeRecovery(const QString &file);

} // namespace headroom
