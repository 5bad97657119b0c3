#include "search/best_rows.h"

#include "search/rank.h"

#include <algorithm>

namespace headroom {

namespace {
constexpr std::size_t spare = 64; // rows held beyond those to keep, at least: thinning out is rare
}

bool BestRows::wants(bool feasible, double mfuAtMost) const
{
    if (!m_worst)
        return true;
    if (feasible != m_worst->feasible)
        return feasible;
    return !surelyBelow(mfuAtMost, objectiveMfu(*m_worst, m_objective));
}

void BestRows::add(std::span<const SearchRow> rows)
{
    for (const SearchRow &row : rows)
        if (wants(row.feasible, objectiveMfu(row, m_objective)))
            m_rows.push_back(row);
    if (m_keep > 0 && m_rows.size() > m_keep + std::max(spare, m_keep / 2))
        thin();
}

void BestRows::thin()
{
    const auto before = [this](const SearchRow &a, const SearchRow &b) { return ranksBefore(a, b, m_objective); };
    const auto last = m_rows.begin() + static_cast<std::ptrdiff_t>(m_keep) - 1;
    std::ranges::nth_element(m_rows, last, before);
    m_worst = *last;
    m_rows.resize(m_keep);
}

std::vector<SearchRow> BestRows::ranked() const
{
    std::vector<SearchRow> out = m_rows;
    rankRows(out, m_objective);
    if (m_keep > 0 && out.size() > m_keep)
        out.resize(m_keep);
    return out;
}

} // namespace headroom
