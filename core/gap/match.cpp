#include "gap/match.h"

#include "trace/trace_rules.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace headroom {

std::span<const EnumRow> rowsOf(MatchReason)
{
    static constexpr EnumRow rows[] = {
        {"byHand", CORE_TEXT("core", "said by hand")},
        {"flops", CORE_TEXT("core", "the FLOPs that the record states")},
        {"shapes", CORE_TEXT("core", "the shapes of its operands")},
        {"order", CORE_TEXT("core", "its place in the order: the class runs as often as modelled")},
        {"calls", CORE_TEXT("core", "class and number of calls")},
    };
    return rows;
}

std::vector<TracedCall> tracedCalls(const Trace &trace, const DeviceWork &work, const TraceStep &step)
{
    std::vector<TracedCall> out;
    std::map<std::uint32_t, std::size_t> known; // of events in pieces
    for (const Work &w : worksIn(work, step.span)) {
        if (kindOf(w.eventClass) != TimeKind::compute)
            continue;
        const TraceDetail &detail = trace.details[trace.events[w.event].detail];
        const auto [at, fresh] = known.emplace(w.event, out.size());
        if (fresh)
            out.push_back({detail.name, detail.shapes, w.eventClass, detail.flops, {}});
        out[at->second].time += Seconds(static_cast<double>(w.span.length()) * 1e-12);
    }
    return out;
}

namespace {

// The lists of whole numbers in a text, one per pair of brackets that holds numbers.
std::vector<std::vector<double>> dimensionLists(const std::string &text)
{
    std::vector<std::vector<double>> out;
    bool fresh = true;
    for (std::size_t i = 0; i < text.size();) {
        if (text[i] < '0' || text[i] > '9') {
            fresh = fresh || text[i] == '[' || text[i] == ']';
            ++i;
            continue;
        }
        if (fresh)
            out.emplace_back();
        fresh = false;
        double value = 0.0;
        for (; i < text.size() && text[i] >= '0' && text[i] <= '9'; ++i)
            value = 10.0 * value + (text[i] - '0');
        out.back().push_back(value);
    }
    return out;
}

bool close(double a, double b) { return std::abs(a - b) <= 0.01 * std::max(a, b); }

class Matcher
{
public:
    Matcher(const ModelledStep &model, const std::vector<TracedCall> &calls) : m_model(model), m_calls(calls), m_taken(calls.size(), false), m_none(calls.size(), false) {}

    void take(std::size_t modelled, std::size_t call, MatchReason reason)
    {
        m_taken[call] = true;
        const auto [at, fresh] = m_matches.emplace(std::pair(modelled, reason), OperatorMatch{modelled, {}, reason, 0.0, {}});
        OperatorMatch &match = at->second;
        match.calls += 1.0;
        match.measured += m_calls[call].time;
        if (std::ranges::find(match.traced, m_calls[call].name) == match.traced.end())
            match.traced.push_back(m_calls[call].name);
    }
    bool isOpen(std::size_t modelled) const
    {
        return std::ranges::none_of(m_matches, [&](const auto &m) { return m.first.first == modelled; });
    }

    void byHand(const std::vector<MatchCorrection> &corrections)
    {
        for (const MatchCorrection &c : corrections) {
            const TraceRule rule{.alternatives = alternativesOf(c.pattern), .source = {}};
            const auto op = std::ranges::find(m_model.operators, c.modelled, &ModelledOperator::id);
            bool idle = true;
            for (std::size_t i = 0; i < m_calls.size(); ++i) {
                if (m_taken[i] || !rule.matches(lowerCase(m_calls[i].name)))
                    continue;
                idle = false;
                if (op != m_model.operators.end())
                    take(static_cast<std::size_t>(op - m_model.operators.begin()), i, MatchReason::byHand);
                else
                    m_taken[i] = m_none[i] = true;
            }
            if (idle)
                m_idle.push_back(c);
        }
    }
    // Calls with FLOPs that one open operator of the class has alone.
    template <class FlopsOf> void byFlops(MatchReason reason, FlopsOf flopsOf)
    {
        std::map<std::pair<EventClass, double>, std::optional<std::size_t>> only;
        std::vector<std::pair<std::size_t, std::size_t>> found;
        for (std::size_t i = 0; i < m_calls.size(); ++i) {
            const std::optional<double> flops = m_taken[i] ? std::nullopt : flopsOf(m_calls[i]);
            if (!flops)
                continue;
            const auto [at, fresh] = only.emplace(std::pair(m_calls[i].eventClass, *flops), std::nullopt);
            if (fresh)
                at->second = onlyOf(m_calls[i].eventClass, [&](const ModelledOperator &op) { return op.flops.value > 0.0 && close(op.flops.value, *flops); });
            if (at->second)
                found.emplace_back(*at->second, i);
        }
        for (const auto &[modelled, call] : found)
            take(modelled, call, reason);
    }
    // Classes with as many calls left as the model has, one after the other.
    void byOrder()
    {
        for (std::size_t c = 0; c < eventClasses; ++c) {
            const auto eventClass = static_cast<EventClass>(c);
            std::vector<std::size_t> modelled, calls;
            for (const std::size_t op : m_model.order)
                if (m_model.operators[op].eventClass == eventClass && isOpen(op))
                    modelled.push_back(op);
            for (std::size_t i = 0; i < m_calls.size(); ++i)
                if (!m_taken[i] && m_calls[i].eventClass == eventClass)
                    calls.push_back(i);
            if (modelled.size() == calls.size())
                for (std::size_t i = 0; i < calls.size(); ++i)
                    take(modelled[i], calls[i], MatchReason::order);
        }
    }
    // Names called as often as one open operator of the class alone, and no other name of the class as often.
    void byCalls()
    {
        std::map<std::pair<EventClass, std::string>, std::vector<std::size_t>> names;
        for (std::size_t i = 0; i < m_calls.size(); ++i)
            if (!m_taken[i])
                names[{m_calls[i].eventClass, m_calls[i].name}].push_back(i);
        std::vector<std::pair<std::size_t, const std::vector<std::size_t> *>> found;
        for (const auto &[key, calls] : names) {
            const std::size_t often = calls.size();
            const double n = static_cast<double>(often);
            const EventClass eventClass = key.first;
            const auto asOften = std::ranges::count_if(names, [&](const auto &o) { return o.first.first == eventClass && o.second.size() == often; });
            const std::optional<std::size_t> modelled = onlyOf(eventClass, [&](const ModelledOperator &op) { return op.calls == n; });
            if (asOften == 1 && modelled)
                found.emplace_back(*modelled, &calls);
        }
        for (const auto &[modelled, calls] : found)
            for (const std::size_t i : *calls)
                take(modelled, i, MatchReason::calls);
    }

    Matches finish()
    {
        Matches out;
        out.idle = std::move(m_idle);
        for (auto &[key, match] : m_matches) {
            out.matchedTime += match.measured;
            out.matched.push_back(std::move(match));
        }
        std::ranges::stable_sort(out.matched, std::greater{}, &OperatorMatch::measured);
        std::map<std::pair<EventClass, std::string>, UnmatchedTraced> left;
        for (std::size_t i = 0; i < m_calls.size(); ++i) {
            if (m_taken[i] && !m_none[i])
                continue;
            UnmatchedTraced &u = left[{m_calls[i].eventClass, m_calls[i].name}];
            u.name = m_calls[i].name;
            u.eventClass = m_calls[i].eventClass;
            u.calls += 1.0;
            u.byHand = m_none[i];
            u.time += m_calls[i].time;
            out.unmatchedTime += m_calls[i].time;
        }
        for (auto &[key, u] : left)
            out.traced.push_back(std::move(u));
        std::ranges::stable_sort(out.traced, std::greater{}, &UnmatchedTraced::time);
        for (std::size_t op = 0; op < m_model.operators.size(); ++op)
            if (std::ranges::none_of(out.matched, [op](const OperatorMatch &m) { return m.modelled == op; })) {
                out.modelled.push_back(op);
                out.unmatchedModelled += m_model.operators[op].calls * m_model.operators[op].expected;
            }
        return out;
    }

private:
    template <class Fits> std::optional<std::size_t> onlyOf(EventClass eventClass, Fits fits) const
    {
        std::optional<std::size_t> out;
        for (std::size_t op = 0; op < m_model.operators.size(); ++op) {
            if (m_model.operators[op].eventClass != eventClass || !isOpen(op) || !fits(m_model.operators[op]))
                continue;
            if (out)
                return std::nullopt;
            out = op;
        }
        return out;
    }

    const ModelledStep &m_model;
    const std::vector<TracedCall> &m_calls;
    std::vector<bool> m_taken;
    std::vector<bool> m_none; // taken by none of the model's
    std::vector<MatchCorrection> m_idle;
    std::map<std::pair<std::size_t, MatchReason>, OperatorMatch> m_matches;
};

} // namespace

std::optional<double> flopsOfShapes(const std::string &shapes)
{
    const std::vector<std::vector<double>> lists = dimensionLists(shapes);
    // The two operands are the last two lists with at least two dimensions; a bias in front has one.
    std::vector<const std::vector<double> *> operands;
    for (const std::vector<double> &list : lists)
        if (list.size() >= 2)
            operands.push_back(&list);
    if (operands.size() < 2)
        return std::nullopt;
    const std::vector<double> &a = *operands[operands.size() - 2], &b = *operands.back();
    double rows = 1.0;
    for (std::size_t i = 0; i + 1 < a.size(); ++i)
        rows *= a[i];
    const double shared = a.back();
    const double columns = b[b.size() - 2] == shared ? b.back() : b.back() == shared ? b[b.size() - 2] : 0.0;
    return columns > 0.0 ? std::optional(2.0 * rows * shared * columns) : std::nullopt;
}

std::string patternOf(const std::string &name)
{
    constexpr std::size_t most = 4000;
    std::string out = "^" + name.substr(0, most);
    std::ranges::replace(out, '|', '*');
    return name.size() > most ? out : out + "$";
}

std::vector<MatchCorrection> withCorrection(std::vector<MatchCorrection> all, const std::string &name, const std::optional<std::string> &modelled)
{
    const std::string pattern = patternOf(name);
    std::erase_if(all, [&](const MatchCorrection &c) { return c.pattern == pattern; });
    if (modelled)
        all.insert(all.begin(), {pattern, *modelled});
    return all;
}

Result<Matches> matchOperators(const ModelledStep &model, const std::vector<TracedCall> &calls, const std::vector<MatchCorrection> &corrections)
{
    for (const MatchCorrection &c : corrections)
        if (!c.modelled.empty() && std::ranges::find(model.operators, c.modelled, &ModelledOperator::id) == model.operators.end())
            return failure("matches", {CORE_TEXT("core", "the plan's critical stage runs no operator \"{0}\""), {c.modelled}});
    Matcher matcher(model, calls);
    matcher.byHand(corrections);
    matcher.byFlops(MatchReason::flops, [](const TracedCall &c) { return c.flops; });
    matcher.byFlops(MatchReason::shapes, [](const TracedCall &c) { return flopsOfShapes(c.shapes); });
    matcher.byOrder();
    matcher.byCalls();
    return matcher.finish();
}

} // namespace headroom
