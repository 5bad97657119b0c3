// The searches of the runner: started after a pause in typing, one at a time, the latest wanted one next.

#include "ui/document/evaluation_runner.h"

#include "search/best_rows.h"
#include "ui/document/document.h"
#include "ui/document/search_settings.h"

#include <QMetaObject>

#include <algorithm>
#include <chrono>

namespace headroom {

namespace {

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

} // namespace

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
