#pragma once
// Which blocks each pipeline stage holds: embedding first, head and MTP last, layers in order, as many for each as stage_split.h
// says. A schedule may give a stage several pieces of the model: interleaved 1F1B deals v p pieces out in turn, DualPipe gives
// stage i the pieces i and p - 1 - i.

#include "ops/layer_ops.h"
#include "spec/plan.h"

#include <optional>
#include <span>
#include <vector>

namespace headroom {

struct StageLayout
{
    // Distinct ones: first what a stage runs for one micro-batch, its pieces together (under DualPipe half of both, since each sees
    // half of the micro-batches); then single pieces.
    std::vector<Composition> compositions;
    std::vector<std::uint16_t> stages;     // per stage: index of its composition
    std::vector<std::uint16_t> first;      // per composition of a stage: the first stage that has it
    std::vector<std::uint16_t> distinct;   // the first stage of each kind: of its composition, and of its pieces
    Count piecesPerStage = 1;
    std::vector<std::uint16_t> pieces;     // stage * piecesPerStage + piece: index of the piece's composition; empty: the stages'
    double copies = 1.0;                   // stages that hold each weight: 2 under DualPipe
    std::vector<Count> layers;             // of each piece, in the order in which a forward meets them

    const Composition &blocksOf(std::size_t stage) const { return compositions[stages[stage]]; }
    std::size_t pieceOf(std::size_t stage, Count piece) const
    {
        return pieces.empty() ? stages[stage] : pieces[stage * static_cast<std::size_t>(piecesPerStage) + static_cast<std::size_t>(piece)];
    }
    std::span<const std::uint16_t> piecesOf(std::size_t stage) const
    {
        const auto n = static_cast<std::size_t>(piecesPerStage);
        return pieces.empty() ? std::span(stages).subspan(stage, 1) : std::span(pieces).subspan(stage * n, n);
    }
    bool isOfStage(std::size_t composition) const { return composition < first.size(); }
};
// A block as a stage runs it.
struct BlockRun
{
    std::size_t block = 0;
    std::optional<Count> layer{}; // of the model, from 0; none: embedding, head, MTP module
};
// What a forward of a piece runs, in order; a backward goes the other way.
std::vector<BlockRun> blocksInOrder(const ModelBlocks &blocks, const StageLayout &layout, std::size_t stage, Count piece);

// `layers` of each piece: stages times virtual stages of them, of all layers together.
StageLayout stageLayout(const ModelBlocks &blocks, std::vector<Count> layers, Schedule schedule = Schedule::oneFOneB, Count virtualStages = 1);

} // namespace headroom
