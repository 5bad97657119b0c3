#pragma once
// What counts as a model FLOP: one row of switches per preset (model.md §0). The numerator of every MFU.

#include "base/derivation.h"
#include "spec/documents.h"
#include "spec/model_spec.h"
#include "spec/run_spec.h"

namespace headroom {

enum class AttentionPairs { exactCausal, half, full, none };
enum class WindowPairs { exact, ignored, approximate, full };
enum class MtpCount { whole, layerOnly, none };

struct ConventionSwitches
{
    AttentionPairs pairs;
    WindowPairs window;
    bool router;
    bool linearCore;
    MtpCount mtp;
    bool deltaSquare; // gated delta rule as 8 dv² per value head, and its short convolution as 2 FLOPs per tap and channel
    bool latentNorms; // MLA's two latent norms, 2 (q rank + kv rank) forward FLOPs per token and layer
};
const ConventionSwitches &switchesOf(Convention convention);

// Mean keys per query under a convention. The keys that a sparse indexer picks count like a window.
// Packed documents count where pairs are exact; the other conventions know whole sequences only.
double conventionKeys(const ConventionSwitches &switches, Count sequenceLength, std::optional<Count> window,
                      const std::vector<DocumentGroup> &documents = {});

// Matrix parameters that one token meets in a layer: topK of the experts, the router only if it counts.
double matrixParameters(const ModelSpec &model, const LayerSpec &layer, bool router);
// Forward model FLOPs of one token.
Derived<Flops> forwardFlopsPerToken(Derivation &why, const ModelSpec &model, const RunSpec &run);
// F_useful: 3 x forward x tokens that are not padding.
Derived<Flops> usefulFlops(Derivation &why, const ModelSpec &model, const RunSpec &run);

} // namespace headroom
