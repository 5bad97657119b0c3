#pragma once
// A TraceInput line by line, and lines of comma-separated values.

#include "trace/input.h"

#include <vector>

namespace headroom {

class LineInput
{
public:
    explicit LineInput(TraceInput &input) : m_input(input) {}

    // The next line without its end; false at the end and after a problem.
    bool next(std::string &line);
    std::size_t number() const { return m_number; } // of the last line, from 1
    // A line of more than a megabyte, or what the input says.
    std::optional<Issue> problem() const;
    // An issue about the last line.
    Issue about(Message message) const;

private:
    static constexpr std::size_t longest = 1u << 20;

    TraceInput &m_input;
    std::string_view m_block;
    std::size_t m_number = 0;
    bool m_tooLong = false;
};

// The values of a line; quotes around a value, with "" for one within, are taken off, as are blanks around it.
std::vector<std::string> commaSeparated(std::string_view line);

// A column's name without its unit, in lower case with '_' for all else: "Start (ns)" is "start" in "ns".
struct ColumnName
{
    std::string name, unit;
};
ColumnName columnName(std::string_view heading);
// Picoseconds in a unit: s, ms, us, ns and their long forms; nothing for others.
std::optional<double> picosecondsPer(std::string_view unit);

} // namespace headroom
