#include "schedule/pass_lanes.h"

#include "schedule/pass_program.h"
#include "schedule/pass_time.h"

#include <algorithm>

namespace headroom {

std::span<const EnumRow> rowsOf(LaneCause)
{
    static constexpr EnumRow rows[] = {
        {"tp", CORE_TEXT("core", "Tensor ranks")},          {"ep", CORE_TEXT("core", "Expert exchange")},
        {"cp", CORE_TEXT("core", "Context ranks")},         {"fsdp", CORE_TEXT("core", "Weights and their gradients")},
        {"dp", CORE_TEXT("core", "Gradient reduction")},    {"host", CORE_TEXT("core", "Copies to the host")},
        {"pp", CORE_TEXT("core", "Stage transfer")},
    };
    return rows;
}

std::span<const EnumRow> rowsOf(LaneNetwork)
{
    static constexpr EnumRow rows[] = {
        {"scale-up", CORE_TEXT("core", "Scale-up network")},
        {"scale-out", CORE_TEXT("core", "Scale-out network")},
        {"host", CORE_TEXT("core", "Host link")},
    };
    return rows;
}

namespace {

constexpr std::size_t networks = 3;

// When one network is busy; fills what is free.
class BusyTimes
{
public:
    void add(Seconds start, Seconds end)
    {
        const auto at = std::ranges::lower_bound(m_busy, start, {}, &TaskTime::start);
        m_busy.insert(at, {start, end});
    }
    // Occupies up to `wanted` of the free time between two moments, the earliest or the latest; gives the spans.
    std::vector<TaskTime> fill(Seconds wanted, Seconds from, Seconds to, bool late)
    {
        std::vector<TaskTime> gaps;
        Seconds free = from;
        for (const TaskTime &busy : m_busy) {
            if (busy.start >= to)
                break;
            if (busy.start > free)
                gaps.push_back({free, busy.start});
            free = std::max(free, busy.end);
        }
        if (free < to)
            gaps.push_back({free, to});
        if (late)
            std::ranges::reverse(gaps);
        std::vector<TaskTime> taken;
        for (const TaskTime &gap : gaps) {
            const Seconds part = std::min(wanted, gap.end - gap.start);
            if (part.value <= 0.0)
                break;
            taken.push_back(late ? TaskTime{gap.end - part, gap.end} : TaskTime{gap.start, gap.start + part});
            wanted -= part;
        }
        for (const TaskTime &span : taken)
            add(span.start, span.end);
        return taken;
    }

private:
    std::vector<TaskTime> m_busy; // in order, none over another
};

Seconds spanOf(const std::vector<TaskTime> &spans)
{
    Seconds sum{};
    for (const TaskTime &s : spans)
        sum += s.end - s.start;
    return sum;
}

// Puts a program on the clock.
class Clock
{
public:
    Clock(PassProgram program, Seconds total, Seconds contention) : m_program(std::move(program)), m_total(total)
    {
        m_out.total = total;
        m_out.runs = std::move(m_program.runs);
        m_out.calls = std::move(m_program.calls);
        runItems(contention);
        exposeCalls();
        hideCalls();
        for (NetworkLane &lane : m_out.networks)
            std::ranges::sort(lane.spans, {}, &LaneSpan::start);
        std::ranges::stable_sort(m_out.networks, {}, [](const NetworkLane &l) { return std::pair(l.cause, l.network); });
    }
    PassLanes take() { return std::move(m_out); }

private:
    // Operators, slowed evenly by what runs under them, and waits; then, for a busy network, the pass is held. What may be put off
    // comes last.
    void runItems(Seconds contention)
    {
        Seconds compute{}, work = contention, putOff{};
        for (const ProgramItem &item : m_program.items) {
            (item.putOff ? putOff : work) += item.time;
            if (item.kind != LaneItemKind::wait && !item.putOff)
                compute += item.time;
        }
        const double slower = compute.value > 0.0 ? contention / compute : 0.0;
        Seconds now{};
        const auto add = [&](const ProgramItem &item, Seconds longer) {
            m_out.compute.push_back({item.kind, now, now + item.time + longer, item.run, item.op, item.call, longer});
            now = m_out.compute.back().end;
        };
        std::size_t next = 0;
        for (; next < m_program.items.size() && !m_program.items[next].putOff; ++next) {
            const ProgramItem &item = m_program.items[next];
            add(item, item.kind == LaneItemKind::wait ? Seconds{} : slower * item.time);
        }
        if (const Seconds held = m_total - putOff - now; held > 1e-12 * m_total)
            add({.kind = LaneItemKind::held, .time = held}, {});
        for (; next < m_program.items.size(); ++next)
            add(m_program.items[next], {});
        if (!m_out.compute.empty())
            m_out.compute.back().end = std::max(m_out.compute.back().start, m_total); // but for rounding it is
    }

    NetworkLane &lane(const LaneCall &call, LaneNetwork network)
    {
        const auto known = std::ranges::find_if(m_out.networks, [&](const NetworkLane &l) { return l.axis == call.axis && l.network == network; });
        if (known != m_out.networks.end())
            return *known;
        m_out.networks.push_back({call.axis, call.cause, network, {}});
        return m_out.networks.back();
    }
    static Seconds busyOf(const LaneCall &call, LaneNetwork network)
    {
        if (call.cause == LaneCause::host)
            return network == LaneNetwork::host ? call.total : Seconds{};
        return network == LaneNetwork::scaleUp ? call.links.up.value : network == LaneNetwork::scaleOut ? call.links.out.value : Seconds{};
    }
    BusyTimes &busy(LaneNetwork network) { return m_busy[static_cast<std::size_t>(network)]; }
    static constexpr LaneNetwork all[networks] = {LaneNetwork::scaleUp, LaneNetwork::scaleOut, LaneNetwork::host};

    // While the device waits for a call, that share of it runs: on the inner network first, on the outer one last.
    void exposeCalls()
    {
        for (const LaneItem &item : m_out.compute) {
            if (item.kind != LaneItemKind::wait)
                continue;
            const LaneCall &call = m_out.calls[item.call];
            const Seconds wait = item.end - item.start;
            for (const LaneNetwork network : all) {
                const Seconds time = std::min(wait, wait * (busyOf(call, network) / call.total));
                if (time.value <= 0.0)
                    continue;
                const TaskTime span = network == LaneNetwork::scaleOut ? TaskTime{item.end - time, item.end} : TaskTime{item.start, item.start + time};
                busy(network).add(span.start, span.end);
                lane(call, network).spans.push_back({span.start, span.end, item.call, true});
            }
        }
    }

    // Under the operators it may hide under first, what does not fit there wherever the network is free.
    void hideCalls()
    {
        struct Left
        {
            std::size_t call;
            LaneNetwork network;
            Seconds time;
            bool late;
        };
        std::vector<Left> left;
        for (const HiddenWork &work : m_program.hidden)
            for (const LaneNetwork network : all) {
                Seconds time = work.share * busyOf(m_out.calls[work.call], network);
                if (time.value > 0.0 && work.under)
                    time -= place(work.call, network, time, m_out.compute[work.under->first].start, m_out.compute[work.under->second].end, work.late);
                if (time > 1e-12 * m_total)
                    left.push_back({work.call, network, time, work.late});
            }
        for (const Left &l : left)
            place(l.call, l.network, l.time, {}, m_total, l.late);
    }
    Seconds place(std::size_t call, LaneNetwork network, Seconds time, Seconds from, Seconds to, bool late)
    {
        const std::vector<TaskTime> spans = busy(network).fill(time, from, to, late);
        for (const TaskTime &s : spans)
            lane(m_out.calls[call], network).spans.push_back({s.start, s.end, call, false});
        return spanOf(spans);
    }

    PassProgram m_program;
    Seconds m_total;
    PassLanes m_out;
    BusyTimes m_busy[networks];
};

// What lies between two moments, as a pass of its own.
PassLanes cut(PassLanes lanes, Seconds from, Seconds to)
{
    const auto clip = [&](auto &parts) {
        std::erase_if(parts, [&](const auto &p) { return p.end <= from || p.start >= to; });
        for (auto &p : parts) {
            p.start = std::max(p.start, from) - from;
            p.end = std::min(p.end, to) - from;
        }
    };
    clip(lanes.compute);
    for (NetworkLane &lane : lanes.networks)
        clip(lane.spans);
    std::erase_if(lanes.networks, [](const NetworkLane &lane) { return lane.spans.empty(); });
    lanes.total = to - from;
    return lanes;
}

} // namespace

PassLanes passLanes(const LaneInput &in, std::size_t stage, const PipelinePass &pass)
{
    const HeadlineInput &h = *in.headline;
    const auto whole = [&](PassKind kind) { return passDetail(h, stage, pass.chunk, kind).time; };
    switch (pass.kind) {
    case PassKind::gather:
    case PassKind::reduction: {
        const StageTime times = stageTimes(h)[stage];
        const Seconds time = pass.kind == PassKind::gather ? times.gather.value : times.late.value;
        return Clock(onceAStep(in, stage, pass.kind == PassKind::gather, time), time, {}).take();
    }
    case PassKind::forwardAndBackward: {
        const PassTime time = whole(pass.kind);
        return Clock(together(passProgram(in, stage, pass.chunk, PassKind::forward), passProgram(in, stage, pass.backwardChunk, PassKind::backward),
                              h.overlap.overlap.value),
                     time.total.value, time.contention.value)
            .take();
    }
    case PassKind::forward:
    case PassKind::backward: {
        const PassTime time = whole(pass.kind);
        return Clock(passProgram(in, stage, pass.chunk, pass.kind), time.total.value, time.contention.value).take();
    }
    case PassKind::inputGradient:
    case PassKind::weightGradient: break;
    }
    const PassTime time = whole(PassKind::backward);
    const Seconds end = time.total.value, put = end - h.weightGradient[h.layout->pieceOf(stage, pass.chunk)].value;
    PassLanes lanes = Clock(passProgram(in, stage, pass.chunk, PassKind::inputGradient), end, time.contention.value).take();
    return pass.kind == PassKind::inputGradient ? cut(std::move(lanes), {}, put) : cut(std::move(lanes), put, end);
}

} // namespace headroom
