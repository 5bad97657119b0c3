#pragma once
// Times every plan of one set of degrees: what a thread of a search does.

#include "estimate/plan_model.h"
#include "search/best_rows.h"
#include "search/search_space.h"

#include <array>
#include <optional>
#include <span>
#include <vector>

namespace headroom {

inline constexpr std::array<Level, 4> searchLevels{Level::ideal, Level::low, Level::expected, Level::high};

// A pipeline degree under a schedule, split one way.
struct PipelineLayout
{
    Count pp = 1;
    ScheduleChoice schedule;
    StageSplit split = StageSplit::even;
    std::vector<std::size_t> remats; // the searched policies, by their places, that this is the layout for
    StageLayout layout;
};
// What all plans of a search share.
struct SearchShared
{
    const Scenario *scenario;
    const SearchSpace *space;
    Slice slice;
    std::vector<RunSpec> runs;          // one per global batch
    std::vector<Flops> useful;
    std::array<LevelRates, 4> rates;
    ModelBlocks blocks;                   // without operators
    std::vector<PipelineLayout> layouts;
    double devices, peak;
};

// Legal (dp, fsdp, tp, ep, pp, cp), legal plans, and those that fit.
struct SearchCounts
{
    std::size_t shapes = 0, evaluated = 0, feasible = 0;
};

// Times the plans of one set of degrees, as far as they may be among the best; one per thread. What plans share is made once: links and weights per split of the outer
// ranks, operators per micro-batch, stages per pipeline; a plan then only adds them up.
class SearchWorker
{
public:
    explicit SearchWorker(const SearchShared &shared);
    void visit(const ShardDegrees &degrees);
    const SearchCounts &counts() const { return m_counts; }
    // Rows of the last visit; those that are not among the best may be missing.
    std::span<const SearchRow> fresh() const { return m_fresh; }
    BestRows &best() { return m_best; }
    // The best feasible row by the bound at the run's global batch.
    const std::optional<SearchRow> &anchor() const { return m_anchor; }

private:
    // How the remaining ranks split into fsdp and dp. Links and loads are made when a plan is timed, loads per level.
    struct Split
    {
        Count fsdp;
        std::optional<PlanLinks> links;
        std::vector<WeightPlan> weights;
        Bytes states; // weights and what goes with them, of the stage that holds most
        std::array<std::optional<WeightLoads>, searchLevels.size()> loads;
        std::array<std::optional<Transfers>, searchLevels.size()> transfers; // of the micro-batch that is visited
    };
    // A pipeline degree with its splits; `first` has fsdp alone.
    struct Pipeline
    {
        Plan first;
        const PipelineLayout *of;
        std::vector<Split> splits;
        bool weighed = false, legal = false;
    };
    // A pipeline's loads under one micro-batch, per level and composition, and the MFU that none of its plans is above; made when a plan
    // asks for them.
    struct Shape
    {
        std::size_t batch = 0;
        std::array<std::vector<BlockLoad>, searchLevels.size()> loads;
        std::optional<double> mfuAtMost;
    };
    void addPipeline(const Plan &first, const PipelineLayout &layout);
    static Plan split(Plan plan, Count fsdp);

    // All pipelines that a micro-batch is legal with: they share its operators.
    void visitMicroBatch(Count microBatch);
    void fillWork(const Plan &plan);
    // Operators of the micro-batch, once any of its plans is timed.
    void needOps();

    // What weights need, for every split.
    void weigh(Pipeline &p);
    const std::vector<BlockParameters> &parametersOf(const Plan &plan);
    // Per remat policy, of the micro-batch that is visited.
    const std::vector<std::vector<BlockMemory>> &memoryOf(const Plan &plan);
    // Where the plan's collectives run.
    void place(Shape &shape, Split &split);
    void forgetTimesElsewhere(Shape &shape, const GroupLinks &groups);
    void visitPipeline(Pipeline &p, const Plan &plan, std::size_t batch);
    void consider(Shape &shape, Split &split);
    bool mayBeAnchor(const SearchRow &row) const;
    void keep(const SearchRow &row);

    // Of the present shape at a level: operators' times, block loads.
    const ShapeTimes &operatorTimes(std::size_t level);
    const std::vector<BlockLoad> &loadsOf(std::size_t level);
    double mfuAtMost(Shape &shape);

    // Of the plan at a level.
    Headline timed(Shape &shape, Split &split, std::size_t level);
    void fillExpected(SearchRow &out, Shape &shape, Split &split);
    void fillParts(SearchRow &out, const Shape &shape, const HeadlineInput &ideal, const Headline &bound);
    double mfu(Seconds step, std::size_t batch) const;

    const SearchShared &m_shared;
    Derivation m_off; // for what many plans share
    Silent m_silent;  // for each plan
    Scenario m_scenario;
    ShapeWork m_work;
    bool m_opsFilled = false;
    // Of the blocks, for a single stage and for several: parameters at the degrees that are visited, memory with the micro-batch.
    std::array<std::vector<BlockParameters>, 2> m_parameters;
    std::array<std::vector<std::vector<BlockMemory>>, 2> m_memory;
    ExecutedFlops m_executed;
    // Of the micro-batch that is visited, and for how many of them a level was made last.
    struct Times
    {
        std::optional<ShapeTimes> shape;
        std::vector<BlockLoad> loads;
        double microBatches = 0.0, loadedFor = 0.0;
    };
    std::array<Times, searchLevels.size()> m_times;
    // Where the tensor, context and expert ranks lie that the blocks were timed with: the same for all splits of the outer ranks unless
    // the plan orders its axes otherwise.
    std::array<RankGroup, 3> m_inner;
    std::vector<Pipeline> m_pipelines;
    PlacedPlan m_plan;
    HeadlineInput m_input, m_alone; // of the plan; of the operators alone
    std::vector<SearchRow> m_fresh;
    BestRows m_best;
    std::optional<SearchRow> m_anchor;
    SearchCounts m_counts;
};

} // namespace headroom
