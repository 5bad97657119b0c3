#include "comm/block_parameters.h"

#include "spec/weights.h"

#include <algorithm>

namespace headroom {

BlockParameters blockParameters(const ModelSpec &model, const Block &block, const PassShape &shape, bool lastStageApart)
{
    std::vector<WeightTensor> weights;
    switch (block.kind) {
    case BlockKind::embedding: weights = embeddingWeights(model); break;
    case BlockKind::layer: weights = layerWeights(model, block.layer); break;
    case BlockKind::mtp: weights = mtpWeights(model); break;
    case BlockKind::head: weights = headWeights(model); break;
    }
    BlockParameters out;
    for (const WeightTensor &w : weights) {
        const Count shards = w.maxShards > 0 ? std::min(shape.tp, w.maxShards) : shape.tp;
        const auto add = [&w](double &part, double &quantised, double ranks) {
            part += w.elements() / ranks;
            quantised += w.product ? w.elements() / ranks : 0.0;
        };
        if (w.bucket == WeightBucket::tensorSharded)
            add(shards < shape.tp ? out.keyValues : out.sharded, out.quantisedDense, static_cast<double>(shards));
        else if (w.bucket == WeightBucket::replicated)
            add(out.copied, out.quantisedDense, 1.0);
        else
            add(out.experts, out.quantisedExperts, static_cast<double>(shape.ep * shape.expertTensor));
        if (w.bucket == WeightBucket::tensorSharded && shards < shape.tp)
            out.keyValueCopies = shape.tp / shards;
    }
    const double table = static_cast<double>(model.vocab) * static_cast<double>(model.hidden) / static_cast<double>(shape.tp);
    // The head of a tied model and the lookup of MTP modules use the embedding's table: a copy of it, held once, when they lie on
    // another stage.
    const bool usesTable = block.kind == BlockKind::head && (model.tiedEmbeddings || model.mtpDepth > 0);
    if (usesTable && lastStageApart)
        out.sharded += table;
    out.gathered = out.dense() + (usesTable && model.tiedEmbeddings && !lastStageApart ? table : 0.0);
    return out;
}

Count keyValueCopies(const std::vector<BlockParameters> &blocks)
{
    Count fewest = 1;
    for (const BlockParameters &b : blocks)
        if (b.keyValues > 0.0 && (fewest == 1 || b.keyValueCopies < fewest))
            fewest = b.keyValueCopies;
    return fewest;
}

} // namespace headroom
