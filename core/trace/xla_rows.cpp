#include "trace/xla_rows.h"

#include "trace/clock.h"

#include <algorithm>
#include <iterator>

namespace headroom {

namespace {

constexpr std::string_view devicePrefix = "/device:";

struct LineRow
{
    std::string_view line;
    LaneKind kind, besideStreams;
};
constexpr LineRow lineRows[] = {
    {"XLA Ops", LaneKind::operators, LaneKind::annotations},
    {"Async XLA Ops", LaneKind::transfers, LaneKind::annotations},
    {"XLA Modules", LaneKind::modules, LaneKind::modules},
    {"Steps", LaneKind::steps, LaneKind::steps},
};

constexpr std::string_view ignoredLines[] = {"_counters_"};

// Bytes of an element; 0 for tokens and other types without size. Packed 4-bit types hold two in a byte.
struct TypeRow
{
    std::string_view type;
    double bytes;
};
constexpr TypeRow typeRows[] = {
    {"pred", 1},  {"s4", 0.5}, {"u4", 0.5}, {"s8", 1},  {"u8", 1},  {"s16", 2}, {"u16", 2},  {"s32", 4},
    {"u32", 4},   {"s64", 8},  {"u64", 8},  {"bf16", 2}, {"f16", 2}, {"f32", 4}, {"f64", 8}, {"c64", 8},
    {"c128", 16},
};

constexpr std::string_view collectives[] = {"all-reduce", "all-gather", "reduce-scatter", "all-to-all", "ragged-all-to-all",
                                            "collective-permute", "collective-broadcast", "send", "recv"};

std::optional<double> typeBytes(std::string_view type)
{
    if (type.starts_with("f8"))
        return 1.0;
    const auto row = std::ranges::find(typeRows, type, &TypeRow::type);
    return row == std::end(typeRows) ? std::nullopt : std::optional(row->bytes);
}

bool isLetterOrDigit(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; }

// The sum over all "type[2,8]" of a text; nothing if a type or a dimension is not known.
std::optional<double> bytesOfShapes(std::string_view text)
{
    double sum = 0.0;
    for (std::size_t at = text.find('['); at != std::string_view::npos; at = text.find('[', at + 1)) {
        std::size_t from = at;
        while (from > 0 && isLetterOrDigit(text[from - 1]))
            --from;
        auto bytes = typeBytes(text.substr(from, at - from));
        const std::size_t end = text.find(']', at);
        if (!bytes || end == std::string_view::npos)
            return std::nullopt;
        for (std::size_t start = at + 1; start < end;) {
            const std::size_t comma = std::min(text.find(',', start), end);
            const auto size = wholeNumber(text.substr(start, comma - start));
            if (!size || *size < 0)
                return std::nullopt;
            *bytes *= static_cast<double>(*size);
            start = comma + 1;
        }
        sum += *bytes;
    }
    return sum;
}

// Up to the bracket that closes text[open].
std::size_t closing(std::string_view text, std::size_t open)
{
    int depth = 0;
    for (std::size_t i = open; i < text.size(); ++i) {
        depth += text[i] == '(' || text[i] == '{' || text[i] == '[' ? 1 : text[i] == ')' || text[i] == '}' || text[i] == ']' ? -1 : 0;
        if (depth == 0)
            return i;
    }
    return std::string_view::npos;
}

struct Instruction
{
    std::string_view result, operation, operands, attributes;
};

// "%name = result operation(operands), attributes"
std::optional<Instruction> dissected(std::string_view text)
{
    const std::size_t equals = text.find(" = ");
    if (equals == std::string_view::npos)
        return std::nullopt;
    text.remove_prefix(equals + 3);
    const std::size_t tuple = text.starts_with('(') ? closing(text, 0) : 0;
    const std::size_t space = tuple == std::string_view::npos ? tuple : text.find(' ', tuple);
    const std::size_t open = space == std::string_view::npos ? space : text.find('(', space);
    const std::size_t end = open == std::string_view::npos ? open : closing(text, open);
    if (end == std::string_view::npos)
        return std::nullopt;
    return Instruction{text.substr(0, space), text.substr(space + 1, open - space - 1), text.substr(open + 1, end - open - 1), text.substr(end + 1)};
}

// "{{0,1},{2,3}}", "[4,2]<=[8]": the text and the ranks of a group.
void readGroups(std::string_view attributes, TracedCollective &to)
{
    constexpr std::string_view key = "replica_groups=";
    const std::size_t at = attributes.find(key);
    if (at == std::string_view::npos)
        return;
    std::string_view groups = attributes.substr(at + key.size());
    const std::size_t end = groups.empty() ? std::string_view::npos : closing(groups, 0);
    if (end == std::string_view::npos)
        return;
    if (groups.starts_with('[')) {
        const std::size_t comma = groups.rfind(',', end);
        if (comma != std::string_view::npos)
            to.groupSize = wholeNumber(groups.substr(comma + 1, end - comma - 1));
        to.group = groups.substr(0, groups.find(", ", end));
        return;
    }
    to.group = groups.substr(0, end + 1);
    const std::string_view first = std::string_view(to.group).substr(0, to.group.find('}'));
    if (first.starts_with("{{"))
        to.groupSize = std::ranges::count(first, ',') + 1;
}

std::string_view without(std::string_view text, std::string_view ending)
{
    return text.ends_with(ending) ? text.substr(0, text.size() - ending.size()) : text;
}

} // namespace

std::optional<std::int32_t> xlaDevice(std::string_view process)
{
    if (!process.starts_with(devicePrefix) || process.starts_with("/device:CUSTOM"))
        return std::nullopt;
    const std::size_t colon = process.find(':', devicePrefix.size());
    if (colon == std::string_view::npos)
        return std::nullopt;
    const std::string_view rest = process.substr(colon + 1);
    const auto index = wholeNumber(rest.substr(0, rest.find_first_not_of("0123456789")));
    return index && *index < 1'000'000 ? std::optional(static_cast<std::int32_t>(*index)) : std::nullopt;
}

bool isStreamLine(std::string_view line) { return line.starts_with("Stream #"); }

bool isIgnoredLine(std::string_view line) { return std::ranges::find(ignoredLines, line) != std::end(ignoredLines); }

LaneKind xlaLineKind(std::string_view line, bool hasStreams)
{
    if (isStreamLine(line))
        return line.find("(Memcpy") != std::string_view::npos || line.find("(Memset") != std::string_view::npos ? LaneKind::transfers
                                                                                                               : LaneKind::operators;
    const auto row = std::ranges::find(lineRows, line, &LineRow::line);
    if (row == std::end(lineRows))
        return LaneKind::annotations;
    return hasStreams ? row->besideStreams : row->kind;
}

std::optional<TracedCollective> hloCollective(std::string_view instruction)
{
    const auto parts = dissected(instruction);
    if (!parts)
        return std::nullopt;
    const std::string_view operation = without(without(parts->operation, "-start"), "-done");
    if (std::ranges::find(collectives, operation) == std::end(collectives))
        return std::nullopt;
    TracedCollective out;
    out.operation = operation;
    if (!parts->operation.ends_with("-done"))
        out.inBytes = bytesOfShapes(parts->operands);
    if (!parts->operation.ends_with("-start"))
        out.outBytes = bytesOfShapes(parts->result);
    const std::string_view shape = parts->result.substr(std::min(parts->result.find_first_not_of('('), parts->result.size()));
    out.dtype = shape.substr(0, shape.find('['));
    readGroups(parts->attributes, out);
    return out;
}

} // namespace headroom
