#pragma once
// Turns edits into snapshots. Evaluation takes about a millisecond and runs at once; the search waits until typing
// pauses, runs on its own thread, and shows its best rows while it runs; only the newest one is delivered.

#include <QObject>
#include <QTimer>

#include "ui/document/snapshot.h"

#include <stop_token>
#include <thread>

namespace headroom {

class Document;

class EvaluationRunner : public QObject
{
    Q_OBJECT

public:
    explicit EvaluationRunner(Document &document, QObject *parent = nullptr);
    ~EvaluationRunner() override;

    SnapshotPtr snapshot() const { return m_snapshot; }
    void cancelSearch(); // keeps what was found so far
    void restartSearch();
    void cancelComparison(); // with the trace
    void compareAgain();
    // Of a phase with several steps, the one that charts and tables show: "prefill", "decode".
    void showStep(const std::string &id);

signals:
    void snapshotChanged(headroom::SnapshotPtr snapshot);
    void comparisonProgressed(double share); // of looking for advice

private:
    void evaluateNow();
    void take(Snapshot &next, Evaluated result);
    void showIn(Snapshot &next) const;
    void evaluateBaseline();
    void reconcileNow();
    void reconcileInto(Snapshot &next);
    void compareInto(Snapshot &next);
    void gapFound(const std::shared_ptr<const Estimate> &of, const MeasuredGapPtr &gap, const Issues &issues);
    void requestSearch();
    void addCatalogIssues(Issues &issues) const;
    // What a search result depends on: equal keys give equal results.
    struct SearchKey
    {
        Scenario scenario; // searchKey() of it
        SearchSpace space;
        bool operator==(const SearchKey &) const = default;
    };
    SearchKey currentKey() const;
    void stopSearch();
    void startSearch();
    void runSearch(const std::stop_token &stop, const Scenario &scenario, const SearchKey &key);
    void runServingSearch(const std::stop_token &stop, const Scenario &scenario, const SearchKey &key);
    void searchAdvanced(std::shared_ptr<const SearchResult> soFar, const SearchProgress &progress, const SearchKey &key);
    struct Found
    {
        std::shared_ptr<const SearchResult> plans;
        std::shared_ptr<const ServingSearchResult> served;
        Issues issues; // when there is neither
        bool complete() const { return served ? served->complete : !plans || plans->complete; }
    };
    void searchFinished(const Found &found, const SearchKey &key);
    void noSearch();
    void publish(Snapshot next);

    Document &m_document;
    SnapshotPtr m_snapshot;
    Evaluated m_shown;    // what the snapshot shows, without what a trace measured
    Evaluated m_baseline; // of the pinned one
    std::string m_step;   // the step that the user asked for
    GapRunner m_gap;
    QTimer m_typing;
    std::jthread m_worker;
    bool m_running = false;                // a thread is at work, perhaps for an older input
    std::optional<SearchKey> m_wanted;     // of the running search, while its rows are wanted
    bool m_pending = false;                // start again when the running one has ended
    bool m_userStopped = false;            // the running one was cancelled by the user: take its partial rows
    std::optional<ModelSpec> m_reconciled; // the model that the snapshot compares with the checkpoint
    std::optional<SearchKey> m_searched;   // of the finished result that the snapshot holds
};

// The scenario without what a search result does not depend on.
Scenario searchKey(const Scenario &scenario);

} // namespace headroom
