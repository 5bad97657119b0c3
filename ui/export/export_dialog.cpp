#include "ui/export/export_dialog.h"

#include "ui/charts/chart_table.h"
#include "ui/text.h"

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QSettings>

namespace headroom {

namespace {
constexpr QSize previewSize(440, 300);
}

ExportDialog::ExportDialog(SnapshotPtr snapshot, const QString &chart, QMap<QString, ChartChoice> choices, StudyContent study, ChartAnnotations annotations,
                           QWidget *parent)
    : QDialog(parent)
    , m_snapshot(std::move(snapshot))
    , m_choices(std::move(choices))
    , m_study(std::move(study))
    , m_annotations(std::move(annotations))
    , m_chart(new QComboBox(this))
    , m_level(new QComboBox(this))
    , m_size(new QComboBox(this))
    , m_format(new QComboBox(this))
    , m_scale(new QComboBox(this))
    , m_dark(new QCheckBox(tr("dark background"), this))
    , m_footer(new QCheckBox(tr("footer with convention, peak and version"), this))
    , m_preview(new QLabel(this))
{
    setWindowTitle(tr("Export chart"));
    const RunPhase phase = m_snapshot->estimate->scenario.run.phase;
    for (const ChartRow &row : chartTable())
        if (row.shows(phase) && (!row.ofSearch || m_snapshot->searched()) && hasStudy(row, m_study))
            m_chart->addItem(QCoreApplication::translate("Chart", row.title), QString::fromUtf8(row.key));
    m_chart->setCurrentIndex(std::max(0, m_chart->findData(chart)));
    for (const MemoryLevel level : {MemoryLevel::hbm, MemoryLevel::onChip})
        if (level == MemoryLevel::hbm || m_snapshot->estimate->roofline.onChip)
            m_level->addItem(coreText(labelOf(level)), static_cast<int>(level));
    for (const SizeTemplate &row : sizeTemplates())
        m_size->addItem(coreText(row.label), QString::fromUtf8(row.key));
    for (const char *format : {"pdf", "svg", "png", "xlsx", "csv", "tsv", "md"})
        m_format->addItem(QString::fromUtf8(format).toUpper(), QString::fromUtf8(format));
    for (int scale = 1; scale <= 4; ++scale)
        m_scale->addItem(QStringLiteral("%1×").arg(scale), scale);
    m_scale->setCurrentIndex(1);
    m_footer->setChecked(true);
    m_preview->setFixedSize(previewSize);
    m_preview->setAlignment(Qt::AlignCenter);
    m_preview->setFrameShape(QFrame::StyledPanel);

    auto *form = new QFormLayout;
    form->addRow(tr("Chart"), m_chart);
    form->addRow(tr("Memory level"), m_level);
    form->addRow(tr("Size"), m_size);
    form->addRow(tr("Format"), m_format);
    form->addRow(tr("PNG pixels per point"), m_scale);
    form->addRow(m_dark);
    form->addRow(m_footer);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel, this);
    QPushButton *copy = buttons->addButton(tr("Copy"), QDialogButtonBox::ActionRole);
    copy->setToolTip(tr("The picture in this size, for the clipboard"));
    connect(copy, &QPushButton::clicked, this, &ExportDialog::copy);
    form->addRow(buttons);
    auto *row = new QHBoxLayout(this);
    row->addLayout(form);
    row->addWidget(m_preview);
    connect(buttons, &QDialogButtonBox::accepted, this, &ExportDialog::save);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    for (QComboBox *box : {m_chart, m_level, m_size, m_format})
        connect(box, &QComboBox::currentIndexChanged, this, &ExportDialog::preview);
    for (QCheckBox *box : {m_dark, m_footer})
        connect(box, &QCheckBox::toggled, this, &ExportDialog::preview);
    preview();
}

ExportOptions ExportDialog::options() const
{
    return {.size = m_size->currentData().toString(),
            .pngScale = m_scale->currentData().toDouble(),
            .dark = m_dark->isChecked(),
            .footer = m_footer->isChecked(),
            .baseline = m_snapshot->baseline.get(),
            .level = static_cast<MemoryLevel>(m_level->currentData().toInt()),
            .choice = m_choices.value(m_chart->currentData().toString()),
            .search = m_snapshot->search.get(),
            .gap = m_snapshot->gap ? &m_snapshot->gap->gap : nullptr,
            .study = m_study,
            .annotations = m_annotations,
            .served = m_snapshot->served.get(),
            .servedSearch = m_snapshot->servedSearch.get()};
}

void ExportDialog::preview()
{
    m_level->setEnabled(m_level->count() > 1 && m_chart->currentData().toString() == QLatin1String("roofline"));
    m_scale->setEnabled(m_format->currentData().toString() == QLatin1String("png"));
    ExportOptions shown = options();
    shown.pngScale = 2.0;
    const Result<QByteArray> png = chartBytes(*m_snapshot->estimate, m_chart->currentData().toString(), QStringLiteral("png"), shown);
    QPixmap picture;
    if (!png || !picture.loadFromData(*png))
        return;
    const double ratio = devicePixelRatioF();
    picture = picture.scaled((QSizeF(previewSize - QSize(8, 8)) * ratio).toSize(), Qt::KeepAspectRatio,
                             Qt::SmoothTransformation);
    picture.setDevicePixelRatio(ratio);
    m_preview->setPixmap(picture);
}

void ExportDialog::copy()
{
    if (QMimeData *picture = chartClipboard(*m_snapshot->estimate, m_chart->currentData().toString(), options()))
        QApplication::clipboard()->setMimeData(picture);
}

void ExportDialog::save()
{
    QSettings settings;
    const QString chart = m_chart->currentData().toString(), format = m_format->currentData().toString();
    const QString folder = settings.value(QStringLiteral("exportFolder"), QDir::homePath()).toString();
    QString path =
        QFileDialog::getSaveFileName(this, tr("Export chart"), QDir(folder).filePath(chart + QLatin1Char('.') + format),
                                     QStringLiteral("%1 (*.%2)").arg(format.toUpper(), format));
    if (path.isEmpty())
        return;
    if (!path.endsWith(QLatin1Char('.') + format, Qt::CaseInsensitive))
        path += QLatin1Char('.') + format;
    settings.setValue(QStringLiteral("exportFolder"), QFileInfo(path).absolutePath());
    const Result<void> done = exportChart(*m_snapshot->estimate, chart, path, options());
    if (!done) {
        QMessageBox::warning(this, tr("Export chart"), issueText(done.error().front()));
        return;
    }
    accept();
}

} // namespace headroom
