#include "ui/pages/measured_files.h"

#include "spec/file.h"
#include "spec/match_correction.h"
#include "trace/trace_rules.h"
#include "ui/document/document.h"
#include "ui/document/trace_loader.h"
#include "ui/export/file_bytes.h"
#include "ui/text.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QMessageBox>
#include <QSettings>

namespace headroom {

namespace {

const QString folderKey = QStringLiteral("folder");

QString fileName(const QString &path)
{
    return QFileInfo(path).fileName();
}

} // namespace

MeasuredFiles::MeasuredFiles(Document &document, TraceLoader &loader, QWidget *parent)
    : QObject(parent), m_document(document), m_loader(loader), m_parent(parent), m_menu(new QMenu(parent))
{
    const auto add = [this](auto function) {
        QAction *action = m_menu->addAction(QString());
        connect(action, &QAction::triggered, this, function);
        return action;
    };
    m_load = add([this] {
        if (const QString path = asked(tr("Load matches")); !path.isEmpty())
            readMatches(path);
    });
    m_save = add([this] { save(); });
    m_forget = add([this] { m_document.setMatches({}, tr("none")); });
    m_menu->addSeparator();
    m_rules = add([this] {
        if (const QString path = asked(tr("Load rules")); !path.isEmpty())
            useRules(path);
    });
    m_builtIn = add([this] { useRules({}); });
    connect(m_menu, &QMenu::aboutToShow, this, &MeasuredFiles::refresh);
    retranslate();
}

void MeasuredFiles::retranslate()
{
    m_load->setText(tr("&Load matches…"));
    m_save->setText(tr("&Save matches…"));
    m_forget->setText(tr("&Forget matches said by hand"));
    m_rules->setText(tr("Load &rules…"));
    m_builtIn->setText(tr("&Built-in rules alone"));
    m_menu->setToolTipsVisible(true);
    m_rules->setToolTip(tr("Say which events belong to which class; they stand before the built-in rules"));
    refresh();
}

void MeasuredFiles::refresh()
{
    const bool any = !m_document.matches().empty();
    m_save->setEnabled(any);
    m_forget->setEnabled(any);
    m_builtIn->setEnabled(!TraceLoader::ownRules().isEmpty());
    m_builtIn->setToolTip(TraceLoader::ownRules());
}

QString MeasuredFiles::asked(const QString &title) const
{
    const QString path = QFileDialog::getOpenFileName(m_parent, title, QSettings().value(folderKey, QDir::homePath()).toString(), tr("JSON (*.json);;All files (*)"));
    if (!path.isEmpty())
        QSettings().setValue(folderKey, QFileInfo(path).absolutePath());
    return path;
}

void MeasuredFiles::save()
{
    const QDir folder(QSettings().value(folderKey, QDir::homePath()).toString());
    QString path = QFileDialog::getSaveFileName(m_parent, tr("Save matches"), folder.filePath(QStringLiteral("matches.json")), tr("JSON (*.json)"));
    if (path.isEmpty())
        return;
    if (endingOf(path).isEmpty())
        path += QStringLiteral(".json");
    writeMatches(path);
}

bool MeasuredFiles::readMatches(const QString &path)
{
    const Result<std::string> text = readFile(path.toStdString());
    const Result<std::vector<MatchCorrection>> read =
        text ? readCorrections(*text, path.toStdString()) : Result<std::vector<MatchCorrection>>(tl::unexpected(text.error()));
    if (!read)
        return complain(tr("Load matches"), read.error());
    m_document.setMatches(*read, fileName(path));
    emit noted(tr("Matches of %1").arg(fileName(path)));
    return true;
}

bool MeasuredFiles::writeMatches(const QString &path)
{
    const auto written = writeWhole(path, QByteArray::fromStdString(writeCorrections(m_document.matches())));
    if (!written)
        return complain(tr("Save matches"), written.error());
    emit noted(tr("Saved %1").arg(fileName(path)));
    return true;
}

bool MeasuredFiles::useRules(const QString &path)
{
    if (!path.isEmpty()) {
        const Result<std::string> text = readFile(path.toStdString());
        const Result<TraceRules> rules = text ? readTraceRules(*text, path.toStdString()) : Result<TraceRules>(tl::unexpected(text.error()));
        if (!rules)
            return complain(tr("Load rules"), rules.error());
    }
    TraceLoader::setOwnRules(path);
    if (m_document.trace())
        m_loader.readAgain(m_document.trace());
    emit noted(path.isEmpty() ? tr("Built-in rules alone") : tr("Rules of %1 before the built-in ones").arg(fileName(path)));
    return true;
}

bool MeasuredFiles::complain(const QString &title, const Issues &issues) const
{
    QStringList lines;
    for (const Issue &issue : issues)
        lines << (issue.field.empty() ? QString() : qs(issue.field) + QStringLiteral(": ")) + issueText(issue);
    constexpr int most = 12;
    QMessageBox::warning(m_parent, title, lines.mid(0, most).join(QLatin1Char('\n')));
    return false;
}

} // namespace headroom
