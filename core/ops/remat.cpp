#include "ops/remat.h"

#include <cstddef>

namespace headroom {

// none keeps everything. save_dot_except_mlp keeps every matrix product's output but the feed-forward's, so it re-runs
// the vector operators of attention and the whole feed-forward with router and dispatch. full re-runs whole layers,
// never embedding, final norm or head.
bool reruns(RematPolicy policy, LayerPart part)
{
    struct PolicyRow { bool attentionMatrix, attentionVector, feedForward, outsideLayers; };
    static constexpr PolicyRow rows[] = {
        {false, false, false, false},
        {false, true, true, false},
        {true, true, true, false},
    };
    const PolicyRow &row = rows[static_cast<std::size_t>(policy)];
    switch (part) {
    case LayerPart::attentionMatrix: return row.attentionMatrix;
    case LayerPart::attentionVector: return row.attentionVector;
    case LayerPart::feedForward: return row.feedForward;
    case LayerPart::outsideLayers: break;
    }
    return row.outsideLayers;
}

bool recomputes(RematPolicy policy, const Op &op) { return op.phase == Phase::forward && reruns(policy, op.part); }

} // namespace headroom
