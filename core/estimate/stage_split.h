#pragma once
// How many layers each piece of a pipeline holds: stages, or parts of stages that interleaved passes run one by one.

#include "ops/layer_ops.h"
#include "spec/hardware_spec.h"

#include <vector>

namespace headroom {

// Equal shares, the remainder to the middle: of L layers on n pieces floor(L / n) each, one more on L mod n of them from piece
// floor((n - L mod n) / 2) on. [layers of each piece]
std::vector<Count> evenLayers(Count layers, Count pieces);

// How long each block takes on one chip, forward and backward of many sequences: the rooflines of its operators. [s for each of the blocks]
std::vector<double> blockCosts(const ModelSpec &model, const RunSpec &run, const HardwareSpec &hardware);

// Contiguous pieces whose dearest is as cheap as can be, with the embedding on the first and head and MTP modules on the last, which may
// be without a layer; each other has one at least. The last takes as much as that allows, and what is left is split the same way over the pieces before it: the
// first one, which holds most micro-batches in flight, is the lightest. [layers of each piece]
std::vector<Count> balancedLayers(const ModelBlocks &blocks, const std::vector<double> &costs, Count pieces);

// As the plan says. `blocks` need no operators.
std::vector<Count> layersOfPieces(const ModelBlocks &blocks, const ModelSpec &model, const RunSpec &run, const HardwareSpec &hardware, const Plan &plan);

} // namespace headroom
