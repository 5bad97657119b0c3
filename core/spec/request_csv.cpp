#include "spec/request_csv.h"

#include "spec/counted_list.h"
#include "spec/serving_spec.h"

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

namespace headroom {

namespace {

constexpr const char *field = "run.serving.requests";

std::string_view trimmed(std::string_view text)
{
    const auto from = text.find_first_not_of(" \t\r");
    return from == std::string_view::npos ? std::string_view() : text.substr(from, text.find_last_not_of(" \t\r") + 1 - from);
}

std::vector<std::string_view> cellsOf(std::string_view line)
{
    std::vector<std::string_view> cells;
    for (std::size_t from = 0; from <= line.size();) {
        const std::size_t to = std::min(line.find_first_of(",;", from), line.size());
        cells.push_back(trimmed(line.substr(from, to - from)));
        from = to + 1;
    }
    return cells;
}

struct Row
{
    Count prompt, output, count;
};

std::optional<Row> rowOf(std::string_view line)
{
    const std::vector<std::string_view> cells = cellsOf(line);
    if (cells.size() < 2 || cells.size() > 3)
        return std::nullopt;
    const std::optional<Count> prompt = positiveCount(cells[0]), output = positiveCount(cells[1]);
    const std::optional<Count> count = cells.size() == 3 ? positiveCount(cells[2]) : std::optional<Count>(1);
    if (!prompt || !output || !count)
        return std::nullopt;
    return Row{*prompt, *output, *count};
}

} // namespace

Result<std::string> requestsFromCsv(std::string_view csv, const std::string &file)
{
    std::map<std::pair<Count, Count>, Count> requests;
    std::size_t number = 0;
    for (std::size_t from = 0; from < csv.size();) {
        const std::size_t to = std::min(csv.find('\n', from), csv.size());
        const std::string_view line = trimmed(csv.substr(from, to - from));
        from = to + 1;
        ++number;
        const std::optional<Row> row = rowOf(line);
        const bool names = number == 1 && !line.empty() && (line[0] < '0' || line[0] > '9');
        if (line.empty() || (!row && names))
            continue;
        if (!row)
            return failure(field, {CORE_TEXT("core", "line {0} must be prompt,output or prompt,output,count in whole numbers, not \"{1}\""),
                                   {std::to_string(number), std::string(line.substr(0, 40))}}, file);
        requests[{row->prompt, row->output}] += row->count;
    }
    if (requests.empty())
        return failure(field, {CORE_TEXT("core", "holds no requests"), {}}, file);
    std::string out;
    for (const auto &[lengths, count] : requests)
        out += (out.empty() ? "" : ", ") + std::to_string(count) + "x" + std::to_string(lengths.first) + ":" + std::to_string(lengths.second);
    return out;
}

} // namespace headroom
