#include "ui/export/save_table.h"

#include "ui/export/file_bytes.h"
#include "ui/export/report.h"
#include "ui/export/sheet_file.h"
#include "ui/text.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMessageBox>
#include <QSettings>

#include <algorithm>
#include <array>

namespace headroom {

namespace {

struct SaveText
{
    Q_DECLARE_TR_FUNCTIONS(SaveTable)
};

// "XLSX (*.xlsx);;CSV (*.csv)…"
QString filters(std::span<const char *const> endings)
{
    QStringList out;
    for (const char *ending : endings)
        out << QStringLiteral("%1 (*.%2)").arg(QString::fromLatin1(ending).toUpper(), QString::fromLatin1(ending));
    return out.join(QStringLiteral(";;"));
}

// The file that the user names, with one of the endings; empty when none is wanted. The first ending is proposed.
QString askedPath(const QString &title, const QString &name, std::span<const char *const> endings, QWidget *parent)
{
    QSettings settings;
    const QString folder = settings.value(QStringLiteral("exportFolder"), QDir::homePath()).toString();
    QString filter;
    QString path = QFileDialog::getSaveFileName(parent, title, QDir(folder).filePath(name + QLatin1Char('.') + QString::fromLatin1(endings.front())),
                                                filters(endings), &filter);
    if (path.isEmpty())
        return path;
    const QString ending = endingOf(path);
    if (std::ranges::none_of(endings, [&](const char *known) { return ending == QLatin1String(known); }))
        path += QLatin1Char('.') + filter.section(QLatin1Char(' '), 0, 0).toLower();
    settings.setValue(QStringLiteral("exportFolder"), QFileInfo(path).absolutePath());
    return path;
}

void complain(const Result<void> &done, const QString &title, QWidget *parent)
{
    if (!done)
        QMessageBox::warning(parent, title, issueText(done.error().front()));
}

} // namespace

void saveTable(const Sheet &sheet, const QString &name, QWidget *parent)
{
    const QString title = SaveText::tr("Save table");
    if (const QString path = askedPath(title, name, sheetEndings(), parent); !path.isEmpty())
        complain(exportSheet(sheet, path), title, parent);
}

void saveReport(const Snapshot &snapshot, QWidget *parent)
{
    static constexpr std::array endings{"pdf", "html", "md"};
    const QString title = SaveText::tr("Export report");
    const QString path = askedPath(title, qs(snapshot.estimate->scenario.model.name), endings, parent);
    if (path.isEmpty())
        return;
    QGuiApplication::setOverrideCursor(Qt::WaitCursor);
    const Result<void> done = exportReport(snapshot, path);
    QGuiApplication::restoreOverrideCursor();
    complain(done, title, parent);
}

} // namespace headroom
