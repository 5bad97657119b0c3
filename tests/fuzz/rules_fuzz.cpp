// Any bytes as a user's rules of events and as matches said by hand: no crash, no hang; what is read can be used and reads back the same.

#include "spec/match_correction.h"
#include "support/named_issues.h"
#include "trace/trace_rules.h"

#include <cstdint>

using namespace headroom;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char *>(data), size);
    const std::string name = lowerCase(text.substr(0, 4096));
    if (const auto rules = readTraceRules(text, "f"); !rules)
        testing::requireNamed(rules.error());
    else
        for (const TraceRule &rule : *rules) {
            if (rule.alternatives.empty() || rule.source.empty())
                std::abort();
            for (const std::string &alternative : rule.alternatives)
                if (alternative.empty())
                    std::abort();
            rule.matches(name);
            rule.matchesName(name);
        }
    if (const auto matches = readCorrections(text, "f"); !matches)
        testing::requireNamed(matches.error());
    else if (const auto again = readCorrections(writeCorrections(*matches), "f"); !again || *again != *matches)
        std::abort();
    return 0;
}
