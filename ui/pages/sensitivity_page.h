#pragma once
// What moves MFU and step time: the tornado beside its table, kept up with every edit while it is looked at.

#include <QWidget>

#include "ui/document/snapshot.h"
#include "ui/document/study.h"

class QComboBox;
class QLabel;

namespace headroom {

class ChartPane;
class TablePage;

class SensitivityPage : public QWidget
{
    Q_OBJECT

public:
    // `pane` shows the chart "sensitivity"; the page takes it.
    explicit SensitivityPage(ChartPane *pane, QWidget *parent = nullptr);

    void setSnapshot(const SnapshotPtr &snapshot);
    std::shared_ptr<const Sensitivity> found() const { return m_found; }
    bool isCurrent() const { return m_snapshot && m_snapshot->input == m_of; }
    Figure figure() const;
    void retranslate();

signals:
    void fieldRequested(const QString &path);

protected:
    void showEvent(QShowEvent *event) override;

private:
    void run();
    void show(std::shared_ptr<const Sensitivity> found, const Issues &issues);
    void refresh();

    ChartPane *m_pane;
    TablePage *m_table;
    QComboBox *m_figure;
    QLabel *m_status;
    SnapshotPtr m_snapshot;
    std::shared_ptr<const Sensitivity> m_found;
    ScenarioPtr m_of, m_asked; // whose it is, and whose is being looked at
    Study<Sensitivity> m_study;
};

} // namespace headroom
