#pragma once
// Adds derived quantities and keeps, while recording, the terms they came from.

#include "base/derivation.h"
#include "base/text.h"

#include <vector>

namespace headroom {

template <class Q> class Sum
{
public:
    explicit Sum(Derivation &why) : m_why(&why) {}

    void add(const Derived<Q> &part)
    {
        m_value += part.value;
        if (m_why->recording())
            m_terms.push_back(part.term);
    }
    Q value() const { return m_value; }
    // The sum as one term of any number of inputs; nothing added gives a sum of no terms, 0.
    Derived<Q> total(const Formula &formula, Subject subject = {}) const
    {
        return m_why->record(formula, m_value, std::span<const TermId>(m_terms), subject);
    }

private:
    Derivation *m_why;
    Q m_value{};
    std::vector<TermId> m_terms;
};

} // namespace headroom
