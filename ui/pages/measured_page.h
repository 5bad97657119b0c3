#pragma once
// A measured run: where its step went, what it lost against the estimate and why, what to change; beside it the traced operators.

#include <QWidget>

#include "ui/document/snapshot.h"

class QLabel;
class QProgressBar;
class QPushButton;
class QTreeWidget;

namespace headroom {

class Document;
class TablePage;
class TraceLoader;

class MeasuredPage : public QWidget
{
    Q_OBJECT

public:
    MeasuredPage(Document &document, TraceLoader &loader, QWidget *parent = nullptr);

    void setSnapshot(const SnapshotPtr &snapshot);
    TablePage &operators() { return *m_operators; }
    QTreeWidget &tree() { return *m_tree; }

signals:
    void noted(const QString &text);

protected:
    void changeEvent(QEvent *event) override;

private:
    void makeHead();
    void retranslate();
    void refresh();
    void refreshHead();
    void fillTree();
    void showProgress(const QString &path, double share);
    void applyCalibration();
    void applyAdvice(std::size_t index);

    Document &m_document;
    TraceLoader &m_loader;
    SnapshotPtr m_snapshot;
    QLabel *m_head = nullptr;
    QProgressBar *m_progress = nullptr;
    QPushButton *m_cancel = nullptr, *m_calibrate = nullptr, *m_close = nullptr;
    QTreeWidget *m_tree = nullptr;
    TablePage *m_operators = nullptr;
};

} // namespace headroom
