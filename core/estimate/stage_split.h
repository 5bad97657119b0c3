#pragma once
// How many layers each piece of a pipeline holds: stages, or parts of stages that interleaved passes run one by one.

#include "ops/layer_ops.h"
#include "spec/hardware_spec.h"

#include <vector>

namespace headroom {

// Equal shares, the remainder to the middle: of L layers on n pieces floor(L / n) each, one more on L mod n of them from piece
// floor((n - L mod n) / 2) on. [layers of each piece]
std::vector<Count> evenLayers(Count layers, Count pieces);

// How long each block takes on one chip, forward, backward and what the policy runs again, of so many sequences that weights are read once
// for many tokens: the rooflines of its operators. Smaller passes read weights more often, which this leaves out of account.
// [s for each of the blocks]
std::vector<double> blockCosts(const ModelSpec &model, const RunSpec &run, const HardwareSpec &hardware, const RematChoice &remat);

// Contiguous pieces, `parts` for each of the stages, the embedding on the first and head and MTP modules on the last, such that the dearest
// stage, all its parts together, is as cheap as can be, and then the dearest part. One part a stage: each but the last has a layer at least,
// and what is left of the layers is split the same way over the stages before the last. Several: the better of pieces balanced like that,
// and of stages balanced like that whose parts share their stage's layers. [layers of each piece in the order in which a forward meets them]
std::vector<Count> balancedLayers(const ModelBlocks &blocks, const std::vector<double> &costs, Count stages, Count parts = 1);

// As the plan says. `blocks` need no operators.
std::vector<Count> layersOfPieces(const ModelBlocks &blocks, const ModelSpec &model, const RunSpec &run, const HardwareSpec &hardware, const Plan &plan);

} // namespace headroom
