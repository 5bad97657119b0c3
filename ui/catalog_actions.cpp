#include "ui/catalog_actions.h"

#include "spec/layer_edit.h"
#include "ui/document/document.h"
#include "ui/text.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QInputDialog>
#include <QMenu>
#include <QMessageBox>
#include <QSaveFile>
#include <QSettings>

namespace headroom {

CatalogActions::CatalogActions(Document &document, QString folder, QWidget *window)
    : QObject(window), m_document(document), m_folder(std::move(folder)), m_window(window)
{
    reload();
}

void CatalogActions::reload()
{
    m_document.setUserCatalog(readUserCatalog(m_folder.toStdString()));
}

void CatalogActions::fill(QMenu &menu, CatalogKind kind)
{
    menu.clear();
    const bool own = isUserEntry(kind, currentName(kind).toStdString(), m_document.userCatalog());
    if (kind == CatalogKind::model) {
        menu.addAction(tr("New model"), this, [this] { m_document.setModel(newModel()); });
        menu.addSeparator();
    }
    menu.addAction(tr("Save as…"), this, [this, kind] { askSave(kind); });
    menu.addAction(tr("Rename…"), this, [this, kind] { askRename(kind); })->setEnabled(own);
    menu.addAction(tr("Delete…"), this, [this, kind] { askRemove(kind); })->setEnabled(own);
    menu.addSeparator();
    menu.addAction(tr("Export JSON…"), this, [this, kind] { askExport(kind); });
    menu.addAction(tr("Import JSON…"), this, &CatalogActions::askImport);
}

QString CatalogActions::currentName(CatalogKind kind) const
{
    const Scenario &s = m_document.scenario();
    return qs(kind == CatalogKind::model ? s.model.name : s.hardware.name);
}

void CatalogActions::setName(CatalogKind kind, const QString &name)
{
    if (kind == CatalogKind::model) {
        ModelSpec model = m_document.scenario().model;
        model.name = name.toStdString();
        m_document.setModel(model);
    } else {
        HardwareSpec hardware = m_document.scenario().hardware;
        hardware.name = name.toStdString();
        m_document.setHardware(hardware);
    }
}

Result<void> CatalogActions::save(CatalogKind kind, const QString &name, Existing existing)
{
    Scenario s = m_document.scenario();
    s.model.name = s.hardware.name = name.trimmed().toStdString();
    const UserCatalog now = readUserCatalog(m_folder.toStdString()); // another window may have written to it
    const Result<std::string> saved = kind == CatalogKind::model ? saveUserModel(now, s.model, existing)
                                                                 : saveUserHardware(now, s.hardware, existing);
    if (!saved)
        return tl::unexpected(saved.error());
    reload();
    setName(kind, name.trimmed());
    emit noted(tr("Saved %1 in your catalog").arg(name.trimmed()));
    return {};
}

Result<void> CatalogActions::rename(CatalogKind kind, const QString &name)
{
    const QString old = currentName(kind), trimmed = name.trimmed();
    const Result<std::string> done =
        renameUserEntry(readUserCatalog(m_folder.toStdString()), kind, old.toStdString(), trimmed.toStdString());
    reload();
    if (!done)
        return tl::unexpected(done.error());
    setName(kind, trimmed);
    emit noted(tr("Renamed %1 to %2").arg(old, trimmed));
    return {};
}

Result<void> CatalogActions::remove(CatalogKind kind)
{
    const QString name = currentName(kind);
    const Result<void> done = removeUserEntry(readUserCatalog(m_folder.toStdString()), kind, name.toStdString());
    reload();
    if (done)
        emit noted(tr("Deleted %1 from your catalog").arg(name));
    return done;
}

bool CatalogActions::exportTo(CatalogKind kind, const QString &path) const
{
    const Scenario &s = m_document.scenario();
    const std::string text = kind == CatalogKind::model ? modelFile(s.model) : hardwareFile(s.hardware);
    QSaveFile file(path);
    const auto size = static_cast<qint64>(text.size());
    return file.open(QIODevice::WriteOnly) && file.write(text.data(), size) == size && file.commit();
}

void CatalogActions::askSave(CatalogKind kind)
{
    QString name = currentName(kind);
    if (!isUserEntry(kind, name.toStdString(), m_document.userCatalog()))
        name = tr("My %1").arg(name);
    for (bool ok = true;;) {
        name = QInputDialog::getText(m_window, tr("Save as"), tr("Name in your catalog"), QLineEdit::Normal, name, &ok);
        if (!ok)
            return;
        const bool own = isUserEntry(kind, name.trimmed().toStdString(), m_document.userCatalog());
        if (own
            && QMessageBox::question(m_window, tr("Save as"),
                                     tr("%1 is already in your catalog. Replace it?").arg(name.trimmed()))
                   != QMessageBox::Yes)
            continue;
        const Result<void> saved = save(kind, name, own ? Existing::replace : Existing::refuse);
        if (saved)
            return;
        QMessageBox::warning(m_window, tr("Save as"), issueText(saved.error().front()));
    }
}

void CatalogActions::askRename(CatalogKind kind)
{
    QString name = currentName(kind);
    for (bool ok = true;;) {
        name = QInputDialog::getText(m_window, tr("Rename"), tr("New name"), QLineEdit::Normal, name, &ok);
        if (!ok)
            return;
        const Result<void> done = rename(kind, name);
        if (done)
            return;
        QMessageBox::warning(m_window, tr("Rename"), issueText(done.error().front()));
    }
}

void CatalogActions::askRemove(CatalogKind kind)
{
    const QString text =
        tr("Delete %1 from your catalog? Its file is removed; the current values stay.").arg(currentName(kind));
    if (QMessageBox::question(m_window, tr("Delete"), text) != QMessageBox::Yes)
        return;
    if (const Result<void> done = remove(kind); !done)
        QMessageBox::warning(m_window, tr("Delete"), issueText(done.error().front()));
}

void CatalogActions::askExport(CatalogKind kind)
{
    QSettings settings;
    const QDir folder(settings.value(QStringLiteral("folder"), QDir::homePath()).toString());
    QString path = QFileDialog::getSaveFileName(
        m_window, tr("Export JSON"),
        folder.filePath(currentName(kind).replace(QLatin1Char('/'), QLatin1Char('_')) + QStringLiteral(".json")),
        QStringLiteral("JSON (*.json)"));
    if (path.isEmpty())
        return;
    if (QFileInfo(path).suffix().isEmpty())
        path += QStringLiteral(".json");
    if (exportTo(kind, path))
        emit noted(tr("Wrote %1").arg(QFileInfo(path).fileName()));
    else
        QMessageBox::warning(m_window, tr("Export JSON"), tr("%1 cannot be written").arg(path));
}

void CatalogActions::askImport()
{
    const QDir folder(QSettings().value(QStringLiteral("folder"), QDir::homePath()).toString());
    const QString path =
        QFileDialog::getOpenFileName(m_window, tr("Import JSON"), folder.path(), QStringLiteral("JSON (*.json)"));
    if (!path.isEmpty())
        emit openRequested(path);
}

} // namespace headroom
