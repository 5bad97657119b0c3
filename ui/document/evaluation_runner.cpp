#include "ui/document/evaluation_runner.h"

#include "base/text.h"
#include "ui/document/document.h"

namespace headroom {

namespace {

constexpr int typingPause = 120; // ms

// Without a result, for this input and trace: the user stopped it, or it would fail again. The end of a search does not start it anew.
bool comparisonEnded(const Snapshot &before, const Snapshot &next)
{
    return next.input == before.input && next.trace && next.trace == before.trace && !before.comparing && !before.gap && !before.gapIssues.empty();
}

} // namespace

Scenario searchKey(const Scenario &scenario)
{
    Scenario key = scenario;
    key.plan.dp = key.plan.fsdp = key.plan.tp = key.plan.ep = key.plan.pp = key.plan.cp = 1;
    key.plan.microBatch = 1;
    key.plan.expertTensor = key.plan.expertTensor > 1 ? 2 : 1; // the search tries 1, or tp
    key.plan.remat = RematPolicy::none;
    key.plan.stageSplit = StageSplit::even; // it tries the others too
    key.plan.stageLayers.clear();
    key.run.tokenBudget.reset();
    key.run.measuredStepTime.reset();
    key.run.serving.batch = 1;
    key.run.deviceMtbf.reset();
    key.run.checkpointTime = Seconds();
    key.run.checkpointInterval.reset();
    key.run.restartTime = Seconds();
    // The on-chip roofline is no bound.
    key.run.kernels.tileM = Kernels().tileM;
    key.run.kernels.tileN = Kernels().tileN;
    key.hardware.onChipMemory.clear();
    key.hardware.onChipCapacity.reset();
    key.hardware.onChipBandwidth.reset();
    key.hardware.sparsePeaks.clear();
    return key;
}

EvaluationRunner::EvaluationRunner(Document &document, QObject *parent)
    : QObject(parent), m_document(document), m_snapshot(std::make_shared<const Snapshot>())
{
    m_typing.setSingleShot(true);
    m_typing.setInterval(typingPause);
    connect(&m_typing, &QTimer::timeout, this, &EvaluationRunner::startSearch);
    connect(&m_document, &Document::scenarioChanged, this, &EvaluationRunner::evaluateNow);
    connect(&m_document, &Document::userCatalogChanged, this, &EvaluationRunner::evaluateNow);
    connect(&m_document, &Document::searchSpaceChanged, this, &EvaluationRunner::evaluateNow);
    connect(&m_document, &Document::baselineChanged, this, &EvaluationRunner::evaluateBaseline);
    connect(&m_document, &Document::checkpointChanged, this, &EvaluationRunner::reconcileNow);
    connect(&m_document, &Document::matchesChanged, this, &EvaluationRunner::compareAgain);
    connect(&m_document, &Document::traceChanged, this, &EvaluationRunner::compareAgain);
    connect(&m_gap, &GapRunner::compared, this, &EvaluationRunner::gapFound);
    connect(&m_gap, &GapRunner::progressed, this, &EvaluationRunner::comparisonProgressed);
    evaluateNow();
}

EvaluationRunner::~EvaluationRunner()
{
    m_worker.request_stop();
    if (m_worker.joinable())
        m_worker.join();
}

void EvaluationRunner::publish(Snapshot next)
{
    next.revision = m_snapshot->revision + 1;
    m_snapshot = std::make_shared<const Snapshot>(std::move(next));
    emit snapshotChanged(m_snapshot);
}

void EvaluationRunner::evaluateNow()
{
    Snapshot next = *m_snapshot;
    next.input = m_document.scenarioPtr();
    const SearchKey key = currentKey();
    const bool searched = m_searched && *m_searched == key, running = m_wanted && *m_wanted == key;
    if (!searched) {
        m_searched.reset();
        next.searchIssues.clear();
    }
    if (!searched && !running) {
        next.search = nullptr;
        next.servedSearch = nullptr;
    }
    reconcileInto(next);
    take(next, evaluatePhase(*next.input, next.search && next.search->complete ? next.search->best() : std::nullopt, Detail::simulated));
    if (next.stale || searched) {
        stopSearch();
        next.searching = false;
        next.progress.reset();
    } else if (!running) {
        next.searching = true;
        next.progress.reset();
        requestSearch();
    }
    publish(std::move(next));
}

// The last valid result stays.
void EvaluationRunner::take(Snapshot &next, Evaluated result)
{
    next.stale = !result;
    next.issues = result.issues;
    addCatalogIssues(next.issues);
    if (!result)
        return;
    m_shown = std::move(result);
    showIn(next);
    if (!comparisonEnded(*m_snapshot, next))
        compareInto(next);
}

// A baseline of another phase is no measure of this one.
void EvaluationRunner::showIn(Snapshot &next) const
{
    next.served = m_shown.served;
    next.estimate = m_shown.shown(m_step);
    const std::shared_ptr<const Estimate> baseline = m_baseline ? m_baseline.shown(m_step) : nullptr;
    const bool alike = baseline && next.estimate && baseline->scenario.run.phase == next.estimate->scenario.run.phase;
    next.baseline = alike ? baseline : nullptr;
    next.servedBaseline = alike ? m_baseline.served : nullptr;
}

void EvaluationRunner::showStep(const std::string &id)
{
    m_step = id;
    if (!m_shown.served)
        return;
    Snapshot next = *m_snapshot;
    showIn(next);
    publish(std::move(next));
}

// Files of the user's catalog that cannot be used, after what concerns the input.
void EvaluationRunner::addCatalogIssues(Issues &issues) const
{
    for (Issue issue : m_document.userCatalog().issues) {
        issue.severity = Severity::warning;
        issues.push_back(std::move(issue));
    }
}

void EvaluationRunner::evaluateBaseline()
{
    m_baseline = m_document.baseline() ? evaluatePhase(*m_document.baseline()) : Evaluated{};
    Snapshot next = *m_snapshot;
    const std::shared_ptr<const Estimate> measured = next.gap ? next.estimate : nullptr;
    showIn(next);
    if (measured)
        next.estimate = measured;
    publish(std::move(next));
}

void EvaluationRunner::reconcileNow()
{
    m_reconciled.reset();
    Snapshot next = *m_snapshot;
    reconcileInto(next);
    publish(std::move(next));
}

// Only an edit of the model changes the comparison.
void EvaluationRunner::reconcileInto(Snapshot &next)
{
    const auto checkpoint = m_document.checkpoint();
    const ModelSpec &model = m_document.scenario().model;
    if (checkpoint && m_reconciled == model)
        return;
    next.checkpoint = nullptr;
    next.checkpointIssues.clear();
    if (!checkpoint)
        return m_reconciled.reset();
    m_reconciled = model;
    auto result = reconcile(model, *checkpoint);
    if (result)
        next.checkpoint = std::make_shared<const Reconciliation>(*std::move(result));
    else
        next.checkpointIssues = std::move(result.error());
}

// The estimate with the trace, if there is one; what is found comes later.
void EvaluationRunner::compareInto(Snapshot &next)
{
    next.trace = m_document.trace();
    next.gap = nullptr;
    next.gapIssues.clear();
    if (next.trace && next.served)
        next.gapIssues = {{Severity::error, "run.phase", {CORE_TEXT("core", "a trace is compared with a step of training"), {}}, {}}};
    next.comparing = next.trace && next.trace->summary().typical && next.estimate && !next.served;
    if (next.comparing)
        m_gap.compare(next.estimate, next.trace, m_document.matches());
    else
        m_gap.forget();
}

void EvaluationRunner::compareAgain()
{
    Snapshot next = *m_snapshot;
    if (next.gap)
        next.estimate = next.gap->of; // without what an earlier trace measured
    compareInto(next);
    publish(std::move(next));
}

void EvaluationRunner::cancelComparison()
{
    if (!m_snapshot->comparing)
        return;
    m_gap.forget();
    Snapshot next = *m_snapshot;
    next.comparing = false;
    next.gapIssues = {{Severity::note, {}, {CORE_TEXT("core", "the comparison was stopped"), {}}, {}}};
    publish(std::move(next));
}

void EvaluationRunner::gapFound(const std::shared_ptr<const Estimate> &of, const MeasuredGapPtr &gap, const Issues &issues)
{
    if (of != m_snapshot->estimate)
        return;
    Snapshot next = *m_snapshot;
    next.comparing = false;
    next.gap = gap;
    next.gapIssues = issues;
    if (gap)
        next.estimate = std::shared_ptr<const Estimate>(gap, &gap->gap.estimate);
    publish(std::move(next));
}

} // namespace headroom
