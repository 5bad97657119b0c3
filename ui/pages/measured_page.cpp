#include "ui/pages/measured_page.h"

#include "ui/document/document.h"
#include "ui/document/trace_loader.h"
#include "ui/models/table_model.h"
#include "ui/models/tables.h"
#include "ui/pages/measured_tree.h"
#include "ui/pages/table_page.h"
#include "ui/text.h"

#include <QEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSplitter>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace headroom {

namespace {
constexpr int margin = 6;
constexpr int nameWidth = 210, numberWidth = 78;
constexpr int headLines = 3; // more are in the tip
} // namespace

MeasuredPage::MeasuredPage(Document &document, TraceLoader &loader, QWidget *parent) : QWidget(parent), m_document(document), m_loader(loader)
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, margin, 0, 0);
    column->setSpacing(margin);
    makeHead();
    auto *splitter = new QSplitter(Qt::Horizontal, this);
    splitter->setChildrenCollapsible(false);
    m_tree = new QTreeWidget(splitter);
    m_tree->setColumnCount(6);
    m_tree->setAlternatingRowColors(true);
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setUniformRowHeights(true);
    m_tree->header()->resizeSection(0, nameWidth);
    for (int section = 1; section < 5; ++section)
        m_tree->header()->resizeSection(section, numberWidth);
    m_operators = new TablePage(tracedOperatorsTable(), splitter);
    m_operators->sortBy("time", Qt::DescendingOrder);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);
    column->addWidget(splitter, 1);
    connect(m_tree, &QTreeWidget::itemActivated, this, [this](const QTreeWidgetItem *item) {
        if (const QVariant index = item->data(0, adviceRole); index.isValid())
            applyAdvice(static_cast<std::size_t>(index.toULongLong()));
    });
    connect(&m_loader, &TraceLoader::progressed, this, &MeasuredPage::showProgress);
    connect(&m_loader, &TraceLoader::cancelled, this, &MeasuredPage::refreshHead);
    connect(&m_loader, &TraceLoader::failed, this, &MeasuredPage::refreshHead);
    retranslate();
}

void MeasuredPage::makeHead()
{
    auto *row = new QHBoxLayout;
    row->setContentsMargins(margin, 0, margin, 0);
    m_head = new QLabel(this);
    m_head->setWordWrap(true);
    m_head->setTextFormat(Qt::PlainText);
    m_head->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_progress = new QProgressBar(this);
    m_progress->setMaximumWidth(160);
    m_cancel = new QPushButton(this);
    m_calibrate = new QPushButton(this);
    m_close = new QPushButton(this);
    m_calibrate->setObjectName(QStringLiteral("calibrate"));
    m_close->setObjectName(QStringLiteral("closeTrace"));
    row->addWidget(m_head, 1);
    for (QWidget *each : std::initializer_list<QWidget *>{m_progress, m_cancel, m_calibrate, m_close})
        row->addWidget(each, 0, Qt::AlignTop);
    static_cast<QVBoxLayout *>(layout())->addLayout(row);
    connect(m_cancel, &QPushButton::clicked, &m_loader, &TraceLoader::cancel);
    connect(m_calibrate, &QPushButton::clicked, this, &MeasuredPage::applyCalibration);
    connect(m_close, &QPushButton::clicked, this, [this] { m_document.setTrace(nullptr); });
}

void MeasuredPage::setSnapshot(const SnapshotPtr &snapshot)
{
    const bool same = m_snapshot && m_snapshot->trace == snapshot->trace && m_snapshot->gap == snapshot->gap
                      && m_snapshot->comparing == snapshot->comparing;
    m_snapshot = snapshot;
    m_operators->setSnapshot(snapshot);
    if (!same)
        refresh();
}

void MeasuredPage::refresh()
{
    refreshHead();
    fillTree();
}

void MeasuredPage::fillTree()
{
    if (m_snapshot && !m_snapshot->comparing) // what is shown stays until there is something new
        fillMeasuredTree(*m_tree, *m_snapshot);
}

void MeasuredPage::refreshHead()
{
    const bool loading = m_loader.isLoading();
    m_progress->setVisible(loading);
    m_cancel->setVisible(loading);
    const bool measured = m_snapshot && m_snapshot->trace;
    m_close->setVisible(measured && !loading);
    m_calibrate->setVisible(measured && !loading && m_snapshot->gap && m_snapshot->gap->gap.calibration);
    if (!measured || loading)
        return;
    const TraceSummary &s = m_snapshot->trace->summary;
    QStringList lines{tr("%1 (%2)").arg(QFileInfo(qs(s.file)).fileName(), qs(s.format))};
    if (m_snapshot->gap) {
        const GapAnalysis &gap = m_snapshot->gap->gap;
        lines.front() += tr(": step %1, measured MFU %2, HFU %3")
                             .arg(quantityText(gap.measuredStep.value, Unit::seconds), percentText(gap.measuredMfu), percentText(gap.measuredHfu));
    }
    for (const Issues *issues : {&m_snapshot->gapIssues, &s.issues})
        for (const Issue &issue : *issues)
            lines << issueText(issue);
    m_head->setText(lines.mid(0, headLines).join(QLatin1Char('\n')));
    m_head->setToolTip(lines.join(QLatin1Char('\n')));
}

void MeasuredPage::showProgress(const QString &path, double share)
{
    refreshHead();
    m_head->setText(tr("Reading %1").arg(QFileInfo(path).fileName()));
    m_progress->setValue(static_cast<int>(share * 100.0));
}

void MeasuredPage::applyCalibration()
{
    if (!m_snapshot->gap || !m_snapshot->gap->gap.calibration)
        return;
    m_document.setCalibration(*m_snapshot->gap->gap.calibration);
    emit noted(tr("The calibration is what this run reached"));
}

void MeasuredPage::applyAdvice(std::size_t index)
{
    if (!m_snapshot->gap || index >= m_snapshot->gap->advice.size())
        return;
    const Advice advice = m_snapshot->gap->advice[index];
    m_document.applyAdvice(advice, m_snapshot->gap->gap.calibration);
    emit noted(tr("Applied: %1").arg(qs(advice.setting)));
}

void MeasuredPage::retranslate()
{
    m_tree->setHeaderLabels({tr("Term"), tr("Measured"), tr("Expected"), tr("Lost"), tr("MFU points"), tr("Why")});
    m_tree->setAccessibleName(tr("Measured run"));
    m_cancel->setText(tr("Cancel"));
    m_calibrate->setText(tr("Use as calibration"));
    m_calibrate->setToolTip(tr("Expect from the plan what this run reached: rates by class, links, overlap, idle time"));
    m_close->setText(tr("Close trace"));
    m_progress->setAccessibleName(tr("Share of the file read"));
    refresh();
}

void MeasuredPage::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

} // namespace headroom
