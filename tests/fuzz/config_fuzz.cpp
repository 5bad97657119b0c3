// importHfConfig with any bytes: no crash, no hang; what it accepts has finite counts.

#include "spec/hf_config.h"
#include "support/named_issues.h"

#include <cmath>
#include <cstdint>

using namespace headroom;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const auto imported = importHfConfig({reinterpret_cast<const char *>(data), size}, "f");
    if (!imported) {
        testing::requireNamed(imported.error());
        return 0;
    }
    const ParameterCount count = countParameters(imported->model);
    for (const double number : {count.total, count.active, count.mtp, count.routerBias})
        if (!std::isfinite(number) || number < 0.0)
            std::abort();
    return 0;
}
