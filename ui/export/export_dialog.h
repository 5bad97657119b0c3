#pragma once
// Asks for the size, format and file of a chart and writes it.

#include "ui/document/snapshot.h"
#include "ui/export/chart_export.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QLabel;

namespace headroom {

class ExportDialog : public QDialog
{
    Q_OBJECT

public:
    // `snapshot` has an estimate.
    ExportDialog(SnapshotPtr snapshot, const QString &chart, QWidget *parent);

private:
    void preview();
    void save();
    ExportOptions options() const;

    SnapshotPtr m_snapshot;
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
