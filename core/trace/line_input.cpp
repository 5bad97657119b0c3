#include "trace/line_input.h"

#include <algorithm>
#include <iterator>

namespace headroom {

namespace {

struct UnitRow
{
    std::string_view unit;
    double picoseconds;
};
constexpr UnitRow unitRows[] = {{"s", 1e12},  {"sec", 1e12}, {"secs", 1e12}, {"seconds", 1e12},      {"ms", 1e9}, {"msec", 1e9}, {"milliseconds", 1e9},
                                {"us", 1e6},  {"usec", 1e6}, {"\xce\xbcs", 1e6}, {"microseconds", 1e6}, {"ns", 1e3}, {"nsec", 1e3}, {"nanoseconds", 1e3}};

bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

std::string trimmed(std::string text)
{
    while (!text.empty() && isBlank(text.back()))
        text.pop_back();
    text.erase(0, static_cast<std::size_t>(std::ranges::find_if_not(text, isBlank) - text.begin()));
    return text;
}

std::string normal(std::string_view text)
{
    std::string out;
    for (const char c : text) {
        const bool kept = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || static_cast<unsigned char>(c) >= 0x80;
        if (c >= 'A' && c <= 'Z')
            out += static_cast<char>(c - 'A' + 'a');
        else if (kept)
            out += c;
        else if (!out.empty() && out.back() != '_')
            out += '_';
    }
    while (!out.empty() && out.back() == '_')
        out.pop_back();
    return out;
}

} // namespace

bool LineInput::next(std::string &line)
{
    line.clear();
    for (bool any = false;;) {
        if (m_block.empty())
            m_block = m_input.next();
        if (m_block.empty()) {
            m_number += any ? 1 : 0;
            return any && !m_input.problem();
        }
        any = true;
        const std::size_t end = m_block.find('\n');
        line += m_block.substr(0, end);
        m_block.remove_prefix(end == std::string_view::npos ? m_block.size() : end + 1);
        if (line.size() > longest) {
            m_tooLong = true;
            ++m_number;
            return false;
        }
        if (end == std::string_view::npos)
            continue;
        if (line.ends_with('\r'))
            line.pop_back();
        ++m_number;
        return true;
    }
}

Issue LineInput::about(Message message) const { return {Severity::error, "line " + std::to_string(m_number), std::move(message), m_input.file()}; }

std::optional<Issue> LineInput::problem() const
{
    if (m_tooLong)
        return about({CORE_TEXT("core", "the line has more than {0} bytes"), {std::to_string(longest)}});
    return m_input.problem();
}

std::vector<std::string> commaSeparated(std::string_view line)
{
    std::vector<std::string> out;
    std::string value;
    bool inQuotes = false, wasQuoted = false;
    for (std::size_t i = 0; i <= line.size(); ++i) {
        const char c = i < line.size() ? line[i] : ',';
        if (i < line.size() && c == '"' && inQuotes && i + 1 < line.size() && line[i + 1] == '"') {
            value += line[++i];
        } else if (i < line.size() && c == '"' && (inQuotes || trimmed(value).empty())) {
            inQuotes = !inQuotes;
            wasQuoted = true;
        } else if (c == ',' && (!inQuotes || i == line.size())) {
            out.push_back(wasQuoted ? value : trimmed(value));
            value.clear();
            inQuotes = wasQuoted = false;
        } else {
            value += c;
        }
    }
    return out;
}

ColumnName columnName(std::string_view heading)
{
    const std::size_t open = heading.find('(');
    const std::size_t end = open == std::string_view::npos ? open : heading.find(')', open);
    if (end != std::string_view::npos)
        return {normal(heading.substr(0, open)), normal(heading.substr(open + 1, end - open - 1))};
    const std::string name = normal(heading);
    const std::size_t last = name.rfind('_');
    if (last != std::string::npos && picosecondsPer(name.substr(last + 1)))
        return {name.substr(0, last), name.substr(last + 1)};
    return {name, {}};
}

std::optional<double> picosecondsPer(std::string_view unit)
{
    const auto row = std::ranges::find(unitRows, unit, &UnitRow::unit);
    return row == std::end(unitRows) ? std::nullopt : std::optional(row->picoseconds);
}

} // namespace headroom
