// readProject with any bytes: no crash, no hang; what it accepts is written and read back as it was.

#include "spec/project_file.h"
#include "support/named_issues.h"

#include <cstdint>

using namespace headroom;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const auto project = readProject({reinterpret_cast<const char *>(data), size}, "f");
    if (!project) {
        testing::requireNamed(project.error());
        return 0;
    }
    const auto again = readProject(writeProject(*project), "f");
    if (!again || !(*again == *project)) {
        std::fputs("is not read back as it was\n", stderr);
        std::abort();
    }
    return 0;
}
