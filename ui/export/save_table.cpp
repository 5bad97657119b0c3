#include "ui/export/save_table.h"

#include "ui/export/file_bytes.h"
#include "ui/export/sheet_file.h"
#include "ui/text.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QSettings>

namespace headroom {

namespace {

struct SaveText
{
    Q_DECLARE_TR_FUNCTIONS(SaveTable)
};

// "XLSX (*.xlsx);;CSV (*.csv)…"
QString filters()
{
    QStringList out;
    for (const char *ending : sheetEndings())
        out << QStringLiteral("%1 (*.%2)").arg(QString::fromLatin1(ending).toUpper(), QString::fromLatin1(ending));
    return out.join(QStringLiteral(";;"));
}

} // namespace

void saveTable(const Sheet &sheet, const QString &name, QWidget *parent)
{
    QSettings settings;
    const QString folder = settings.value(QStringLiteral("exportFolder"), QDir::homePath()).toString();
    const QString title = SaveText::tr("Save table");
    QString filter;
    QString path = QFileDialog::getSaveFileName(parent, title, QDir(folder).filePath(name + QStringLiteral(".xlsx")), filters(), &filter);
    if (path.isEmpty())
        return;
    if (!isSheetEnding(endingOf(path)))
        path += QLatin1Char('.') + filter.section(QLatin1Char(' '), 0, 0).toLower();
    settings.setValue(QStringLiteral("exportFolder"), QFileInfo(path).absolutePath());
    if (const Result<void> done = exportSheet(sheet, path); !done)
        QMessageBox::warning(parent, title, issueText(done.error().front()));
}

} // namespace headroom
