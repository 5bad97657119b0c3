#pragma once
// The trace that a run would leave if it did what is expected of it, with losses put in: three equal steps of one device whose operators
// take their expected times, collectives beside them with the expected exposed part, and whatever Losses says.

#include "gap/modelled.h"
#include "trace/trace.h"

namespace headroom::testing {

struct Losses
{
    EventClass slower = EventClass::matmul;
    double factor = 1.0;          // of that class's times
    Seconds idle{};               // in the middle of the step
    Seconds input{};              // at its end, under a loader of the host
    bool unhidden = false;        // the collective with most of it hidden runs after the computation that hid it
};
// Of an estimate with collectives.
Trace modelledTrace(const Estimate &estimate, const Losses &losses);
// What `unhidden` adds to the exposed communication of a step.
Seconds hiddenByOne(const Estimate &estimate);

// A kernel name of the class.
std::string kernelName(EventClass c, std::size_t number);

} // namespace headroom::testing
