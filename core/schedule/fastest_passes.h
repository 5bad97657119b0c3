#pragma once
// The fastest piece of a DualPipe pipeline in each pass: what its lower bound is made of.

#include "schedule/pass_time.h"

namespace headroom {

// The least of each pass over all pieces: forward and another piece's backward together, also but for busy networks; forward; input
// gradient but for busy networks; weight gradient.
struct FastestPasses
{
    Derived<Seconds> both, bothWork, forward, input, weight;
    bool equal = true; // all pieces take that long
    bool any = false;
};

template <class Why> class FastestPassesOf
{
public:
    FastestPassesOf(Why &why, const HeadlineInput &in) : m_why(why), m_in(in) {}

    FastestPasses find()
    {
        const std::vector<std::uint16_t> &pieces = m_in.layout->pieces;
        for (std::size_t i = 0; i + 1 < pieces.size(); i += 2) {
            if (i > 0 && pieces[i] == pieces[i - 2] && pieces[i + 1] == pieces[i - 1])
                continue; // equal to the stage before
            add(pieces[i], pieces[i + 1]);
            add(pieces[i + 1], pieces[i]);
        }
        return m_out;
    }

private:
    // A stage's piece, and the one whose backward overlaps its forward.
    void add(std::size_t piece, std::size_t other)
    {
        static const Formula input{"pass.inputGradient", CORE_TEXT("core", "Backward without weight gradients"), "b - w", {"b", "w"},
                                   scheduleDesign};
        const PassLoad together = overlappedPasses(m_why, m_in.forward[piece], m_in.backward[other], m_in.overlap);
        const Derived<Seconds> b = work(m_in.backward[piece]), w = m_in.weightGradient[piece];
        least(m_out.both, time(together));
        least(m_out.bothWork, work(together));
        least(m_out.forward, time(m_in.forward[piece]));
        least(m_out.input, m_why.record(input, b.value - w.value, {b.term, w.term}));
        least(m_out.weight, w);
        m_out.any = true;
    }
    Derived<Seconds> work(const PassLoad &load) { return workTime(m_why, load, contentionOf(m_why, load, m_in.overlap)); }
    Derived<Seconds> time(const PassLoad &load) { return passTime(m_why, load, contentionOf(m_why, load, m_in.overlap), nullptr).total; }
    void least(Derived<Seconds> &kept, const Derived<Seconds> &time)
    {
        m_out.equal = m_out.equal && (!m_out.any || kept.value == time.value);
        if (!m_out.any || time.value < kept.value)
            kept = time;
    }

    Why &m_why;
    const HeadlineInput &m_in;
    FastestPasses m_out;
};

} // namespace headroom
