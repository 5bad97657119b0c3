#include "search/best_rows.h"

namespace headroom {

namespace {
constexpr std::size_t slack = 4; // rows held per row kept: ranking is rare
}

void BestRows::add(std::span<const SearchRow> rows)
{
    for (const SearchRow &row : rows)
        if (!worse(row))
            m_rows.push_back(row);
    if (m_rows.size() > slack * m_keep)
        thin();
}

bool BestRows::worse(const SearchRow &row) const
{
    if (!m_worst)
        return false;
    if (row.feasible != m_worst->feasible)
        return !row.feasible;
    return objectiveMfu(row, m_objective) < objectiveMfu(*m_worst, m_objective);
}

void BestRows::thin()
{
    m_rows = ranked();
    m_worst = m_rows.back();
}

std::vector<SearchRow> BestRows::ranked() const
{
    std::vector<SearchRow> out = m_rows;
    rankRows(out, m_objective);
    if (out.size() > m_keep)
        out.resize(m_keep);
    return out;
}

} // namespace headroom
