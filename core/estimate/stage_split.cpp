#include "estimate/stage_split.h"

#include "estimate/plan_model.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

namespace headroom {

std::vector<Count> evenLayers(Count layers, Count pieces)
{
    const Count rest = layers % pieces, first = (pieces - rest) / 2;
    std::vector<Count> out(static_cast<std::size_t>(pieces), layers / pieces);
    for (Count more = first; more < first + rest; ++more)
        ++out[static_cast<std::size_t>(more)];
    return out;
}

std::vector<double> blockCosts(const ModelSpec &model, const RunSpec &run, const HardwareSpec &hardware, const RematChoice &remat)
{
    constexpr Count sequences = 1024; // whatever the batch: the split is the same for all
    Derivation off(false);
    ModelBlocks blocks = blockStructure(model);
    RunSpec batch = run;
    batch.globalBatch = sequences;
    buildOps(blocks, off, model, batch, oneChipShape(batch));
    setRemats(blocks, model, batch, {&remat, 1});
    const ChipRates chip = chipRates(off, hardware, {}, batch, Level::ideal);
    std::vector<double> out;
    for (const Block &block : blocks.blocks) {
        Seconds time{};
        for (const Op &op : block.ops)
            time += (block.remats.front().recomputes(op) ? 2.0 : 1.0) * boundOp(off, op, chip).time.value;
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

// Pieces one by one from the last on, each as full as the least cost of what is left allows.
std::vector<Count> balancedPieces(const CostLine &line, std::size_t pieces)
{
    constexpr double less = 1.0 - 1e-9;
    std::vector<Count> out(pieces);
    Rest left{line.layers.size(), pieces};
    double most = leastCost(line, left, true);
    for (; left.pieces > 0; --left.pieces) {
        const bool ofModel = left.pieces == pieces;
        if (!ofModel && fits(line, left, false, most * less)) // no dearer than what it is a part of
            most = leastCost(line, left, false);
        const std::size_t taken = *lastPiece(line, left, ofModel, most);
        out[left.pieces - 1] = static_cast<Count>(taken);
        left.layers -= taken;
    }
    return out;
}

// The layers of each stage dealt out to its parts, one by one to the cheapest: the embedding counts on the first part of the first
// stage, head and MTP modules on the last of the last.
std::vector<Count> dealt(const CostLine &line, const std::vector<Count> &ofStages, std::size_t parts)
{
    const double each = std::accumulate(line.layers.begin(), line.layers.end(), 0.0) / static_cast<double>(line.layers.size());
    std::vector<Count> out(ofStages.size() * parts);
    std::vector<double> held(parts);
    for (std::size_t stage = 0; stage < ofStages.size(); ++stage) {
        std::ranges::fill(held, 0.0);
        held.front() += stage == 0 ? line.first : 0.0;
        held.back() += stage + 1 == ofStages.size() ? line.last : 0.0;
        for (Count layer = 0; layer < ofStages[stage]; ++layer) {
            const auto cheapest = std::ranges::min_element(held);
            *cheapest += each;
            ++out[static_cast<std::size_t>(cheapest - held.begin()) * ofStages.size() + stage];
        }
    }
    return out;
}

// Of the dearest stage, then of the dearest piece.
std::pair<double, double> dearest(const CostLine &line, const std::vector<Count> &layers, std::size_t stages)
{
    std::vector<double> ofStage(stages, 0.0);
    double ofPiece = 0.0;
    auto layer = line.layers.begin();
    for (std::size_t piece = 0; piece < layers.size(); ++piece) {
        const auto end = layer + static_cast<std::ptrdiff_t>(layers[piece]);
        double held = (piece == 0 ? line.first : 0.0) + (piece + 1 == layers.size() ? line.last : 0.0);
        held += std::accumulate(layer, end, 0.0);
        layer = end;
        ofPiece = std::max(ofPiece, held);
        ofStage[piece % stages] += held;
    }
    return {*std::ranges::max_element(ofStage), ofPiece};
}

} // namespace

std::vector<Count> balancedLayers(const ModelBlocks &blocks, const std::vector<double> &costs, Count stages, Count parts)
{
    const CostLine line = lineOf(blocks, costs);
    const auto n = static_cast<std::size_t>(stages), v = static_cast<std::size_t>(parts);
    std::vector<Count> pieces = balancedPieces(line, n * v);
    if (v == 1)
        return pieces;
    std::vector<Count> byStage = dealt(line, balancedPieces(line, n), v);
    const auto [stage, piece] = dearest(line, pieces, n);
    const auto [otherStage, otherPiece] = dearest(line, byStage, n);
    constexpr double less = 1.0 - 1e-9;
    const bool better = otherStage < stage * less || (otherStage * less <= stage && otherPiece < piece * less);
    return better ? byStage : pieces;
}

std::vector<Count> layersOfPieces(const ModelBlocks &blocks, const ModelSpec &model, const RunSpec &run, const HardwareSpec &hardware, const Plan &plan)
{
    if (plan.pp > 1 && plan.stageSplit == StageSplit::listed)
        return parseStageLayers(plan.stageLayers).value_or(std::vector<Count>{}); // brokenRule() has found it right
    if (plan.pp > 1 && plan.stageSplit == StageSplit::balanced)
        return balancedLayers(blocks, blockCosts(model, run, hardware, plan.rematChoice()), plan.pp, plan.virtualStages);
    return evenLayers(static_cast<Count>(blocks.order.size()), plan.pp * plan.virtualStages);
}

} // namespace headroom
