#include "estimate/training_budget.h"

#include "base/text.h"

#include <algorithm>
#include <cmath>

namespace headroom {

namespace {

struct TokensInStep
{
    Derived<double> batch, length, padding;
    double value() const { return batch.value * length.value * (1.0 - padding.value); }
};

TokensInStep tokensInStep(Derivation &why, const RunSpec &run)
{
    return {why.given("run.globalBatch", static_cast<double>(run.globalBatch)),
            why.given("run.sequenceLength", static_cast<double>(run.sequenceLength)), why.given("run.paddingShare", run.paddingShare)};
}

} // namespace

Derived<double> tokensPerSecondPerChip(Derivation &why, const RunSpec &run, const Derived<Seconds> &step)
{
    static const Formula formula{"system.tokensPerSecond", CORE_TEXT("core", "Tokens per second and chip"), "B * S * (1 - z) / (N * T)",
                                 {"B", "S", "z", "N", "T"}, "Headroom model §8"};
    const TokensInStep tokens = tokensInStep(why, run);
    const Derived<double> devices = why.given("run.devices", static_cast<double>(run.devices));
    return why.record(formula, tokens.value() / (devices.value * step.value.value),
                      {tokens.batch.term, tokens.length.term, tokens.padding.term, devices.term, step.term});
}

std::optional<TrainingBudget> trainingBudget(Derivation &why, const RunSpec &run, const ParameterCount &parameters, const Derived<Seconds> &step)
{
    static const Formula days{"budget.days", CORE_TEXT("core", "Days for the token budget"), "D / (B * S * (1 - z)) * T / 86400",
                              {"D", "B", "S", "z", "T"}, "steps of the budget, each at the expected time"};
    static const Formula hours{"budget.chipHours", CORE_TEXT("core", "Chip-hours for the token budget"), "24 * d * N", {"d", "N"},
                               "days times devices"};
    static const Formula ratio{"budget.tokensPerParameter", CORE_TEXT("core", "Tokens per parameter"), "D / P", {"D", "P"},
                               "Hoffmann et al. 2022, Training Compute-Optimal Large Language Models"};
    if (!run.tokenBudget)
        return std::nullopt;
    const Derived<double> budget = why.given("run.tokenBudget", *run.tokenBudget);
    const Derived<double> devices = why.given("run.devices", static_cast<double>(run.devices));
    const Derived<double> all = why.given("model.parameters", parameters.total), active = why.given("model.activeParameters", parameters.active);
    const TokensInStep tokens = tokensInStep(why, run);
    const Derived<double> d = why.record(days, budget.value / tokens.value() * step.value.value / 86400.0,
                                         {budget.term, tokens.batch.term, tokens.length.term, tokens.padding.term, step.term});
    const Derived<double> h = why.record(hours, 24.0 * d.value * devices.value, {d.term, devices.term});
    const Derived<double> p = why.record(ratio, budget.value / all.value, {budget.term, all.term}, "all parameters");
    const Derived<double> a = why.record(ratio, budget.value / active.value, {budget.term, active.term}, "active parameters");
    why.name("budget.days", d.term);
    why.name("budget.chipHours", h.term);
    why.name("budget.tokensPerParameter", p.term);
    why.name("budget.tokensPerActiveParameter", a.term);
    return TrainingBudget{d.value, h.value, p.value, a.value, d.term, h.term, p.term, a.term};
}

namespace {

// Work between checkpoints that wastes least. The law is an approximation for checkpoints that are short beside the time between
// failures; where they are not, the time between failures itself is the advice of the same source.
Derived<Seconds> bestInterval(Derivation &why, const Derived<Seconds> &checkpoint, const Derived<Seconds> &mtbf, const Derived<Seconds> &step)
{
    static const Formula law{"goodput.bestInterval", CORE_TEXT("core", "Best time between checkpoints"),
                             "max(T, (2 * c * M)^0.5 * (1 + (c / (2 * M))^0.5 / 3 + c / (2 * M) / 9) - c)", {"T", "c", "M"},
                             "Daly 2006, A higher order estimate of the optimum checkpoint interval for restart dumps, eq. 37; its first term is "
                             "Young 1974; at least a step"};
    static const Formula rare{"goodput.longestInterval", CORE_TEXT("core", "Best time between checkpoints"), "max(T, M)", {"T", "M"},
                              "Daly 2006, eq. 37, for checkpoints longer than twice the time between failures"};
    const double c = checkpoint.value.value, m = mtbf.value.value, t = step.value.value;
    if (c >= 2.0 * m)
        return why.record(rare, Seconds(std::max(t, m)), {step.term, mtbf.term});
    const double share = c / (2.0 * m);
    return why.record(law, Seconds(std::max(t, std::sqrt(2.0 * c * m) * (1.0 + std::sqrt(share) / 3.0 + share / 9.0) - c)),
                      {step.term, checkpoint.term, mtbf.term});
}

Derived<double> usefulShare(Derivation &why, const Derived<Seconds> &interval, const Derived<Seconds> &checkpoint, const Derived<Seconds> &restart,
                            const Derived<Seconds> &mtbf)
{
    static const Formula formula{"goodput.share", CORE_TEXT("core", "Training goodput: useful time over wall time"),
                                 "w / (M * e^(r / M) * (e^((w + c) / M) - 1))", {"w", "c", "r", "M", "e"},
                                 "Daly 2006, eq. 20: failures are a Poisson process, also during checkpoints and restarts"};
    const Derived<double> e = why.given("base of natural logarithms", std::exp(1.0));
    const double w = interval.value.value, c = checkpoint.value.value, r = restart.value.value, m = mtbf.value.value;
    return why.record(formula, w / (m * std::pow(e.value, r / m) * (std::pow(e.value, (w + c) / m) - 1.0)),
                      {interval.term, checkpoint.term, restart.term, mtbf.term, e.term});
}

Derived<Seconds> clusterMtbf(Derivation &why, const RunSpec &run)
{
    static const Formula formula{"goodput.mtbf", CORE_TEXT("core", "Time between failures of the cluster"), "m / N", {"m", "N"},
                                 "rates of independent failures add up"};
    const Derived<Seconds> device = why.given("run.deviceMtbf", *run.deviceMtbf);
    const Derived<double> devices = why.given("run.devices", static_cast<double>(run.devices));
    return why.record(formula, Seconds(device.value.value / devices.value), {device.term, devices.term});
}

} // namespace

std::optional<TrainingGoodput> trainingGoodput(Derivation &why, const RunSpec &run, const Derived<Seconds> &step,
                                               const std::optional<TrainingBudget> &budget)
{
    if (!run.deviceMtbf)
        return std::nullopt;
    const Derived<Seconds> mtbf = clusterMtbf(why, run);
    const Derived<Seconds> checkpoint = why.given("run.checkpointTime", run.checkpointTime), restart = why.given("run.restartTime", run.restartTime);
    const Derived<Seconds> interval =
        run.checkpointInterval ? why.given("run.checkpointInterval", *run.checkpointInterval) : bestInterval(why, checkpoint, mtbf, step);
    const Derived<double> share = usefulShare(why, interval, checkpoint, restart, mtbf);
    TrainingGoodput out{.mtbf = mtbf.value, .checkpointInterval = interval.value, .bestInterval = !run.checkpointInterval, .goodput = share.value,
                        .failuresPerDay = 86400.0 / mtbf.value.value, .wallDays = {}, .wallChipHours = {}, .mtbfTerm = mtbf.term,
                        .intervalTerm = interval.term, .goodputTerm = share.term};
    why.name("goodput.mtbf", mtbf.term);
    why.name("goodput.checkpointInterval", interval.term);
    why.name("goodput.share", share.term);
    if (budget && share.value > 0.0) {
        static const Formula wall{"goodput.wallDays", CORE_TEXT("core", "Days for the token budget, failures included"), "d / g", {"d", "g"},
                                  "useful days over the useful share of the time"};
        const Derived<double> days = why.record(wall, budget->days / share.value, {budget->daysTerm, share.term});
        why.name("goodput.wallDays", days.term);
        out.wallDays = days.value;
        out.wallChipHours = budget->chipHours / share.value;
    }
    return out;
}

} // namespace headroom
