#include "ui/pages/sweep_page.h"

#include "base/format.h"
#include "explore/variant.h"
#include "ui/document/document.h"
#include "ui/forms/sweep_axis_edit.h"
#include "ui/models/table_model.h"
#include "ui/models/tables.h"
#include "ui/pages/chart_pane.h"
#include "ui/pages/table_page.h"
#include "ui/text.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSplitter>
#include <QTabWidget>
#include <QVBoxLayout>

namespace headroom {

namespace {

constexpr int margin = 6;
constexpr int pause = 150; // ms after an edit

QString changesText(const std::vector<FieldChange> &changes)
{
    QStringList out;
    for (const FieldChange &change : changes)
        out << QStringLiteral("%1 %2").arg(coreText(change.field->label), qs(formatFieldValue(*change.field, change.value)));
    return out.join(QStringLiteral(", "));
}

} // namespace

SweepPage::SweepPage(Document &document, ChartPane *sweepPane, ChartPane *scalingPane, QWidget *parent)
    : QWidget(parent)
    , m_document(document)
    , m_x(new SweepAxisEdit(SweepAxisEdit::Absence::no, this))
    , m_y(new SweepAxisEdit(SweepAxisEdit::Absence::allowed, this))
    , m_figure(new QComboBox(this))
    , m_kind(new QComboBox(this))
    , m_plans(new QComboBox(this))
    , m_xName(new QLabel(this))
    , m_yName(new QLabel(this))
    , m_status(new QLabel(this))
    , m_progress(new QProgressBar(this))
    , m_cancel(new QPushButton(this))
    , m_tabs(new QTabWidget(this))
    , m_sweepPane(sweepPane)
    , m_scalingPane(scalingPane)
    , m_sweepStudy(
          *this,
          [this](std::shared_ptr<const Sweep> found, const Issues &issues) {
              m_sweep = std::move(found);
              m_sweepOf = m_asked;
              report(issues);
          },
          [this](std::size_t done, std::size_t total) { m_progress->setValue(static_cast<int>(100 * done / total)); })
    , m_scalingStudy(
          *this,
          [this](std::shared_ptr<const Scaling> found, const Issues &issues) {
              m_scaling = std::move(found);
              m_scalingOf = m_asked;
              report(issues);
          },
          [this](std::size_t done, std::size_t total) { m_progress->setValue(static_cast<int>(100 * done / total)); })
    , m_trendStudy(
          *this,
          [this](std::shared_ptr<const Trend> found, const Issues &issues) {
              m_trend = std::move(found);
              m_trendOf = m_asked;
              report(issues);
          },
          [](std::size_t, std::size_t) { })
{
    setObjectName(QStringLiteral("sweepPage"));
    makeHead();
    m_trendTable = new TablePage(trendTable(), m_tabs);
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(m_sweepPane, QString());
    m_tabs->addTab(makeScaling(m_scalingPane), QString());
    m_tabs->addTab(m_trendTable, QString());
    m_soon.setSingleShot(true);
    m_soon.setInterval(pause);
    connect(&m_soon, &QTimer::timeout, this, &SweepPage::run);
    connect(m_tabs, &QTabWidget::currentChanged, this, [this] {
        showRunning(false);
        run();
    });
    connect(m_sweepPane, &ChartPane::rowSelected, this, &SweepPage::applyCell);
    connect(m_scalingTable, &TablePage::rowActivated, this, &SweepPage::applyPoint);
    connect(m_trendTable, &TablePage::rowActivated, this, &SweepPage::applyTrend);
    retranslate();
}

void SweepPage::makeHead()
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto *head = new QHBoxLayout;
    head->setContentsMargins(margin, margin / 2, margin, margin / 2);
    for (std::size_t i = 0; i < rowsOf(Figure{}).size(); ++i)
        m_figure->addItem(QString());
    for (QComboBox *box : {m_kind, m_plans})
        for (int i = 0; i < 2; ++i)
            box->addItem(QString());
    m_xName->setBuddy(m_x);
    m_yName->setBuddy(m_y);
    for (QWidget *each : std::initializer_list<QWidget *>{m_xName, m_x, m_yName, m_y, m_figure, m_kind, m_plans, m_status, m_progress, m_cancel})
        head->addWidget(each, each == m_x || each == m_y || each == m_status ? 1 : 0);
    m_status->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_progress->setMaximumWidth(120);
    column->addLayout(head);
    column->addWidget(m_tabs, 1);
    for (SweepAxisEdit *axis : {m_x, m_y})
        connect(axis, &SweepAxisEdit::changed, this, &SweepPage::request);
    connect(m_figure, &QComboBox::activated, this, &SweepPage::refresh);
    for (QComboBox *box : {m_kind, m_plans})
        connect(box, &QComboBox::activated, this, &SweepPage::request);
    connect(m_cancel, &QPushButton::clicked, this, [this] {
        m_sweepStudy.cancel();
        m_scalingStudy.cancel();
        m_trendStudy.cancel();
    });
}

QWidget *SweepPage::makeScaling(ChartPane *pane)
{
    auto *splitter = new QSplitter(Qt::Horizontal, m_tabs);
    splitter->setChildrenCollapsible(false);
    m_scalingTable = new TablePage(scalingTable(), splitter);
    splitter->addWidget(pane);
    splitter->addWidget(m_scalingTable);
    splitter->setStretchFactor(0, 1);
    splitter->setStretchFactor(1, 1);
    return splitter;
}

SweepPage::Part SweepPage::part() const { return static_cast<Part>(m_tabs->currentIndex()); }

Figure SweepPage::figure() const { return static_cast<Figure>(std::max(0, m_figure->currentIndex())); }

void SweepPage::showPart(Part part) { m_tabs->setCurrentIndex(static_cast<int>(part)); }

StudyContent SweepPage::found() const { return {.sensitivity = {}, .sweep = m_sweep, .scaling = m_scaling, .sweepFigure = figure()}; }

StudyContent SweepPage::foundNow() const
{
    return {.sensitivity = {}, .sweep = current(m_sweepOf) ? m_sweep : nullptr, .scaling = current(m_scalingOf) ? m_scaling : nullptr, .sweepFigure = figure()};
}

void SweepPage::setSnapshot(const SnapshotPtr &snapshot)
{
    const bool same = m_snapshot && m_snapshot->input == snapshot->input && m_snapshot->stale == snapshot->stale;
    m_snapshot = snapshot;
    if (same)
        return;
    if (snapshot->input) {
        const bool trains = snapshot->input->run.phase == RunPhase::training;
        m_x->setScenario(*snapshot->input, trains ? "run.globalBatch" : "run.serving.batch");
        m_y->setScenario(*snapshot->input, nullptr);
    }
    refresh();
    request();
}

void SweepPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    run();
}

void SweepPage::request()
{
    m_askedPart.reset();
    m_soon.start();
}

void SweepPage::run()
{
    if (!isVisible() || !m_snapshot || !m_snapshot->input || m_snapshot->stale)
        return;
    if (m_asked == m_snapshot->input && m_askedPart == part())
        return;
    m_soon.stop();
    m_sweepStudy.forget();
    m_scalingStudy.forget();
    m_trendStudy.forget();
    m_asked = m_snapshot->input;
    m_askedPart = part();
    m_status->clear();
    if (part() == Part::sweep)
        runSweep();
    else if (part() == Part::scaling)
        runScaling();
    else
        runTrend();
    showRunning(m_sweepStudy.running() || m_scalingStudy.running() || m_trendStudy.running());
}

void SweepPage::runSweep()
{
    const std::optional<SweepAxis> x = m_x->axis(), y = m_y->axis();
    if (!x || !m_y->isValid())
        return;
    m_sweepStudy.start([scenario = *m_asked, x, y](const std::stop_token &stop, const Study<Sweep>::Progress &progress) {
        return sweep(scenario, *x, y, stop, progress);
    });
}

void SweepPage::runScaling()
{
    ScalingOptions options{.kind = static_cast<ScalingKind>(m_kind->currentIndex()), .plan = static_cast<ScalingPlan>(m_plans->currentIndex()), .devices = {},
                           .space = m_document.searchSpace()};
    m_scalingStudy.start([scenario = *m_asked, options](const std::stop_token &stop, const Study<Scaling>::Progress &progress) {
        return scaling(scenario, options, stop, progress);
    });
}

void SweepPage::runTrend()
{
    m_trendStudy.start([scenario = *m_asked](const std::stop_token &stop, const Study<Trend>::Progress &) { return trend(scenario, stop); });
}

void SweepPage::showRunning(bool running)
{
    m_progress->setVisible(running);
    m_cancel->setVisible(running);
    m_progress->setValue(0);
    for (QWidget *each : std::initializer_list<QWidget *>{m_xName, m_x, m_yName, m_y, m_figure})
        each->setVisible(part() == Part::sweep);
    for (QWidget *each : {m_kind, m_plans})
        each->setVisible(part() == Part::scaling);
}

void SweepPage::report(const Issues &issues)
{
    showRunning(false);
    m_status->setText(issues.empty() ? QString() : issueText(issues.front()));
    m_status->setToolTip(m_status->text());
    const bool partial = (part() == Part::sweep && m_sweep && !m_sweep->complete) || (part() == Part::scaling && m_scaling && !m_scaling->complete);
    if (partial)
        m_status->setText(tr("stopped: what is missing was not reached"));
    refresh();
}

void SweepPage::refresh()
{
    m_sweepPane->setStudy(found(), !current(m_sweepOf));
    m_scalingPane->setStudy(found(), !current(m_scalingOf));
    auto shown = std::make_shared<Snapshot>(m_snapshot ? *m_snapshot : Snapshot());
    shown->scaling = m_scaling;
    shown->trend = m_trend;
    m_scalingTable->setSnapshot(shown);
    m_trendTable->setSnapshot(shown);
}

void SweepPage::applyCell(std::size_t cell)
{
    if (!m_sweep || cell >= m_sweep->cells.size() || !current(m_sweepOf))
        return;
    const std::vector<FieldChange> changes = changesOf(*m_sweep, cell % m_sweep->x.values.size(), cell / m_sweep->x.values.size());
    if (const Result<Scenario> next = varied(m_document.scenario(), changes)) {
        m_document.applyVariant(*next, changesText(changes));
        emit noted(tr("Applied: %1").arg(changesText(changes)));
    }
}

void SweepPage::applyPoint(std::size_t row)
{
    if (!m_scaling || row >= m_scaling->points.size() || !m_scaling->points[row].runs() || !current(m_scalingOf))
        return;
    const ScalingPoint &point = m_scaling->points[row];
    Scenario next = withDevices(m_document.scenario(), point.devices);
    next.plan = point.plan;
    next.run.globalBatch = point.globalBatch;
    const QString what = tr("%1 devices").arg(point.devices);
    m_document.applyVariant(std::move(next), what);
    emit noted(tr("Applied: %1").arg(what));
}

void SweepPage::applyTrend(std::size_t row)
{
    if (!m_trend || !current(m_trendOf))
        return;
    for (const TrendRow &r : m_trend->rows) {
        if (row >= r.points.size()) {
            row -= r.points.size();
            continue;
        }
        const std::vector<FieldChange> changes{{r.field, r.points[row].value}};
        if (const Result<Scenario> next = varied(m_document.scenario(), changes)) {
            m_document.applyVariant(*next, changesText(changes));
            emit noted(tr("Applied: %1").arg(changesText(changes)));
        }
        return;
    }
}

void SweepPage::retranslate()
{
    m_xName->setText(tr("Across:"));
    m_yName->setText(tr("Up:"));
    m_x->retranslate(tr("across"));
    m_y->retranslate(tr("up"));
    for (std::size_t i = 0; i < rowsOf(Figure{}).size(); ++i)
        m_figure->setItemText(static_cast<int>(i), coreText(labelOf(static_cast<Figure>(i))));
    for (int i = 0; i < 2; ++i) {
        m_kind->setItemText(i, coreText(labelOf(static_cast<ScalingKind>(i))));
        m_plans->setItemText(i, coreText(labelOf(static_cast<ScalingPlan>(i))));
    }
    m_figure->setAccessibleName(tr("Figure of the sweep"));
    m_kind->setAccessibleName(tr("Kind of scaling"));
    m_plans->setAccessibleName(tr("Plans of the scaling"));
    m_progress->setAccessibleName(tr("Share of the study done"));
    m_cancel->setText(tr("Stop"));
    m_tabs->setTabText(0, tr("Sweep"));
    m_tabs->setTabText(1, tr("Scaling"));
    m_tabs->setTabText(2, tr("Trend check"));
    showRunning(m_sweepStudy.running() || m_scalingStudy.running() || m_trendStudy.running());
}

} // namespace headroom
