#include "support/expression.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <numeric>
#include <stdexcept>

namespace headroom::testing {

namespace {

using List = std::vector<double>;

struct FunctionRow
{
    const char *name;
    std::size_t minimum, maximum; // number of arguments
    double (*apply)(const List &);
};

// Binomial coefficient; the first number may be a fraction.
double choose(const List &v)
{
    double ways = 1.0;
    for (double i = 1.0; i <= v[1]; i += 1.0)
        ways = ways * std::max(0.0, v[0] - v[1] + i) / i;
    return ways;
}

constexpr std::size_t any = 1000000;
const FunctionRow functions[] = {
    {"sum", 0, any, [](const List &v) { return std::accumulate(v.begin(), v.end(), 0.0); }},
    {"max", 1, any, [](const List &v) { return *std::ranges::max_element(v); }},
    {"min", 1, any, [](const List &v) { return *std::ranges::min_element(v); }},
    {"ceil", 1, 1, [](const List &v) { return std::ceil(v[0]); }},
    {"choose", 2, 2, choose},
    {"floor", 1, 1, [](const List &v) { return std::floor(v[0]); }},
};

bool startsName(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool continuesName(char c) { return startsName(c) || std::isdigit(static_cast<unsigned char>(c)) != 0 || c == '\''; }

// Recursive descent; a wrong text throws std::runtime_error.
class Parser
{
public:
    Parser(std::string_view text, std::span<const Symbol> symbols) : m_text(text), m_symbols(symbols) {}

    double all()
    {
        const double value = sum();
        if (next() != '\0')
            fail("unexpected '" + std::string(1, next()) + "'");
        return value;
    }

private:
    double sum()
    {
        double value = product();
        while (next() == '+' || next() == '-')
            value = take() == '+' ? value + product() : value - product();
        return value;
    }
    double product()
    {
        double value = sign();
        while (next() == '*' || next() == '/')
            value = take() == '*' ? value * sign() : value / sign();
        return value;
    }
    double sign()
    {
        if (next() != '-')
            return power();
        take();
        return -sign();
    }
    double power()
    {
        const double base = primary();
        if (next() != '^')
            return base;
        take();
        return std::pow(base, sign());
    }
    double primary()
    {
        if (next() == '(') {
            take();
            const double value = sum();
            expect(')');
            return value;
        }
        if (startsName(next()))
            return named();
        return number();
    }
    double number()
    {
        next();
        double value = 0.0;
        const char *begin = m_text.data() + m_at;
        const auto [end, error] = std::from_chars(begin, m_text.data() + m_text.size(), value);
        if (error != std::errc() || end == begin)
            fail("a number, a name or '(' is missing");
        m_at += static_cast<std::size_t>(end - begin);
        return value;
    }
    double named()
    {
        const std::string_view word = name();
        if (next() == '(')
            return call(word);
        const Symbol &symbol = find(word);
        if (symbol.isList)
            fail("the list '" + symbol.name + "' stands outside sum, max and min");
        return symbol.values.at(0);
    }
    double call(std::string_view word)
    {
        const auto row = std::ranges::find(functions, word, &FunctionRow::name);
        if (row == std::end(functions))
            fail("no function '" + std::string(word) + "'");
        take();
        List arguments;
        if (!wholeList(row->maximum, arguments)) {
            arguments.push_back(sum());
            while (next() == ',') {
                take();
                arguments.push_back(sum());
            }
        }
        expect(')');
        if (arguments.size() < row->minimum || arguments.size() > row->maximum)
            fail("a wrong number of arguments for '" + std::string(word) + "'");
        return row->apply(arguments);
    }
    // "x)" with x a list.
    bool wholeList(std::size_t maximum, List &arguments)
    {
        const std::size_t start = m_at;
        if (maximum == any && startsName(next())) {
            const std::string_view word = name();
            const auto symbol = std::ranges::find(m_symbols, word, &Symbol::name);
            if (symbol != m_symbols.end() && symbol->isList && next() == ')') {
                arguments = symbol->values;
                return true;
            }
        }
        m_at = start;
        return false;
    }
    std::string_view name()
    {
        const std::size_t start = m_at;
        while (m_at < m_text.size() && continuesName(m_text[m_at]))
            ++m_at;
        return m_text.substr(start, m_at - start);
    }
    const Symbol &find(std::string_view word)
    {
        const auto symbol = std::ranges::find(m_symbols, word, &Symbol::name);
        if (symbol == m_symbols.end())
            fail("no symbol '" + std::string(word) + "'");
        return *symbol;
    }
    char next()
    {
        while (m_at < m_text.size() && m_text[m_at] == ' ')
            ++m_at;
        return m_at < m_text.size() ? m_text[m_at] : '\0';
    }
    char take() { return m_text[m_at++]; }
    void expect(char c)
    {
        if (next() != c)
            fail("'" + std::string(1, c) + "' is missing");
        take();
    }
    [[noreturn]] void fail(const std::string &what) const
    {
        throw std::runtime_error(what + " at " + std::to_string(m_at) + " in \"" + std::string(m_text) + "\"");
    }

    std::string_view m_text;
    std::span<const Symbol> m_symbols;
    std::size_t m_at = 0;
};

} // namespace

tl::expected<double, std::string> evaluateExpression(std::string_view text, std::span<const Symbol> symbols)
{
    try {
        return Parser(text, symbols).all();
    } catch (const std::exception &e) {
        return tl::unexpected(std::string(e.what()));
    }
}

} // namespace headroom::testing
