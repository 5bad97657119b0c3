#include "report/gap_report.h"

#include "base/format.h"
#include "report/interval.h"
#include "report/text_lines.h"

#include <cmath>

namespace headroom {

namespace {

// Below a picosecond is rounding.
std::string time(Seconds s) { return engineering(std::abs(s.value) < 1e-12 ? 0.0 : s.value, Unit::seconds); }
std::string points(double mfu) { return fixed(-100.0 * mfu, 2) + " %"; }

std::string anchorLines(const GapAnalysis &gap)
{
    std::string out = "MFU ";
    for (const WaterfallRow &row : gap.estimate.waterfall)
        if (row.kind == RowKind::anchor && row.id != "peak")
            out += "  " + row.name + " " + percent(row.mfu);
    const StepTimes &t = gap.estimate.system.stepTime;
    return out + "\nstep  measured " + time(gap.measuredStep) + ", expected " + timeInterval(t.low, t.high) + ", bound " + time(t.bound) + "; HFU "
        + percent(gap.measuredHfu) + "; " + keyOf(gap.estimate.scenario.run.convention) + " FLOPs, peak "
        + engineering(gap.estimate.roofline.peak.value, Unit::flopsPerSecond) + "\n";
}

std::string rowLines(const GapAnalysis &gap)
{
    std::string out = "\n" + padded("from Expected to Measured", 44) + rightAligned("MFU", 10) + rightAligned("lost", 12) + rightAligned("measured", 12)
        + rightAligned("expected", 12) + "\n";
    for (const GapRow &row : gap.rows)
        out += padded(row.name, 44) + rightAligned(points(row.mfu), 10) + rightAligned(time(row.lost()), 12) + rightAligned(time(row.measured), 12)
            + rightAligned(time(row.expected), 12) + "  " + text(row.cause) + "\n";
    return out;
}

std::string classLines(const GapAnalysis &gap)
{
    if (gap.efficiencies.empty())
        return {};
    std::string out = "\n" + padded("class", 34) + rightAligned("calls", 9) + rightAligned("modelled", 10) + rightAligned("of its bound", 14) + "\n";
    for (const ClassEfficiency &c : gap.efficiencies)
        out += padded(labelOf(c.eventClass), 34) + rightAligned(exactNumber(c.calls), 9) + rightAligned(exactNumber(c.modelledCalls), 10)
            + rightAligned(percent(c.share()), 14) + "\n";
    for (const LinkUse &l : gap.links)
        out += padded(labelOf(l.kind), 34) + rightAligned(exactNumber(l.calls), 9) + rightAligned(exactNumber(l.modelledCalls), 10)
            + rightAligned(l.rate ? engineering(l.rate->value, Unit::bytesPerSecond) : "", 14)
            + (l.rate ? "  " + engineering(l.wire.value, Unit::bytes) + " sent in " + time(l.measured) : "") + "\n";
    if (gap.overlap)
        out += "communication under computation: " + percent(*gap.overlap) + ", expected " + percent(*gap.expectedOverlap) + "\n";
    return out;
}

const char *dominantName(EventClass c)
{
    switch (c) {
    case EventClass::otherCollective: return "exposed communication";
    case EventClass::copyToHost: return "copies";
    case EventClass::hostWork: return "waits";
    default: return labelOf(c);
    }
}

std::string dominantLines(const GapAnalysis &gap)
{
    if (!gap.dominant)
        return {};
    const DominantCheck &d = *gap.dominant;
    std::string out = std::string("\ndominant: ") + dominantName(d.measured) + (d.differs ? std::string(", not ") + dominantName(d.predicted) + " as expected" : " as expected") + "\n";
    for (const HostFinding &f : d.suspects)
        out += "  " + std::string(labelOf(f.eventClass)) + ": " + f.name + ", " + std::to_string(f.calls) + " times, " + time(f.time) + "\n";
    return out;
}

std::string matchLine(const GapAnalysis &gap)
{
    if (!gap.matches)
        return {};
    const Matches &m = *gap.matches;
    return "operators: " + time(m.matchedTime) + " matched in " + std::to_string(m.matched.size()) + " pairs; " + time(m.unmatchedTime)
        + " of the trace and " + time(m.unmatchedModelled) + " of the model without a partner\n";
}

std::string adviceLines(const std::vector<Advice> &advice)
{
    std::string out = advice.empty() ? "" : "\nwhat to change, the largest losses first\n";
    for (const Advice &a : advice)
        out += "  " + padded(a.setting, 44) + " gains " + rightAligned(time(a.gain), 10) + ", " + rightAligned(fixed(100.0 * a.mfuGain, 2), 6)
            + " points of MFU: " + text(a.reason) + " (" + a.term + ")\n";
    return out;
}

} // namespace

std::string gapText(const GapAnalysis &gap, const std::vector<Advice> &advice)
{
    return anchorLines(gap) + rowLines(gap) + classLines(gap) + dominantLines(gap) + matchLine(gap) + adviceLines(advice);
}

} // namespace headroom
