#pragma once
// What views show: one scenario and everything computed for it. Immutable; a new edit makes a new snapshot.

#include "estimate/estimate.h"
#include "explore/scaling.h"
#include "explore/sensitivity.h"
#include "explore/trend.h"
#include "search/search.h"
#include "serving/serving_search.h"
#include "spec/checkpoint/reconcile.h"
#include "ui/document/evaluated.h"
#include "ui/document/gap_runner.h"
#include "ui/document/history.h"

#include <memory>
#include <optional>

namespace headroom {

struct Snapshot
{
    quint64 revision = 0;
    ScenarioPtr input;                                // the document's scenario, valid or not
    std::shared_ptr<const Estimate> estimate;         // of the last valid input; null before the first one
    std::shared_ptr<const ServedResult> served;       // where it serves: `estimate` is the view of one of its steps
    // Rows of a finished search, or the best of a running one so far; null before the first of them.
    std::shared_ptr<const SearchResult> search;
    std::shared_ptr<const ServingSearchResult> servedSearch; // likewise, of a phase that serves
    std::shared_ptr<const Estimate> baseline;         // of the pinned baseline, where it is of the same phase
    std::shared_ptr<const ServedResult> servedBaseline;
    std::shared_ptr<const Reconciliation> checkpoint; // of the opened checkpoint with the model; null without one
    Issues checkpointIssues;                          // why it cannot be compared
    MeasuredTracePtr trace;                           // of the opened profiler's record; null without one
    MeasuredGapPtr gap;                               // the record against the estimate, which then ends with what was measured
    Issues gapIssues;                                 // why they cannot be compared
    bool comparing = false;                           // the comparison is under way
    Issues issues;                                    // of the input; the estimate's warnings included
    bool stale = false;                               // the input is invalid: the estimate is an older one
    bool searching = false;                           // a search for this input is running or about to
    Issues searchIssues;                              // why the settings give no search
    std::optional<SearchProgress> progress; // of the running search; without rows
    // Of studies, in the snapshots that their pages make for their tables; null elsewhere.
    std::shared_ptr<const Sensitivity> sensitivity;
    std::shared_ptr<const Trend> trend;
    std::shared_ptr<const Scaling> scaling;
    ChartAnnotations annotations; // in snapshots made for an export; else they are the document's

    bool searched() const { return search || servedSearch; }
};
using SnapshotPtr = std::shared_ptr<const Snapshot>;

} // namespace headroom
