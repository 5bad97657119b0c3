#include "report/explain.h"

#include "base/format.h"
#include "report/text_lines.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace headroom {

namespace {

constexpr std::size_t longestList = 8; // inputs of a sum that are shown one by one
constexpr int digits = 6;

std::string valueText(const Term &term) { return engineering(term.value, term.unit, digits); }

class Tree
{
public:
    Tree(const Derivation &why, int depth) : m_why(why), m_depth(depth), m_expanded(why.terms().size(), false) {}

    std::string text(std::string_view symbol, TermId id)
    {
        add(symbol, id, 0);
        return m_out;
    }

private:
    void add(std::string_view symbol, TermId id, int level)
    {
        const Term &term = m_why.term(id);
        const auto index = static_cast<std::size_t>(id.index);
        m_out += std::string(2 * static_cast<std::size_t>(level), ' ') + std::string(symbol) + " = " + valueText(term) + describe(id);
        const bool again = term.inputCount > 0 && m_expanded[index];
        const bool cut = term.inputCount > 0 && level >= m_depth;
        m_out += again ? "   (see above)\n" : cut ? "   ...\n" : "\n";
        if (again || cut)
            return;
        m_expanded[index] = true;
        addInputs(term, id, level + 1);
    }

    void addInputs(const Term &term, TermId id, int level)
    {
        const std::span<const TermId> inputs = m_why.inputs(id);
        if (inputs.size() == symbolCount(term)) {
            for (std::size_t i = 0; i < inputs.size(); ++i)
                add(term.formula->symbols.begin()[i], inputs[i], level);
            return;
        }
        std::vector<TermId> largestFirst(inputs.begin(), inputs.end());
        std::ranges::stable_sort(largestFirst, [&](TermId a, TermId b) {
            return std::abs(m_why.term(a).value) > std::abs(m_why.term(b).value);
        });
        const std::string_view symbol = symbolCount(term) > 0 ? *term.formula->symbols.begin() : "";
        const std::size_t shown = std::min(longestList, largestFirst.size());
        for (std::size_t i = 0; i < shown; ++i)
            add(symbol, largestFirst[i], level);
        if (shown < largestFirst.size())
            addRest({largestFirst.begin() + static_cast<std::ptrdiff_t>(shown), largestFirst.end()}, level);
    }

    void addRest(const std::vector<TermId> &rest, int level)
    {
        const double sum = std::accumulate(rest.begin(), rest.end(), 0.0,
                                           [&](double total, TermId id) { return total + m_why.term(id).value; });
        m_out += std::string(2 * static_cast<std::size_t>(level), ' ') + "and " + std::to_string(rest.size())
            + " more, together " + engineering(sum, m_why.term(rest.front()).unit, digits) + "\n";
    }

    static std::size_t symbolCount(const Term &term) { return term.formula == nullptr ? 0 : term.formula->symbols.size(); }

    std::string describe(TermId id) const
    {
        const Term &term = m_why.term(id);
        const std::string subject(m_why.subject(id));
        if (term.formula == nullptr)
            return "   " + subject;
        return "   " + std::string(term.formula->name) + (subject.empty() ? "" : " (" + subject + ")") + ": "
            + term.formula->expression + "   [" + term.formula->source + "]";
    }

    const Derivation &m_why;
    int m_depth;
    std::vector<bool> m_expanded;
    std::string m_out;
};

// Number of single-letter edits between two words.
std::size_t distance(std::string_view a, std::string_view b)
{
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t(0));
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t kept = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, kept});
        }
    }
    return row.back();
}

std::string nearNames(const Derivation &why, std::string_view name)
{
    std::vector<std::pair<std::size_t, std::string>> near;
    for (const auto &[known, id] : why.named())
        near.emplace_back(known.find(name) != std::string::npos ? 0 : distance(name, known), known);
    std::ranges::stable_sort(near);
    std::string out;
    for (std::size_t i = 0; i < std::min<std::size_t>(near.size(), 5); ++i)
        out += (out.empty() ? "" : ", ") + near[i].second;
    return out;
}

} // namespace

Result<std::string> explainText(const Derivation &why, std::string_view name, int depth)
{
    const TermId id = why.find(name);
    if (!id.valid())
        return failure("", {CORE_TEXT("core", "no term is called \"{0}\"; near: {1}"), {std::string(name), nearNames(why, name)}});
    return Tree(why, depth).text(name, id);
}

std::string termsText(const Derivation &why)
{
    std::size_t width = 0;
    for (const auto &[name, id] : why.named())
        width = std::max(width, name.size());
    std::string out;
    for (const auto &[name, id] : why.named()) {
        const Term &term = why.term(id);
        out += padded(name, width + 2) + padded(valueText(term), 20)
            + (term.formula == nullptr ? std::string() : std::string(term.formula->name)) + "\n";
    }
    return out;
}

} // namespace headroom
