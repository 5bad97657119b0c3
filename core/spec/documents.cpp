#include "spec/documents.h"

#include <charconv>
#include <optional>

namespace headroom {
namespace {

constexpr std::string_view separators = ",; \t";
constexpr Count most = Count{1} << 24;

std::optional<Count> positive(std::string_view text)
{
    Count value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value < 1 || value > most)
        return std::nullopt;
    return value;
}

// "512" or "3x512".
std::optional<DocumentGroup> groupOf(std::string_view item)
{
    const std::size_t cross = item.find('x');
    const std::optional<Count> count = cross == std::string_view::npos ? std::optional<Count>(1) : positive(item.substr(0, cross));
    const std::optional<Count> length = positive(cross == std::string_view::npos ? item : item.substr(cross + 1));
    if (!count || !length)
        return std::nullopt;
    return DocumentGroup{*count, *length};
}

} // namespace

tl::expected<std::vector<DocumentGroup>, std::string> parseDocuments(std::string_view text)
{
    std::vector<DocumentGroup> out;
    for (std::size_t at = text.find_first_not_of(separators); at < text.size(); at = text.find_first_not_of(separators, at)) {
        const std::string_view item = text.substr(at, text.find_first_of(separators, at) - at);
        const std::optional<DocumentGroup> group = groupOf(item);
        if (!group)
            return tl::unexpected(std::string(item.substr(0, 40)));
        out.push_back(*group);
        at += item.size();
    }
    return out;
}

std::vector<DocumentGroup> documentsOf(const std::string &text)
{
    if (text.empty())
        return {};
    return parseDocuments(text).value_or(std::vector<DocumentGroup>{});
}

double documentTokens(const std::vector<DocumentGroup> &documents)
{
    double tokens = 0.0;
    for (const DocumentGroup &d : documents)
        tokens += static_cast<double>(d.count) * static_cast<double>(d.length);
    return tokens;
}

} // namespace headroom
