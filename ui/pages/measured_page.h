#pragma once
// A measured run: where its step went, what it lost against the estimate and why, what to change; beside it the traced operators.

#include <QWidget>

#include "ui/document/snapshot.h"

class QLabel;
class QProgressBar;
class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace headroom {

class Document;
class EvaluationRunner;
class MeasuredFiles;
class TablePage;
class TraceLoader;

class MeasuredPage : public QWidget
{
    Q_OBJECT

public:
    MeasuredPage(Document &document, TraceLoader &loader, EvaluationRunner &runner, QWidget *parent = nullptr);

    void setSnapshot(const SnapshotPtr &snapshot);
    TablePage &operators() { return *m_operators; }
    QTreeWidget &tree() { return *m_tree; }
    MeasuredFiles &files() { return *m_files; }
    // Says by hand what traced operators are; as withCorrection() takes it. One undo step.
    void assign(const QStringList &traced, const std::optional<std::string> &modelled);

signals:
    void noted(const QString &text);

protected:
    void changeEvent(QEvent *event) override;

private:
    void makeHead();
    void retranslate();
    void refresh();
    void refreshHead();
    void showHead();
    void fillTree();
    void activate(const QTreeWidgetItem &item); // what a line offers
    void showMenu(const QPoint &where);
    void askMatch(const QStringList &traced);
    void showProgress(const QString &path, double share);
    void showComparison(double share);
    void cancel();
    void applyCalibration();
    void applyAdvice(std::size_t index);

    Document &m_document;
    TraceLoader &m_loader;
    EvaluationRunner &m_runner;
    MeasuredFiles *m_files;
    SnapshotPtr m_snapshot;
    QLabel *m_head = nullptr;
    QProgressBar *m_progress = nullptr;
    QPushButton *m_cancel = nullptr, *m_compare = nullptr, *m_calibrate = nullptr, *m_said = nullptr, *m_close = nullptr;
    QTreeWidget *m_tree = nullptr;
    TablePage *m_operators = nullptr;
};

} // namespace headroom
