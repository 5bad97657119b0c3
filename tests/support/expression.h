#pragma once
// Evaluates the text of a formula (base/derivation.h: Formula::expression), so that tests can compare it with the code:
//
//   + - * / ^ ( )   min max ceil floor choose(n, k) of their arguments   numbers   the symbols   sum(x), max(x), min(x) of a list

#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

namespace headroom::testing {

// What a symbol stands for: one number, or a list (then only sum, max and min accept it, bare).
struct Symbol
{
    std::string name;
    std::vector<double> values;
    bool isList = false;
};

// The value, or what is wrong with the text and where.
tl::expected<double, std::string> evaluateExpression(std::string_view text, std::span<const Symbol> symbols);

} // namespace headroom::testing
