#include "ui/document/evaluation_runner.h"

#include "ui/document/document.h"

#include <QMetaObject>

#include <algorithm>
#include <atomic>
#include <chrono>

namespace headroom {

namespace {

constexpr int typingPause = 120;  // ms
constexpr int progressPause = 50; // ms

unsigned searchThreads()
{
    return std::max(1u, std::thread::hardware_concurrency());
}

std::int64_t milliseconds()
{
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
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
    connect(&m_document, &Document::baselineChanged, this, &EvaluationRunner::evaluateBaseline);
    connect(&m_document, &Document::checkpointChanged, this, &EvaluationRunner::reconcileNow);
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
    const bool searched = m_searched && *m_searched == searchKey(*next.input);
    if (!searched && next.search) {
        next.search = nullptr;
        m_searched.reset();
    }
    reconcileInto(next);
    auto result = evaluate(*next.input, next.search && next.search->complete ? next.search->best() : std::nullopt);
    next.stale = !result.has_value();
    if (result) {
        next.issues = result->issues;
        next.estimate = std::make_shared<const Estimate>(*std::move(result));
    } else {
        next.issues = std::move(result.error());
    }
    addCatalogIssues(next.issues);
    if (next.stale || searched) {
        m_typing.stop();
        m_worker.request_stop();
        m_pending = false;
        next.searching = false;
        next.progress.reset();
    } else {
        next.searching = true;
        next.progress.reset();
        requestSearch();
    }
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
    Snapshot next = *m_snapshot;
    next.baseline = nullptr;
    if (m_document.baseline())
        if (auto result = evaluate(*m_document.baseline()))
            next.baseline = std::make_shared<const Estimate>(*std::move(result));
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

void EvaluationRunner::requestSearch()
{
    m_worker.request_stop();
    m_userStopped = false;
    m_typing.start();
}

void EvaluationRunner::cancelSearch()
{
    m_typing.stop();
    m_pending = false;
    m_userStopped = m_running;
    m_worker.request_stop();
    if (!m_running) {
        Snapshot next = *m_snapshot;
        next.searching = false;
        publish(std::move(next));
    }
}

void EvaluationRunner::restartSearch()
{
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
    m_worker = std::jthread([this, scenario = m_document.scenario()](const std::stop_token &stop) {
        std::atomic<std::int64_t> last = milliseconds();
        const auto report = [this, &last](const SearchProgress &progress) {
            const std::int64_t now = milliseconds();
            if (now - last < progressPause)
                return;
            last = now;
            QMetaObject::invokeMethod(
                this, [this, progress] { emit progressChanged(progress); }, Qt::QueuedConnection);
        };
        auto result = search(scenario, SearchSpace{}, stop, report, searchThreads());
        auto rows = result ? std::make_shared<const SearchResult>(*std::move(result)) : nullptr;
        QMetaObject::invokeMethod(
            this, [this, rows, key = searchKey(scenario)] { searchFinished(rows, key); }, Qt::QueuedConnection);
    });
}

void EvaluationRunner::searchFinished(std::shared_ptr<const SearchResult> result, const Scenario &key)
{
    m_running = false;
    const bool wanted =
        !m_snapshot->stale && key == searchKey(m_document.scenario()) && (!result || result->complete || m_userStopped);
    if (!wanted) {
        if (m_pending)
            startSearch();
        return;
    }
    m_pending = false;
    m_userStopped = false;
    m_searched = key;
    Snapshot next = *m_snapshot;
    next.search = std::move(result);
    next.searching = false;
    next.progress.reset();
    if (next.search && next.search->complete)
        if (auto again = evaluate(*next.input, next.search->best()))
            next.estimate = std::make_shared<const Estimate>(*std::move(again));
    publish(std::move(next));
}

} // namespace headroom
