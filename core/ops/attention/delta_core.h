#pragma once
// The chunk-wise core of the delta rule, with one decay per head (gated delta) or per key dimension (KDA).

#include "ops/op_builder.h"

namespace headroom {

struct DeltaShape
{
    Dim rows, keyHeads, heads, key, value, chunk;
    bool kda = false;
};
void deltaCore(OpBuilder &ops, const DeltaShape &shape);

} // namespace headroom
