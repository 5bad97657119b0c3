#include "support/conformance.h"

#include "base/format.h"
#include "support/expression.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace headroom::testing {

namespace {

constexpr double tolerance = 1e-12;

std::vector<Symbol> symbolsOf(const Derivation &why, TermId id)
{
    const Formula &formula = *why.term(id).formula;
    std::vector<double> inputs;
    for (const TermId input : why.inputs(id))
        inputs.push_back(why.term(input).value);
    if (formula.symbols.size() == 1 && inputs.size() != 1)
        return {Symbol{*formula.symbols.begin(), inputs, true}};
    std::vector<Symbol> symbols;
    for (std::size_t i = 0; i < std::min(formula.symbols.size(), inputs.size()); ++i)
        symbols.push_back({formula.symbols.begin()[i], {inputs[i]}});
    return symbols;
}

std::string incomplete(const Formula &formula)
{
    for (const char *text : {formula.id, formula.name, formula.expression, formula.source})
        if (text == nullptr || *text == '\0')
            return "lacks its id, name, expression or source";
    std::set<std::string> distinct(formula.symbols.begin(), formula.symbols.end());
    if (distinct.size() != formula.symbols.size())
        return "uses a symbol twice";
    return {};
}

bool near(double a, double b) { return a == b || std::abs(a - b) <= tolerance * std::max(std::abs(a), std::abs(b)); }

std::string objection(const Derivation &why, TermId id)
{
    const Term &term = why.term(id);
    const Formula &formula = *term.formula;
    if (std::string missing = incomplete(formula); !missing.empty())
        return missing;
    for (const TermId input : why.inputs(id))
        if (!input.valid() || input.index >= id.index)
            return "has an input that was not recorded before it";
    if (formula.symbols.size() != term.inputCount && formula.symbols.size() != 1)
        return "has " + std::to_string(formula.symbols.size()) + " symbols and " + std::to_string(term.inputCount) + " inputs";
    const auto value = evaluateExpression(formula.expression, symbolsOf(why, id));
    if (!value)
        return value.error();
    if (!near(*value, term.value))
        return "says " + exactNumber(*value) + ", the code " + exactNumber(term.value);
    return {};
}

} // namespace

std::vector<std::string> checkDerivation(const Derivation &why)
{
    std::vector<std::string> complaints;
    std::set<const Formula *> reported;
    for (std::int32_t i = 0; i < static_cast<std::int32_t>(why.terms().size()); ++i) {
        const Term &term = why.term({i});
        if (term.formula == nullptr) {
            if (why.subject({i}).empty())
                complaints.push_back("a leaf of value " + exactNumber(term.value) + " does not say where it comes from");
            continue;
        }
        const std::string wrong = objection(why, {i});
        if (!wrong.empty() && reported.insert(term.formula).second)
            complaints.push_back(std::string(term.formula->id) + " \"" + term.formula->expression + "\" ("
                                 + std::string(why.subject({i})) + ") " + wrong);
    }
    return complaints;
}

} // namespace headroom::testing
