#include "report/why_not_report.h"

#include "base/format.h"
#include "report/json_value.h"
#include "report/report.h"
#include "report/text_lines.h"

#include <algorithm>

namespace headroom {

namespace {

std::string signedTime(Seconds time)
{
    return (time < Seconds{} ? "-" : "+") + engineering(std::abs(time.value), Unit::seconds, 3);
}

const char *level(Objective objective)
{
    return objective == Objective::expected ? "expected" : "at the bound";
}

std::string verdictLine(const WhyNot &why, const Scenario &scenario)
{
    const std::string plan = planText(scenario, why.named.plan);
    if (why.reason)
        return plan + ": " + (why.legal ? "does not fit" : "not legal") + ": " + text(*why.reason) + "\n";
    if (!why.rank)
        return plan + ": comes after the " + std::to_string(why.kept) + " plans kept, of " + std::to_string(why.ranked) + " feasible ones\n";
    return plan + ": rank " + std::to_string(*why.rank) + " of " + std::to_string(why.ranked) + " feasible plans\n";
}

std::string mfuLine(const WhyNot &why, const Scenario &scenario)
{
    if (!why.legal)
        return {};
    std::string out = std::string("MFU ") + level(why.objective) + " " + percent(why.mfu);
    if (why.best)
        out += ", the best plan " + percent(why.bestMfu) + ": " + planText(scenario, *why.best);
    return out + "\n";
}

std::string lossLines(const WhyNot &why)
{
    if (!why.best || why.parts.empty())
        return {};
    std::string out = "\n" + padded("lost to the best plan", 34) + rightAligned("this", 12) + rightAligned("best", 12)
        + rightAligned("lost", 12) + "\n";
    const auto line = [&](const std::string &name, Seconds plan, Seconds best) {
        out += "  " + padded(name, 32) + rightAligned(engineering(plan.value, Unit::seconds, 3), 12)
            + rightAligned(engineering(best.value, Unit::seconds, 3), 12) + rightAligned(signedTime(plan - best), 12) + "\n";
    };
    for (const PartLoss &part : why.parts)
        line(part.name, part.plan, part.best);
    line("step", why.step, why.bestStep);
    return out;
}

} // namespace

std::string whyNotText(const WhyNot &why, const Scenario &scenario)
{
    std::string out = verdictLine(why, scenario) + mfuLine(why, scenario);
    for (const Message &message : why.outside)
        out += text(message) + "\n";
    return out + lossLines(why);
}

std::string whyNotJson(const WhyNot &why, const Scenario &scenario)
{
    Scenario scratch = scenario;
    Json out{{"schemaVersion", reportSchemaVersion},
             {"objective", keyOf(why.objective)},
             {"plan", planJson(scratch, why.named.plan, why.named.globalBatch)},
             {"globalBatch", why.named.globalBatch},
             {"legal", why.legal},
             {"feasible", why.feasible}};
    if (why.reason) {
        out["reason"] = text(*why.reason);
        out["field"] = why.field;
    }
    for (const Message &message : why.outside)
        out["notSearched"].push_back(text(message));
    if (!why.legal)
        return dumped(out);
    put(out, "memory", why.memory);
    put(out, "capacity", why.capacity);
    if (!why.feasible)
        put(out, "shortBy", why.shortBy);
    put(out, "mfu", why.mfu);
    put(out, "stepTime", why.step);
    if (why.rank)
        out["rank"] = *why.rank;
    out["ranked"] = why.ranked;
    if (!why.best)
        return dumped(out);
    Json &best = out["best"] = Json{{"plan", planJson(scratch, *why.best, why.named.globalBatch)}};
    put(best, "mfu", why.bestMfu);
    put(best, "stepTime", why.bestStep);
    Json &parts = out["lost"] = Json::array();
    for (const PartLoss &part : why.parts) {
        Json &row = parts.emplace_back(Json{{"part", part.id}});
        put(row, "plan", part.plan);
        put(row, "best", part.best);
        put(row, "lost", part.lost());
    }
    return dumped(out);
}

} // namespace headroom
