#pragma once
// Why a number is what it is. A formula function computes a value and records one Term: its formula, its inputs,
// its result. Leaves name the field, datasheet entry or constant they came from. `explain` and the Why panel print:
//
//   system.boundMfu = 0.580                    F / (N * P * T)
//     F  useful FLOPs        1.57e19 FLOP      3 * f * T …
//     N  devices             256               run.devices
//
// Search switches recording off; then record() only passes the value through.

#include "base/units.h"

#include <cstdint>
#include <initializer_list>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

struct TermId
{
    std::int32_t index = -1;
    bool valid() const { return index >= 0; }
    bool operator==(const TermId &) const = default;
};

// Terms that a sum has collected so far; see Derivation::chain().
struct TermChain
{
    std::int32_t last = -1;
    std::int32_t length = 0;
};

// The text of one formula. `expression` is parsed by the tests and evaluated on each recorded term's inputs:
// + - * / ^ ( ) min max ceil floor choose(n, k), the symbols, and the forms "sum(x)" / "max(x)" over any number of inputs.
struct Formula
{
    const char *id;         // stable, e.g. "roofline.memoryTime"
    const char *name;       // CORE_TEXT
    const char *expression; // in `symbols`
    std::initializer_list<const char *> symbols; // one per input, in order; a single one for sum(x), max(x)
    const char *source;     // paper, design section or code reference
};

// What a term is about. A `const char *` is a literal, which stays: it is neither measured nor copied until somebody reads it.
class Subject
{
public:
    Subject() = default;
    Subject(const char *literal) : m_text(literal) {}
    Subject(const std::string &text) : m_text(text.data()), m_size(text.size()) {}
    Subject(std::string_view text) : m_text(text.data()), m_size(text.size()) {}
    std::string_view text() const { return m_size == unknown ? std::string_view(m_text) : std::string_view(m_text, m_size); }
    const char *literal() const { return m_size == unknown ? m_text : nullptr; }
    bool empty() const { return m_size == 0 || *m_text == 0; }

private:
    static constexpr std::size_t unknown = static_cast<std::size_t>(-1);
    const char *m_text = "";
    std::size_t m_size = unknown;
};

template <class Q> struct Derived
{
    Q value{};
    TermId term{};
};

struct Term
{
    const Formula *formula = nullptr; // null for a leaf
    double value = 0.0;
    Unit unit = Unit::none;
    std::uint32_t firstInput = 0;
    std::uint32_t inputCount = 0;
    std::int32_t subject = -1;        // index into subjects(): which operator, call, stage, or a leaf's origin
};

class Derivation
{
public:
    explicit Derivation(bool recording = true) : m_recording(recording) {}

    bool recording() const { return m_recording; }

    // A leaf: `origin` names the field ("model.hidden"), calibration entry or constant.
    template <class Q> Derived<Q> given(Subject origin, Q value)
    {
        return {value, m_recording ? append(nullptr, raw(value), unitOf<Q>(), {}, origin) : TermId{}};
    }
    // A computed term. `subject` says what it is about when several terms share the formula.
    template <class Q>
    Derived<Q> record(const Formula &formula, Q value, std::initializer_list<TermId> inputs, Subject subject = {})
    {
        return {value, m_recording ? append(&formula, raw(value), unitOf<Q>(), {inputs.begin(), inputs.size()}, subject)
                                   : TermId{}};
    }
    template <class Q>
    Derived<Q> record(const Formula &formula, Q value, std::span<const TermId> inputs, Subject subject = {})
    {
        return {value, m_recording ? append(&formula, raw(value), unitOf<Q>(), inputs, subject) : TermId{}};
    }
    // A chain with one more term, and the terms of a chain in order; the span is good until the next call.
    TermChain chain(TermChain before, TermId term);
    std::span<const TermId> chained(TermChain chain);

    // Gives a term a stable name, by which `explain` and the views find it ("system.boundMfu").
    void name(std::string_view stableName, TermId term);

    const std::vector<Term> &terms() const { return m_terms; }
    const Term &term(TermId id) const { return m_terms[static_cast<std::size_t>(id.index)]; }
    std::span<const TermId> inputs(TermId id) const;
    std::string_view subject(TermId id) const;
    const std::map<std::string, TermId, std::less<>> &named() const { return m_named; }
    TermId find(std::string_view stableName) const;

private:
    TermId append(const Formula *formula, double value, Unit unit, std::span<const TermId> inputs, Subject subject);

    bool m_recording;
    std::vector<Term> m_terms;
    std::vector<TermId> m_inputs;
    struct KnownSubject
    {
        const char *literal = nullptr; // null: a copy
        std::uint32_t copy = 0;        // index into m_copies
    };
    std::vector<KnownSubject> m_subjects;
    std::vector<std::string> m_copies;
    struct Link { TermId term; std::int32_t before; };
    std::vector<Link> m_links;
    std::vector<TermId> m_chained;
    std::map<std::string, TermId, std::less<>> m_named;
};

// Stands in for a Derivation where nobody will ask why. A function template that takes either computes the same values with both;
// with this one the compiler leaves the terms out, which a search of millions of plans notices.
struct Silent
{
    static constexpr bool recording() { return false; }
    template <class Q> constexpr Derived<Q> given(const char *, Q value) const { return {value, {}}; }
    template <class Q> constexpr Derived<Q> record(const Formula &, Q value, std::initializer_list<TermId>, const char * = "") const
    {
        return {value, {}};
    }
    template <class Q> constexpr Derived<Q> record(const Formula &, Q value, std::span<const TermId>, const char * = "") const
    {
        return {value, {}};
    }
};

} // namespace headroom
