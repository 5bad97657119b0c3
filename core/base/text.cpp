#include "base/text.h"

namespace headroom {

std::string fill(const std::string &pattern, const std::vector<std::string> &arguments)
{
    std::string out;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        const bool slot = pattern[i] == '{' && i + 2 < pattern.size() && pattern[i + 2] == '}' && pattern[i + 1] >= '0'
            && pattern[i + 1] <= '9' && static_cast<std::size_t>(pattern[i + 1] - '0') < arguments.size();
        if (!slot) {
            out += pattern[i];
            continue;
        }
        out += arguments[static_cast<std::size_t>(pattern[i + 1] - '0')];
        i += 2;
    }
    return out;
}

} // namespace headroom
