#include "ui/document/history.h"

#include "spec/field.h"
#include "ui/text.h"

#include <QCoreApplication>

namespace headroom {

namespace {
constexpr std::size_t maximumSteps = 500;
}

void History::push(ScenarioPtr before, ScenarioPtr after, Change change)
{
    m_steps.resize(m_done);
    if (!m_steps.empty() && !change.field.empty() && m_steps.back().change.field == change.field
        && m_steps.back().burst == m_burst)
    {
        m_steps.back().after = std::move(after);
        if (*m_steps.back().after == *m_steps.back().before) {
            m_steps.pop_back();
            --m_done;
        }
        return;
    }
    add({std::move(before), std::move(after), std::move(change), m_burst});
}

void History::pushAnnotations(ScenarioPtr now, ChartAnnotationsPtr before, ChartAnnotationsPtr after, Change change)
{
    endBurst();
    m_steps.resize(m_done);
    add({now, now, std::move(change), m_burst, std::move(before), std::move(after)});
}

void History::pushMatches(ScenarioPtr scenario, std::vector<MatchCorrection> before, std::vector<MatchCorrection> after, Change change)
{
    endBurst();
    m_steps.resize(m_done);
    HistoryStep step{scenario, scenario, std::move(change), m_burst};
    step.matchesBefore = std::move(before);
    step.matchesAfter = std::move(after);
    add(std::move(step));
}

void History::add(HistoryStep step)
{
    m_steps.push_back(std::move(step));
    if (m_steps.size() > maximumSteps)
        m_steps.erase(m_steps.begin());
    m_done = m_steps.size();
}

ScenarioPtr History::burstStart(const std::string &field) const
{
    const HistoryStep *last = undoStep();
    return last && last->burst == m_burst && last->change.field == field ? last->before : nullptr;
}

void History::clear()
{
    m_steps.clear();
    m_done = 0;
}

const HistoryStep *History::undoStep() const
{
    return m_done > 0 ? &m_steps[m_done - 1] : nullptr;
}

const HistoryStep *History::redoStep() const
{
    return m_done < m_steps.size() ? &m_steps[m_done] : nullptr;
}

ScenarioPtr History::undo()
{
    endBurst();
    return m_steps[--m_done].before;
}

ScenarioPtr History::redo()
{
    endBurst();
    return m_steps[m_done++].after;
}

QString changeText(const HistoryStep &step)
{
    const Field *field = step.change.field.empty() ? nullptr : findField(step.change.field);
    if (!field)
        return step.change.what ? QCoreApplication::translate("Change", step.change.what).arg(step.change.detail)
                                : QString();
    const auto shown = [&](const Scenario &scenario) {
        const FieldValue value = field->get(scenario);
        if (std::holds_alternative<std::monostate>(value))
            return QCoreApplication::translate("Change", "not set");
        return qs(formatFieldValue(*field, value));
    };
    return QStringLiteral("%1 %2 → %3").arg(coreText(field->label), shown(*step.before), shown(*step.after));
}

} // namespace headroom
