#include "estimate/contract_placement.h"

#include "base/format.h"
#include "base/text.h"
#include "ops/layer_ops.h"
#include "spec/weights.h"

#include <algorithm>
#include <array>

namespace headroom {
namespace {

// Over which axes a tensor is divided, and how many ranks of its stage hold the same part.
struct Placed
{
    std::string axes;
    Count copies = 1;
};

Placed placementOf(const WeightTensor &weight, const Plan &plan)
{
    const bool wide = plan.weightSharding == WeightSharding::fsdpEpCp, expert = weight.bucket == WeightBucket::expert;
    const Plan::ExpertRanks split = expert ? plan.expertRanks() : Plan::ExpertRanks{};
    Count tensor = split.tensor;
    if (weight.bucket == WeightBucket::tensorSharded)
        tensor = weight.maxShards > 0 ? std::min(plan.tp, weight.maxShards) : plan.tp;
    const std::array<std::pair<const char *, Count>, 5> parts{{{"tp", tensor}, {"ep", expert || wide ? plan.ep : 1},
                                                               {"cp", wide ? plan.cp : 1}, {"fsdp", plan.fsdp}, {"dp", split.data}}};
    Placed out;
    Count shards = 1;
    for (const auto &[axis, degree] : parts) {
        shards *= degree;
        if (degree > 1)
            out.axes += (out.axes.empty() ? "" : " x ") + std::string(axis) + " " + std::to_string(degree);
    }
    if (out.axes.empty())
        out.axes = "1";
    out.copies = plan.product() / plan.pp / shards;
    return out;
}

std::string shapeOf(const WeightTensor &w)
{
    std::string out = w.copies > 1 ? std::to_string(w.copies) + " x [" : "[";
    return out + std::to_string(w.rows) + (w.cols > 1 ? ", " + std::to_string(w.cols) : "") + "]";
}

std::vector<WeightTensor> weightsOf(const ModelSpec &model, const Block &block)
{
    switch (block.kind) {
    case BlockKind::embedding:
        return embeddingWeights(model);
    case BlockKind::head:
        return headWeights(model);
    case BlockKind::mtp:
        return mtpWeights(model);
    case BlockKind::layer:
        return layerWeights(model, block.layer);
    }
    return {};
}

struct Bucket
{
    const char *id, *name;
    double elements = 0.0, largest = 0.0;
    Placed placed{}; // of its largest tensor
};

void addTensors(std::vector<ContractLine> &lines, const ModelSpec &model, const Plan &plan)
{
    std::array<Bucket, 3> buckets{{{"weights.tensorSharded", CORE_TEXT("core", "Dense weights")},
                                   {"weights.replicated", CORE_TEXT("core", "Weights no tp divides")},
                                   {"weights.expert", CORE_TEXT("core", "Expert weights")}}};
    std::vector<ContractLine> details;
    for (const Block &block : blockStructure(model).blocks)
        for (const WeightTensor &w : weightsOf(model, block)) {
            const Placed placed = placementOf(w, plan);
            Bucket &bucket = buckets[static_cast<std::size_t>(w.bucket)];
            bucket.elements += block.count * w.elements();
            if (w.elements() > bucket.largest) {
                bucket.largest = w.elements();
                bucket.placed = placed;
            }
            const std::string name = block.name + "." + w.name;
            details.push_back({"tensor." + name, name,
                               {CORE_TEXT("core", "{0} in {1} layers, bf16; divided by {2}, {3} copies in a stage"),
                                {shapeOf(w), significant(block.count, 5), placed.axes, std::to_string(placed.copies)}}, true});
        }
    for (const Bucket &bucket : buckets)
        if (bucket.elements > 0.0)
            lines.push_back({bucket.id, bucket.name,
                             {CORE_TEXT("core", "{0} elements; the largest tensor divided by {1}, {2} copies in a stage; stages {3}"),
                              {engineering(bucket.elements, Unit::count), bucket.placed.axes, std::to_string(bucket.placed.copies),
                               std::to_string(plan.pp)}}});
    lines.insert(lines.end(), details.begin(), details.end());
}

const char *algorithmOf(const CommunicationRow &row, bool torus)
{
    if (row.kind == "send-recv")
        return CORE_TEXT("core", "point to point");
    if (row.kind == "ring")
        return CORE_TEXT("core", "ring");
    if (row.link == "scale-up+scale-out")
        return CORE_TEXT("core", "hierarchical");
    if (row.link == "scale-up" && torus)
        return CORE_TEXT("core", "torus rings");
    return row.kind == "all-to-all" ? CORE_TEXT("core", "direct exchange") : CORE_TEXT("core", "ring");
}

void addCollectives(std::vector<ContractLine> &lines, const Estimate &e)
{
    const bool torus = e.scenario.hardware.scaleUp == ScaleUpKind::torus;
    std::size_t index = 0;
    for (const CommunicationRow &row : e.system.communication) {
        const double seconds = row.total.value, wire = row.wire.value * row.calls;
        const std::string rate = seconds > 0.0 ? engineering(wire / seconds, Unit::bytesPerSecond) : "-";
        lines.push_back({"collective." + std::to_string(index++), row.axis + " " + row.kind,
                         {CORE_TEXT("core", "{0}: {1}, {2}; {3} calls of {4} a step, effective {5} per chip and direction"),
                          {row.purpose, row.link, algorithmOf(row, torus), significant(row.calls, 5),
                           engineering(row.payload.value, Unit::bytes), rate}}});
    }
}

} // namespace

void addPlacement(std::vector<ContractLine> &lines, const Estimate &e)
{
    if (!e.system.legal)
        return;
    addCollectives(lines, e);
    addTensors(lines, e.scenario.model, e.scenario.plan);
}

} // namespace headroom
