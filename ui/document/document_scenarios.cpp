// The named scenarios of the document, with what was said by hand of their measured runs, and the one that the others are compared with.

#include "ui/document/document.h"

#include <algorithm>
#include <utility>

namespace headroom {

namespace {
constexpr const char *pinnedName = "Baseline";
}

void Document::keepShown()
{
    m_history.endBurst();
    m_kept.resize(m_project.scenarios.size());
    m_project.scenarios[m_project.current].scenario = *m_current;
    m_kept[m_project.current] = {std::exchange(m_history, {}), m_annotations};
}

void Document::takeShown(std::size_t index)
{
    m_project.current = index;
    m_kept.resize(m_project.scenarios.size());
    m_history = std::exchange(m_kept[index].history, {});
    m_annotations = m_kept[index].annotations;
    m_trainingPlan.reset();
    m_servingPlan.reset();
    m_measured.clear();
    moveTo(std::make_shared<const Scenario>(m_project.scenarios[index].scenario));
    emit scenariosChanged();
    emit annotationsChanged();
}

std::vector<ChartAnnotations> Document::allAnnotations() const
{
    std::vector<ChartAnnotations> out(m_project.scenarios.size());
    for (std::size_t i = 0; i < std::min(out.size(), m_kept.size()); ++i)
        out[i] = *m_kept[i].annotations;
    out[m_project.current] = *m_annotations;
    return out;
}

void Document::showScenario(std::size_t index)
{
    if (index == m_project.current || index >= m_project.scenarios.size())
        return;
    keepShown();
    takeShown(index);
}

void Document::duplicateScenario(const QString &name)
{
    keepShown();
    NamedScenario copy = m_project.scenarios[m_project.current];
    copy.name = name.toStdString();
    m_project.scenarios.push_back(std::move(copy));
    m_kept.push_back({{}, m_annotations});
    takeShown(m_project.scenarios.size() - 1);
}

void Document::renameScenario(std::size_t index, const QString &name)
{
    if (index >= m_project.scenarios.size() || name.isEmpty())
        return;
    m_project.scenarios[index].name = name.toStdString();
    emit scenariosChanged();
    emit fileChanged();
}

void Document::removeScenario(std::size_t index)
{
    if (index >= m_project.scenarios.size() || m_project.scenarios.size() == 1)
        return;
    keepShown();
    const std::size_t shown = m_project.current;
    m_project.scenarios.erase(m_project.scenarios.begin() + static_cast<std::ptrdiff_t>(index));
    m_kept.erase(m_kept.begin() + static_cast<std::ptrdiff_t>(index));
    if (m_project.baseline == index) {
        m_project.baseline.reset();
        m_baseline = nullptr;
        m_pinned = false;
    } else if (m_project.baseline && *m_project.baseline > index) {
        --*m_project.baseline;
    }
    takeShown(shown > index || shown == m_project.scenarios.size() ? shown - 1 : shown);
    emit baselineChanged();
}

void Document::setScenarioNotes(std::size_t index, const QString &notes)
{
    if (index >= m_project.scenarios.size() || m_project.scenarios[index].notes == notes.toStdString())
        return;
    m_project.scenarios[index].notes = notes.toStdString();
    emit fileChanged();
}

void Document::chooseBaseline(std::size_t index)
{
    if (index >= m_project.scenarios.size())
        return;
    m_pinned = m_pinned && m_project.baseline == index;
    m_project.baseline = index;
    m_baseline = index == m_project.current ? m_current : std::make_shared<const Scenario>(m_project.scenarios[index].scenario);
    emit baselineChanged();
    emit scenariosChanged();
    emit fileChanged();
}

void Document::pinBaseline()
{
    clearBaseline();
    m_project.scenarios.push_back({freeScenarioName(QString::fromLatin1(pinnedName)).toStdString(), *m_current});
    chooseBaseline(m_project.scenarios.size() - 1);
    m_pinned = true;
}

// A copy that was only pinned goes with it; a named scenario stays.
void Document::clearBaseline()
{
    const std::optional<std::size_t> pinned = m_pinned ? m_project.baseline : std::nullopt;
    m_baseline = nullptr;
    m_project.baseline.reset();
    m_pinned = false;
    if (pinned && *pinned != m_project.current)
        removeScenario(*pinned);
    else
        emit baselineChanged();
    emit scenariosChanged();
    emit fileChanged();
}

QString Document::freeScenarioName(const QString &wanted) const
{
    const auto taken = [this](const QString &name) {
        return std::ranges::any_of(m_project.scenarios, [&](const NamedScenario &s) { return s.name == name.toStdString(); });
    };
    QString name = wanted;
    for (int number = 2; taken(name); ++number)
        name = QStringLiteral("%1 %2").arg(wanted).arg(number);
    return name;
}

void Document::setMatches(std::vector<MatchCorrection> matches, const QString &detail)
{
    if (matches == this->matches())
        return;
    m_history.pushMatches(m_current, this->matches(), matches, {.what = QT_TRANSLATE_NOOP("Change", "matches: %1"), .detail = detail});
    moveToMatches(std::move(matches));
}

void Document::moveToMatches(std::vector<MatchCorrection> matches)
{
    m_project.scenarios[m_project.current].matches = std::move(matches);
    emit matchesChanged();
    emit historyChanged();
    emit fileChanged();
}

} // namespace headroom
