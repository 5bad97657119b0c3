#pragma once
// The best rows of a search, as far as it has come: what it keeps, and what a window shows before its end.

#include "search/search.h"

namespace headroom {

class BestRows
{
public:
    // keep 0: all of them.
    BestRows(Objective objective, std::size_t keep) : m_objective(objective), m_keep(keep) {}
    // Whether any row may still be among the best.
    bool wantsAll() const { return !m_worst; }
    // Whether a row may be among the best that fits, or does not, and whose MFU of the objective is at most so high.
    bool wants(bool feasible, double mfuAtMost) const;
    void add(std::span<const SearchRow> rows);
    // Ranked, with the Pareto front among them marked.
    std::vector<SearchRow> ranked() const;
    // All that are held, in no order: at least the best.
    const std::vector<SearchRow> &rows() const { return m_rows; }

private:
    // Drops all but the best; what is worse than these need not be added any more.
    void thin();

    Objective m_objective;
    std::size_t m_keep;
    std::vector<SearchRow> m_rows;
    std::optional<SearchRow> m_worst; // of those kept, once there are as many as to keep
};

} // namespace headroom
