#pragma once
// The menu of what a user says about a trace in files: matches said by hand, which the scenario keeps, and rules that name events.

#include <QObject>
#include <QString>

#include "base/result.h"

class QAction;
class QMenu;
class QWidget;

namespace headroom {

class Document;
class TraceLoader;

class MeasuredFiles : public QObject
{
    Q_OBJECT

public:
    MeasuredFiles(Document &document, TraceLoader &loader, QWidget *parent);

    QMenu &menu() { return *m_menu; }
    void retranslate();

    // In place of the scenario's; one undo step. False, with a message box, where the file cannot be used.
    bool readMatches(const QString &path);
    bool writeMatches(const QString &path);
    // Before the built-in rules, from now on; the open traces are read again. Empty: the built-in ones alone.
    bool useRules(const QString &path);

signals:
    void noted(const QString &text);

private:
    void refresh();
    QString asked(const QString &title) const; // a file to read
    void save();
    bool complain(const QString &title, const Issues &issues) const; // false

    Document &m_document;
    TraceLoader &m_loader;
    QWidget *m_parent;
    QMenu *m_menu;
    QAction *m_load, *m_save, *m_forget, *m_rules, *m_builtIn;
};

} // namespace headroom
