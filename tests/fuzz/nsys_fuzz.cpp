// Any bytes as a database of Nsight Systems: no crash, no hang; what is read has its events in order and within bounds.

#include "trace_fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    headroom::testing::readAnything(data, size);
    return 0;
}
