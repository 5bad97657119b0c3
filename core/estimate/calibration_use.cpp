#include "estimate/calibration_use.h"

#include "base/format.h"
#include "base/text.h"
#include "ops/law_time.h"

#include <algorithm>
#include <array>
#include <limits>

namespace headroom {

Message calibrationLine(const Calibration &c)
{
    if (c.laws.empty())
        return {CORE_TEXT("core", "{0}: shares of the peaks, the same at every size"), {c.name}};
    const MeasuredLaw *gemm = findLaw(c.laws, LawClass::gemm, computeDtype);
    if (gemm == nullptr || !gemm->heldOut)
        return {CORE_TEXT("core", "{0}: laws of the {1}, smooth in size; overlap, contention and overhead are judgement"), {c.name, c.chip}};
    return {CORE_TEXT("core", "{0}: laws of the {1}, smooth in size, off by {2} (median) on matrix products left out of their fit; overlap, contention and overhead are judgement"),
            {c.name, c.chip, percent(gemm->heldOut->median)}};
}

namespace {

constexpr const char *field = "calibration.name";

struct Extremes
{
    double least = std::numeric_limits<double>::infinity(), most = 0.0;
    void add(double value)
    {
        least = std::min(least, value);
        most = std::max(most, value);
    }
    bool any() const { return most > 0.0; }
};

// The sizes at which a plan uses each class of laws.
class Sizes
{
public:
    void add(LawClass kind, LawSize size, double value) { of(kind, size).add(value); }
    Extremes &of(LawClass kind, LawSize size) { return m_sizes[static_cast<std::size_t>(kind)][static_cast<std::size_t>(size)]; }
    bool uses(LawClass kind) const
    {
        return std::ranges::any_of(m_sizes[static_cast<std::size_t>(kind)], [](const Extremes &e) { return e.any(); });
    }

private:
    std::array<std::array<Extremes, lawSizeCount>, lawClassCount> m_sizes{}; // by LawClass, by LawSize
};

void addOp(Sizes &sizes, const Op &op)
{
    const LawClass kind = lawClassOf(op);
    if (op.attention) {
        sizes.add(kind, LawSize::headDim, op.attention->headDim.value);
        sizes.add(kind, LawSize::keys, op.attention->keys.value);
        sizes.add(kind, LawSize::tiles, op.attention->tiles.value);
    }
    if (op.executedFlops.value > Flops{})
        sizes.add(kind, LawSize::flops, raw(op.executedFlops.value));
    if (op.bytes.value > Bytes{})
        sizes.add(kind, LawSize::bytes, raw(op.bytes.value));
}

void addCall(Sizes &sizes, Collective kind, const RankGroup &group, Bytes payload)
{
    static constexpr LawClass classes[] = {LawClass::allGather, LawClass::reduceScatter, LawClass::allReduce, LawClass::allToAll};
    if (!hasLaw(kind) || payload == Bytes{})
        return;
    if (group.inside > 1.0) {
        sizes.add(classes[static_cast<std::size_t>(kind)], LawSize::ranks, group.inside);
        sizes.add(classes[static_cast<std::size_t>(kind)], LawSize::bytes, raw(payload));
    }
    if (group.outside > 1.0)
        sizes.add(LawClass::scaleOut, LawSize::nodes, group.outside);
}

Sizes sizesOf(const SystemBound &plan)
{
    Sizes sizes;
    const GroupLinks &groups = plan.placed().links->groups;
    for (const Block &block : plan.owned->work.blocks.blocks)
        for (const Op &op : block.ops)
            addOp(sizes, op);
    for (const std::vector<BlockCall> &calls : plan.owned->work.calls)
        for (const BlockCall &call : calls)
            addCall(sizes, call.kind, groups.of(call.group), call.payload.value);
    for (const WeightPlan &weights : plan.owned->weights)
        for (const WeightCall &call : weights.calls)
            addCall(sizes, call.kind, groups.of(call.group), call.payload());
    return sizes;
}

Unit unitOf(LawSize size)
{
    return size == LawSize::flops ? Unit::flops : size == LawSize::bytes ? Unit::bytes : Unit::count;
}

// The first size outside what a law was fitted on; ends are stated with four digits.
std::optional<Issue> outsideRange(const MeasuredLaw &law, Sizes &sizes)
{
    constexpr double slack = 1e-3;
    for (const LawRange &r : law.range) {
        const Extremes &used = sizes.of(law.kind, r.size);
        if (!used.any() || (used.least >= r.least * (1.0 - slack) && used.most <= r.most * (1.0 + slack)))
            continue;
        const double value = used.most > r.most * (1.0 + slack) ? used.most : used.least;
        return Issue{Severity::warning, field,
                     {CORE_TEXT("core", "the law {0} {1} of the {2} was fitted for {3} from {4} to {5}; this plan uses it at {6}"),
                      {keyOf(law.kind), law.dtype, law.chip, keyOf(r.size), engineering(r.least, unitOf(r.size)),
                       engineering(r.most, unitOf(r.size)), engineering(value, unitOf(r.size))}}, {}};
    }
    return std::nullopt;
}

Issue note(Message message) { return {Severity::note, field, std::move(message), {}}; }

// Whose laws they are.
void addOrigin(const Scenario &s, Issues &issues)
{
    const std::string &chip = s.calibration.chip, &name = s.hardware.name;
    if (chip.starts_with("generic "))
        issues.push_back(note({CORE_TEXT("core", "no kernel of {0} was measured: its laws are those of the {1}"), {name, chip}}));
    else if (chip != name)
        issues.push_back({Severity::warning, field, {CORE_TEXT("core", "the laws were measured on {0}, not on {1}"), {chip, name}}, {}});
}

bool isRing(LawClass kind) { return kind >= LawClass::allGather && kind <= LawClass::allToAll; }

} // namespace

Issues calibrationIssues(const Scenario &scenario, const SystemBound &plan)
{
    const Calibration &c = scenario.calibration;
    Issues issues;
    if (c.laws.empty())
        return issues;
    addOrigin(scenario, issues);
    Sizes sizes = sizesOf(plan);
    const bool torus = scenario.hardware.scaleUp == ScaleUpKind::torus;
    for (std::size_t k = 0; k < lawClassCount; ++k) {
        const auto kind = static_cast<LawClass>(k);
        const bool network = isRing(kind) || kind == LawClass::scaleOut;
        if (!sizes.uses(kind) || (network && torus))
            continue;
        const MeasuredLaw *law = findLaw(c.laws, kind, isRing(kind) ? "bytes" : kind == LawClass::scaleOut ? "any" : computeDtype);
        if (law == nullptr)
            issues.push_back(note({CORE_TEXT("core", "no law {0} for {1}: shares of the peaks are used"), {keyOf(kind), c.chip}}));
        else if (const auto outside = outsideRange(*law, sizes))
            issues.push_back(*outside);
        if (law != nullptr && law->chip != c.chip && !network)
            issues.push_back(note({CORE_TEXT("core", "the law {0} is that of the {1}: {2} was not measured"), {keyOf(kind), law->chip, c.chip}}));
    }
    if (torus && scenario.run.devices > 1)
        issues.push_back(note({CORE_TEXT("core", "collectives on a torus were not measured: shares of the link bandwidth are used"), {}}));
    return issues;
}

} // namespace headroom
