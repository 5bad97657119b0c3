#pragma once
// The one document: the current scenario, how it came about, the pinned baseline, the file it belongs to. Every edit
// replaces the scenario value; views send intents here and never change anything themselves.

#include <QObject>
#include <QString>

#include "gap/advice.h"
#include "search/search.h"
#include "spec/checkpoint/safetensors.h"
#include "spec/datasheet_question.h"
#include "spec/field.h"
#include "spec/project_file.h"
#include "spec/user_catalog.h"
#include "ui/document/history.h"
#include "ui/document/measured_trace.h"

#include <map>
#include <memory>
#include <optional>

namespace headroom {

class Document : public QObject
{
    Q_OBJECT

public:
    explicit Document(Scenario initial, QObject *parent = nullptr);

    const Scenario &scenario() const { return *m_current; }
    ScenarioPtr scenarioPtr() const { return m_current; }
    const History &history() const { return m_history; }
    ScenarioPtr baseline() const { return m_baseline; } // follows the named scenario that it is

    // The named scenarios. Edits change the one that is shown; each has a history of its own.
    std::vector<NamedScenario> scenarios() const { return project().scenarios; }
    std::size_t shownScenario() const { return m_project.current; }
    std::optional<std::size_t> baselineScenario() const { return m_project.baseline; }
    void showScenario(std::size_t index);
    void duplicateScenario(const QString &name); // of the one that is shown; the copy is shown
    void renameScenario(std::size_t index, const QString &name);
    void removeScenario(std::size_t index); // the last one stays
    void setScenarioNotes(std::size_t index, const QString &notes);
    void chooseBaseline(std::size_t index);
    // "Name 2": a name that no scenario has yet.
    QString freeScenarioName(const QString &wanted) const;

    // Intents. Each that changes something is one undo step.
    // A value that checkFieldValue accepted. Devices take the data axes with them, where the other axes divide them.
    void setField(const Field &field, const FieldValue &value);
    void endBurst() { m_history.endBurst(); }
    // The user's answer to a question about a datasheet number; a number kept as it is counts as confirmed.
    void answer(const Field &field, const DatasheetQuestion &question, const DatasheetAnswer &answer);
    void setModel(const ModelSpec &model);
    void setLayers(std::vector<LayerGroup> layers, const char *what, const QString &detail = {}); // what: of Change
    void setHardware(const HardwareSpec &hardware);
    void setCalibration(const Calibration &calibration);
    // What was said by hand of a measured run; the scenario that is shown keeps it.
    const std::vector<MatchCorrection> &matches() const { return m_project.scenarios[m_project.current].matches; }
    void setMatches(std::vector<MatchCorrection> matches, const QString &detail);
    // Another phase, with a plan that it can have: the one it had last on as many devices, else what changePhase() makes of this one.
    void setPhase(RunPhase phase);
    void applyPlan(const Plan &plan, Count globalBatch, const QString &planText);
    void applyServingPlan(const Plan &plan, Count batch, const QString &planText); // sequences at a time
    void applyLaunchFlags(Scenario next, const QString &launcher); // what the flags made of the present scenario
    // A loss that goes back to what was expected is a change of the calibration that the run reached, which then comes with it.
    void applyAdvice(const Advice &advice, const std::optional<Calibration> &reached);
    void undo();
    void redo();
    void applyVariant(Scenario next, const QString &what); // a cell of a study
    void pinBaseline(); // a copy of what is shown, named Baseline
    void clearBaseline();

    // The checkpoint that the model is compared with, if one was opened. No part of the scenario: neither saved nor
    // undone.
    std::shared_ptr<const Checkpoint> checkpoint() const { return m_checkpoint; }
    void setCheckpoint(Checkpoint checkpoint);

    // The profiler's record that the scenario is compared with, if one was opened. Likewise no part of the scenario.
    const MeasuredTracePtr &trace() const { return m_trace; }
    void setTrace(MeasuredTracePtr trace); // null: none

    // Texts at points of the charts, of the scenario that is shown. Saved with the project; a change is one undo step.
    const ChartAnnotations &annotations() const { return *m_annotations; }
    void setAnnotations(ChartAnnotations annotations, const char *what, const QString &detail); // what: of Change

    // What a search tries and ranks by. Saved with the project, never undone.
    const SearchSpace &searchSpace() const { return m_searchSpace; }
    void setSearchSpace(const SearchSpace &space);

    // What the group's values are compared with: the catalog entry or imported file of that name. Null when unknown.
    const Scenario *reference(const std::string &group) const;
    // The same for any name of the group.
    const Scenario *reference(const std::string &group, const std::string &name) const;

    // The user's own models and chips; entries of it are presets too.
    const UserCatalog &userCatalog() const { return m_userCatalog; }
    void setUserCatalog(UserCatalog catalog);

    // Files.
    QString path() const { return m_path; }
    bool isModified() const;
    void reset(Scenario scenario);                   // a new document without a file
    void open(Project project, const QString &path); // as readCheckedProject() gives it; forgets the history
    void recover(Project project, const QString &path); // the same, of work that was never saved there
    Project project() const;                         // what is to be saved
    void markSaved(const QString &path);

signals:
    void scenarioChanged();
    void scenariosChanged(); // names, notes, their number, which is shown
    void historyChanged();
    void baselineChanged();
    void checkpointChanged();
    void traceChanged();
    void matchesChanged();
    void fileChanged();
    void annotationsChanged();
    void searchSpaceChanged();
    void userCatalogChanged();
    void devicesFollowed(const QString &what); // "fsdp 32 → 8"

private:
    // What belongs to one named scenario beside the scenario.
    struct Kept
    {
        History history;
        ChartAnnotationsPtr annotations = std::make_shared<const ChartAnnotations>();
    };

    void setDevices(const Field &field, const FieldValue &value);
    void replace(Scenario next, Change change);
    void moveTo(ScenarioPtr scenario);
    using Matches = std::optional<std::vector<MatchCorrection>>;
    void stepTo(ScenarioPtr scenario, ChartAnnotationsPtr annotations, Matches matches); // neither: a step of the scenario
    void takeAnnotations(ChartAnnotationsPtr annotations);
    std::vector<ChartAnnotations> allAnnotations() const; // of every scenario
    void moveToMatches(std::vector<MatchCorrection> matches);
    void keepShown();             // the scenario that is shown, with its history, back to the others
    void takeShown(std::size_t index);

    ScenarioPtr m_current;
    ScenarioPtr m_baseline;
    std::shared_ptr<const Checkpoint> m_checkpoint;
    MeasuredTracePtr m_trace;
    std::optional<Plan> m_trainingPlan, m_servingPlan;     // what the scenario had last when it trained, when it served
    std::map<RunPhase, std::optional<Seconds>> m_measured; // step time of each phase, as the scenario had it last
    History m_history;
    ChartAnnotationsPtr m_annotations = std::make_shared<const ChartAnnotations>();
    std::vector<Kept> m_kept; // of the scenarios that are not shown
    Project m_project; // all scenarios, the shown one as it was when it came; notes and view state of the opened file
    bool m_pinned = false; // the baseline is a copy that pinBaseline() made
    UserCatalog m_userCatalog;
    SearchSpace m_searchSpace;
    QString m_path;
    std::optional<Project> m_saved; // none: never
    std::map<std::string, Scenario> m_imported;           // by group and name
    mutable std::map<std::string, Scenario> m_references; // what the catalog answered, by group and name
};

} // namespace headroom
