#include "serving/serving_search.h"

#include "serving/served_phase.h"
#include "serving/workload.h"

#include <algorithm>
#include <chrono>

namespace headroom {

namespace {

std::vector<Count> degreesOf(Count n)
{
    std::vector<Count> out;
    for (Count d = 1; d <= n; ++d)
        if (n % d == 0)
            out.push_back(d);
    return out;
}

// Legal plans; what else the scenario's plan states stays.
std::vector<Plan> plansOf(const Scenario &scenario)
{
    const Count devices = scenario.run.plannedDevices();
    const bool routed = hasExperts(scenario.model);
    std::vector<Plan> out;
    Scenario candidate = scenario;
    Plan &plan = candidate.plan;
    plan.fsdp = plan.cp = 1;
    const auto add = [&](Count expertTensor) {
        plan.expertTensor = expertTensor;
        if (!brokenServingRule(candidate))
            out.push_back(plan);
    };
    for (const Count tp : degreesOf(devices))
        for (const Count pp : degreesOf(devices / tp))
            for (const Count ep : routed ? degreesOf(devices / tp / pp) : std::vector<Count>{1}) {
                plan.tp = tp;
                plan.pp = pp;
                plan.ep = ep;
                plan.dp = devices / (tp * pp * ep);
                add(1);
                if (routed && tp > 1)
                    add(tp);
            }
    return out;
}

bool keeps(const RunSpec &run, const ServingRow &row, ServingObjective objective)
{
    const auto within = [&](const std::optional<Seconds> &limit, const std::optional<ServedLevels> &time) {
        return !limit || !time || (objective == ServingObjective::bound ? time->bound : time->expected) <= *limit;
    };
    return within(run.serving.ttftLimit, row.latency.ttft) && within(run.serving.tpotLimit, row.latency.tpot);
}

std::optional<ServingRow> rowOf(const Scenario &scenario, Count batch, ServingObjective objective)
{
    const Result<ServedPhase> phase = servedPhase(scenario, batch);
    if (!phase)
        return std::nullopt;
    Derivation off(false);
    ServingRow out;
    out.plan = scenario.plan;
    out.batch = batch;
    out.latency = latencyOf(off, scenario.run, timedPhase(off, *phase, [&](std::size_t, const ServedPlan &plan, const StepRequest &request) {
                                return timedStep(off, plan, request);
                            }));
    out.memory = phaseMemory(off, *phase).total.value;
    out.shortBy = std::max(Bytes{}, out.memory - scenario.hardware.hbmCapacity.value.expected);
    out.keepsLimits = keeps(scenario.run, out, objective);
    return out;
}

// Powers of two per replica, and the most that fits.
std::vector<Count> batchesOf(const Scenario &scenario, const ServingSpace &space)
{
    if (!space.batches.empty())
        return space.batches;
    if (scenario.run.phase == RunPhase::decode && !scenario.run.serving.contexts.empty())
        return {sequencesAtATime(scenario.run)}; // those whose contexts are stated
    const Result<ServedPhase> phase = servedPhase(scenario, 1);
    const Count replicas = phase ? phase->plan.scenario.plan.dp * phase->plan.scenario.plan.ep : 1;
    const Count most = phase ? largestBatch(*phase) : 0;
    std::vector<Count> out{replicas};
    while (2 * out.back() <= most)
        out.push_back(2 * out.back());
    if (most > out.back())
        out.push_back(most);
    return out;
}

void markPareto(std::vector<ServingRow> &rows, ServingObjective objective)
{
    std::vector<ServingRow *> fitting;
    for (ServingRow &row : rows)
        if (row.fits())
            fitting.push_back(&row);
    std::ranges::stable_sort(fitting, [&](const ServingRow *a, const ServingRow *b) {
        const Seconds x = a->delay(objective), y = b->delay(objective);
        return x != y ? x < y : a->tokens(objective) > b->tokens(objective);
    });
    double most = 0.0;
    for (ServingRow *row : fitting) {
        row->pareto = row->tokens(objective) > most;
        most = std::max(most, row->tokens(objective));
    }
}

int rank(const ServingRow &row) { return !row.fits() ? 2 : row.keepsLimits ? 0 : 1; }

} // namespace

Seconds ServingRow::delay(ServingObjective objective) const
{
    const ServedLevels &levels = latency.tpot ? *latency.tpot : *latency.ttft;
    return objective == ServingObjective::bound ? levels.bound : levels.expected;
}

Result<ServingSearchResult> searchServing(const Scenario &scenario, const ServingSpace &space, const std::stop_token &stop)
{
    Scenario start = scenario; // the plan is what is looked for
    start.plan.fsdp = start.plan.tp = start.plan.ep = start.plan.pp = start.plan.cp = 1;
    start.plan.dp = std::max<Count>(1, scenario.run.plannedDevices());
    if (const Issues issues = checkScenario(start); hasError(issues))
        return tl::unexpected<Issues>(issues);
    ServingSearchResult out;
    out.objective = space.objective;
    const auto began = std::chrono::steady_clock::now();
    for (const Plan &plan : plansOf(start)) {
        if (space.allows && !space.allows(plan))
            continue;
        Scenario candidate = start;
        candidate.plan = plan;
        for (const Count batch : batchesOf(candidate, space)) {
            if (stop.stop_requested()) {
                out.complete = false;
                break;
            }
            candidate.run.serving.batch = batch;
            if (std::optional<ServingRow> row = rowOf(candidate, batch, space.objective))
                out.rows.push_back(std::move(*row));
        }
    }
    out.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    out.evaluated = out.rows.size();
    out.feasible = static_cast<std::size_t>(std::ranges::count_if(out.rows, &ServingRow::fits));
    markPareto(out.rows, space.objective);
    std::ranges::stable_sort(out.rows, [&](const ServingRow &a, const ServingRow &b) {
        return rank(a) != rank(b) ? rank(a) < rank(b) : a.tokens(space.objective) > b.tokens(space.objective);
    });
    return out;
}

} // namespace headroom
