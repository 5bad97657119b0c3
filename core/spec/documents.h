#pragma once
// Lengths of the documents that are packed into sequences. Queries meet keys of their own document alone.

#include "spec/model_spec.h"

#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

namespace headroom {

// `count` documents of one length.
struct DocumentGroup
{
    Count count = 1;
    Count length = 1;
    bool operator==(const DocumentGroup &) const = default;
};

// "4096, 3x512, 17": one of 4096 tokens, three of 512, one of 17; commas, semicolons or spaces between them. An empty text is no
// documents: every sequence is one. Errors: the item that is no length.
tl::expected<std::vector<DocumentGroup>, std::string> parseDocuments(std::string_view text);
// Documents of a text that checkScenario accepted.
std::vector<DocumentGroup> documentsOf(const std::string &text);

// Tokens of all of them.
double documentTokens(const std::vector<DocumentGroup> &documents);

} // namespace headroom
