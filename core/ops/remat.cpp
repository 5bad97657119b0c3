#include "ops/remat.h"

#include <cstddef>

namespace headroom {
namespace {

// none keeps everything. save_dot_except_mlp keeps every matrix product's output but the feed-forward's, so it re-runs
// the vector operators of attention and the whole feed-forward with router and dispatch. full re-runs whole layers,
// never embedding, final norm or head.
struct PolicyRow
{
    bool attentionMatrix, attentionVector, feedForward;
    RepeatedCommunication communication;
};

const PolicyRow &rowOf(RematPolicy policy)
{
    static constexpr PolicyRow rows[] = {
        {false, false, false, {false, false, false, false}},
        {false, true, true, {false, true, true, false}},
        {true, true, true, {true, true, true, true}},
    };
    return rows[static_cast<std::size_t>(policy)];
}

} // namespace

bool recomputes(RematPolicy policy, const Op &op)
{
    if (op.phase != Phase::forward)
        return false;
    const PolicyRow &row = rowOf(policy);
    switch (op.part) {
    case LayerPart::attentionMatrix: return row.attentionMatrix;
    case LayerPart::attentionVector: return row.attentionVector;
    case LayerPart::feedForward: return row.feedForward;
    case LayerPart::outsideLayers: return false;
    }
    return false;
}

RepeatedCommunication repeatedCommunication(RematPolicy policy) { return rowOf(policy).communication; }

} // namespace headroom
