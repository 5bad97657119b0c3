#include "ui/pages/search_tools.h"

#include "ui/document/document.h"
#include "ui/document/evaluation_runner.h"
#include "ui/document/search_settings.h"
#include "ui/forms/why_not_dialog.h"
#include "ui/pages/search_settings_panel.h"
#include "ui/pages/table_page.h"
#include "ui/text.h"

#include <QHBoxLayout>
#include <QProgressBar>
#include <QScreen>
#include <QToolButton>

namespace headroom {

namespace {
constexpr int longestSummary = 320; // px
}

SearchTools::SearchTools(Document &document, EvaluationRunner &runner, TablePage &page)
    : QWidget(&page), m_document(document), m_runner(runner), m_page(page), m_snapshot(runner.snapshot()),
      m_settings(new QToolButton(this)), m_whyNot(new QToolButton(this)), m_progress(new QProgressBar(this)),
      m_cancel(new QToolButton(this)), m_again(new QToolButton(this)), m_panel(new SearchSettingsPanel(document, this))
{
    m_settings->setObjectName(QStringLiteral("searchSettingsButton"));
    m_whyNot->setObjectName(QStringLiteral("whyNotButton"));
    m_progress->setFixedSize(110, 14);
    m_progress->setTextVisible(false);
    m_progress->setRange(0, 100);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    for (QWidget *tool : {static_cast<QWidget *>(m_progress), static_cast<QWidget *>(m_cancel), static_cast<QWidget *>(m_again),
                          static_cast<QWidget *>(m_settings), static_cast<QWidget *>(m_whyNot)})
        row->addWidget(tool);
    page.addTool(this);
    connect(m_settings, &QToolButton::clicked, this, &SearchTools::openSettings);
    connect(m_whyNot, &QToolButton::clicked, this, &SearchTools::askWhyNot);
    connect(m_cancel, &QToolButton::clicked, &m_runner, &EvaluationRunner::cancelSearch);
    connect(m_again, &QToolButton::clicked, &m_runner, &EvaluationRunner::restartSearch);
    connect(&m_document, &Document::searchSpaceChanged, this, &SearchTools::showSettings);
    retranslate();
}

void SearchTools::retranslate()
{
    m_cancel->setText(tr("Cancel"));
    m_again->setText(tr("Search again"));
    m_whyNot->setText(tr("Why not…"));
    m_whyNot->setToolTip(tr("Type a plan and see why the search does not propose it"));
    m_panel->retranslate();
    showSettings();
    setSnapshot(m_snapshot);
}

void SearchTools::showSettings()
{
    const QString text = searchSettingsText(m_document.searchSpace(), m_document.scenario().run.phase);
    m_settings->setText(tr("Search: %1").arg(fontMetrics().elidedText(text, Qt::ElideRight, longestSummary)) + QStringLiteral(" ▾"));
    m_settings->setToolTip(tr("What the search tries and ranks by: %1").arg(text));
}

void SearchTools::openSettings()
{
    m_panel->adjustSize();
    QPoint at = m_settings->mapToGlobal(QPoint(m_settings->width() - m_panel->width(), -m_panel->height()));
    const QRect area = screen()->availableGeometry();
    at.setX(std::clamp(at.x(), area.left(), std::max(area.left(), area.right() - m_panel->width())));
    if (at.y() < area.top())
        at.setY(m_settings->mapToGlobal(QPoint(0, m_settings->height())).y());
    m_panel->move(at);
    static_cast<QWidget *>(m_panel)->show();
}

void SearchTools::setSnapshot(SnapshotPtr snapshot)
{
    m_snapshot = std::move(snapshot);
    const bool searching = m_snapshot->searching;
    const bool served = m_snapshot->served != nullptr;
    const bool whole = served ? m_snapshot->servedSearch && m_snapshot->servedSearch->complete : m_snapshot->search && m_snapshot->search->complete;
    m_progress->setVisible(searching);
    m_cancel->setVisible(searching);
    m_again->setVisible(!searching && !m_snapshot->stale && !whole && m_snapshot->searchIssues.empty());
    m_whyNot->setVisible(!served); // it asks about plans that train
    m_whyNot->setEnabled(whole);
    showSettings();
    const auto &progress = m_snapshot->progress;
    m_progress->setValue(progress && progress->total > 0 ? static_cast<int>(100 * progress->done / progress->total) : 0);
    m_page.setStatus(statusText());
    if (m_snapshot->search && m_snapshot->search->reranked > 0)
        m_page.showColumn("simulated");
}

QString SearchTools::statusText() const
{
    if (m_snapshot->searching && !m_snapshot->progress)
        return tr("searching …");
    if (m_snapshot->searching) {
        const SearchProgress &p = *m_snapshot->progress;
        if (p.toSimulate > 0)
            return tr("%1 of %2 simulated").arg(p.simulated).arg(p.toSimulate);
        const double rate = p.seconds > 0.0 ? static_cast<double>(p.evaluated) / p.seconds : 0.0;
        return tr("the best so far of %1 plans, %2 fit; %3 plans/s, %4 %")
            .arg(p.evaluated)
            .arg(p.feasible)
            .arg(quantityText(rate, Unit::count, 3))
            .arg(100 * p.done / std::max<std::size_t>(p.total, 1));
    }
    if (!m_snapshot->searchIssues.empty())
        return issueText(m_snapshot->searchIssues.front());
    const ServingSearchResult *served = m_snapshot->servedSearch.get();
    if (served)
        return searchedText(served->evaluated, served->feasible, served->seconds, served->complete);
    if (!m_snapshot->search)
        return m_snapshot->stale ? tr("the input is invalid") : tr("no search");
    const SearchResult &found = *m_snapshot->search;
    return searchedText(found.evaluated, found.feasible, found.seconds, found.complete);
}

QString SearchTools::searchedText(std::size_t evaluated, std::size_t feasible, double seconds, bool complete) const
{
    return tr("%1 plans evaluated, %2 fit, %3 s%4")
        .arg(evaluated)
        .arg(feasible)
        .arg(seconds, 0, 'f', 2)
        .arg(complete ? QString() : QStringLiteral(" · ") + tr("stopped early"));
}

void SearchTools::askWhyNot()
{
    if (!m_snapshot->search || !m_snapshot->search->complete)
        return;
    WhyNotDialog dialog(m_document.scenario(), m_document.searchSpace(), m_snapshot->search, window());
    if (dialog.exec() == QDialog::Accepted)
        m_document.applyPlan(dialog.named().plan, dialog.named().globalBatch, dialog.planName());
}

} // namespace headroom
