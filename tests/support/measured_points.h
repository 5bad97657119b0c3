#pragma once
// The held-out half of the measured points of the typical calibration, and what its laws predict for them.
//
// Source: ai-dynamo/aiconfigurator@095f58a51c4c (TensorRT-LLM and SGLang kernels, NCCL collectives). A point is held out when the
// md5 of its key ("h100_sxm|bfloat16|16|1024|4096") is odd; the even ones made the fit and are not here.

#include "comm/collective_laws.h"
#include "ops/kernel_laws.h"
#include "spec/typical_calibration.h"

#include <functional>
#include <vector>

namespace headroom::testing {

struct MeasuredPoint
{
    std::string key;              // whose md5 is odd
    std::string chip;             // "h100_sxm"; of expert exchanges: the nodes
    std::string kind;             // dtype, kernel or operation
    std::vector<double> sizes;    // as in the file; absent ones 0
    Seconds time{};
};
std::vector<MeasuredPoint> gemmPoints();
std::vector<MeasuredPoint> attentionPoints();
std::vector<MeasuredPoint> streamPoints();
std::vector<MeasuredPoint> expertPoints();
std::vector<MeasuredPoint> collectivePoints();
std::vector<MeasuredPoint> exchangePoints();

// Rates of a chip, and its law of a class.
struct ChipRate
{
    FlopsPerSecond peak{};
    BytesPerSecond hbm{}, link{};
};
ChipRate rateOf(const ChipLaws &chip, const std::string &dtype);

// The law's time of a point at a level.
using Predict = std::function<Seconds(const MeasuredPoint &, const MeasuredLaw &, const ChipRate &, Level)>;
Seconds predictGemm(const MeasuredPoint &, const MeasuredLaw &, const ChipRate &, Level);
Seconds predictAttention(const MeasuredPoint &, const MeasuredLaw &, const ChipRate &, Level);
Seconds predictStream(const MeasuredPoint &, const MeasuredLaw &, const ChipRate &, Level);
Seconds predictExperts(const MeasuredPoint &, const MeasuredLaw &, const ChipRate &, Level);
Seconds predictCollective(const MeasuredPoint &, const MeasuredLaw &, const ChipRate &, Level);
Seconds predictExchange(const MeasuredPoint &, const MeasuredLaw &, const ChipRate &, Level);

struct Errors
{
    double median = 0.0, p90 = 0.0, coverage = 0.0;
    std::size_t points = 0;
};
// |ln(predicted / measured)| of the points, and the share within the law's fast and slow times.
Errors errorsOf(const std::vector<MeasuredPoint> &points, const Predict &predict, const MeasuredLaw &law, const ChipRate &rate);

} // namespace headroom::testing
