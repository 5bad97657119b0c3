#include "explore/variant.h"

#include "base/text.h"
#include "comm/placement.h"
#include "ops/legal_plan.h"
#include "serving/served_plan.h"

#include <algorithm>
#include <array>

namespace headroom {

namespace {

constexpr std::array<const char *, 8> rankFields{"run.devices", "run.serving.prefillDevices", "plan.dp", "plan.fsdp", "plan.tp", "plan.ep", "plan.pp", "plan.cp"};

bool sets(std::span<const FieldChange> changes, std::string_view path)
{
    return std::ranges::any_of(changes, [&](const FieldChange &c) { return c.field->path() == path; });
}

bool serves(const Scenario &s) { return s.run.phase != RunPhase::training; }

// The ranks that tp, ep, pp and cp leave, to the data axes that are free.
void shareRanks(Scenario &s, bool dpFree, bool fsdpFree)
{
    Plan &p = s.plan;
    const Count others = p.tp * p.ep * p.pp * p.cp;
    const Count devices = s.run.plannedDevices();
    if (others < 1 || devices < 1 || devices % others != 0)
        return; // checkScenario() says so
    const Count rest = devices / others;
    if (serves(s)) {
        if (dpFree)
            p.dp = rest / p.fsdp;
        return;
    }
    const bool dpTakes = dpFree && p.fsdp >= 1 && rest % p.fsdp == 0 && (p.dp > 1 || !fsdpFree);
    if (dpTakes)
        p.dp = rest / p.fsdp;
    else if (fsdpFree && p.dp >= 1 && rest % p.dp == 0)
        p.fsdp = rest / p.dp;
    else if (dpFree && fsdpFree) {
        p.dp = 1;
        p.fsdp = rest;
    }
}

void settleExperts(Plan &plan, const Plan &before)
{
    if (before.expertTensor > 1 && before.expertTensor == before.tp)
        plan.expertTensor = plan.tp;
    const Count ranks = plan.tp * plan.fsdp * plan.dp;
    if (plan.expertTensor < 1 || ranks % plan.expertTensor != 0)
        plan.expertTensor = 1;
}

// One slice for all devices stays one slice; several stay what they are while they fit.
void settleSlice(Scenario &s, Count devicesBefore)
{
    HardwareSpec &h = s.hardware;
    if (h.scaleUp != ScaleUpKind::torus || h.slice.empty() || s.run.devices == devicesBefore)
        return;
    const Result<Slice> slice = parseSlice(h.slice, h.torusDims);
    if (slice && (slice->chips() == devicesBefore || s.run.devices % slice->chips() != 0))
        h.slice.clear();
}

} // namespace

bool movesRanks(const Field &field)
{
    return std::ranges::any_of(rankFields, [&](const char *path) { return field.path() == path; });
}

Result<Scenario> varied(const Scenario &scenario, std::span<const FieldChange> changes)
{
    Scenario out = scenario;
    bool moves = false;
    for (const FieldChange &c : changes) {
        if (!c.field->appliesTo(out))
            return failure(doesNotApply(*c.field));
        c.field->set(out, c.value);
        moves = moves || movesRanks(*c.field);
    }
    if (!moves)
        return out;
    if (out.plan.product() != out.run.plannedDevices())
        shareRanks(out, !sets(changes, "plan.dp"), !sets(changes, "plan.fsdp"));
    if (!sets(changes, "plan.expertTensor"))
        settleExperts(out.plan, scenario.plan);
    if (!sets(changes, "hardware.slice"))
        settleSlice(out, scenario.run.devices);
    return out;
}

Scenario withDevices(const Scenario &scenario, Count devices)
{
    const FieldChange change{findField("run.devices"), devices};
    return *varied(scenario, {&change, 1});
}

std::optional<Message> illegal(const Scenario &scenario)
{
    const Plan &plan = scenario.plan;
    if (scenario.run.plannedDevices() > 0 && plan.product() != scenario.run.plannedDevices())
        return wrongProduct(scenario.run, std::to_string(plan.product()));
    const std::optional<BrokenRule> broken =
        serves(scenario) ? brokenServingRule(scenario) : brokenRule(scenario.model, scenario.run, plan);
    return broken ? std::optional(broken->message()) : std::nullopt;
}

std::string followedText(const Scenario &before, const Scenario &after, std::span<const FieldChange> changes)
{
    std::string out;
    for (const char *path : {"plan.dp", "plan.fsdp", "plan.expertTensor", "hardware.slice"}) {
        const Field &field = *findField(path);
        const FieldValue then = field.get(before), now = field.get(after);
        if (sets(changes, path) || then == now)
            continue;
        const std::string shown = formatFieldValue(field, now);
        out += (out.empty() ? "" : ", ") + std::string(field.key) + " " + formatFieldValue(field, then) + " → " + (shown.empty() ? "-" : shown);
    }
    return out;
}

} // namespace headroom
