#include "serving/latency.h"

#include "base/text.h"

#include <algorithm>
#include <cmath>

namespace headroom {

namespace {

constexpr const char *design = "Headroom model §11";
using AtLevel = Derived<Seconds> TimedStep::*;
constexpr AtLevel levels[] = {&TimedStep::bound, &TimedStep::low, &TimedStep::expected, &TimedStep::high};
constexpr const char *const levelNames[] = {"bound", "low", "expected", "high"};

ServedLevels levelsOf(Derivation &why, const char *name, const TimedStep &t)
{
    for (std::size_t i = 0; i < std::size(levels); ++i)
        why.name(std::string(name) + "." + levelNames[i], (t.*levels[i]).term);
    return {t.bound.value, t.low.value, t.expected.value, t.high.value, t.bound.term, t.low.term, t.expected.term, t.high.term};
}

// A step for each level, made of others of the same level.
template <class F> TimedStep each(F make)
{
    TimedStep out;
    for (const auto level : levels)
        out.*level = make(level);
    return out;
}

// Requests with their share, and what they need.
struct Requests
{
    std::vector<RequestGroup> groups;
    Derived<double> steps, output, fresh; // means: tokens that decode gains, tokens of an answer, prompt tokens to compute
    Derived<double> gained;               // tokens of a sequence in a step
};

// (1 - a^(k + 1)) / (1 - a), as a sum that holds at a = 1 too.
Derived<double> gainedTokens(Derivation &why, const ServingSpec &serving)
{
    static const Formula formula{"serving.gained", CORE_TEXT("core", "Tokens of a sequence in a step with a draft"), "sum(x)", {"x"},
                                 "1 + a + a^2 + ... + a^k; Leviathan et al. 2023"};
    if (serving.draftTokens == 0)
        return why.given("tokens of a sequence in a step", 1.0);
    Sum<double> sum(why);
    double accepted = 1.0;
    for (Count i = 0; i <= serving.draftTokens; ++i) {
        sum.add(why.given("proposals accepted in a row", accepted));
        accepted *= serving.acceptance;
    }
    return sum.total(formula);
}

// A step that checks proposals, with the time to make them, over the tokens it gains.
Derived<Seconds> tokenTime(Derivation &why, const RunSpec &run, const Derived<Seconds> &step, const Derived<Seconds> *plain, const Derived<double> &gained)
{
    static const Formula formula{"serving.drafted", CORE_TEXT("core", "Time per output token with a draft"), "(t + k * c * p) / E",
                                 {"t", "k", "c", "p", "E"}, "speculative decoding; Leviathan et al. 2023"};
    if (plain == nullptr)
        return step;
    const Derived<double> k = why.given("run.serving.draftTokens", static_cast<double>(run.serving.draftTokens)),
                          c = why.given("run.serving.draftCost", run.serving.draftCost);
    return why.record(formula, (step.value + k.value * c.value * plain->value) / gained.value, {step.term, k.term, c.term, plain->term, gained.term});
}

Requests requestsOf(Derivation &why, const RunSpec &run)
{
    Requests out{requestShares(run.serving), {}, {}, {}, {}};
    double fresh = 0.0;
    for (const RequestGroup &r : out.groups)
        fresh += r.count * promptSequence(run.serving, 1.0, static_cast<double>(r.prompt)).fresh;
    out.steps = why.given("tokens of an answer after the first, mean", meanDecodeSteps(out.groups));
    out.gained = gainedTokens(why, run.serving);
    out.output = why.given("tokens of an answer, mean", meanOutput(out.groups));
    out.fresh = why.given("prompt tokens to compute, mean", fresh);
    return out;
}

// Time per output token when both kinds of step take turns: decode waits for the prompts of those that take the places of the
// sequences that end.
Derived<Seconds> turnsTime(Derivation &why, const Derived<Seconds> &decode, const Derived<Seconds> &prefill, const Requests &r, double perReplica)
{
    static const Formula formula{"serving.turns", CORE_TEXT("core", "Time per output token, prefills in between"), "d + b / n * p", {"d", "b", "n", "p"},
                                 "each step, b / n sequences of a replica end and as many prompts are computed; Headroom model §11"};
    const Derived<double> b = why.given("sequences of a replica", perReplica);
    return why.record(formula, decode.value + b.value / r.steps.value * prefill.value, {decode.term, b.term, r.steps.term, prefill.term});
}

// Steps that the pieces of a prompt take, at least one; `token` is the time per output token.
Derived<Seconds> piecesTime(Derivation &why, const Derived<Seconds> &token, const Requests &r, double perReplica, double fresh)
{
    static const Formula formula{"serving.pieces", CORE_TEXT("core", "Time to the first token, prompt in pieces"), "t * max(E, n * f / (b * p))",
                                 {"t", "E", "n", "f", "b", "p"}, "a replica computes b p E / n prompt tokens a step; Headroom model §11"};
    const Derived<double> b = why.given("sequences of a replica", perReplica), f = why.given("prompt tokens to compute", fresh);
    return why.record(formula, std::max(r.gained.value, r.steps.value * f.value / (b.value * r.fresh.value)) * token.value,
                      {token.term, r.gained.term, r.steps.term, f.term, b.term, r.fresh.term});
}

// Of a prompt between decode steps: in proportion to its tokens.
Derived<Seconds> promptTime(Derivation &why, const Derived<Seconds> &prefill, const Requests &r, double fresh)
{
    static const Formula formula{"serving.promptShare", CORE_TEXT("core", "Time to the first token, prompt at once"), "t * f / p", {"t", "f", "p"},
                                 "the prefill's time is that of the mean prompt; Headroom model §11"};
    const Derived<double> f = why.given("prompt tokens to compute", fresh);
    return why.record(formula, f.value / r.fresh.value * prefill.value, {prefill.term, f.term, r.fresh.term});
}

// The request whose end-to-end time a share of all does not exceed.
std::size_t percentile(const std::vector<RequestGroup> &groups, const std::vector<Seconds> &times, double share)
{
    std::vector<std::size_t> order(groups.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = i;
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return times[a] < times[b]; });
    double below = 0.0;
    for (const std::size_t i : order) {
        below += groups[i].count;
        if (below >= share - 1e-12)
            return i;
    }
    return order.back();
}

class ServingLatency
{
public:
    ServingLatency(Derivation &why, const RunSpec &run, const TimedPhase &phase)
        : m_why(why), m_run(run), m_phase(phase), m_requests(requestsOf(why, run))
    {
        if (m_phase.decode || m_phase.mixed)
            m_tpot = each([&](AtLevel level) {
                const Derived<Seconds> token = tokenTime(m_why, m_run, (m_phase.mixed ? *m_phase.mixed : *m_phase.decode).*level,
                                                         m_phase.plain ? &((*m_phase.plain).*level) : nullptr, m_requests.gained);
                return m_phase.mixed || m_phase.transfer ? token
                                                         : turnsTime(m_why, token, (*m_phase.prefill).*level, m_requests, m_phase.perReplica);
            });
    }

    ServedLatency latency()
    {
        ServedLatency out;
        out.ttft = levelsOf(m_why, "serving.ttft", each([&](AtLevel level) { return first(level, m_requests.fresh.value); }));
        if (m_tpot)
            out.tpot = levelsOf(m_why, "serving.tpot", *m_tpot);
        const auto request = [&](const char *name, double share) {
            return levelsOf(m_why, name, each([&](AtLevel level) { return requestTime(level, share); }));
        };
        out.endToEndP50 = request("serving.endToEnd.p50", 0.5);
        out.endToEndP99 = request("serving.endToEnd.p99", 0.99);
        return out;
    }

    // Goodput needs a limit.
    void fillGoodput(ServedLatency &out)
    {
        static const Formula formula{"serving.goodput", CORE_TEXT("core", "Tokens per second and chip of requests that keep the limits"), "s * t", {"s", "t"},
                                     "TTFT and TPOT limits; cost model document: requests that meet their SLO"};
        if (!m_run.serving.ttftLimit && !m_run.serving.tpotLimit)
            return;
        const auto goodput = [&](const char *name, AtLevel level, double rate, TermId rateTerm) {
            const Derived<double> share = m_why.given("share of tokens whose requests keep the limits", keeping(level));
            const Derived<double> good = m_why.record(formula, share.value * rate, {share.term, rateTerm});
            m_why.name(name, good.term);
            return good.value;
        };
        out.boundGoodput = goodput("serving.goodput.bound", &TimedStep::bound, out.boundTokens, out.boundTokensTerm);
        out.expectedGoodput = goodput("serving.goodput.expected", &TimedStep::expected, out.expectedTokens.expected, out.expectedTokensTerm);
    }

    // Seconds per token of answers over all devices.
    TimedStep perToken()
    {
        static const Formula steady{"serving.perToken", CORE_TEXT("core", "Time per token of all devices, steady state"), "t * n / (B * O)",
                                    {"t", "n", "B", "O"}, "B sequences, n tokens after the first of O; Headroom model §11"};
        static const Formula pools{"serving.perTokenOfPools", CORE_TEXT("core", "Time per token of all devices, the slower pool"),
                                   "max(d, p / (r * O))", {"d", "p", "r", "O"}, "r prompts at a time, O tokens of an answer; Headroom model §11"};
        static const Formula single{"serving.perOnlyToken", CORE_TEXT("core", "Time per token of all devices, answers of one token"), "t / B", {"t", "B"},
                                    design};
        if (!m_tpot)
            return each([&](AtLevel level) {
                const Derived<double> b = m_why.given("prompts of a prefill", m_phase.prefillSequences);
                const Derived<Seconds> &t = (*m_phase.prefill).*level;
                return m_why.record(single, t.value / b.value, {t.term, b.term});
            });
        return each([&](AtLevel level) {
            const Derived<double> b = m_why.given("sequences at a time", m_phase.sequences);
            const Derived<Seconds> &t = (*m_tpot).*level;
            const Derived<Seconds> decode = m_why.record(steady, m_requests.steps.value / (b.value * m_requests.output.value) * t.value,
                                                         {t.term, m_requests.steps.term, b.term, m_requests.output.term});
            if (!m_phase.transfer)
                return decode;
            const Derived<double> r = m_why.given("prompts of a prefill", m_phase.prefillSequences);
            const Derived<Seconds> &p = (*m_phase.prefill).*level;
            return m_why.record(pools, std::max(decode.value, 1.0 / (r.value * m_requests.output.value) * p.value),
                                {decode.term, p.term, r.term, m_requests.output.term});
        });
    }

private:
    Derived<Seconds> first(AtLevel level, double fresh)
    {
        static const Formula formula{"serving.afterTransfer", CORE_TEXT("core", "Time to the first token, cache moved to the devices that decode"), "t + c",
                                     {"t", "c"}, design};
        if (m_phase.mixed)
            return piecesTime(m_why, (*m_tpot).*level, m_requests, m_phase.perReplica, fresh);
        const Derived<Seconds> prompt = promptTime(m_why, (*m_phase.prefill).*level, m_requests, fresh);
        if (!m_phase.transfer)
            return prompt;
        const Derived<Seconds> &moved = (*m_phase.transfer).*level;
        return m_why.record(formula, prompt.value + moved.value, {prompt.term, moved.term});
    }

    // Share of the tokens whose requests keep the limits at a level.
    double keeping(AtLevel level)
    {
        const ServingSpec &s = m_run.serving;
        double kept = 0.0;
        for (const RequestGroup &r : m_requests.groups) {
            const Seconds ttft = first(level, promptSequence(s, 1.0, static_cast<double>(r.prompt)).fresh).value;
            const bool inTime = !s.ttftLimit || ttft <= *s.ttftLimit;
            const bool steady = !s.tpotLimit || !m_tpot || ((*m_tpot).*level).value <= *s.tpotLimit;
            kept += inTime && steady ? r.count * static_cast<double>(r.output) : 0.0;
        }
        return kept / m_requests.output.value;
    }

    Derived<Seconds> requestTime(AtLevel level, double share)
    {
        static const Formula formula{"serving.request", CORE_TEXT("core", "Time of a request from its start to its last token"), "f + n * t", {"f", "n", "t"},
                                     "without waiting for a place; Headroom model §11"};
        std::vector<Derived<Seconds>> times;
        std::vector<Seconds> values;
        for (const RequestGroup &r : m_requests.groups) {
            Derived<Seconds> time = first(level, promptSequence(m_run.serving, 1.0, static_cast<double>(r.prompt)).fresh);
            if (m_tpot) {
                const Derived<double> n = m_why.given("decode steps of the request", static_cast<double>(r.output - 1));
                const Derived<Seconds> &t = (*m_tpot).*level;
                time = m_why.record(formula, time.value + n.value * t.value, {time.term, n.term, t.term});
            }
            times.push_back(time);
            values.push_back(time.value);
        }
        return times[percentile(m_requests.groups, values, share)];
    }

    Derivation &m_why;
    const RunSpec &m_run;
    const TimedPhase &m_phase;
    Requests m_requests;
    std::optional<TimedStep> m_tpot;
};

TimedStep perTokenOf(Derivation &why, const TimedStep &step, double tokens, const char *what)
{
    static const Formula formula{"serving.stepPerToken", CORE_TEXT("core", "Time per token of all devices"), "t / B", {"t", "B"}, design};
    return each([&](AtLevel level) {
        const Derived<double> b = why.given(what, tokens);
        return why.record(formula, (step.*level).value / b.value, {(step.*level).term, b.term});
    });
}

void fillThroughput(Derivation &why, ServedLatency &out, const RunSpec &run, const TimedStep &perToken)
{
    static const Formula formula{"serving.tokensPerSecond", CORE_TEXT("core", "Tokens per second and chip"), "1 / (N * t)", {"N", "t"}, design};
    out.secondsPerToken = levelsOf(why, "serving.secondsPerToken", perToken);
    const Derived<double> n = why.given("run.devices", static_cast<double>(run.devices));
    const auto rate = [&](const Derived<Seconds> &t) { return why.record(formula, 1.0 / (n.value * t.value.value), {n.term, t.term}); };
    const Derived<double> bound = rate(perToken.bound), expected = rate(perToken.expected);
    out.boundTokens = bound.value;
    out.boundTokensTerm = bound.term;
    out.expectedTokens = {rate(perToken.high).value, expected.value, rate(perToken.low).value};
    out.expectedTokensTerm = expected.term;
    why.name("serving.tokensPerSecondPerChip.bound", bound.term);
    why.name("serving.tokensPerSecondPerChip.expected", expected.term);
}

} // namespace

ServedLatency latencyOf(Derivation &why, const RunSpec &run, const TimedPhase &phase)
{
    ServedLatency out;
    if (phase.phase == RunPhase::prefill) {
        out.ttft = levelsOf(why, "serving.ttft", *phase.prefill);
        const double tokens = phase.prefillSequences * static_cast<double>(run.serving.promptLength);
        fillThroughput(why, out, run, perTokenOf(why, *phase.prefill, tokens, "prompt tokens of a prefill"));
        return out;
    }
    if (phase.phase == RunPhase::decode) {
        const Derived<double> gained = gainedTokens(why, run.serving);
        const TimedStep token = each([&](AtLevel level) {
            return tokenTime(why, run, (*phase.decode).*level, phase.plain ? &((*phase.plain).*level) : nullptr, gained);
        });
        out.tpot = levelsOf(why, "serving.tpot", token);
        fillThroughput(why, out, run, perTokenOf(why, token, phase.sequences, "sequences at a time"));
        return out;
    }
    ServingLatency serving(why, run, phase);
    out = serving.latency();
    fillThroughput(why, out, run, serving.perToken());
    serving.fillGoodput(out);
    return out;
}

} // namespace headroom
