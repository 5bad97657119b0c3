#pragma once
// The bar above the charts while the input is invalid: the rule, a link to the field, an edit that mends it. What the
// charts show then is the last valid result.

#include <QFrame>

#include "ui/document/snapshot.h"

class QVBoxLayout;

namespace headroom {

class Document;

class IssueBar : public QFrame
{
    Q_OBJECT

public:
    explicit IssueBar(Document &document, QWidget *parent = nullptr);
    void setSnapshot(SnapshotPtr snapshot);

signals:
    void fieldRequested(const QString &path);

protected:
    void changeEvent(QEvent *event) override;

private:
    void refresh();

    Document &m_document;
    SnapshotPtr m_snapshot;
    QVBoxLayout *m_lines;
};

} // namespace headroom
