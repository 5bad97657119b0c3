#pragma once
// The user's own presets: saving, renaming, deleting, exporting, importing; asks for names and says what is wrong with
// them. Each works on the model or hardware of the document.

#include <QObject>

#include "spec/user_catalog.h"

class QMenu;
class QWidget;

namespace headroom {

class Document;

class CatalogActions : public QObject
{
    Q_OBJECT

public:
    // Reads the folder into the document at once.
    CatalogActions(Document &document, QString folder, QWidget *window);

    void reload();
    // The menu's actions for what the document has now.
    void fill(QMenu &menu, CatalogKind kind);

    // What the dialogs do once they have their answers.
    Result<void> save(CatalogKind kind, const QString &name, Existing existing = Existing::refuse);
    Result<void> rename(CatalogKind kind, const QString &name);
    Result<void> remove(CatalogKind kind);
    bool exportTo(CatalogKind kind, const QString &path) const;

signals:
    void noted(const QString &text);
    void openRequested(const QString &path);

private:
    void askSave(CatalogKind kind);
    void askRename(CatalogKind kind);
    void askRemove(CatalogKind kind);
    void askExport(CatalogKind kind);
    void askImport();
    QString currentName(CatalogKind kind) const;
    void setName(CatalogKind kind, const QString &name);

    Document &m_document;
    QString m_folder;
    QWidget *m_window;
};

} // namespace headroom
