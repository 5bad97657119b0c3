#pragma once
// Everything that is wrong or doubtful with the input, with links to the fields and, where one edit mends it, that
// edit.

#include <QScrollArea>

#include "ui/document/snapshot.h"

class QVBoxLayout;

namespace headroom {

class Document;

// An edit that would satisfy a rule.
struct Remedy
{
    std::string field;
    Count value = 0;
};
// For degrees whose product is not the number of devices: the fsdp degree or device count that fits.
std::vector<Remedy> remediesFor(const Issue &issue, const Scenario &scenario);

class IssuesPage : public QScrollArea
{
    Q_OBJECT

public:
    explicit IssuesPage(Document &document, QWidget *parent = nullptr);
    void setSnapshot(SnapshotPtr snapshot);

signals:
    void fieldRequested(const QString &path);

protected:
    void changeEvent(QEvent *event) override;

private:
    void refresh();
    QWidget *issueLine(const Issue &issue);

    Document &m_document;
    SnapshotPtr m_snapshot;
    QWidget *m_body;
    QVBoxLayout *m_lines;
    Issues m_shown;
    bool m_filled = false;
};

// One line for an issue: mark, text, link to the field, remedies.
QWidget *makeIssueLine(const Issue &issue, Document &document, QWidget *parent,
                       const std::function<void(const QString &)> &openField);

} // namespace headroom
