#include "ui/document/evaluation_runner.h"

#include "base/text.h"
#include "search/best_rows.h"
#include "ui/document/document.h"
#include "ui/document/search_settings.h"

#include <QMetaObject>

#include <algorithm>
#include <chrono>

namespace headroom {

namespace {

constexpr int typingPause = 120;         // ms
constexpr int firstRows = 20;            // ms after which a running search shows its first rows
constexpr int nextRows = 200;            // ms between later ones
constexpr std::size_t listedRows = 500000; // what the table is made for; a search of more plans lists the best
constexpr std::size_t shownRows = 2000;  // the best so far

unsigned searchThreads()
{
    return std::max(1u, std::thread::hardware_concurrency());
}

std::int64_t milliseconds()
{
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
}

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

void EvaluationRunner::requestSearch()
{
    stopSearch();
    m_typing.start();
}

void EvaluationRunner::stopSearch()
{
    m_typing.stop();
    m_worker.request_stop();
    m_wanted.reset();
    m_pending = false;
    m_userStopped = false;
}

EvaluationRunner::SearchKey EvaluationRunner::currentKey() const
{
    return {searchKey(m_document.scenario()), m_document.searchSpace()};
}

void EvaluationRunner::cancelSearch()
{
    const std::optional<SearchKey> wanted = m_wanted;
    stopSearch();
    m_userStopped = wanted.has_value();
    m_wanted = wanted;
    if (!wanted)
        noSearch();
}

void EvaluationRunner::noSearch()
{
    Snapshot next = *m_snapshot;
    next.searching = false;
    next.progress.reset();
    publish(std::move(next));
}

void EvaluationRunner::restartSearch()
{
    stopSearch();
    m_searched.reset();
    evaluateNow();
}

void EvaluationRunner::startSearch()
{
    if (m_running) {
        m_pending = true;
        return;
    }
    m_running = true;
    m_pending = false;
    m_wanted = currentKey();
    m_worker = std::jthread([this, scenario = m_document.scenario(), key = *m_wanted](const std::stop_token &stop) {
        runSearch(stop, scenario, key);
    });
}

// On the search's thread; what it finds goes to the window's.
void EvaluationRunner::runServingSearch(const std::stop_token &stop, const Scenario &scenario, const SearchKey &key)
{
    Found found;
    found.issues = checkSearchSpace(key.space, scenario.run.devices);
    if (!hasError(found.issues)) {
        Result<ServingSearchResult> result = searchServing(scenario, servingSpace(key.space), stop);
        if (result)
            found.served = std::make_shared<const ServingSearchResult>(*std::move(result));
        else
            found.issues = std::move(result.error());
    }
    QMetaObject::invokeMethod(
        this, [this, found, key] { searchFinished(found, key); }, Qt::QueuedConnection);
}

void EvaluationRunner::runSearch(const std::stop_token &stop, const Scenario &scenario, const SearchKey &key)
{
    if (scenario.run.phase != RunPhase::training)
        return runServingSearch(stop, scenario, key);
    BestRows best(key.space.objective, shownRows);
    std::int64_t next = milliseconds() + firstRows;
    const auto report = [&](const SearchProgress &progress) {
        best.add(progress.fresh);
        if (milliseconds() < next || progress.evaluated == 0 || stop.stop_requested())
            return;
        auto rows = std::make_shared<SearchResult>();
        rows->rows = best.ranked();
        rows->evaluated = progress.evaluated;
        rows->feasible = progress.feasible;
        rows->seconds = progress.seconds;
        rows->objective = key.space.objective;
        SearchProgress state = progress;
        state.fresh = {};
        QMetaObject::invokeMethod(
            this, [this, rows, state, key] { searchAdvanced(rows, state, key); }, Qt::QueuedConnection);
        next = milliseconds() + nextRows;
    };
    SearchSpace space = key.space;
    space.keep = listedRows;
    auto result = search(scenario, space, stop, report, searchThreads());
    Found found;
    if (result)
        found.plans = std::make_shared<const SearchResult>(*std::move(result));
    else
        found.issues = std::move(result.error());
    QMetaObject::invokeMethod(
        this, [this, found, key] { searchFinished(found, key); }, Qt::QueuedConnection);
}

void EvaluationRunner::searchAdvanced(std::shared_ptr<const SearchResult> soFar, const SearchProgress &progress,
                                      const SearchKey &key)
{
    if (!m_wanted || *m_wanted != key || m_userStopped)
        return;
    Snapshot next = *m_snapshot;
    next.search = std::move(soFar);
    next.progress = progress;
    publish(std::move(next));
}

void EvaluationRunner::searchFinished(const Found &found, const SearchKey &key)
{
    m_running = false;
    const bool wanted = m_wanted && *m_wanted == key && (found.complete() || m_userStopped);
    if (!wanted) {
        if (m_pending)
            startSearch();
        return;
    }
    m_wanted.reset();
    m_userStopped = false;
    m_searched = key;
    Snapshot next = *m_snapshot;
    next.search = found.plans;
    next.servedSearch = found.served;
    next.searchIssues = found.issues;
    next.searching = false;
    next.progress.reset();
    if (next.search && next.search->complete)
        if (Evaluated again = evaluatePhase(*next.input, next.search->best(), Detail::simulated))
            take(next, std::move(again));
    publish(std::move(next));
}

} // namespace headroom
