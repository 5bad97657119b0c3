#pragma once
// Opening, importing and saving: reads files into the document, asks before changes are lost, and says what is wrong
// with a file without touching the document.

#include <QObject>

#include "base/result.h"

class QWidget;

namespace headroom {

class Document;
class RecentFiles;

class FileActions : public QObject
{
    Q_OBJECT

public:
    FileActions(Document &document, QWidget *window);

    void newDocument();
    void open();       // asks for a project
    void openConfig(); // asks for a model config
    bool save();
    bool saveAs();
    // Any file: a project replaces the document, a model config or hardware description becomes part of it, the index
    // or headers of a checkpoint are compared with the model.
    bool openPath(const QString &path);
    // Several at once; files of one checkpoint belong together, as do traces, and come after the model they are compared with.
    void openPaths(const QStringList &paths);
    // False when the user wants to stay.
    bool mayDiscard();

    void openTrace();       // asks for profilers' records, of one rank of a run each
    void openTraceFolder(); // asks for a folder of them
    void reportTrace(const headroom::Issues &issues);
    // A message box with what is wrong.
    void report(const QString &what, const Issues &issues);
    RecentFiles &recent() { return *m_recent; }

signals:
    void tracesRequested(const QStringList &paths); // files of one run, or its folder
    void noted(const QString &text); // for the status bar

private:
    bool openFile(const QString &path);
    void requestTraces(const QStringList &paths);
    bool openProject(const std::string &text, const QString &path);
    bool importConfig(const std::string &text, const QString &path);
    bool openCheckpoint(const QStringList &paths);
    bool importModel(const std::string &text, const QString &path);
    bool importHardware(const std::string &text, const QString &path);
    bool write(const QString &path);
    QString folder() const;

    Document &m_document;
    QWidget *m_window;
    RecentFiles *m_recent;
};

// What a file holds, by its content.
enum class FileContent { project, modelConfig, model, hardware, checkpoint, unknown };
FileContent contentOf(const QString &path, std::string_view text);

} // namespace headroom
