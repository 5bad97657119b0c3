#pragma once
// One simulated pass of a stage taken apart: its operators one after another, the waits between them, and on each network the
// collectives that they wait for or that run under them. Nothing is added: the lanes last exactly as long as the pass did.
//
//   compute   | query proj. | attention | wait tp | gate and up | … | held |
//   tp up     |             |           | reduce- |             |   |      |
//   fsdp out  | gather layer 3 | gather layer 4 |           gather layer 5 |

#include "schedule/simulation.h"

#include <string>
#include <vector>

namespace headroom {

// What a pass waits for, or what travels under it.
enum class LaneCause { tensor, expert, context, shard, data, host, pipeline };
inline constexpr std::size_t laneCauses = 7;
std::span<const EnumRow> rowsOf(LaneCause); // keys "tp", "ep", "cp", "fsdp", "dp", "host", "pp": of the step's parts "exposed.<key>"

enum class LaneNetwork { scaleUp, scaleOut, host };
std::span<const EnumRow> rowsOf(LaneNetwork);

// The collectives of one call site in one run of a block, or of the pass.
struct LaneCall
{
    LaneCause cause{};
    std::string axis;          // "tp", "ep+dp", "host"
    const char *kind = "";     // "all-gather", …
    const char *purpose = "";  // CORE_TEXT
    Bytes payload{};           // of each
    double count = 1.0;
    std::optional<std::size_t> run{}; // index into PassLanes::runs; none: of the whole pass
    Seconds total{}, exposed{}; // as long as they last, and as the device waits for them
    LinkTime links{};           // as long as they keep the networks busy; of host copies the host link is, for `total`
};

// op: an operator; again: a forward operator that a remat policy repeats; wait: for a call; held: the pass is over but for a network.
enum class LaneItemKind { op, again, wait, held };
struct LaneItem
{
    LaneItemKind kind{};
    Seconds start{}, end{};
    std::size_t run = 0;  // of operators
    std::size_t op = 0;   // index into the operators of its block
    std::size_t call = 0; // of waits
    Seconds slowed{};     // of operators: what they last longer because of communication under them
};
// A part of a call on one network.
struct LaneSpan
{
    Seconds start{}, end{};
    std::size_t call = 0;
    bool exposed = false; // the device waits meanwhile
};
struct NetworkLane
{
    std::string axis;
    LaneCause cause{};
    LaneNetwork network{};
    std::vector<LaneSpan> spans; // in order of time, none over another
};
struct PassLanes
{
    Seconds total{};
    std::vector<BlockRun> runs;     // blocks in the order in which the pass runs them
    std::vector<LaneItem> compute;  // without a gap from 0 to `total`
    std::vector<LaneCall> calls;
    std::vector<NetworkLane> networks; // of all lanes of one network no two are busy at once
};

// A plan at a level, as far as its passes need it.
struct LaneInput
{
    const Plan *plan;
    const ModelBlocks *blocks;
    std::size_t remat; // which of the blocks' policies is the plan's
    const std::vector<std::vector<BlockCall>> *calls;      // per block
    const std::vector<OpTimes> *ops;                       // per block
    const std::vector<BlockTimes> *times;                  // per block
    CallContext context;
    const AxisGroups *axes;
    const std::vector<WeightPlan> *weights;                // per composition
    const HeadlineInput *headline;
};
// Weight gradients of ZB-H1 and DualPipe stand at the end of a backward, where they are cut off; what its networks have not done by then
// goes on under them.
PassLanes passLanes(const LaneInput &input, std::size_t stage, const PipelinePass &pass);

} // namespace headroom
