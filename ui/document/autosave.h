#pragma once
// Keeps a copy of unsaved work while there is any, at most a second behind the document, so that a crash loses no more than two
// seconds. It is written beside the settings, whole or not at all, on a thread of its own; the project's own file is never touched.

#include <QLockFile>
#include <QObject>
#include <QThreadPool>
#include <QTimer>

namespace headroom {

class Document;

class Autosave : public QObject
{
    Q_OBJECT

public:
    Autosave(Document &document, const QString &folder, QObject *parent = nullptr);
    ~Autosave() override; // nothing is left behind by an orderly end

    const QString &file() const { return m_file; }
    void write();   // now
    void discard(); // the copy; the next edit makes a new one

signals:
    void written();
    void failed(const QString &why); // once, until a copy succeeds again

private:
    void follow();
    void finished(const QString &error);

    Document &m_document;
    QString m_file;
    QLockFile m_lock;
    QTimer m_timer;
    QThreadPool m_thread; // one, so that copies are written in the order of the edits
    bool m_failing = false;
};

} // namespace headroom
