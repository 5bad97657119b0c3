#include "ui/document/autosave.h"

#include "ui/document/document.h"
#include "ui/document/recovery.h"

#include <QDir>
#include <QSaveFile>
#include <QUuid>

namespace headroom {

namespace {

constexpr int delay = 1000; // ms from the first edit that the copy lacks; the rest of two seconds is for writing

// Empty, or why it could not be written.
QString writeCopy(const QString &path, const Project &project, const QString &original)
{
    const QByteArray bytes = recoveryText(project, original);
    QSaveFile file(path);
    const bool done = file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.commit();
    return done ? QString() : file.errorString();
}

} // namespace

Autosave::Autosave(Document &document, const QString &folder, QObject *parent)
    : QObject(parent)
    , m_document(document)
    , m_file(QDir(folder).filePath(QUuid::createUuid().toString(QUuid::WithoutBraces) + QStringLiteral(".recovery")))
    , m_lock(recoveryLock(m_file))
{
    QDir().mkpath(folder);
    m_lock.setStaleLockTime(0); // whoever holds it is asked whether it lives, not how old the lock is
    m_lock.tryLock(0);
    m_thread.setMaxThreadCount(1);
    m_timer.setSingleShot(true);
    m_timer.setInterval(delay);
    connect(&m_timer, &QTimer::timeout, this, &Autosave::write);
    connect(&document, &Document::fileChanged, this, &Autosave::follow);
}

Autosave::~Autosave()
{
    m_thread.waitForDone();
    QFile::remove(m_file);
}

// Not started again by the edits that follow: the first of them is what must not get old.
void Autosave::follow()
{
    if (!m_document.isModified())
        discard();
    else if (!m_timer.isActive())
        m_timer.start();
}

void Autosave::write()
{
    m_timer.stop();
    m_thread.start([this, path = m_file, project = m_document.project(), original = m_document.path()] {
        const QString error = writeCopy(path, project, original);
        QMetaObject::invokeMethod(this, [this, error] { finished(error); }, Qt::QueuedConnection);
    });
}

void Autosave::discard()
{
    m_timer.stop();
    m_thread.start([path = m_file] { QFile::remove(path); });
}

void Autosave::finished(const QString &error)
{
    if (error.isEmpty())
        emit written();
    else if (!m_failing)
        emit failed(error);
    m_failing = !error.isEmpty();
}

} // namespace headroom
