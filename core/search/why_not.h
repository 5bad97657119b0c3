#pragma once
// Why a plan that someone names is not what a search proposes: the rule it breaks, the memory it is short of, or its
// rank and what it loses to the best plan, part by part.

#include "search/search.h"

#include <string_view>

namespace headroom {

// A plan with the batch it is meant for.
struct NamedPlan
{
    Plan plan;
    Count globalBatch = 0;
};
// Reads "tp=8 pp=4 fsdp=2 microBatch=2 remat=full batch=512": keys of the plan's fields, also mb, with blanks or commas
// between them. Degrees that are not named are 1; fsdp takes the devices left unless it or dp is named; all else is the
// scenario's. Errors: words that are no key=value, unknown keys, values out of range.
Result<NamedPlan> readNamedPlan(std::string_view text, const Scenario &scenario);

// A part of the step under both plans.
struct PartLoss
{
    std::string id, name;    // of StepPart
    Seconds plan{}, best{};
    Seconds lost() const { return plan - best; }
};

struct WhyNot
{
    NamedPlan named;
    Objective objective = Objective::bound;
    bool legal = false, feasible = false;
    std::optional<Message> reason{}; // why not legal or not feasible
    std::string field{};             // the field to change
    Bytes memory{}, capacity{}, shortBy{}; // of a legal plan
    std::vector<Message> outside{};  // why the search did not visit it
    // Of a legal plan, by the objective:
    double mfu = 0.0;
    Seconds step{};
    // Of a feasible plan: its place among the feasible plans, from 1, as if it were one of them. Absent where it comes after all the
    // rows that the search kept.
    std::optional<std::size_t> rank{};
    std::size_t ranked = 0;          // feasible plans
    std::size_t kept = 0;            // rows of the search
    // The best row of the same batch, if there is one:
    std::optional<Plan> best{};
    double bestMfu = 0.0;
    Seconds bestStep{};
    std::vector<PartLoss> parts{};   // what it loses most first; the losses sum to step - bestStep
};

// `found` is a search of the scenario in `space`. Errors: the scenario's own, apart from the plan's.
Result<WhyNot> whyNot(const Scenario &scenario, const SearchSpace &space, const SearchResult &found, const NamedPlan &named);

} // namespace headroom
