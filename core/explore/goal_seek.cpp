#include "explore/goal_seek.h"

#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace headroom {

namespace {

constexpr double near = 1e-9;        // relative, of the goal
constexpr int mostHalvings = 200;
constexpr int shareSteps = 40;       // of a field between 0 and 1
constexpr Count triedRound = 64;     // whole numbers round one that is not legal

// A value that could be evaluated.
struct Point
{
    double at = 0.0;
    FieldValue value;
    Figures figures;
    double figure = 0.0;
};

class Seeker
{
public:
    Seeker(const Scenario &scenario, const Field &field, Figure figure, double goal)
        : m_scenario(scenario), m_field(field), m_figure(figure), m_goal(goal), m_whole(field.kind == FieldKind::count)
    {
    }

    std::optional<Point> evaluate(double at) const
    {
        const FieldValue value = m_whole ? FieldValue(static_cast<Count>(std::llround(at)))
                                 : m_field.kind == FieldKind::band ? FieldValue(Band<double>::exactly(at))
                                                                   : FieldValue(at);
        if (!checkFieldValue(m_field, value))
            return std::nullopt;
        const FieldChange change{&m_field, value};
        const Result<Scenario> next = varied(m_scenario, {&change, 1});
        if (!next || illegal(*next))
            return std::nullopt;
        Result<Figures> figures = figuresOf(*next);
        if (!figures || !figures->legal)
            return std::nullopt;
        const double reached = valueOf(*figures, m_figure);
        return Point{m_whole ? std::round(at) : at, value, *std::move(figures), reached};
    }

    // The legal whole number strictly between two that is nearest to their middle; any number otherwise.
    std::optional<Point> between(const Point &a, const Point &b) const
    {
        const bool scale = a.at > 0.0 && b.at > 0.0 && !m_whole;
        const double middle = scale ? std::sqrt(a.at) * std::sqrt(b.at) : 0.5 * (a.at + b.at);
        if (!m_whole)
            return middle == a.at || middle == b.at ? std::nullopt : evaluate(middle);
        const double low = std::min(a.at, b.at), high = std::max(a.at, b.at), start = std::floor(middle);
        for (Count distance = 0; distance <= triedRound; ++distance)
            for (const double at : {start - static_cast<double>(distance), start + static_cast<double>(distance)})
                if (at > low && at < high && (distance > 0 || at == start))
                    if (std::optional<Point> point = evaluate(at))
                        return point;
        return std::nullopt;
    }

    bool reaches(const Point &p) const { return std::abs(p.figure - m_goal) <= near * std::abs(m_goal); }
    bool straddle(const Point &a, const Point &b) const { return (a.figure < m_goal) != (b.figure < m_goal); }

    // Values to try on one side, from the present one to the end of the range.
    std::vector<double> outwards(double now, bool up) const
    {
        std::vector<double> out;
        const double end = up ? m_field.maximum : m_field.minimum;
        if (m_field.unit == Unit::ratio && m_field.maximum <= 1.0 && !m_whole) {
            for (int i = 1; i <= shareSteps; ++i)
                out.push_back(now + (end - now) * i / shareSteps);
            return out;
        }
        constexpr double smallest = 1e-12; // a first step away from 0
        for (double at = now; up ? at < end : at > end && at > smallest;) {
            at = up ? std::min(end, at > 0.0 ? 2.0 * at : smallest) : std::max(end, m_whole ? std::floor(at / 2.0) : at / 2.0);
            out.push_back(at);
        }
        if (!up && (out.empty() || out.back() != end))
            out.push_back(end);
        return out;
    }

private:
    const Scenario &m_scenario;
    const Field &m_field;
    Figure m_figure;
    double m_goal;
    bool m_whole;
};

// Halves until the goal is met or nothing lies between.
Goal halved(const Seeker &seeker, Point before, Point past, const std::stop_token &stop)
{
    for (int i = 0; i < mostHalvings && !seeker.reaches(past) && !stop.stop_requested(); ++i) {
        std::optional<Point> middle = seeker.between(before, past);
        if (!middle)
            break;
        (seeker.straddle(before, *middle) ? past : before) = *std::move(middle);
    }
    Goal out{.value = past.value, .figures = past.figures, .followed = {}, .before = {}};
    if (!seeker.reaches(past))
        out.before = before.value;
    return out;
}

Issues notReached(const Field &field, Figure figure, double goal, const Point &least, const Point &most)
{
    return {{Severity::error,
             field.path(),
             {CORE_TEXT("core", "no value brings {0} to {1}: from {2} to {3} it is between {4} and {5}"),
              {keyOf(figure), figureText(figure, goal), formatFieldValue(field, least.at < most.at ? least.value : most.value),
               formatFieldValue(field, least.at < most.at ? most.value : least.value), figureText(figure, least.figure), figureText(figure, most.figure)}},
             {}}};
}

std::optional<double> numberOf(const FieldValue &value)
{
    if (const auto *count = std::get_if<Count>(&value))
        return static_cast<double>(*count);
    if (const auto *number = std::get_if<double>(&value))
        return *number;
    if (const auto *band = std::get_if<Band<double>>(&value))
        return band->expected;
    return std::nullopt;
}

Result<double> startOf(const Scenario &scenario, const Field &field, double goal)
{
    if (!field.appliesTo(scenario))
        return failure(doesNotApply(field));
    if (!(goal > 0.0 && std::isfinite(goal)))
        return failure("goal", {CORE_TEXT("core", "must be a number above 0"), {}});
    const std::optional<double> now = numberOf(field.get(scenario));
    if (!now)
        return failure(field.path(), {CORE_TEXT("core", "must be a number that is set, to be sought"), {}});
    return *now;
}

} // namespace

Result<Goal> goalSeek(const Scenario &scenario, const Field &field, Figure figure, double goal, const std::stop_token &stop)
{
    const Result<double> now = startOf(scenario, field, goal);
    if (!now)
        return tl::unexpected<Issues>(now.error());
    const Result<Figures> base = figuresOf(scenario);
    if (!base)
        return tl::unexpected<Issues>(base.error());
    if (!base->legal)
        return failure("plan", *base->reason);
    const Seeker seeker(scenario, field, figure, goal);
    const Point start{*now, field.get(scenario), *base, valueOf(*base, figure)};
    const auto finished = [&](Goal found) {
        const FieldChange change{&field, found.value};
        found.followed = followedText(scenario, *varied(scenario, {&change, 1}), {&change, 1});
        return found;
    };
    if (seeker.reaches(start))
        return finished(Goal{start.value, start.figures, {}, {}});
    Point least = start, most = start;
    std::array<Point, 2> last{start, start};
    const std::array<std::vector<double>, 2> ways{seeker.outwards(*now, true), seeker.outwards(*now, false)};
    for (std::size_t i = 0; i < std::max(ways[0].size(), ways[1].size()) && !stop.stop_requested(); ++i)
        for (std::size_t way = 0; way < ways.size(); ++way) {
            std::optional<Point> point = i < ways[way].size() ? seeker.evaluate(ways[way][i]) : std::nullopt;
            if (!point)
                continue;
            if (seeker.straddle(last[way], *point) || seeker.reaches(*point))
                return finished(halved(seeker, last[way], *std::move(point), stop));
            least = point->figure < least.figure ? *point : least;
            most = point->figure > most.figure ? *point : most;
            last[way] = *std::move(point);
        }
    if (stop.stop_requested())
        return failure("", {CORE_TEXT("core", "stopped before the goal was found"), {}});
    return tl::unexpected<Issues>(notReached(field, figure, goal, least, most));
}

} // namespace headroom
