#include "ui/document/evaluated.h"

#include "serving/step_view.h"

namespace headroom {

namespace {

Evaluated evaluateServed(const Scenario &scenario)
{
    Evaluated out;
    Result<ServingEstimate> result = evaluateServing(scenario);
    if (!result) {
        out.issues = std::move(result.error());
        return out;
    }
    auto served = std::make_shared<ServedResult>();
    served->estimate = *std::move(result);
    for (const ServedStep &step : served->estimate.steps)
        served->views.push_back(std::make_shared<const Estimate>(stepView(served->estimate, step)));
    out.issues = served->estimate.issues;
    out.served = std::move(served);
    return out;
}

} // namespace

std::vector<OperatorTrail> ServedResult::trail(const Estimate *view, TrailOver over) const
{
    for (std::size_t i = 0; i < views.size(); ++i)
        if (views[i].get() == view)
            return roofTrail(estimate.scenario, estimate.steps[i].id, over);
    return {};
}

std::shared_ptr<const Estimate> Evaluated::shown(const std::string &step) const
{
    if (!served)
        return estimate;
    for (std::size_t i = 0; i < served->views.size(); ++i)
        if (served->estimate.steps[i].id == step)
            return served->views[i];
    return served->views.back();
}

Evaluated evaluatePhase(const Scenario &scenario, const std::optional<BestPlan> &best, Detail detail)
{
    if (scenario.run.phase != RunPhase::training)
        return evaluateServed(scenario);
    Evaluated out;
    Result<Estimate> result = evaluate(scenario, best, detail);
    if (!result) {
        out.issues = std::move(result.error());
        return out;
    }
    out.issues = result->issues;
    out.estimate = std::make_shared<const Estimate>(*std::move(result));
    return out;
}

} // namespace headroom
