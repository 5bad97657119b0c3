#include "search/rank.h"

#include <algorithm>
#include <cmath>

namespace headroom {

namespace {

constexpr double step = 1e-9; // relative: equal plans differ by rounding alone

std::int64_t quantised(double mfu) { return std::llround(-std::log(mfu) / step); }

struct Rank
{
    bool infeasible;
    std::int64_t objective;
    double memory;
    std::array<Count, 13> rest;
    auto operator<=>(const Rank &) const = default;
};

Rank rankOf(const SearchRow &r, Objective objective)
{
    const Plan &p = r.plan;
    return {!r.feasible, quantised(objectiveMfu(r, objective)), r.memory.value,
            {p.dp, p.fsdp, p.tp, p.ep, p.pp, p.cp, p.microBatch, static_cast<Count>(p.remat), p.expertTensor, static_cast<Count>(p.schedule),
             p.virtualStages, static_cast<Count>(p.stageSplit), r.globalBatch}};
}

void sortRows(std::vector<SearchRow> &rows, Objective objective)
{
    std::vector<std::pair<Rank, std::size_t>> order;
    order.reserve(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i)
        order.emplace_back(rankOf(rows[i], objective), i);
    std::ranges::sort(order);
    std::vector<SearchRow> sorted;
    sorted.reserve(rows.size());
    for (const auto &[rank, i] : order)
        sorted.push_back(std::move(rows[i]));
    rows = std::move(sorted);
}

void markPareto(std::vector<SearchRow> &rows)
{
    double least = INFINITY;
    for (SearchRow &r : rows) { // best first: a row is on the front if none before it needs as little memory
        r.pareto = r.feasible && r.memory.value < least;
        if (r.pareto)
            least = r.memory.value;
    }
}

} // namespace

bool ranksBefore(const SearchRow &a, const SearchRow &b, Objective objective) { return rankOf(a, objective) < rankOf(b, objective); }

bool surelyBelow(double mfu, double other) { return mfu < other * (1.0 - 2.0 * step); }

double objectiveMfu(const SearchRow &row, Objective objective)
{
    return objective == Objective::expected && row.feasible ? row.expectedMfu.expected : row.boundMfu;
}

void rankRows(std::vector<SearchRow> &rows, Objective objective)
{
    sortRows(rows, objective);
    markPareto(rows);
}

} // namespace headroom
