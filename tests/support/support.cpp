#include "support/support.h"

#include <fstream>
#include <sstream>
#include <stdexcept>

namespace headroom::testing {

std::string testData(const std::string &path)
{
    std::ifstream in(std::string(HEADROOM_TEST_DATA) + "/" + path, std::ios::binary);
    if (!in)
        throw std::runtime_error("no test data " + path);
    std::ostringstream out;
    out << in.rdbuf();
    return out.str();
}

std::string text(const Issues &issues)
{
    std::string out;
    for (const Issue &i : issues)
        out += headroom::text(i) + "\n";
    return out;
}

} // namespace headroom::testing
