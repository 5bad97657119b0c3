#include "ui/pages/sensitivity_page.h"

#include "ui/models/table_model.h"
#include "ui/models/tables.h"
#include "ui/pages/chart_pane.h"
#include "ui/pages/table_page.h"
#include "ui/text.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSplitter>
#include <QVBoxLayout>

namespace headroom {

namespace {
constexpr int margin = 6;
constexpr std::array figures{Figure::expectedMfu, Figure::boundMfu, Figure::expectedStep, Figure::boundStep, Figure::tokensPerSecondPerChip,
                             Figure::memory};
} // namespace

SensitivityPage::SensitivityPage(ChartPane *pane, QWidget *parent)
    : QWidget(parent)
    , m_pane(pane)
    , m_figure(new QComboBox(this))
    , m_status(new QLabel(this))
    , m_study(*this, [this](std::shared_ptr<const Sensitivity> found, const Issues &issues) { show(std::move(found), issues); }, [](std::size_t, std::size_t) { })
{
    setObjectName(QStringLiteral("sensitivityPage"));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto *head = new QHBoxLayout;
    head->setContentsMargins(margin, margin / 2, margin, margin / 2);
    for (std::size_t i = 0; i < figures.size(); ++i)
        m_figure->addItem(QString());
    m_status->setWordWrap(true);
    head->addWidget(m_figure);
    head->addWidget(m_status, 1);
    column->addLayout(head);
    auto *splitter = new QSplitter(Qt::Horizontal, this);
    splitter->setChildrenCollapsible(false);
    m_pane->setParent(splitter);
    m_table = new TablePage(sensitivityTable(), splitter);
    splitter->addWidget(m_pane);
    splitter->addWidget(m_table);
    splitter->setStretchFactor(0, 1);
    splitter->setStretchFactor(1, 1);
    column->addWidget(splitter, 1);
    connect(m_figure, &QComboBox::activated, this, &SensitivityPage::refresh);
    const auto open = [this](std::size_t row) {
        if (m_found && row < m_found->rows.size())
            emit fieldRequested(qs(m_found->rows[row].field->path()));
    };
    connect(m_pane, &ChartPane::rowActivated, this, open);
    connect(m_pane, &ChartPane::rowSelected, this, [this](std::size_t row) { m_table->selectSource(row); });
    connect(m_table, &TablePage::rowActivated, this, open);
    retranslate();
}

Figure SensitivityPage::figure() const { return figures[static_cast<std::size_t>(std::max(0, m_figure->currentIndex()))]; }

void SensitivityPage::setSnapshot(const SnapshotPtr &snapshot)
{
    m_snapshot = snapshot;
    run();
    refresh();
}

void SensitivityPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    run();
}

void SensitivityPage::run()
{
    if (!isVisible() || !m_snapshot || !m_snapshot->input || m_snapshot->stale || m_snapshot->input == m_asked)
        return;
    m_asked = m_snapshot->input;
    m_study.start([scenario = *m_asked](const std::stop_token &stop, const Study<Sensitivity>::Progress &progress) {
        return sensitivity(scenario, 0.1, stop, progress);
    });
}

void SensitivityPage::show(std::shared_ptr<const Sensitivity> found, const Issues &issues)
{
    m_found = std::move(found);
    m_of = m_asked;
    m_status->setText(issues.empty() ? QString() : issueText(issues.front()));
    refresh();
}

void SensitivityPage::refresh()
{
    m_pane->setStudy({.sensitivity = m_found, .sweep = {}, .scaling = {}, .sensitivityFigure = figure()}, m_snapshot && !isCurrent());
    auto shown = std::make_shared<Snapshot>(m_snapshot ? *m_snapshot : Snapshot());
    shown->sensitivity = m_found;
    m_table->setSnapshot(shown);
}

void SensitivityPage::retranslate()
{
    for (std::size_t i = 0; i < figures.size(); ++i)
        m_figure->setItemText(static_cast<int>(i), coreText(labelOf(figures[i])));
    m_figure->setToolTip(tr("What the bars show the change of"));
    m_figure->setAccessibleName(tr("Figure of the bars"));
    refresh();
}

} // namespace headroom
