#include "spec/json.h"

#include "base/format.h"

#include <algorithm>
#include <cmath>
#include <unordered_set>

namespace headroom {

namespace {

struct Position
{
    std::size_t line = 1, column = 1;
};

Position positionOf(std::string_view text, std::size_t byte)
{
    Position p;
    for (const char c : text.substr(0, std::min(byte, text.size()))) {
        p.column = c == '\n' ? 1 : p.column + 1;
        p.line += c == '\n' ? 1 : 0;
    }
    return p;
}

tl::unexpected<Issues> badJson(const std::string &file, const char *pattern, std::string_view text, std::size_t byte,
                               std::vector<std::string> more = {})
{
    const Position p = positionOf(text, byte);
    std::vector<std::string> arguments{std::to_string(p.line), std::to_string(p.column)};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return failure({}, {pattern, std::move(arguments)}, file);
}

// Where nesting passes the limit, if it does. The parser and the destructor of its values recurse, so this is found
// out before they run.
std::optional<std::size_t> tooDeep(std::string_view text)
{
    int depth = 0;
    bool inString = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (inString) {
            if (c == '\\')
                ++i;
            else if (c == '"')
                inString = false;
        } else if (c == '"') {
            inString = true;
        } else if (c == '{' || c == '[') {
            if (++depth > jsonDepthLimit)
                return i;
        } else if (c == '}' || c == ']') {
            --depth;
        }
    }
    return std::nullopt;
}

// The parser keeps the last of equal keys; a file that has two is a mistake that must not be resolved silently. A pass
// of its own: the parser's callback looks through the enclosing object whenever an inner one ends, which takes minutes
// when a file has very many.
class DuplicateKeys : public nlohmann::json_sax<Json>
{
public:
    bool start_object(std::size_t) override
    {
        m_keys.emplace_back();
        return true;
    }
    bool end_object() override
    {
        m_keys.pop_back();
        return true;
    }
    bool key(std::string &name) override
    {
        if (m_keys.back().insert(name).second)
            return true;
        first = name;
        return false;
    }
    bool start_array(std::size_t) override { return true; }
    bool end_array() override { return true; }
    bool null() override { return true; }
    bool boolean(bool) override { return true; }
    bool number_integer(std::int64_t) override { return true; }
    bool number_unsigned(std::uint64_t) override { return true; }
    bool number_float(double, const std::string &) override { return true; }
    bool string(std::string &) override { return true; }
    bool binary(binary_t &) override { return true; }
    bool parse_error(std::size_t, const std::string &, const nlohmann::detail::exception &) override { return false; }
    std::optional<std::string> first;

private:
    std::vector<std::unordered_set<std::string>> m_keys;
};

// The library's message without its "[json.exception…] parse error at line 1, column 5: ". It quotes the text it
// stumbled over, which may be long or no UTF-8.
std::string reason(const std::string &what)
{
    const std::size_t colon = what.find("column");
    const std::size_t start = colon == std::string::npos ? what.find("] ") : what.find(": ", colon);
    std::string out = start == std::string::npos ? what : what.substr(start + 2);
    for (char &c : out)
        if (static_cast<unsigned char>(c) >= 0x80u)
            c = '?';
    return out.size() <= 160 ? out : out.substr(0, 160) + "…";
}

} // namespace

Result<Json> parseJson(std::string_view text, const std::string &file, std::size_t limit)
{
    if (text.size() > limit)
        return failure({},
                       {CORE_TEXT("core", "is larger than {0}: {1}"),
                        {engineering(double(limit), Unit::bytes), engineering(double(text.size()), Unit::bytes)}},
                       file);
    if (const auto zero = text.find('\0'); zero != std::string_view::npos)
        return failure({}, {CORE_TEXT("core", "is not text: byte {0} is zero"), {std::to_string(zero)}}, file);
    if (const auto deep = tooDeep(text))
        return badJson(file, CORE_TEXT("core", "line {0}, column {1}: nested deeper than {2} levels"), text, *deep,
                       {std::to_string(jsonDepthLimit)});
    try {
        Json json = Json::parse(text);
        DuplicateKeys duplicates;
        Json::sax_parse(text, &duplicates);
        if (duplicates.first)
            return failure(shortKey(*duplicates.first), {CORE_TEXT("core", "appears twice in one object"), {}}, file);
        if (!json.is_object())
            return failure({}, {CORE_TEXT("core", "must hold a JSON object, not {0}"), {shown(json)}}, file);
        return json;
    } catch (const Json::parse_error &e) {
        const std::size_t byte = e.byte > 0 ? e.byte - 1 : 0;
        return badJson(file, CORE_TEXT("core", "line {0}, column {1}: not valid JSON ({2})"), text, byte,
                       {reason(e.what())});
    } catch (const std::exception &e) {
        return failure({}, {CORE_TEXT("core", "not valid JSON ({0})"), {reason(e.what())}}, file);
    }
}

std::string shortKey(const std::string &key)
{
    if (key.empty())
        return "\"\""; // a key all the same, and one that must be seen
    if (key.size() <= 60)
        return key;
    std::size_t cut = 57; // not inside a UTF-8 sequence
    while (cut > 0 && (static_cast<unsigned char>(key[cut]) & 0xC0u) == 0x80u)
        --cut;
    return key.substr(0, cut) + "…";
}

std::string shown(const Json &value)
{
    if (value.is_structured() && value.size() > 16)
        return value.is_object() ? "{…}" : "[…]";
    return shortKey(value.dump(-1, ' ', false, Json::error_handler_t::replace));
}

tl::expected<std::int64_t, Message> wholeNumber(const Json &value, std::int64_t minimum, std::int64_t maximum)
{
    if (!value.is_number())
        return tl::unexpected(Message{CORE_TEXT("core", "must be a whole number, not {0}"), {shown(value)}});
    // Up to 2^53 a double is exact; every limit is below that.
    const double number = value.get<double>();
    if (number != std::floor(number))
        return tl::unexpected(Message{CORE_TEXT("core", "must be a whole number, not {0}"), {shown(value)}});
    if (!(number >= double(minimum) && number <= double(maximum)))
        return tl::unexpected(Message{CORE_TEXT("core", "must be between {0} and {1}, not {2}"),
                                      {std::to_string(minimum), std::to_string(maximum), shown(value)}});
    return static_cast<std::int64_t>(number);
}

tl::expected<double, Message> finiteNumber(const Json &value, double minimum, double maximum)
{
    if (!value.is_number())
        return tl::unexpected(Message{CORE_TEXT("core", "must be a number, not {0}"), {shown(value)}});
    const double number = value.get<double>();
    if (!(number >= minimum && number <= maximum))
        return tl::unexpected(Message{CORE_TEXT("core", "must be between {0} and {1}, not {2}"),
                                      {exactNumber(minimum), exactNumber(maximum), shown(value)}});
    return number;
}

} // namespace headroom
