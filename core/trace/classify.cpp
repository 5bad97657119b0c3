#include "trace/classify.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>

namespace headroom {

namespace {

// What rules look at, in lower case.
struct DetailTexts
{
    std::string name, category, scope, operation;
    explicit DetailTexts(const TraceDetail &d)
        : name(lowerCase(d.name)), category(lowerCase(d.category)), scope(lowerCase(d.scope)),
          operation(d.collective ? lowerCase(d.collective->operation) : std::string())
    {
    }
    const std::string &at(RulePlace place) const
    {
        switch (place) {
        case RulePlace::category: return category;
        case RulePlace::scope: return scope;
        case RulePlace::operation: return operation;
        default: return name;
        }
    }
};

class Matcher
{
public:
    Matcher(const Trace &trace, const TraceRules &rules, const Annotations &annotations)
        : m_trace(trace), m_rules(rules), m_annotations(annotations), m_texts(trace.details.size())
    {
        for (const std::string &path : annotations.paths)
            m_paths.push_back(lowerCase(path));
    }
    // The index of the rule that decides, or the number of rules.
    std::size_t ruleOf(std::size_t event)
    {
        const TraceEvent &e = m_trace.events[event];
        const bool device = m_trace.lanes[e.lane].device >= 0;
        const std::uint32_t path = m_annotations.ofEvent[event];
        const auto [known, fresh] = m_known[device ? 1 : 0].emplace(std::uint64_t(path) << 32 | e.detail, m_rules.size());
        if (fresh)
            known->second = firstThatFits(e.detail, m_paths[path], device);
        return known->second;
    }

private:
    bool applies(const TraceRule &rule, bool device) const
    {
        return rule.lane == RuleLane::any || (rule.lane == RuleLane::device) == device;
    }
    std::size_t firstThatFits(std::uint32_t detail, const std::string &path, bool device)
    {
        std::optional<DetailTexts> &texts = m_texts[detail];
        if (!texts)
            texts.emplace(m_trace.details[detail]);
        for (std::size_t r = 0; r < m_rules.size(); ++r) {
            const TraceRule &rule = m_rules[r];
            const std::string &text = rule.place == RulePlace::annotation ? path : texts->at(rule.place);
            if (applies(rule, device) && !text.empty() && rule.matches(text) && (rule.names.empty() || rule.matchesName(texts->name)))
                return r;
        }
        return m_rules.size();
    }

    const Trace &m_trace;
    const TraceRules &m_rules;
    const Annotations &m_annotations;
    std::vector<std::optional<DetailTexts>> m_texts;
    std::vector<std::string> m_paths;
    std::array<std::unordered_map<std::uint64_t, std::size_t>, 2> m_known; // by path and detail
};

// Of lanes that no rule need look at, or whose events none fits.
EventClass otherwise(const TraceLane &lane)
{
    switch (lane.kind) {
    case LaneKind::operators: return EventClass::otherCompute;
    case LaneKind::transfers: return EventClass::otherCollective;
    case LaneKind::host: return EventClass::hostWork;
    default: return EventClass::container;
    }
}

bool holdsOthers(const TraceLane &lane) { return lane.kind == LaneKind::modules || lane.kind == LaneKind::steps; }

// "custom-call.12" is one of many.
std::string withoutNumber(const std::string &name)
{
    const std::size_t last = name.find_last_not_of("0123456789.");
    return last == std::string::npos ? name : name.substr(0, last + 1);
}

} // namespace

ClassifiedTrace classify(const Trace &trace, const TraceRules &rules)
{
    ClassifiedTrace out;
    out.launches = launchesOf(trace);
    out.annotations = annotationsOf(trace, out.launches);
    out.ofEvent.reserve(trace.events.size());
    out.waits.assign(trace.events.size(), false);
    Matcher matcher(trace, rules, out.annotations);
    std::map<std::string, UnknownName> unknown;
    for (std::size_t e = 0; e < trace.events.size(); ++e) {
        const TraceEvent &event = trace.events[e];
        const TraceLane &lane = trace.lanes[event.lane];
        const bool ranges = lane.kind == LaneKind::annotations;
        const std::size_t rule = holdsOthers(lane) || (ranges && lane.device >= 0) ? rules.size() : matcher.ruleOf(e);
        // Of the program's ranges on the host, those that name a wait count; they hold everything else.
        const bool known = rule < rules.size() && !(ranges && rules[rule].eventClass == EventClass::hostLaunch);
        out.ofEvent.push_back(known ? rules[rule].eventClass : otherwise(lane));
        out.waits[e] = known && rules[rule].waits;
        if (!known && isDeviceWork(lane)) {
            const std::string name = withoutNumber(trace.details[event.detail].name);
            UnknownName &u = unknown[name];
            u.name = name;
            ++u.calls;
            u.duration += event.duration;
        }
    }
    for (auto &[name, u] : unknown)
        out.unknown.push_back(std::move(u));
    std::ranges::stable_sort(out.unknown, std::greater{}, &UnknownName::duration);
    return out;
}

} // namespace headroom
