#include "ui/pages/measured_page.h"

#include "gap/match.h"
#include "ui/document/document.h"
#include "ui/document/evaluation_runner.h"
#include "ui/document/trace_loader.h"
#include "ui/forms/match_dialog.h"
#include "ui/models/table_model.h"
#include "ui/models/tables.h"
#include "ui/pages/measured_files.h"
#include "ui/pages/measured_tree.h"
#include "ui/pages/table_page.h"
#include "ui/text.h"

#include <QEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QProgressBar>
#include <QPushButton>
#include <QSplitter>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace headroom {

namespace {
constexpr int margin = 6;
constexpr int nameWidth = 210, numberWidth = 78;
constexpr int headLines = 3; // more are in the tip
constexpr int shownName = 60; // of an operator, in the text of an undo step
} // namespace

MeasuredPage::MeasuredPage(Document &document, TraceLoader &loader, EvaluationRunner &runner, QWidget *parent)
    : QWidget(parent), m_document(document), m_loader(loader), m_runner(runner), m_files(new MeasuredFiles(document, loader, this))
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
    m_tree->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_tree, &QTreeWidget::itemActivated, this, [this](const QTreeWidgetItem *item) { activate(*item); });
    connect(m_tree, &QTreeWidget::customContextMenuRequested, this, &MeasuredPage::showMenu);
    connect(&m_loader, &TraceLoader::progressed, this, &MeasuredPage::showProgress);
    connect(&m_loader, &TraceLoader::cancelled, this, &MeasuredPage::refreshHead);
    connect(&m_loader, &TraceLoader::failed, this, &MeasuredPage::refreshHead);
    connect(&m_runner, &EvaluationRunner::comparisonProgressed, this, &MeasuredPage::showComparison);
    connect(m_files, &MeasuredFiles::noted, this, &MeasuredPage::noted);
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
    m_compare = new QPushButton(this);
    m_calibrate = new QPushButton(this);
    m_said = new QPushButton(this);
    m_said->setMenu(&m_files->menu());
    m_close = new QPushButton(this);
    m_calibrate->setObjectName(QStringLiteral("calibrate"));
    m_cancel->setObjectName(QStringLiteral("cancelTrace"));
    m_compare->setObjectName(QStringLiteral("compareTrace"));
    m_close->setObjectName(QStringLiteral("closeTrace"));
    row->addWidget(m_head, 1);
    for (QWidget *each : std::initializer_list<QWidget *>{m_progress, m_cancel, m_compare, m_calibrate, m_said, m_close})
        row->addWidget(each, 0, Qt::AlignTop);
    static_cast<QVBoxLayout *>(layout())->addLayout(row);
    connect(m_cancel, &QPushButton::clicked, this, &MeasuredPage::cancel);
    connect(m_compare, &QPushButton::clicked, &m_runner, &EvaluationRunner::compareAgain);
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
    const bool measured = m_snapshot && m_snapshot->trace;
    const bool comparing = measured && m_snapshot->comparing && !loading;
    const bool idle = measured && !loading && !comparing;
    m_progress->setVisible(loading || comparing);
    m_cancel->setVisible(loading || comparing);
    m_close->setVisible(measured && !loading);
    m_said->setVisible(idle);
    m_compare->setVisible(idle && !m_snapshot->gap && m_snapshot->trace->summary().typical && m_snapshot->estimate && !m_snapshot->served);
    m_calibrate->setVisible(idle && m_snapshot->gap && m_snapshot->gap->gap.calibration);
    if (!measured || loading)
        return;
    if (comparing)
        m_progress->setRange(0, 0); // how long the first part takes is not known
    showHead();
}

void MeasuredPage::showHead()
{
    const TracedRun &run = m_snapshot->trace->run;
    const TraceSummary &s = m_snapshot->trace->summary();
    QStringList lines{tr("%1 (%2)").arg(QFileInfo(qs(s.file)).fileName(), qs(s.format))};
    if (run.ranks.size() > 1)
        lines.front().prepend(tr("%1 ranks; ").arg(run.ranks.size()));
    if (!m_snapshot->trace->rules.empty())
        lines.front() += tr(", rules of %1").arg(QFileInfo(qs(m_snapshot->trace->rules)).fileName());
    if (m_snapshot->comparing) {
        lines.front() += tr(": comparing with the model");
    } else if (m_snapshot->gap) {
        const GapAnalysis &gap = m_snapshot->gap->gap;
        lines.front() += tr(": step %1, measured MFU %2, HFU %3")
                             .arg(quantityText(gap.measuredStep.value, Unit::seconds), percentText(gap.measuredMfu), percentText(gap.measuredHfu));
    }
    for (const Issues *issues : {&m_snapshot->gapIssues, &run.refused, &run.issues, &s.issues})
        for (const Issue &issue : *issues)
            lines << issueText(issue);
    m_head->setText(lines.mid(0, headLines).join(QLatin1Char('\n')));
    m_head->setToolTip(lines.join(QLatin1Char('\n')));
}

void MeasuredPage::cancel()
{
    if (m_loader.isLoading())
        m_loader.cancel();
    else
        m_runner.cancelComparison();
}

void MeasuredPage::activate(const QTreeWidgetItem &item)
{
    if (const QVariant index = item.data(0, adviceRole); index.isValid())
        applyAdvice(static_cast<std::size_t>(index.toULongLong()));
    else if (const QVariant rank = item.data(0, rankRole); rank.isValid() && !m_loader.isLoading())
        m_loader.compareWith(m_snapshot->trace, static_cast<std::size_t>(rank.toULongLong()));
    else if (const QVariant traced = item.data(0, tracedRole); traced.isValid() && m_snapshot->gap)
        askMatch(traced.toStringList());
}

void MeasuredPage::showMenu(const QPoint &where)
{
    const QTreeWidgetItem *item = m_tree->itemAt(where);
    QString text;
    if (item && item->data(0, adviceRole).isValid())
        text = tr("Apply");
    else if (item && item->data(0, rankRole).isValid())
        text = tr("Compare this rank with the model");
    else if (item && item->data(0, tracedRole).isValid())
        text = tr("Say what it is…");
    if (text.isEmpty())
        return;
    QMenu menu(this);
    if (menu.addAction(text) == menu.exec(m_tree->viewport()->mapToGlobal(where)))
        activate(*item);
}

void MeasuredPage::askMatch(const QStringList &traced)
{
    const GapAnalysis &gap = m_snapshot->gap->gap;
    const std::string first = traced.constFirst().toStdString();
    std::optional<EventClass> eventClass;
    QString now;
    for (const OperatorMatch &match : gap.matches->matched)
        if (std::ranges::find(match.traced, first) != match.traced.end()) {
            now = qs(gap.operators[match.modelled].id);
            eventClass = gap.operators[match.modelled].eventClass;
        }
    for (const UnmatchedTraced &u : gap.matches->traced)
        if (u.name == first)
            eventClass = u.eventClass;
    MatchDialog dialog(traced, gap.operators, eventClass, now, this);
    if (dialog.exec() == QDialog::Accepted)
        assign(traced, dialog.chosen());
}

void MeasuredPage::assign(const QStringList &traced, const std::optional<std::string> &modelled)
{
    std::vector<MatchCorrection> matches = m_document.matches();
    for (const QString &name : traced)
        matches = withCorrection(std::move(matches), name.toStdString(), modelled);
    m_document.setMatches(std::move(matches), traced.join(QStringLiteral(", ")).left(shownName));
}

void MeasuredPage::showProgress(const QString &path, double share)
{
    refreshHead();
    m_head->setText(tr("Reading %1").arg(QFileInfo(path).fileName()));
    m_progress->setRange(0, 100);
    m_progress->setValue(static_cast<int>(share * 100.0));
}

void MeasuredPage::showComparison(double share)
{
    if (m_loader.isLoading() || !m_snapshot->comparing)
        return;
    m_progress->setRange(0, 100);
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
    m_compare->setText(tr("Compare"));
    m_said->setText(tr("Matches and rules"));
    m_said->setToolTip(tr("Files of what operators are, said by hand, and of rules that say what events are"));
    m_files->retranslate();
    m_progress->setAccessibleName(tr("Progress"));
    refresh();
}

void MeasuredPage::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

} // namespace headroom
