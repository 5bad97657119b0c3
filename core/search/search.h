#pragma once
// Exhaustive search over every legal plan of a device count: feasible or the reason and the shortfall, bound, expected,
// memory. Each row equals the headline of evaluate() of its plan, bit for bit.

#include "estimate/estimate.h"

#include <array>
#include <functional>
#include <span>
#include <stop_token>
#include <string_view>
#include <vector>

namespace headroom {

enum class Objective { bound, expected };
std::span<const EnumRow> rowsOf(Objective);

// The degrees of an axis that a search tries.
struct AxisLimits
{
    Count minimum = 1, maximum = 0; // 0: no limit
    Count multiple = 1;
    static AxisLimits fixed(Count degree) { return {degree, degree, 1}; }
    bool allow(Count degree) const { return degree >= minimum && (maximum == 0 || degree <= maximum) && degree % multiple == 0; }
    bool operator==(const AxisLimits &) const = default;
};

// A pipeline schedule with its number of virtual stages: at least 2 when interleaved, else 1.
struct ScheduleChoice
{
    Schedule schedule = Schedule::oneFOneB;
    Count virtualStages = 1;
    bool operator==(const ScheduleChoice &) const = default;
};
// Every schedule, interleaved with 2 and 4 virtual stages.
std::vector<ScheduleChoice> allSchedules();
// "1F1B"; "interleaved:4", where no number means 2. Absent: no such schedule, or virtual stages of another one.
std::optional<ScheduleChoice> parseSchedule(std::string_view text);
std::string scheduleText(const ScheduleChoice &choice);

struct SearchSpace
{
    std::vector<Count> microBatches{1, 2, 4, 8};
    std::vector<RematPolicy> remats{RematPolicy::none, RematPolicy::saveDotExceptMlp, RematPolicy::full};
    std::vector<StageSplit> splits{StageSplit::even, StageSplit::balanced}; // of more than one stage; where both are the same, even
    std::vector<Count> globalBatches; // empty: the run's
    std::vector<ScheduleChoice> schedules; // empty: the plan's; a single stage is always listed as 1F1B
    std::array<AxisLimits, axisCount> limits{}; // per Axis
    Objective objective = Objective::bound;
    // Rows kept, best first; 0: all. Plans that cannot be among so many are only counted, as far as memory and bound show it.
    std::size_t keep = 0;
    // Best rows that fit to simulate when all are known, and to put in the order of that, see rerank(); at least as many are kept.
    std::size_t simulate = 0;

    AxisLimits &limit(Axis axis) { return limits[static_cast<std::size_t>(axis)]; }
    const AxisLimits &limit(Axis axis) const { return limits[static_cast<std::size_t>(axis)]; }
    bool operator==(const SearchSpace &) const = default;
};
// Lists that are empty, limits that no degree of so many devices meets; fields are "search.tp", "search.remat", …
Issues checkSearchSpace(const SearchSpace &space, Count devices);

struct SearchRow
{
    Plan plan;
    Count globalBatch = 0;
    bool feasible = false;
    double boundMfu = 0.0;
    Band<double> expectedMfu{};
    double hfu = 0.0;
    Seconds bound{}, low{}, expected{}, high{};
    Seconds compute{}, exposed{}, bubble{}; // at the bound, critical stage
    Bytes memory{};
    MemoryClass largest{};
    Bytes shortBy{};
    std::string_view dominant; // StepPart::id
    double tokensPerSecondPerChip = 0.0;
    bool pareto = false;    // no other feasible row has both a higher MFU and less memory
    std::optional<Seconds> simulated{}; // expected step pass by pass; of rows that rerank() took
};

struct SearchProgress
{
    std::size_t done = 0, total = 0;          // sets of tensor, context and expert degrees
    std::size_t evaluated = 0, feasible = 0;  // plans so far
    std::size_t simulated = 0, toSimulate = 0; // rows, once all plans are evaluated
    double seconds = 0.0;
    std::span<const SearchRow> fresh{};         // found since the last report, as far as they may be among the best; valid while it is made
};

struct SearchResult
{
    std::vector<SearchRow> rows;  // by MFU of the objective, feasible first; ties within 1e-9: less memory, then (dp, fsdp, tp, ep, pp, cp)
    std::size_t shapes = 0;       // legal (dp, fsdp, tp, ep, pp, cp) with the smallest micro-batch that is legal
    std::size_t evaluated = 0;    // legal plans whose memory was computed, and times as far as they may be among the rows
    std::size_t feasible = 0;
    double seconds = 0.0;
    bool complete = false;        // false: stopped, rows are partial
    Objective objective = Objective::bound;
    std::size_t reranked = 0;     // first rows that stand in the order of their simulated steps; see rerank()
    std::optional<BestPlan> anchor; // best by the bound at the run's global batch, whatever the objective: System
    const std::optional<BestPlan> &best() const { return anchor; }
};

// Every search plan keeps the scenario plan's other choices (sharding, regather, …). Runs on the calling
// thread and `threads - 1` more; `progress` is called from any of them, by one at a time. Errors: the scenario's own,
// apart from the plan's, and the space's.
Result<SearchResult> search(const Scenario &scenario, const SearchSpace &space, const std::stop_token &stop = {},
                            const std::function<void(const SearchProgress &)> &progress = {}, unsigned threads = 0);

// MFU that an objective ranks a row by.
double objectiveMfu(const SearchRow &row, Objective objective);
// Best first, as SearchResult::rows, with the Pareto front of these rows marked.
void rankRows(std::vector<SearchRow> &rows, Objective objective);

// Every ordered factorisation of n into (dp, fsdp, tp, ep, pp, cp), legal or not.
std::vector<std::array<Count, axisCount>> factorisations(Count n);

} // namespace headroom
