#pragma once
// At the right of the line above the configurations: what is searched, "Why not…", progress, Cancel or Search again. The
// line itself says how far a search is: "searching … 120 000 plans, 410 fit, 210 k/s, 34 %".

#include <QWidget>

#include "ui/document/snapshot.h"

class QProgressBar;
class QToolButton;

namespace headroom {

class Document;
class EvaluationRunner;
class SearchSettingsPanel;
class TablePage;

class SearchTools : public QWidget
{
    Q_OBJECT

public:
    SearchTools(Document &document, EvaluationRunner &runner, TablePage &page);
    void setSnapshot(SnapshotPtr snapshot);
    void retranslate();
    // Asks for a plan and says why the search does not propose it.
    void askWhyNot();

private:
    void openSettings();
    void showSettings();
    QString statusText() const;
    QString searchedText(std::size_t evaluated, std::size_t feasible, double seconds, bool complete) const;

    Document &m_document;
    EvaluationRunner &m_runner;
    TablePage &m_page;
    SnapshotPtr m_snapshot;
    QToolButton *m_settings;
    QToolButton *m_whyNot;
    QProgressBar *m_progress;
    QToolButton *m_cancel;
    QToolButton *m_again;
    SearchSettingsPanel *m_panel;
};

} // namespace headroom
