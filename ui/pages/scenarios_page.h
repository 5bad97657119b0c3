#pragma once
// The named scenarios of the project side by side, a column each: results with their differences from the baseline, inputs that
// differ; the notes of the one that is shown.

#include <QWidget>

#include "explore/figures.h"
#include "ui/document/snapshot.h"

#include <vector>

class QLabel;
class QPlainTextEdit;
class QPushButton;
class QTableWidget;

namespace headroom {

class Document;

class ScenariosPage : public QWidget
{
    Q_OBJECT

public:
    explicit ScenariosPage(Document &document, QWidget *parent = nullptr);

    void setSnapshot(const SnapshotPtr &snapshot);
    void retranslate();
    QTableWidget &table() { return *m_table; }

    // What menus do, with the scenario that is shown.
    void duplicate();
    void rename();
    void remove();
    void useAsBaseline();

signals:
    void fieldRequested(const QString &path);

protected:
    void showEvent(QShowEvent *event) override;

private:
    void makeButtons();
    void refresh();
    void fill();
    std::optional<Figures> figuresOfScenario(const Scenario &scenario);
    QString askName(const QString &title, const QString &proposal);

    Document &m_document;
    QTableWidget *m_table;
    QPlainTextEdit *m_notes;
    QLabel *m_notesLabel;
    QPushButton *m_duplicate, *m_rename, *m_remove, *m_baseline;
    // What was evaluated last, so that switching costs nothing.
    struct Known
    {
        Scenario scenario;
        std::optional<Figures> figures;
    };
    std::vector<Known> m_known;
    std::vector<std::string> m_fields; // per row of the table
    bool m_filling = false;
};

} // namespace headroom
