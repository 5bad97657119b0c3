#pragma once
// What stands before and after the layers: lookup table, final norm, head and loss, multi-token prediction.

#include "ops/op_builder.h"

namespace headroom {

void embeddingOps(OpBuilder &ops);
void mtpLookupOps(OpBuilder &ops);        // the next tokens' embeddings, into the same gradient
void headOps(OpBuilder &ops);             // final norm, head, loss
void mtpEntryOps(OpBuilder &ops);         // two norms and the 2H -> H projection, ahead of the module's layer

} // namespace headroom
