// The header of a safetensors file and an index with any bytes, and their reconciliation: no crash, no hang.

#include "spec/catalog.h"
#include "spec/checkpoint/reconcile.h"
#include "support/named_issues.h"

#include <cmath>
#include <cstdint>

using namespace headroom;

namespace {

// Two layers of a small model with experts, ties and a prediction module.
const ModelSpec &smallModel()
{
    static const ModelSpec model = [] {
        ModelSpec small = catalogModel("DeepSeek-V3").value();
        small.layers.resize(1);
        small.layers.front().count = 2;
        small.layers.front().layer.feedForward.experts = 4;
        return small;
    }();
    return model;
}

void compare(const Checkpoint &checkpoint)
{
    const auto result = reconcile(smallModel(), checkpoint);
    if (!result || !std::isfinite(result->total.storedElements))
        std::abort();
    double parts = result->total.expectedElements;
    for (const Difference &difference : result->differences)
        parts += difference.elements;
    // Sums of whole numbers below 2^53 are exact.
    if (result->total.storedElements < 9e15 && parts != result->total.storedElements)
        std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char *>(data), size);
    if (text.starts_with("{")) {
        const auto index = readCheckpointIndex(text, "f");
        if (!index)
            testing::requireNamed(index.error());
        else
            compare(joinCheckpoint(*index, {}).value());
        return 0;
    }
    const auto tensors = readSafetensorsHeader(text, static_cast<Count>(size), "f");
    if (!tensors)
        testing::requireNamed(tensors.error());
    else
        compare(joinCheckpoint(std::nullopt, {{"f", *tensors}}).value());
    return 0;
}
