#include "spec/launch_words.h"

#include "base/text.h"

#include <charconv>
#include <cmath>
#include <utility>

namespace headroom {

std::vector<std::string> shellWords(std::string_view text)
{
    std::vector<std::string> words;
    std::string word;
    bool open = false;
    char quote = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '\\' && quote != '\'' && i + 1 < text.size()) {
            ++i;
            if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n')
                ++i;
            if (text[i] != '\n') {
                word += text[i];
                open = true;
            }
        } else if (quote != 0) {
            if (c == quote)
                quote = 0;
            else
                word += c;
        } else if (c == '"' || c == '\'') {
            quote = c;
            open = true;
        } else if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
            if (open)
                words.push_back(std::exchange(word, {}));
            open = false;
        } else {
            word += c;
            open = true;
        }
    }
    if (open)
        words.push_back(word);
    return words;
}

bool LaunchWords::has(const std::string &name) { return text(name).has_value(); }

std::optional<std::string> LaunchWords::text(const std::string &name)
{
    const auto found = m_values.find(name);
    if (found == m_values.end())
        return std::nullopt;
    found->second.used = true;
    return found->second.text;
}

Count LaunchWords::count(const std::string &name, Count otherwise, Count minimum, Count maximum)
{
    const std::optional<std::string> given = text(name);
    if (!given)
        return otherwise;
    Count value = 0;
    const auto [end, error] = std::from_chars(given->data(), given->data() + given->size(), value);
    if (error == std::errc{} && end == given->data() + given->size() && value >= minimum && value <= maximum)
        return value;
    m_errors.push_back({Severity::error, name, {CORE_TEXT("core", "must be a whole number from {0} to {1}, not \"{2}\""),
                                                {std::to_string(minimum), std::to_string(maximum), *given}}, {}});
    return otherwise;
}

std::optional<double> LaunchWords::number(const std::string &name)
{
    const std::optional<std::string> given = text(name);
    if (!given)
        return std::nullopt;
    double value = 0.0;
    const auto [end, error] = std::from_chars(given->data(), given->data() + given->size(), value);
    if (error == std::errc{} && end == given->data() + given->size() && std::isfinite(value) && value > 0.0)
        return value;
    m_errors.push_back({Severity::error, name, {CORE_TEXT("core", "must be a number above 0, not \"{0}\""), {*given}}, {}});
    return std::nullopt;
}

std::vector<std::string> LaunchWords::left() const
{
    std::vector<std::string> names;
    for (const auto &[name, value] : m_values)
        if (!value.used)
            names.push_back(name);
    return names;
}

} // namespace headroom
