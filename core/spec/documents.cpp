#include "spec/documents.h"

#include "spec/counted_list.h"

#include <optional>

namespace headroom {
namespace {

constexpr std::string_view separators = ",; \t";
// "512" or "3x512".
std::optional<DocumentGroup> groupOf(std::string_view text)
{
    const std::optional<Repeated> documents = repeated(text);
    const std::optional<Count> length = documents ? positiveCount(documents->item) : std::nullopt;
    return length ? std::optional(DocumentGroup{documents->count, *length}) : std::nullopt;
}

} // namespace

tl::expected<std::vector<DocumentGroup>, std::string> parseDocuments(std::string_view text)
{
    return readList(text, separators, groupOf);
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
