#pragma once
// What the program remembers from one start to the next: work that a crash cut off, and the project that was open.

#include <QObject>

#include <optional>

class QWidget;

namespace headroom {

class Autosave;
class Document;
class FileActions;
struct Recovery;

class Session : public QObject
{
    Q_OBJECT

public:
    Session(Document &document, FileActions &files, QWidget *window);

    // Once, after the window is shown: offers what a crash left behind; then opens `file`, or without one the project that was open last.
    void start(const QString &file);
    // The window closes and everything that was to be kept is saved.
    void end();
    // Whether a start without a file opens the last project; a setting.
    static bool reopensLast();
    static void setReopensLast(bool on);

signals:
    void noted(const QString &text);

private:
    bool offerRecovery(); // true when it was taken
    bool recover(const Recovery &copy);

    Document &m_document;
    FileActions &m_files;
    QWidget *m_window;
    Autosave *m_autosave;
};

} // namespace headroom
