#include "search/why_not.h"

#include "base/text.h"
#include "search/search_space.h"
#include "spec/field.h"

#include <algorithm>

namespace headroom {

namespace {

constexpr double sameMfu = 1e-9; // relative; what differs less is equal

bool isSeparator(char c) { return c == ' ' || c == ',' || c == ';' || c == '\t' || c == '\n'; }

std::vector<std::string> wordsOf(std::string_view text)
{
    std::vector<std::string> words(1);
    for (const char c : text) {
        if (!isSeparator(c))
            words.back() += c;
        else if (!words.back().empty())
            words.emplace_back();
    }
    if (words.back().empty())
        words.pop_back();
    return words;
}

// "tp=8" to the field's own "plan.tp=8".
std::string settingOf(const std::string &word)
{
    const std::size_t equals = word.find('=');
    const std::string key = word.substr(0, equals), value = word.substr(equals);
    if (key == "mb")
        return "plan.microBatch" + value;
    if (key == "batch")
        return "run.globalBatch" + value;
    return (key.starts_with("plan.") ? "" : "plan.") + key + value;
}

// Problems of the plan are its verdict; those of anything else are errors.
bool isOfPlan(const Issue &issue)
{
    return issue.field.starts_with("plan");
}

void judge(WhyNot &out, const Scenario &scenario, Message reason, std::string field)
{
    out.reason = std::move(reason);
    out.field = std::move(field);
    out.capacity = scenario.hardware.hbmCapacity.value.expected;
}

double mfuOf(const SystemEstimate &s, Objective objective)
{
    return objective == Objective::expected ? s.expectedMfu.expected : s.boundMfu;
}

Seconds stepOf(const SystemEstimate &s, Objective objective)
{
    return objective == Objective::expected ? s.stepTime.expected : s.stepTime.bound;
}

void compare(WhyNot &out, const SystemEstimate &plan, const SystemEstimate &best)
{
    const auto time = [&](const StepPart &part) { return out.objective == Objective::expected ? part.expected : part.bound; };
    out.bestMfu = mfuOf(best, out.objective);
    out.bestStep = stepOf(best, out.objective);
    for (const StepPart &part : plan.parts)
        out.parts.push_back({part.id, part.name, time(part), {}});
    for (const StepPart &part : best.parts) {
        auto at = std::ranges::find(out.parts, part.id, &PartLoss::id);
        if (at == out.parts.end())
            at = out.parts.insert(at, {part.id, part.name, {}, {}});
        at->best = time(part);
    }
    std::erase_if(out.parts, [](const PartLoss &part) { return part.plan == part.best; });
    std::ranges::stable_sort(out.parts, [](const PartLoss &a, const PartLoss &b) { return a.lost() > b.lost(); });
}

void rank(WhyNot &out, const SearchResult &found)
{
    const auto better = [&](const SearchRow &row) {
        return row.feasible && objectiveMfu(row, out.objective) > out.mfu * (1.0 + sameMfu);
    };
    const auto before = static_cast<std::size_t>(std::ranges::count_if(found.rows, better));
    if (out.feasible && (before < found.rows.size() || found.rows.size() == found.evaluated))
        out.rank = 1 + before;
}

template <class T> bool holds(const std::vector<T> &list, const T &value)
{
    return std::ranges::find(list, value) != list.end();
}

std::vector<Message> outsideOf(const SearchSpace &space, const Scenario &scenario, const NamedPlan &named)
{
    std::vector<Message> out;
    const Plan &plan = named.plan;
    for (const Axis axis : {Axis::data, Axis::fsdp, Axis::tensor, Axis::expert, Axis::pipeline, Axis::context})
        if (!space.limit(axis).allow(plan.degree(axis)))
            out.push_back({CORE_TEXT("core", "the search leaves {0} {1} out"), {keyOf(axis), std::to_string(plan.degree(axis))}});
    if (!holds(space.microBatches, plan.microBatch))
        out.push_back({CORE_TEXT("core", "micro-batch {0} is not among those searched"), {std::to_string(plan.microBatch)}});
    if (!holds(space.remats, plan.remat))
        out.push_back({CORE_TEXT("core", "remat {0} is not among those searched"), {keyOf(plan.remat)}});
    const bool batch = space.globalBatches.empty() ? named.globalBatch == scenario.run.globalBatch : holds(space.globalBatches, named.globalBatch);
    if (!batch)
        out.push_back({CORE_TEXT("core", "global batch {0} is not among those searched"), {std::to_string(named.globalBatch)}});
    Plan others = scenario.plan; // what every searched plan keeps
    for (const Axis axis : innermostFirst)
        others.setDegree(axis, plan.degree(axis));
    others.microBatch = plan.microBatch;
    others.remat = plan.remat;
    others.expertTensor = plan.expertTensor;
    const std::vector<ScheduleChoice> schedules = schedulesFor(space, scenario.plan, plan.pp);
    if (plan.pp > 1 && !holds(schedules, ScheduleChoice{plan.schedule, plan.virtualStages}))
        out.push_back({CORE_TEXT("core", "schedule {0} with {1} virtual stages is not among those searched"),
                       {keyOf(plan.schedule), std::to_string(plan.virtualStages)}});
    if (plan.pp > 1 && !holds(space.splits, plan.stageSplit))
        out.push_back({CORE_TEXT("core", "the split {0} into stages is not among those searched"), {keyOf(plan.stageSplit)}});
    others.schedule = plan.schedule;
    others.virtualStages = plan.virtualStages;
    others.stageSplit = plan.stageSplit;
    others.stageLayers = plan.stageLayers;
    if (!(others == plan))
        out.push_back({CORE_TEXT("core", "the search keeps the present plan's sharding, which differs"), {}});
    return out;
}

} // namespace

Result<NamedPlan> readNamedPlan(std::string_view text, const Scenario &scenario)
{
    Scenario next = scenario;
    for (const Axis axis : innermostFirst)
        next.plan.setDegree(axis, 1);
    next.plan.expertTensor = 1;
    const std::vector<std::string> words = wordsOf(text);
    if (words.empty())
        return failure("plan", {CORE_TEXT("core", "a plan is written as tp=8 pp=4 fsdp=2"), {}});
    bool fills = true; // fsdp takes what is left
    Issues issues;
    for (const std::string &word : words) {
        const std::size_t equals = word.find('=');
        if (equals == std::string::npos || equals == 0) {
            issues.push_back({Severity::error, "plan", {CORE_TEXT("core", "a plan is written as tp=8 pp=4 fsdp=2, not \"{0}\""), {word}}, {}});
            continue;
        }
        const std::string setting = settingOf(word);
        const Issues wrong = applySetting(next, setting);
        issues.insert(issues.end(), wrong.begin(), wrong.end());
        fills = fills && !setting.starts_with("plan.fsdp=") && !setting.starts_with("plan.dp=");
    }
    if (hasError(issues))
        return tl::unexpected<Issues>(std::move(issues));
    const Count others = next.plan.product();
    if (fills && scenario.run.devices % others == 0)
        next.plan.fsdp = scenario.run.devices / others;
    return NamedPlan{next.plan, next.run.globalBatch};
}

Result<WhyNot> whyNot(const Scenario &scenario, const SearchSpace &space, const SearchResult &found, const NamedPlan &named)
{
    WhyNot out{.named = named, .objective = space.objective};
    out.outside = outsideOf(space, scenario, named);
    out.ranked = found.feasible;
    out.kept = found.rows.size();
    Scenario asked = scenario;
    asked.plan = named.plan;
    asked.run.globalBatch = named.globalBatch;
    const Result<Estimate> estimate = evaluate(asked);
    if (!estimate) {
        const auto cause = std::ranges::find_if(estimate.error(), isOfPlan);
        if (cause == estimate.error().end())
            return tl::unexpected(estimate.error());
        judge(out, asked, cause->message, cause->field);
        return out;
    }
    const SystemEstimate &system = estimate->system;
    out.legal = system.legal;
    out.feasible = system.feasible;
    if (system.reason)
        judge(out, asked, *system.reason, system.reasonField);
    if (!out.legal)
        return out;
    out.memory = system.memory.total;
    out.capacity = system.memory.capacity;
    out.shortBy = system.shortBy;
    out.mfu = mfuOf(system, out.objective);
    out.step = stepOf(system, out.objective);
    rank(out, found);
    const auto best = std::ranges::find_if(found.rows, [&](const SearchRow &row) { return row.feasible && row.globalBatch == named.globalBatch; });
    if (best == found.rows.end())
        return out;
    out.best = best->plan;
    asked.plan = best->plan;
    const Result<Estimate> other = evaluate(asked);
    if (!other)
        return tl::unexpected(other.error());
    compare(out, system, other->system);
    return out;
}

} // namespace headroom
