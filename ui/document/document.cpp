#include "ui/document/document.h"

#include "explore/variant.h"
#include "spec/catalog.h"
#include "spec/phase_change.h"
#include "ui/document/annotations.h"
#include "ui/document/search_settings.h"
#include "ui/text.h"

#include <QtGlobal>

namespace headroom {

Document::Document(Scenario initial, QObject *parent)
    : QObject(parent), m_current(std::make_shared<const Scenario>(std::move(initial)))
{
    m_project.scenarios.push_back({m_current->model.name, *m_current});
    m_saved = project();
}

void Document::replace(Scenario next, Change change)
{
    if (next == *m_current)
        return;
    auto after = std::make_shared<const Scenario>(std::move(next));
    m_history.push(m_current, after, std::move(change));
    moveTo(std::move(after));
}

void Document::moveTo(ScenarioPtr scenario)
{
    m_current = std::move(scenario);
    if (m_project.baseline == m_project.current) {
        m_baseline = m_current;
        emit baselineChanged();
    }
    emit scenarioChanged();
    emit historyChanged();
    emit fileChanged();
}

void Document::setField(const Field &field, const FieldValue &value)
{
    if (field.path() == "run.devices" || field.path() == "run.serving.prefillDevices")
        return setDevices(field, value);
    Scenario next = *m_current;
    field.set(next, value);
    if (next.run.phase != m_current->run.phase)
        return setPhase(next.run.phase);
    replace(std::move(next), {.field = field.path()});
}

void Document::setDevices(const Field &field, const FieldValue &value)
{
    // While digits are typed, of the plan as it was before the first of them.
    const ScenarioPtr typed = m_history.burstStart(field.path());
    const Scenario &before = typed ? *typed : *m_current;
    const FieldChange change{&field, value};
    const Result<Scenario> moved = varied(before, {&change, 1});
    if (!moved || moved->plan.product() != moved->run.plannedDevices()) {
        Scenario next = before;
        field.set(next, value);
        return replace(std::move(next), {.field = field.path()});
    }
    replace(*moved, {.field = field.path()});
    if (const std::string followed = followedText(before, *moved, {&change, 1}); !followed.empty())
        emit devicesFollowed(qs(followed));
}

void Document::answer(const Field &field, const DatasheetQuestion &question, const DatasheetAnswer &answer)
{
    Scenario next = *m_current;
    field.set(next, answer.value);
    if (answer.keeps)
        confirm(next, question);
    m_history.endBurst();
    replace(std::move(next), {.field = field.path()});
    m_history.endBurst();
}

void Document::setModel(const ModelSpec &model)
{
    Scenario next = *m_current;
    next.model = model;
    m_imported["model/" + model.name] = next;
    m_history.endBurst();
    replace(std::move(next),
            {.what = QT_TRANSLATE_NOOP("Change", "model %1"), .detail = QString::fromStdString(model.name)});
}

void Document::setLayers(std::vector<LayerGroup> layers, const char *what, const QString &detail)
{
    Scenario next = *m_current;
    next.model.layers = std::move(layers);
    m_history.endBurst();
    replace(std::move(next), {.what = what, .detail = detail});
}

void Document::setHardware(const HardwareSpec &hardware)
{
    Scenario next = *m_current;
    next.calibration = calibrationFor(next.calibration, next.hardware, hardware);
    next.hardware = hardware;
    m_imported["hardware/" + hardware.name] = next;
    m_history.endBurst();
    replace(std::move(next),
            {.what = QT_TRANSLATE_NOOP("Change", "hardware %1"), .detail = QString::fromStdString(hardware.name)});
}

void Document::setCalibration(const Calibration &calibration)
{
    Scenario next = *m_current;
    next.calibration = calibration;
    m_history.endBurst();
    replace(std::move(next), {.what = QT_TRANSLATE_NOOP("Change", "calibration %1"),
                              .detail = QString::fromStdString(calibration.name)});
}

void Document::setPhase(RunPhase phase)
{
    Scenario next = *m_current;
    changePhase(next, phase);
    if (phase == m_current->run.phase)
        return;
    m_measured[m_current->run.phase] = m_current->run.measuredStepTime;
    next.run.measuredStepTime = m_measured[phase];
    const bool trained = m_current->run.phase == RunPhase::training, trains = phase == RunPhase::training;
    if (trained != trains) {
        (trained ? m_trainingPlan : m_servingPlan) = m_current->plan;
        const std::optional<Plan> &last = trains ? m_trainingPlan : m_servingPlan;
        if (last && last->product() == next.run.plannedDevices())
            next.plan = *last;
    }
    m_history.endBurst();
    replace(std::move(next), {.field = "run.phase"});
    m_history.endBurst();
}

void Document::applyPlan(const Plan &plan, Count globalBatch, const QString &planText)
{
    Scenario next = *m_current;
    next.plan = plan;
    next.run.globalBatch = globalBatch;
    m_history.endBurst();
    replace(std::move(next), {.what = QT_TRANSLATE_NOOP("Change", "plan %1"), .detail = planText});
}

void Document::applyServingPlan(const Plan &plan, Count batch, const QString &planText)
{
    Scenario next = *m_current;
    next.plan = plan;
    next.run.serving.batch = batch;
    m_history.endBurst();
    replace(std::move(next), {.what = QT_TRANSLATE_NOOP("Change", "plan %1"), .detail = planText});
}

void Document::applyLaunchFlags(Scenario next, const QString &launcher)
{
    m_history.endBurst();
    replace(std::move(next), {.what = QT_TRANSLATE_NOOP("Change", "launch flags of %1"), .detail = launcher});
}

void Document::applyAdvice(const Advice &advice, const std::optional<Calibration> &reached)
{
    Scenario next = *m_current;
    Issues issues = applySetting(next, advice.setting);
    if (next == *m_current && reached) {
        next.calibration = *reached;
        issues = applySetting(next, advice.setting);
    }
    if (hasError(issues))
        return;
    m_history.endBurst();
    replace(std::move(next), {.what = QT_TRANSLATE_NOOP("Change", "advice %1"), .detail = QString::fromStdString(advice.setting)});
}

void Document::undo()
{
    const HistoryStep *step = m_history.undoStep();
    if (!step)
        return;
    const ChartAnnotationsPtr annotations = step->annotationsBefore;
    const Matches matches = step->matchesBefore;
    stepTo(m_history.undo(), annotations, matches);
}

void Document::redo()
{
    const HistoryStep *step = m_history.redoStep();
    if (!step)
        return;
    const ChartAnnotationsPtr annotations = step->annotationsAfter;
    const Matches matches = step->matchesAfter;
    stepTo(m_history.redo(), annotations, matches);
}

// Nothing is evaluated again for a text, or for what was said of a measured run.
void Document::stepTo(ScenarioPtr scenario, ChartAnnotationsPtr annotations, Matches matches)
{
    if (annotations)
        takeAnnotations(std::move(annotations));
    else if (matches)
        moveToMatches(*std::move(matches));
    else
        moveTo(std::move(scenario));
}

void Document::setAnnotations(ChartAnnotations annotations, const char *what, const QString &detail)
{
    if (annotations == *m_annotations)
        return;
    auto after = std::make_shared<const ChartAnnotations>(std::move(annotations));
    m_history.pushAnnotations(m_current, m_annotations, after, {.what = what, .detail = detail});
    takeAnnotations(std::move(after));
}

void Document::takeAnnotations(ChartAnnotationsPtr annotations)
{
    m_annotations = std::move(annotations);
    emit annotationsChanged();
    emit historyChanged();
    emit fileChanged();
}

void Document::applyVariant(Scenario next, const QString &what)
{
    m_history.endBurst();
    replace(std::move(next), {.what = QT_TRANSLATE_NOOP("Change", "variant %1"), .detail = what});
}

void Document::setTrace(MeasuredTracePtr trace)
{
    m_trace = std::move(trace);
    emit traceChanged();
}

void Document::setCheckpoint(Checkpoint checkpoint)
{
    m_checkpoint = std::make_shared<const Checkpoint>(std::move(checkpoint));
    emit checkpointChanged();
}

void Document::setSearchSpace(const SearchSpace &space)
{
    if (space == m_searchSpace)
        return;
    m_searchSpace = space;
    emit searchSpaceChanged();
    emit fileChanged();
}

const Scenario *Document::reference(const std::string &group) const
{
    const Scenario &now = *m_current;
    const std::string name = group == "model"         ? now.model.name
                             : group == "hardware"    ? now.hardware.name
                             : group == "calibration" ? now.calibration.name
                                                      : std::string();
    return reference(group, name);
}

const Scenario *Document::reference(const std::string &group, const std::string &name) const
{
    const Scenario &now = *m_current;
    std::string key = group + "/" + name;
    if (group == "calibration")
        key += "/" + now.hardware.name; // its laws are a chip's
    if (const auto known = m_references.find(key); known != m_references.end())
        return &known->second;
    Scenario reference = now;
    bool found = false;
    const auto take = [&found](auto result, auto &into) {
        found = result.has_value();
        if (found)
            into = *std::move(result);
    };
    if (group == "model")
        take(catalogModel(name, m_userCatalog), reference.model);
    else if (group == "hardware")
        take(catalogHardware(name, m_userCatalog), reference.hardware);
    else if (group == "calibration")
        take(catalogCalibration(name, now.hardware), reference.calibration);
    if (found)
        return &m_references.emplace(key, std::move(reference)).first->second;
    const auto imported = m_imported.find(key);
    return imported == m_imported.end() ? nullptr : &imported->second;
}

void Document::setUserCatalog(UserCatalog catalog)
{
    m_userCatalog = std::move(catalog);
    m_references.clear();
    emit userCatalogChanged();
}

bool Document::isModified() const { return !m_saved || project() != *m_saved; }

void Document::reset(Scenario scenario)
{
    Project project;
    project.scenarios.push_back({scenario.model.name, std::move(scenario)});
    open(std::move(project), {});
}

void Document::open(Project project, const QString &path)
{
    m_project = std::move(project);
    m_history.clear();
    m_trainingPlan.reset();
    m_servingPlan.reset();
    m_measured.clear();
    m_pinned = false;
    m_checkpoint = nullptr;
    m_trace = nullptr;
    m_baseline = m_project.baseline
                     ? std::make_shared<const Scenario>(m_project.scenarios[*m_project.baseline].scenario)
                     : nullptr;
    m_current = std::make_shared<const Scenario>(m_project.scenarios[m_project.current].scenario);
    m_searchSpace = searchSettingsOf(m_project.viewState);
    m_kept.assign(m_project.scenarios.size(), {});
    const auto annotations = annotationsOf(m_project, {});
    for (std::size_t i = 0; annotations && i < m_kept.size(); ++i)
        m_kept[i].annotations = std::make_shared<const ChartAnnotations>((*annotations)[i]);
    m_annotations = m_kept[m_project.current].annotations;
    markSaved(path);
    emit searchSpaceChanged();
    emit scenariosChanged();
    emit annotationsChanged();
    emit baselineChanged();
    emit scenarioChanged();
    emit historyChanged();
    emit checkpointChanged();
    emit traceChanged();
}

void Document::recover(Project project, const QString &path)
{
    open(std::move(project), path);
    m_saved.reset();
    emit fileChanged();
}

Project Document::project() const
{
    Project out = m_project;
    out.scenarios[out.current].scenario = *m_current;
    out.viewState = withAnnotations(withSearchSettings(out.viewState, m_searchSpace), allAnnotations());
    return out;
}

void Document::markSaved(const QString &path)
{
    m_path = path;
    m_saved = project();
    emit fileChanged();
}

} // namespace headroom
