#pragma once
// Asks for the size, format and file of a chart and writes it.

#include <QDialog>

#include <memory>

class QCheckBox;
class QComboBox;
class QLabel;

namespace headroom {

struct Estimate;
enum class MemoryLevel;

class ExportDialog : public QDialog
{
    Q_OBJECT

public:
    ExportDialog(std::shared_ptr<const Estimate> estimate, std::shared_ptr<const Estimate> baseline,
                 const QString &chart, QWidget *parent);

private:
    void preview();
    void save();
    MemoryLevel level() const;

    std::shared_ptr<const Estimate> m_estimate;
    std::shared_ptr<const Estimate> m_baseline;
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
