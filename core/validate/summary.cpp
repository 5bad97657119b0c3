#include "validate/summary.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace headroom {

namespace {

double median(std::vector<double> values)
{
    if (values.empty())
        return 0.0;
    std::ranges::sort(values);
    const std::size_t middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : 0.5 * (values[middle - 1] + values[middle]);
}

std::vector<double> ranks(const std::vector<double> &values)
{
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), 0u);
    std::ranges::sort(order, {}, [&](std::size_t i) { return values[i]; });
    std::vector<double> out(values.size());
    for (std::size_t i = 0; i < order.size();) {
        std::size_t end = i + 1;
        while (end < order.size() && values[order[end]] == values[order[i]])
            ++end;
        for (std::size_t j = i; j < end; ++j)
            out[order[j]] = 0.5 * static_cast<double>(i + end - 1);
        i = end;
    }
    return out;
}

using Rows = std::vector<const Comparison *>;
using Group = std::map<std::string, Rows>;

RankCorrelation correlation(const std::string &sweep, const Rows &rows)
{
    std::vector<double> ours, measured;
    for (const Comparison *c : rows) {
        const double tokens = static_cast<double>(c->run.globalBatch) * static_cast<double>(c->run.sequenceLength)
            / static_cast<double>(c->run.devices);
        ours.push_back(tokens / c->expected.value);
        measured.push_back(tokens / c->run.stepTime->value);
    }
    return {sweep, rows.size(), spearman(ours, measured)};
}

std::vector<RankCorrelation> correlations(const Group &sweeps)
{
    std::vector<RankCorrelation> out;
    for (const auto &[name, rows] : sweeps)
        if (rows.size() >= leastSweep)
            out.push_back(correlation(name, rows));
    return out;
}

ErrorSummary errors(const std::string &name, const Rows &rows)
{
    ErrorSummary out{.name = name, .rows = rows.size()};
    std::vector<double> ratios, widths;
    Group sweeps;
    for (const Comparison *c : rows) {
        widths.push_back(c->high / c->low);
        sweeps[c->run.sweep].push_back(c);
        ratios.push_back(c->ratio());
        out.meanError += std::abs(c->ratio() - 1.0) / static_cast<double>(rows.size());
        out.insideShare += (c->inside() ? 1.0 : 0.0) / static_cast<double>(rows.size());
        out.aboveBound += c->aboveBound();
        out.bestOfBound = std::max(out.bestOfBound, c->bound / *c->run.stepTime);
    }
    out.medianRatio = median(ratios);
    out.medianWidth = median(widths);
    for (const RankCorrelation &r : correlations(sweeps)) {
        out.rankedRows += r.rows;
        out.spearman += r.spearman * static_cast<double>(r.rows);
    }
    if (out.rankedRows > 0)
        out.spearman /= static_cast<double>(out.rankedRows);
    return out;
}

std::vector<ErrorSummary> errorsOf(const Group &group)
{
    std::vector<ErrorSummary> out;
    for (const auto &[name, rows] : group)
        out.push_back(errors(name, rows));
    std::ranges::stable_sort(out, std::greater{}, &ErrorSummary::rows);
    return out;
}

MemorySummary memorySummary(const std::vector<Comparison> &all)
{
    MemorySummary out;
    std::vector<double> errors, ratios;
    for (const Comparison &c : all) {
        if (!c.memory || c.fitted || c.run.quality == 'C')
            continue;
        const MemoryComparison &m = *c.memory;
        ++out.decisions;
        out.right += m.oomPredicted() == m.oomMeasured;
        out.missed += m.oomMeasured && !m.oomPredicted();
        if (!m.measured || m.oomMeasured)
            continue;
        const double ratio = m.predicted / *m.measured;
        ratios.push_back(ratio);
        errors.push_back(std::abs(ratio - 1.0));
    }
    out.peaks = errors.size();
    out.medianError = median(errors);
    out.medianRatio = median(ratios);
    return out;
}

} // namespace

double spearman(const std::vector<double> &a, const std::vector<double> &b)
{
    const std::vector<double> ra = ranks(a), rb = ranks(b);
    const double mean = 0.5 * (static_cast<double>(a.size()) - 1.0);
    double ab = 0.0, aa = 0.0, bb = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        ab += (ra[i] - mean) * (rb[i] - mean);
        aa += (ra[i] - mean) * (ra[i] - mean);
        bb += (rb[i] - mean) * (rb[i] - mean);
    }
    return aa > 0.0 && bb > 0.0 ? ab / std::sqrt(aa * bb) : 0.0;
}

Summary summary(const std::vector<Comparison> &all)
{
    Summary out;
    Rows scored;
    Group sources, models, chips, sweeps;
    std::map<std::string, std::size_t> left;
    for (const Comparison &c : all) {
        if (!c.scored()) {
            ++left[c.reason];
            continue;
        }
        scored.push_back(&c);
        sources[c.run.origin()].push_back(&c);
        models[c.run.modelName].push_back(&c);
        chips[c.run.chip].push_back(&c);
        sweeps[c.run.sweep].push_back(&c);
    }
    out.all = errors("all", scored);
    out.bySource = errorsOf(sources);
    out.byModel = errorsOf(models);
    out.byChip = errorsOf(chips);
    out.sweeps = correlations(sweeps);
    out.memory = memorySummary(all);
    out.left.assign(left.begin(), left.end());
    std::ranges::stable_sort(out.left, std::greater{}, &std::pair<std::string, std::size_t>::second);
    return out;
}

} // namespace headroom
