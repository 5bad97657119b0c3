#include "ui/file_actions.h"

#include "spec/file.h"
#include "spec/hf_config.h"
#include "spec/user_catalog.h"
#include "trace/import.h"
#include "ui/document/annotations.h"
#include "ui/document/document.h"
#include "ui/session/preferences.h"
#include "ui/session/recent_files.h"
#include "ui/text.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QSaveFile>
#include <QSettings>

namespace headroom {

namespace {

constexpr std::size_t shownIssues = 12;

// A config.json is best named after its folder, as models are kept.
QString modelName(const QString &path)
{
    const QFileInfo file(path);
    const QString base = file.completeBaseName();
    const bool generic = base.compare(QLatin1String("config"), Qt::CaseInsensitive) == 0;
    const QString folder = file.absoluteDir().dirName();
    return generic && !folder.isEmpty() ? folder : base;
}

// A folder can only be one of traces.
bool isTraces(const QString &path)
{
    return QFileInfo(path).isDir() || isTrace(path.toStdString());
}

} // namespace

FileContent contentOf(const QString &path, std::string_view text)
{
    const auto has = [text](std::string_view key) { return text.find(key) != std::string_view::npos; };
    if (path.endsWith(QLatin1String(".headroom"), Qt::CaseInsensitive) || has("\"schemaVersion\""))
        return FileContent::project;
    if (has("\"weight_map\""))
        return FileContent::checkpoint;
    if (isModelFile(text))
        return FileContent::model;
    if (has("\"model_type\"") || has("\"architectures\"") || has("\"hidden_size\""))
        return FileContent::modelConfig;
    if (has("\"hbmBandwidth\"") || has("\"hbmCapacity\"") || has("\"matrixPeaks\""))
        return FileContent::hardware;
    return FileContent::unknown;
}

FileActions::FileActions(Document &document, QWidget *window)
    : QObject(window), m_document(document), m_window(window), m_recent(new RecentFiles(this))
{
}

QString FileActions::folder() const
{
    return QSettings().value(QStringLiteral("folder"), QDir::homePath()).toString();
}

void FileActions::newDocument()
{
    if (mayDiscard())
        m_document.reset(newScenario());
}

void FileActions::open()
{
    const QString path = QFileDialog::getOpenFileName(m_window, tr("Open"), folder(),
                                                      tr("All that Headroom reads (*.headroom *.json *.gz *.safetensors *.pb *.pftrace *.sqlite *.csv *.txt);;"
                                                         "Headroom projects (*.headroom);;All files (*)"));
    if (!path.isEmpty())
        openPath(path);
}

void FileActions::openConfig()
{
    const QString path = QFileDialog::getOpenFileName(m_window, tr("Open model config"), folder(),
                                                      tr("Model configs (*.json);;All files (*)"));
    if (!path.isEmpty())
        openPath(path);
}

void FileActions::openTrace()
{
    const QStringList paths = QFileDialog::getOpenFileNames(
        m_window, tr("Open trace: several files are ranks of one run"), folder(),
        tr("Traces (*.json *.json.gz *.gz *.pb *.pftrace *.sqlite *.csv *.txt *.nsys-rep);;All files (*)"));
    if (!paths.isEmpty())
        requestTraces(paths); // what is no trace, the reader says
}

void FileActions::openTraceFolder()
{
    const QString path = QFileDialog::getExistingDirectory(m_window, tr("Open a folder of traces: the ranks of one run"), folder());
    if (!path.isEmpty())
        requestTraces({path});
}

void FileActions::requestTraces(const QStringList &paths)
{
    QSettings().setValue(QStringLiteral("folder"), QFileInfo(paths.constFirst()).absolutePath());
    emit tracesRequested(paths);
}

void FileActions::reportTrace(const Issues &issues)
{
    report(tr("The trace cannot be read."), issues);
}

void FileActions::openPaths(const QStringList &paths)
{
    QStringList checkpoint, traces;
    for (const QString &path : paths)
        if (namesCheckpoint(path.toStdString()))
            checkpoint << path;
        else if (isTraces(path))
            traces << path;
        else
            openPath(path);
    if (traces.size() == 1)
        openPath(traces.constFirst());
    else if (!traces.isEmpty())
        requestTraces(traces);
    if (!checkpoint.isEmpty())
        openCheckpoint(checkpoint);
}

bool FileActions::openPath(const QString &path)
{
    const bool opened = openFile(path);
    if (opened)
        m_recent->add(path);
    else if (!QFileInfo::exists(path))
        m_recent->remove(path);
    return opened;
}

bool FileActions::openFile(const QString &path)
{
    if (namesCheckpoint(path.toStdString()))
        return openCheckpoint({path});
    if (isTraces(path)) {
        requestTraces({path});
        return true;
    }
    const Result<std::string> text = readFile(path.toStdString());
    if (!text) {
        report(tr("The file cannot be opened."), text.error());
        return false;
    }
    QSettings().setValue(QStringLiteral("folder"), QFileInfo(path).absolutePath());
    switch (contentOf(path, *text)) {
    case FileContent::project:
        return openProject(*text, path);
    case FileContent::modelConfig:
        return importConfig(*text, path);
    case FileContent::model:
        return importModel(*text, path);
    case FileContent::hardware:
        return importHardware(*text, path);
    case FileContent::checkpoint:
        return openCheckpoint({path});
    case FileContent::unknown:
        break;
    }
    report(tr("The file is not understood."),
           {{Severity::error,
             {},
             {CORE_TEXT("core", "neither a Headroom project, a model's config.json, a hardware description nor a "
                                "checkpoint's index or header"),
              {}},
             path.toStdString()}});
    return false;
}

bool FileActions::openProject(const std::string &text, const QString &path)
{
    auto project = readCheckedProject(text, path.toStdString(), ProjectRules::ofEachField);
    if (!project) {
        report(tr("The project cannot be opened."), project.error());
        return false;
    }
    if (!mayDiscard())
        return false;
    m_document.open(*std::move(project), path);
    emit noted(tr("Opened %1").arg(QFileInfo(path).fileName()));
    return true;
}

bool FileActions::importConfig(const std::string &text, const QString &path)
{
    auto imported = importHfConfig(text, modelName(path).toStdString());
    if (!imported) {
        Issues issues = imported.error();
        for (Issue &issue : issues)
            issue.file = path.toStdString();
        report(tr("The model config cannot be used."), issues);
        return false;
    }
    m_document.setModel(imported->model);
    QStringList notes;
    for (const Issue &note : imported->notes)
        notes << QString::fromStdString(note.field) + QStringLiteral(": ") + messageText(note.message);
    emit noted(tr("Model %1").arg(qs(imported->model.name))
               + (notes.isEmpty() ? QString() : QStringLiteral(" · ") + notes.join(QStringLiteral(" · "))));
    return true;
}

bool FileActions::importModel(const std::string &text, const QString &path)
{
    const auto model = readModelFile(text, path.toStdString());
    if (!model) {
        report(tr("The model cannot be used."), model.error());
        return false;
    }
    m_document.setModel(*model);
    emit noted(tr("Model %1").arg(qs(model->name)));
    return true;
}

bool FileActions::importHardware(const std::string &text, const QString &path)
{
    auto hardware = readHardware(text, path.toStdString());
    if (!hardware) {
        report(tr("The hardware description cannot be used."), hardware.error());
        return false;
    }
    m_document.setHardware(*hardware);
    emit noted(tr("Hardware %1").arg(qs(hardware->name)));
    return true;
}

bool FileActions::openCheckpoint(const QStringList &paths)
{
    std::vector<std::string> files;
    for (const QString &path : paths)
        files.push_back(path.toStdString());
    QSettings().setValue(QStringLiteral("folder"), QFileInfo(paths.constFirst()).absolutePath());
    auto checkpoint = readCheckpoint(files);
    if (!checkpoint) {
        report(tr("The checkpoint cannot be read."), checkpoint.error());
        return false;
    }
    const std::size_t tensors = checkpoint->tensors.size();
    m_document.setCheckpoint(*std::move(checkpoint));
    emit noted(tr("Checkpoint of %1 tensors").arg(tensors));
    return true;
}

bool FileActions::save()
{
    return m_document.path().isEmpty() ? saveAs() : write(m_document.path());
}

bool FileActions::saveAs()
{
    const QString start =
        m_document.path().isEmpty()
            ? QDir(folder()).filePath(qs(m_document.scenario().model.name) + QStringLiteral(".headroom"))
            : m_document.path();
    QString path = QFileDialog::getSaveFileName(m_window, tr("Save as"), start, tr("Headroom projects (*.headroom)"));
    if (path.isEmpty())
        return false;
    if (QFileInfo(path).suffix().isEmpty())
        path += QStringLiteral(".headroom");
    return write(path);
}

bool FileActions::write(const QString &path)
{
    const std::string text = writeProject(m_document.project());
    QSaveFile file(path);
    const auto size = static_cast<qint64>(text.size());
    if (!file.open(QIODevice::WriteOnly) || file.write(text.data(), size) != size || !file.commit()) {
        QMessageBox::warning(m_window, tr("Save"), tr("%1 cannot be written: %2").arg(path, file.errorString()));
        return false;
    }
    m_document.markSaved(path);
    m_recent->add(path);
    emit noted(tr("Saved %1").arg(QFileInfo(path).fileName()));
    return true;
}

bool FileActions::mayDiscard()
{
    if (!m_document.isModified())
        return true;
    const auto answer =
        QMessageBox::question(m_window, tr("Unsaved changes"), tr("Save the changes first?"),
                              QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, QMessageBox::Save);
    return answer == QMessageBox::Discard || (answer == QMessageBox::Save && save());
}

void FileActions::report(const QString &what, const Issues &issues)
{
    QStringList lines;
    for (std::size_t i = 0; i < issues.size() && i < shownIssues; ++i) {
        const Issue &issue = issues[i];
        const QString field = issue.field.empty() ? QString() : qs(issue.field) + QStringLiteral(": ");
        lines << (issue.file.empty() ? field : QFileInfo(qs(issue.file)).fileName() + QStringLiteral(": ") + field)
                     + messageText(issue.message);
    }
    if (issues.size() > shownIssues)
        lines << tr("… and %1 more").arg(issues.size() - shownIssues);
    QMessageBox box(QMessageBox::Warning, tr("Headroom"), what, QMessageBox::Ok, m_window);
    box.setTextFormat(Qt::PlainText);
    box.setInformativeText(lines.join(QLatin1Char('\n')));
    box.exec();
}

} // namespace headroom
