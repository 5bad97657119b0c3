#pragma once
// Exhaustive search over every legal plan of a device count: feasible or the reason and the shortfall, bound, expected,
// memory. Each row equals the headline of evaluate() of its plan, bit for bit.

#include "estimate/estimate.h"

#include <array>
#include <functional>
#include <stop_token>
#include <string_view>
#include <vector>

namespace headroom {

enum class Objective { bound, expected };
std::span<const EnumRow> rowsOf(Objective);

struct SearchSpace
{
    std::vector<Count> microBatches{1, 2, 4, 8};
    std::vector<RematPolicy> remats{RematPolicy::none, RematPolicy::saveDotExceptMlp, RematPolicy::full};
    std::vector<Count> globalBatches; // empty: the run's
    std::array<Count, axisCount> maximum{}; // per Axis; 0: no limit
    Objective objective = Objective::bound;
    std::size_t keep = 0;             // rows kept, best first; 0: all
};

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
};

struct SearchProgress
{
    std::size_t done = 0, total = 0; // shapes
};

struct SearchResult
{
    std::vector<SearchRow> rows;  // by objective, feasible first; ties within 1e-9: less memory, then (dp, fsdp, tp, ep, pp, cp)
    std::size_t shapes = 0;       // legal (dp, fsdp, tp, ep, pp, cp) with the smallest micro-batch that is legal
    std::size_t evaluated = 0;    // legal plans whose memory and times were computed
    std::size_t feasible = 0;
    double seconds = 0.0;
    bool complete = false;        // false: stopped, rows are partial
    std::optional<BestPlan> best() const;
};

// Every search plan keeps the scenario plan's other choices (schedule, sharding, regather, …). Runs on the calling
// thread and `threads - 1` more. Errors: the scenario's own, apart from the plan's.
Result<SearchResult> search(const Scenario &scenario, const SearchSpace &space, const std::stop_token &stop = {},
                            const std::function<void(const SearchProgress &)> &progress = {}, unsigned threads = 0);

// Every ordered factorisation of n into (dp, fsdp, tp, ep, pp, cp), legal or not.
std::vector<std::array<Count, axisCount>> factorisations(Count n);

} // namespace headroom
