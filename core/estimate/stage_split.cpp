#include "estimate/stage_split.h"

#include "estimate/plan_model.h"

#include <algorithm>
#include <numeric>
#include <optional>

namespace headroom {

std::vector<Count> evenLayers(Count layers, Count pieces)
{
    const Count rest = layers % pieces, first = (pieces - rest) / 2;
    std::vector<Count> out(static_cast<std::size_t>(pieces), layers / pieces);
    for (Count more = first; more < first + rest; ++more)
        ++out[static_cast<std::size_t>(more)];
    return out;
}

std::vector<double> blockCosts(const ModelSpec &model, const RunSpec &run, const HardwareSpec &hardware)
{
    constexpr Count sequences = 1024; // enough that weights are read once for many tokens; the split is the same at every batch
    Derivation off(false);
    ModelBlocks blocks = blockStructure(model);
    RunSpec batch = run;
    batch.globalBatch = sequences;
    buildOps(blocks, off, model, batch, oneChipShape(batch));
    const ChipRates chip = chipRates(off, hardware, {}, batch, Level::ideal);
    std::vector<double> out;
    for (const Block &block : blocks.blocks) {
        Seconds time{};
        for (const Op &op : block.ops)
            time += boundOp(off, op, chip).time.value;
        out.push_back(time.value);
    }
    return out;
}

namespace {

// Costs in the order in which a forward meets them.
struct CostLine
{
    double first = 0.0, last = 0.0; // before the layers, after them
    std::vector<double> layers;
};

CostLine lineOf(const ModelBlocks &blocks, const std::vector<double> &costs)
{
    CostLine out{costs[blocks.embedding], costs[blocks.head], {}};
    if (blocks.mtp)
        out.last += blocks.blocks[*blocks.mtp].count * costs[*blocks.mtp];
    for (const std::uint16_t block : blocks.order)
        out.layers.push_back(costs[block]);
    return out;
}

// What is left of the line when pieces are filled from the last one on.
struct Rest
{
    std::size_t layers = 0, pieces = 0;
};

// Layers that the last of the remaining pieces takes of what is left, at most so dear and each piece before it with one; the model's last
// may do with the head alone. Absent: it does not go.
std::optional<std::size_t> lastPiece(const CostLine &line, Rest left, bool ofModel, double most)
{
    double held = (left.pieces == 1 ? line.first : 0.0) + (ofModel ? line.last : 0.0);
    std::size_t taken = 0;
    while (left.layers - taken >= left.pieces && ((taken == 0 && !ofModel) || held + line.layers[left.layers - taken - 1] <= most)) {
        held += line.layers[left.layers - taken - 1];
        ++taken;
    }
    return held <= most ? std::optional(taken) : std::nullopt;
}

bool fits(const CostLine &line, Rest left, bool ofModel, double most)
{
    for (; left.pieces > 0; --left.pieces, ofModel = false) {
        const std::optional<std::size_t> taken = lastPiece(line, left, ofModel, most);
        if (!taken)
            return false;
        left.layers -= *taken;
    }
    return left.layers == 0;
}

// The least cost of the dearest piece of what is left.
double leastCost(const CostLine &line, Rest left, bool ofModel)
{
    constexpr int halvings = 48;
    const auto end = line.layers.begin() + static_cast<std::ptrdiff_t>(left.layers);
    double least = 0.0, enough = line.first + line.last + std::accumulate(line.layers.begin(), end, 0.0);
    for (int i = 0; i < halvings; ++i) {
        const double middle = (least + enough) / 2.0;
        (fits(line, left, ofModel, middle) ? enough : least) = middle;
    }
    return enough;
}

} // namespace

std::vector<Count> balancedLayers(const ModelBlocks &blocks, const std::vector<double> &costs, Count pieces)
{
    const CostLine line = lineOf(blocks, costs);
    std::vector<Count> out(static_cast<std::size_t>(pieces));
    Rest left{line.layers.size(), out.size()};
    for (; left.pieces > 0; --left.pieces) {
        const bool ofModel = left.pieces == out.size();
        const std::size_t taken = *lastPiece(line, left, ofModel, leastCost(line, left, ofModel));
        out[left.pieces - 1] = static_cast<Count>(taken);
        left.layers -= taken;
    }
    return out;
}

std::vector<Count> layersOfPieces(const ModelBlocks &blocks, const ModelSpec &model, const RunSpec &run, const HardwareSpec &hardware, const Plan &plan)
{
    const Count pieces = plan.pp * plan.virtualStages;
    if (plan.pp > 1 && plan.stageSplit == StageSplit::listed)
        return parseStageLayers(plan.stageLayers).value_or(std::vector<Count>{}); // brokenRule() has found it right
    if (plan.pp > 1 && plan.stageSplit == StageSplit::balanced)
        return balancedLayers(blocks, blockCosts(model, run, hardware), pieces);
    return evenLayers(static_cast<Count>(blocks.order.size()), pieces);
}

} // namespace headroom
