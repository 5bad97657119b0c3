#pragma once
// Asks for the size, format and file of a chart and writes it.

#include "ui/document/snapshot.h"
#include "ui/export/chart_export.h"

#include <QDialog>
#include <QMap>

class QCheckBox;
class QComboBox;
class QLabel;

namespace headroom {

class ExportDialog : public QDialog
{
    Q_OBJECT

public:
    // `snapshot` has an estimate.
    // `choices`: the stage and pass that each chart shows, by its key.
    // `study`: what studies found so far. `annotations`: of all charts.
    ExportDialog(SnapshotPtr snapshot, const QString &chart, QMap<QString, ChartChoice> choices, StudyContent study, ChartAnnotations annotations,
                 QWidget *parent);

private:
    void preview();
    void copy();
    void save();
    ExportOptions options() const;

    SnapshotPtr m_snapshot;
    QMap<QString, ChartChoice> m_choices;
    StudyContent m_study;
    ChartAnnotations m_annotations;
    QComboBox *m_chart;
    QComboBox *m_level;
    QComboBox *m_size;
    QComboBox *m_format;
    QComboBox *m_scale;
    QCheckBox *m_dark;
    QCheckBox *m_footer;
    QLabel *m_preview;
};

} // namespace headroom
