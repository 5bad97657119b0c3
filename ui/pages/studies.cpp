#include "ui/pages/studies.h"

#include "ui/pages/scenarios_page.h"
#include "ui/pages/sensitivity_page.h"
#include "ui/pages/sweep_page.h"

#include <QTabWidget>

namespace headroom {

Studies::Studies(Document &document, QTabWidget &tabs, const std::function<ChartPane *(const ChartRow &, QWidget *)> &newPane, QObject *parent)
    : QObject(parent), m_tabs(tabs)
{
    const auto pane = [&](const char *key) { return newPane(*findChart(QString::fromUtf8(key)), &tabs); };
    m_scenarios = new ScenariosPage(document, &tabs);
    m_sensitivity = new SensitivityPage(pane("sensitivity"), &tabs);
    m_sweep = new SweepPage(document, pane("sweep"), pane("scaling"), &tabs);
    for (QWidget *page : std::initializer_list<QWidget *>{m_scenarios, m_sensitivity, m_sweep})
        tabs.addTab(page, QString());
    connect(m_scenarios, &ScenariosPage::fieldRequested, this, &Studies::fieldRequested);
    connect(m_sensitivity, &SensitivityPage::fieldRequested, this, &Studies::fieldRequested);
    connect(m_sweep, &SweepPage::noted, this, &Studies::noted);
}

void Studies::setSnapshot(const SnapshotPtr &snapshot)
{
    m_scenarios->setSnapshot(snapshot);
    m_sensitivity->setSnapshot(snapshot);
    m_sweep->setSnapshot(snapshot);
}

void Studies::retranslate()
{
    m_tabs.setTabText(m_tabs.indexOf(m_scenarios), tr("Scenarios"));
    m_tabs.setTabText(m_tabs.indexOf(m_sensitivity), tr("Sensitivity"));
    m_tabs.setTabText(m_tabs.indexOf(m_sweep), tr("Sweep"));
    m_scenarios->retranslate();
    m_sensitivity->retranslate();
    m_sweep->retranslate();
}

StudyContent Studies::found() const
{
    StudyContent out = m_sweep->found();
    out.sensitivity = m_sensitivity->found();
    out.sensitivityFigure = m_sensitivity->figure();
    return out;
}

StudyContent Studies::current() const
{
    StudyContent out = m_sweep->foundNow();
    if (m_sensitivity->isCurrent())
        out.sensitivity = m_sensitivity->found();
    out.sensitivityFigure = m_sensitivity->figure();
    return out;
}

void Studies::front(QWidget *page)
{
    m_tabs.setCurrentWidget(page);
    emit shown();
}

void Studies::showScenarios() { front(m_scenarios); }

void Studies::showSensitivity() { front(m_sensitivity); }

void Studies::showSweep()
{
    m_sweep->showPart(SweepPage::Part::sweep);
    front(m_sweep);
}

void Studies::showScaling()
{
    m_sweep->showPart(SweepPage::Part::scaling);
    front(m_sweep);
}

void Studies::showTrend()
{
    m_sweep->showPart(SweepPage::Part::trend);
    front(m_sweep);
}

} // namespace headroom
