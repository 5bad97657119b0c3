#pragma once
// The best rows of a search that is still running: what a window shows before its end.

#include "search/search.h"

namespace headroom {

class BestRows
{
public:
    BestRows(Objective objective, std::size_t keep) : m_objective(objective), m_keep(keep) {}
    void add(std::span<const SearchRow> rows);
    // Ranked, with the Pareto front among them marked.
    std::vector<SearchRow> ranked() const;

private:
    // Drops all but the best; what is worse than these need not be added any more.
    void thin();
    bool worse(const SearchRow &row) const;

    Objective m_objective;
    std::size_t m_keep;
    std::vector<SearchRow> m_rows;
    std::optional<SearchRow> m_worst; // of those kept, once there are as many as to keep
};

} // namespace headroom
