#include "ui/session/session.h"

#include "ui/document/autosave.h"
#include "ui/document/document.h"
#include "ui/document/recovery.h"
#include "ui/file_actions.h"
#include "ui/session/recovery_dialog.h"

#include <QFileInfo>
#include <QSettings>

namespace headroom {

namespace {
const QString lastKey = QStringLiteral("session/project");
const QString reopenKey = QStringLiteral("session/reopen");
} // namespace

Session::Session(Document &document, FileActions &files, QWidget *window)
    : QObject(window)
    , m_document(document)
    , m_files(files)
    , m_window(window)
    , m_autosave(new Autosave(document, recoveryFolder(), this))
{
    connect(m_autosave, &Autosave::failed, this,
            [this](const QString &why) { emit noted(tr("Unsaved work cannot be copied: %1").arg(why)); });
}

bool Session::reopensLast()
{
    return QSettings().value(reopenKey, true).toBool();
}

void Session::setReopensLast(bool on)
{
    QSettings().setValue(reopenKey, on);
}

void Session::start(const QString &file)
{
    const bool recovered = offerRecovery();
    if (!file.isEmpty()) {
        m_files.openPath(file);
        return;
    }
    const QString last = QSettings().value(lastKey).toString();
    if (!recovered && reopensLast() && QFileInfo::exists(last))
        m_files.openPath(last);
}

void Session::end()
{
    m_autosave->discard();
    QSettings().setValue(lastKey, m_document.path());
}

bool Session::offerRecovery()
{
    std::vector<Recovery> copies = recoveriesIn(recoveryFolder());
    if (copies.empty())
        return false;
    RecoveryDialog dialog(std::move(copies), m_window);
    return dialog.exec() == QDialog::Accepted && recover(dialog.chosen());
}

// The old copy goes when the new session has one of its own.
bool Session::recover(const Recovery &copy)
{
    auto found = readRecovery(copy.file);
    if (!found) {
        m_files.report(tr("The unsaved work cannot be recovered."), found.error());
        return false;
    }
    m_document.recover(std::move(found->project), found->original);
    m_autosave->write();
    connect(m_autosave, &Autosave::written, this, [file = copy.file] { removeRecovery(file); }, Qt::SingleShotConnection);
    emit noted(tr("Unsaved work recovered; save it to keep it"));
    return true;
}

} // namespace headroom
