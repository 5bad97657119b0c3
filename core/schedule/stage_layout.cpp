#include "schedule/stage_layout.h"

#include <algorithm>
#include <numeric>

namespace headroom {
namespace {

using Held = std::vector<double>; // per block: how many

// The model cut into pieces of so many layers, in order.
std::vector<Held> cut(const ModelBlocks &blocks, const std::vector<Count> &layers)
{
    std::vector<Held> out;
    std::size_t layer = 0;
    for (std::size_t piece = 0; piece < layers.size(); ++piece) {
        Held held(blocks.blocks.size(), 0.0);
        if (piece == 0)
            held[blocks.embedding] = 1.0;
        for (Count n = layers[piece]; n > 0; --n)
            held[blocks.order[layer++]] += 1.0;
        if (piece + 1 == layers.size()) {
            held[blocks.head] = 1.0;
            if (blocks.mtp)
                held[*blocks.mtp] = blocks.blocks[*blocks.mtp].count;
        }
        out.push_back(std::move(held));
    }
    return out;
}

Composition compositionOf(const Held &held)
{
    Composition out;
    for (std::size_t b = 0; b < held.size(); ++b)
        if (held[b] > 0.0)
            out.push_back({b, held[b]});
    return out;
}

// The index of a composition, added if it is new.
std::uint16_t indexOf(StageLayout &layout, Composition composition)
{
    const auto same = std::ranges::find(layout.compositions, composition);
    const auto index = static_cast<std::uint16_t>(same - layout.compositions.begin());
    if (same == layout.compositions.end())
        layout.compositions.push_back(std::move(composition));
    return index;
}

// The model's pieces that a stage holds, in the order in which forwards meet them.
std::vector<Count> piecesOf(Count stage, Count stages, Schedule schedule, Count perStage)
{
    if (schedule == Schedule::dualPipe)
        return {stage, stages - 1 - stage};
    std::vector<Count> out;
    for (Count piece = 0; piece < perStage; ++piece)
        out.push_back(piece * stages + stage);
    return out;
}

void fillDistinct(StageLayout &layout)
{
    const auto same = [&](std::size_t a, std::size_t b) {
        return layout.stages[a] == layout.stages[b]
            && (layout.copies > 1.0 || std::ranges::equal(layout.piecesOf(a), layout.piecesOf(b))); // DualPipe mirrors them
    };
    for (std::size_t stage = 0; stage < layout.stages.size(); ++stage)
        if (std::ranges::none_of(layout.distinct, [&](std::size_t known) { return same(known, stage); }))
            layout.distinct.push_back(static_cast<std::uint16_t>(stage));
}

} // namespace

StageLayout stageLayout(const ModelBlocks &blocks, std::vector<Count> layers, Schedule schedule, Count virtualStages)
{
    const Count stages = static_cast<Count>(layers.size()) / virtualStages;
    const bool both = schedule == Schedule::dualPipe;
    StageLayout layout;
    layout.piecesPerStage = both ? 2 : virtualStages;
    layout.copies = both ? 2.0 : 1.0;
    const std::vector<Held> pieces = cut(blocks, layers);
    layout.layers = std::move(layers);
    for (Count stage = 0; stage < stages; ++stage) {
        Held held(blocks.blocks.size(), 0.0);
        for (const Count piece : piecesOf(stage, stages, schedule, virtualStages))
            for (std::size_t b = 0; b < held.size(); ++b)
                held[b] += pieces[static_cast<std::size_t>(piece)][b] / layout.copies;
        const std::size_t known = layout.compositions.size();
        layout.stages.push_back(indexOf(layout, compositionOf(held)));
        if (layout.compositions.size() > known)
            layout.first.push_back(static_cast<std::uint16_t>(stage));
    }
    if (layout.piecesPerStage > 1)
        for (Count stage = 0; stage < stages; ++stage)
            for (const Count piece : piecesOf(stage, stages, schedule, virtualStages))
                layout.pieces.push_back(indexOf(layout, compositionOf(pieces[static_cast<std::size_t>(piece)])));
    fillDistinct(layout);
    return layout;
}

std::vector<BlockRun> blocksInOrder(const ModelBlocks &blocks, const StageLayout &layout, std::size_t stage, Count piece)
{
    const auto stages = static_cast<Count>(layout.stages.size()), s = static_cast<Count>(stage);
    const bool both = layout.copies > 1.0;
    const auto mine = static_cast<std::size_t>(both ? (piece == 0 ? s : stages - 1 - s) : piece * stages + s);
    const Count first = std::accumulate(layout.layers.begin(), layout.layers.begin() + static_cast<std::ptrdiff_t>(mine), Count{0});
    std::vector<BlockRun> out;
    if (mine == 0)
        out.push_back({blocks.embedding, {}});
    for (Count n = 0; n < layout.layers[mine]; ++n)
        out.push_back({blocks.order[static_cast<std::size_t>(first + n)], first + n});
    if (mine + 1 < layout.layers.size())
        return out;
    out.push_back({blocks.head, {}});
    if (blocks.mtp)
        out.insert(out.end(), static_cast<std::size_t>(blocks.blocks[*blocks.mtp].count), {*blocks.mtp, {}});
    return out;
}

} // namespace headroom
