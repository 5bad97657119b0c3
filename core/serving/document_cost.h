#pragma once
// The user document's cost model of inference, term by term.

#include "serving/serving.h"

namespace headroom {

// C_prefill = 2 B S P + 4 B S² H over the layers: every pair of the full mask, no head.
std::vector<DocumentTerm> documentPrefill(Derivation &why, const ModelSpec &model, const GenerationPass &pass);
// C_decode = 2 B P_blocks + 4 B L T H + 2 B H V: T cached tokens, the new one itself not counted.
std::vector<DocumentTerm> documentDecode(Derivation &why, const ModelSpec &model, const GenerationPass &pass);

} // namespace headroom
