#pragma once
// Adds derived quantities and keeps, while recording, the terms they came from. Trivial to make and to copy: search makes many.

#include "base/derivation.h"
#include "base/text.h"

namespace headroom {

template <class Q> class Sum
{
public:
    explicit Sum(Derivation &why) : m_why(&why) {}

    void add(const Derived<Q> &part)
    {
        m_value += part.value;
        if (m_why->recording())
            m_parts = m_why->chain(m_parts, part.term);
    }
    Q value() const { return m_value; }
    // The sum as one term of any number of inputs; nothing added gives a sum of no terms, 0.
    Derived<Q> total(const Formula &formula, Subject subject = {}) const
    {
        if (!m_why->recording())
            return {m_value, {}};
        return m_why->record(formula, m_value, m_why->chained(m_parts), subject);
    }

private:
    Derivation *m_why;
    Q m_value{};
    TermChain m_parts;
};

} // namespace headroom
