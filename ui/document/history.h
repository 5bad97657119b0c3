#pragma once
// Undo as a stack of scenario values. Edits of one field in one burst (until endBurst) are one step.

#include "spec/match_correction.h"
#include "spec/scenario.h"
#include "ui/document/annotations.h"

#include <QString>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace headroom {

using ScenarioPtr = std::shared_ptr<const Scenario>;

// What a step did, as data, so that its text follows the window's language.
struct Change
{
    std::string field{};        // path of the one field that changed, or empty
    const char *what = nullptr; // QT_TRANSLATE_NOOP("Change", …) with %1 when no single field changed
    QString detail{};           // fills %1
};

struct HistoryStep
{
    ScenarioPtr before;
    ScenarioPtr after;
    Change change;
    int burst = 0;
    ChartAnnotationsPtr annotationsBefore{}, annotationsAfter{}; // null: the step left them alone
    // Of a step that changes what was said by hand of a measured run, and nothing else: the scenario stays.
    std::optional<std::vector<MatchCorrection>> matchesBefore{}, matchesAfter{};
};

class History
{
public:
    // Adds a step or extends the last one when both change the same field in the same burst.
    void push(ScenarioPtr before, ScenarioPtr after, Change change);
    // A step of the charts' annotations alone.
    void pushAnnotations(ScenarioPtr now, ChartAnnotationsPtr before, ChartAnnotationsPtr after, Change change);
    void pushMatches(ScenarioPtr scenario, std::vector<MatchCorrection> before, std::vector<MatchCorrection> after, Change change);
    void endBurst() { ++m_burst; }
    // Before the present burst of edits of this field; null when none has begun.
    ScenarioPtr burstStart(const std::string &field) const;
    void clear();

    const HistoryStep *undoStep() const;
    const HistoryStep *redoStep() const;
    ScenarioPtr undo(); // the scenario to go back to
    ScenarioPtr redo();

private:
    void add(HistoryStep step);

    std::vector<HistoryStep> m_steps;
    std::size_t m_done = 0; // steps before this index are done, later ones undone
    int m_burst = 0;
};

// "Tensor parallel 1 → 2", "Apply plan …".
QString changeText(const HistoryStep &step);

} // namespace headroom
