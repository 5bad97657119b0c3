#include "base/derivation.h"

namespace headroom {

TermId Derivation::append(const Formula *formula, double value, Unit unit, std::span<const TermId> inputs,
                          Subject subject)
{
    if (m_terms.empty()) { // what a typical estimate needs: growing would copy everything several times
        m_terms.reserve(8192);
        m_inputs.reserve(32768);
        m_subjects.reserve(8192);
    }
    Term term{.formula = formula, .value = value, .unit = unit,
              .firstInput = static_cast<std::uint32_t>(m_inputs.size()),
              .inputCount = static_cast<std::uint32_t>(inputs.size())};
    m_inputs.insert(m_inputs.end(), inputs.begin(), inputs.end());
    if (!subject.empty()) {
        const char *literal = subject.literal();
        const bool same = !m_subjects.empty()
            && (literal ? m_subjects.back().literal == literal : !m_subjects.back().literal && m_copies.back() == subject.text());
        if (!same) {
            if (!literal)
                m_copies.emplace_back(subject.text());
            m_subjects.push_back({literal, literal ? 0 : static_cast<std::uint32_t>(m_copies.size() - 1)});
        }
        term.subject = static_cast<std::int32_t>(m_subjects.size()) - 1;
    }
    m_terms.push_back(term);
    return {static_cast<std::int32_t>(m_terms.size()) - 1};
}

TermChain Derivation::chain(TermChain before, TermId term)
{
    m_links.push_back({term, before.last});
    return {static_cast<std::int32_t>(m_links.size()) - 1, before.length + 1};
}

std::span<const TermId> Derivation::chained(TermChain chain)
{
    m_chained.resize(static_cast<std::size_t>(chain.length));
    std::int32_t link = chain.last;
    for (std::size_t i = m_chained.size(); i-- > 0; link = m_links[static_cast<std::size_t>(link)].before)
        m_chained[i] = m_links[static_cast<std::size_t>(link)].term;
    return m_chained;
}

void Derivation::name(std::string_view stableName, TermId term)
{
    if (m_recording)
        m_named[std::string(stableName)] = term;
}

std::span<const TermId> Derivation::inputs(TermId id) const
{
    const Term &t = term(id);
    return {m_inputs.data() + t.firstInput, t.inputCount};
}

std::string_view Derivation::subject(TermId id) const
{
    const std::int32_t s = term(id).subject;
    if (s < 0)
        return {};
    const KnownSubject &known = m_subjects[static_cast<std::size_t>(s)];
    return known.literal ? std::string_view(known.literal) : std::string_view(m_copies[known.copy]);
}

TermId Derivation::find(std::string_view stableName) const
{
    const auto it = m_named.find(stableName);
    return it == m_named.end() ? TermId{} : it->second;
}

} // namespace headroom
