#pragma once
// Words of a command line and what a launcher's flags among them say.

#include "base/result.h"
#include "spec/model_spec.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

// As a shell splits them: quotes removed, backslash-newline joined.
std::vector<std::string> shellWords(std::string_view text);

// Flags with their values. Asking for a flag marks it as understood.
class LaunchWords
{
public:
    void add(std::string name, std::string value) { m_values[std::move(name)] = {std::move(value), false}; }
    bool empty() const { return m_values.empty(); }
    bool has(const std::string &name); // whatever its value
    std::optional<std::string> text(const std::string &name);
    // A whole number within the limits, `otherwise` when the flag is absent. A wrong one is kept as an issue that names the flag.
    Count count(const std::string &name, Count otherwise, Count minimum = 1, Count maximum = mostRanks);
    static constexpr Count mostRanks = 1 << 20, mostTokens = 1 << 30; // of a degree; of a batch or sequence
    std::optional<double> number(const std::string &name);

    const Issues &errors() const { return m_errors; }
    std::vector<std::string> left() const; // names that nobody asked for

private:
    struct Value { std::string text; bool used = false; };
    std::map<std::string, Value> m_values;
    Issues m_errors;
};

} // namespace headroom
