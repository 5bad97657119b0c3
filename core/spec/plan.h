#pragma once
// How the run is spread over devices: degree per axis, micro-batch, remat policy, sharding choices.

#include "base/enum_table.h"
#include "base/result.h"
#include "spec/model_spec.h"
#include "spec/remat.h"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

// Placed on the network in the order tensor, context, expert, fsdp, pipeline, data, innermost first, unless a plan says otherwise.
enum class Axis { data, fsdp, tensor, expert, pipeline, context };
std::span<const EnumRow> rowsOf(Axis); // keys dp fsdp tp ep pp cp
inline constexpr std::size_t axisCount = 6;
inline constexpr std::array<Axis, axisCount> innermostFirst{Axis::tensor, Axis::context, Axis::expert,
                                                            Axis::fsdp,   Axis::pipeline, Axis::data};

// Order of the passes on a pipeline's stages; schedule/pipeline.h says more of each.
enum class Schedule { gpipe, oneFOneB, interleaved, zbH1, dualPipe };
std::span<const EnumRow> rowsOf(Schedule); // keys GPipe, 1F1B, interleaved, ZB-H1, DualPipe

// What a layer's weights are gathered for: again in backward (reshard), or once a step and kept.
enum class Regather { reshard, keep };
std::span<const EnumRow> rowsOf(Regather);

// Over which axes weights are sharded: fsdp alone, or fsdp * ep * cp as MaxText does.
enum class WeightSharding { fsdp, fsdpEpCp };
std::span<const EnumRow> rowsOf(WeightSharding); // keys fsdp, fsdp*ep*cp

// What is additionally sharded over dp * ep * cp (ZeRO-1, ZeRO-2).
enum class StateSharding { none, optimizer, optimizerGradients };
std::span<const EnumRow> rowsOf(StateSharding); // keys none, optimizer, optimizer+gradients

// How the parts of a sequence meet the keys and values of one another: part by part, passed round a ring under the attention of the
// part before, or gathered whole before attention begins.
enum class ContextParallel { ring, allGather };
std::span<const EnumRow> rowsOf(ContextParallel);

// How a pipeline's pieces share the layers: equally, the remainder to the middle; so that all compute about as long, the embedding
// and the head counted; or as a list says.
enum class StageSplit { even, balanced, listed };
std::span<const EnumRow> rowsOf(StageSplit);
// "4*15, 1": layers of each piece in the order in which a forward meets them, N*K for K pieces of N; commas, semicolons or spaces
// between. Errors: what is no number, more than 65,536 layers of a piece, or pieces.
Result<std::vector<Count>> parseStageLayers(std::string_view text);
std::string stageLayersText(const std::vector<Count> &layers);

struct Plan
{
    Count dp = 1, fsdp = 1, tp = 1, ep = 1, pp = 1, cp = 1; // product = devices
    Count microBatch = 1;            // sequences per rank and pass
    Schedule schedule = Schedule::oneFOneB;
    Count virtualStages = 1;         // parts of a stage that interleaved passes run one by one; else 1
    Count epChunks = 1;              // pieces an expert all-to-all is cut into; the bound takes infinitely many
    RematPolicy remat = RematPolicy::none;
    RematMode rematMode = RematMode::wholeLayer;
    KeptTensors keptTensors{};       // of the custom policy
    RecomputeModules recomputeModules{RecomputeModule::coreAttention}; // of the selective policy
    StageSplit stageSplit = StageSplit::even; // takes effect when pp > 1
    std::string stageLayers{};       // of the listed split
    Regather regather = Regather::reshard;
    WeightSharding weightSharding = WeightSharding::fsdp;
    StateSharding stateSharding = StateSharding::none;
    Count expertTensor = 1;          // ranks that split one expert: a divisor of tp * fsdp * dp
    bool sequenceParallel = true;    // takes effect when tp > 1
    bool asyncTensorParallel = false; // tensor collectives cut into pieces under their products; needs sequenceParallel when tp > 1
    ContextParallel contextParallel = ContextParallel::ring; // takes effect when cp > 1
    std::string axisOrder{};         // innermost first: "tp-cp-ep-fsdp-pp-dp", which "" stands for
    std::string torusAxes{};         // dimensions of the torus that axes take first: "tp=x, ep=yz"

    bool operator==(const Plan &) const = default;
    RematChoice rematChoice() const { return {remat, rematMode, keptTensors, recomputeModules}; }
    Count degree(Axis axis) const;
    void setDegree(Axis axis, Count degree);
    Count product() const { return dp * fsdp * tp * ep * pp * cp; }
    // Of the ranks that split one expert, how many lie on each axis: tensor ranks first, then fsdp, then data.
    struct ExpertRanks
    {
        Count tensor = 1, fsdp = 1, data = 1;
    };
    ExpertRanks expertRanks() const;
    // Sequences per step and rank over microBatch; meaningful for legal plans only.
    Count microBatchCount(Count globalBatch) const { return globalBatch / (dp * fsdp * ep * microBatch); }
};

} // namespace headroom
