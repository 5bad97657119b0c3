#include "support/measured_points.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace headroom::testing {

namespace {

using Cells = std::vector<std::string>;

std::vector<Cells> rowsOf(const std::string &name)
{
    const std::string path = std::string(HEADROOM_TEST_DATA) + "/core/comm/data/held_out_" + name + ".csv";
    std::ifstream file(path);
    if (!file)
        throw std::runtime_error("cannot read " + path);
    std::vector<Cells> rows;
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with('#'))
            continue;
        Cells cells;
        std::stringstream in(line + ",");
        for (std::string cell; std::getline(in, cell, ',');)
            cells.push_back(cell);
        rows.push_back(std::move(cells));
    }
    return rows;
}

double number(const std::string &cell) { return cell.empty() ? 0.0 : std::stod(cell); }

std::string joined(const Cells &cells)
{
    std::string out;
    for (const std::string &cell : cells)
        out += (out.empty() ? "" : "|") + cell;
    return out;
}

std::vector<double> numbers(const Cells &cells, std::size_t from, std::size_t count)
{
    std::vector<double> out;
    for (std::size_t i = from; i < from + count; ++i)
        out.push_back(number(cells[i]));
    return out;
}

Seconds microsecondsOf(const std::string &cell) { return microseconds(number(cell)); }

template <class Q> Derived<Q> plain(Q value) { return {value, {}}; }

KernelWork workOf(double flops, double bytes, const ChipRate &rate)
{
    return {plain(Flops(flops)), plain(Bytes(bytes)), plain(rate.peak), plain(rate.hbm)};
}

GemmLaw gemmLaw(Derivation &why, const MeasuredLaw &law, Level level)
{
    return {lawShare(why, law, LawParameter::eCompute, level), lawShare(why, law, LawParameter::eMemory, level),
            lawSeconds(why, law, LawParameter::launch, level)};
}

double elementBytes(const std::string &dtype) { return dtype == "bfloat16" ? 2.0 : dtype == "fp8" ? 1.0 : 0.5625; } // nvfp4 with scales

} // namespace

std::vector<MeasuredPoint> gemmPoints()
{
    std::vector<MeasuredPoint> out;
    for (const Cells &c : rowsOf("gemm"))
        out.push_back({joined({c[0], c[1], c[2], c[3], c[4]}), c[0], c[1], numbers(c, 2, 3), microsecondsOf(c[5]) - microsecondsOf(c[6])});
    return out;
}

// Prefill modules rotate and store keys, too: 4 t (A + 2 K) d bytes at 0.85 of HBM are predicted beside the law.
std::vector<MeasuredPoint> attentionPoints()
{
    std::vector<MeasuredPoint> out;
    for (const Cells &c : rowsOf("attention")) {
        const bool latent = c[1] == "mla";
        const std::string key = latent ? joined({c[0], c[1], c[3], c[4], c[5]}) : joined({c[0], c[1], c[2], c[3], c[4], c[5], c[6]});
        out.push_back({key, c[0], c[1], numbers(c, 2, 5), microsecondsOf(c[7])});
    }
    return out;
}

std::vector<MeasuredPoint> streamPoints()
{
    std::vector<MeasuredPoint> out;
    for (const Cells &c : rowsOf("streams")) {
        const bool two = c[1] == "q";
        out.push_back({two ? joined({c[0], c[1], c[2], c[3]}) : joined({c[0], c[1], c[2], c[3], c[4], c[5]}), c[0], c[1], numbers(c, 2, 4),
                       microsecondsOf(c[6])});
    }
    return out;
}

std::vector<MeasuredPoint> expertPoints()
{
    std::vector<MeasuredPoint> out;
    for (const Cells &c : rowsOf("experts"))
        out.push_back({joined({c[0], "moe", c[1], c[2], c[3], c[4], c[5], c[6], c[7], c[8]}), c[0], c[1], numbers(c, 2, 7), microsecondsOf(c[9])});
    return out;
}

std::vector<MeasuredPoint> collectivePoints()
{
    std::vector<MeasuredPoint> out;
    for (const Cells &c : rowsOf("collectives"))
        out.push_back({joined({c[0], c[1], c[2], c[3]}), c[0], c[1], numbers(c, 2, 2), microsecondsOf(c[4])});
    return out;
}

std::vector<MeasuredPoint> exchangePoints()
{
    std::vector<MeasuredPoint> out;
    for (const Cells &c : rowsOf("expert_exchange"))
        out.push_back({joined({"ep", c[0], c[1], c[2], c[3]}), c[0], c[1], numbers(c, 2, 2), microsecondsOf(c[4])});
    return out;
}

ChipRate rateOf(const ChipLaws &chip, const std::string &dtype)
{
    const auto peak = [&](const std::string &name) {
        const auto found = chip.peaks.find(name);
        return found == chip.peaks.end() ? 0.0 : found->second;
    };
    return {FlopsPerSecond(peak(dtype)), BytesPerSecond(peak("hbm")), BytesPerSecond(peak("link"))};
}

Seconds predictGemm(const MeasuredPoint &p, const MeasuredLaw &law, const ChipRate &rate, Level level)
{
    Derivation why(false);
    const double m = p.sizes[0], n = p.sizes[1], k = p.sizes[2], s = elementBytes(p.kind);
    const KernelWork work = workOf(2.0 * m * n * k, s * (m * k + k * n) + 2.0 * m * n, rate);
    if (law.find(LawParameter::eQuantise) == nullptr)
        return gemmTime(why, work, gemmLaw(why, law, level)).value;
    return quantisedGemmTime(why, work, gemmLaw(why, law, level), plain(Bytes((2.0 + s) * m * k)),
                             lawShare(why, law, LawParameter::eQuantise, level)).value;
}

Seconds predictAttention(const MeasuredPoint &p, const MeasuredLaw &law, const ChipRate &rate, Level level)
{
    Derivation why(false);
    const bool latent = p.kind == "mla";
    const double batch = p.sizes[1], sequence = p.sizes[2], heads = p.sizes[3], tokens = batch * sequence;
    const double kvHeads = latent || p.sizes[4] == 0.0 ? heads : p.sizes[4];
    const double dq = latent ? 192.0 : p.sizes[0], dv = latent ? 128.0 : p.sizes[0], keys = (sequence + 1.0) / 2.0;
    const KernelWork work = workOf(2.0 * heads * tokens * keys * (dq + dv), 2.0 * tokens * (heads + kvHeads) * (dq + dv), rate);
    const AttentionShape shape{plain((dq + dv) / 2.0), plain(keys), plain(batch * heads * sequence / 128.0), plain(0.0), plain(0.0), latent};
    const AttentionLaw values{lawShare(why, law, LawParameter::eCompute, level), lawShare(why, law, LawParameter::dExp, level),
                              lawShare(why, law, LawParameter::keysHalf, level), lawShare(why, law, LawParameter::tilesHalf, level),
                              lawSeconds(why, law, LawParameter::launch, level)};
    const Seconds beside = latent ? Seconds{} : Bytes(4.0 * tokens * (heads + 2.0 * kvHeads) * dq) / (rate.hbm * 0.85);
    return attentionTime(why, work, shape, values).value + beside;
}

Seconds predictStream(const MeasuredPoint &p, const MeasuredLaw &law, const ChipRate &rate, Level level)
{
    Derivation why(false);
    const std::vector<double> &s = p.sizes;
    const double tokens = s[0] * s[1];
    double bytes = 3.0 * tokens; // q: reads bf16, writes fp8
    if (p.kind == "dec")         // keys and values of the context and the new token, queries and outputs
        bytes = 2.0 * (tokens + s[0]) * s[3] * 2.0 * 128.0 + 4.0 * s[0] * s[2] * 128.0;
    if (p.kind == "gdn")         // q, k, v, o once, two fp32 gates, chunk states of 64 in fp32 written and read
        bytes = tokens * (2.0 * (2.0 * s[2] * 128.0 + 2.0 * s[3] * 128.0) + s[3] * 8.0 * 128.0 * 128.0 / 64.0 + 8.0 * s[3]);
    return streamTime(why, workOf(0.0, bytes, rate),
                      {lawShare(why, law, LawParameter::eMemory, level), lawSeconds(why, law, LawParameter::launch, level)}).value;
}

// rows = tokens k / ep copies meet min(experts / ep, rows) experts: weights once; inputs and the product's input in the dtype, outputs
// in bf16. Elementwise: permutation, activation and combination.
Seconds predictExperts(const MeasuredPoint &p, const MeasuredLaw &law, const ChipRate &rate, Level level)
{
    Derivation why(false);
    const std::vector<double> &v = p.sizes;
    const double tokens = v[0], hidden = v[1], width = v[2] / v[5], rows = tokens * v[3] / v[6], held = v[4] / v[6], s = elementBytes(p.kind);
    const double products = s * std::min(held, rows) * 3.0 * hidden * width + rows * ((s + 2.0) * hidden + (s + 4.0) * width);
    const double rest = rows * ((s + 2.0) * hidden + (s + 4.0) * width) + 4.0 * tokens * hidden;
    const ExpertsLaw values{gemmLaw(why, law, level), lawShare(why, law, LawParameter::eElementwise, level)};
    return expertsTime(why, workOf(6.0 * rows * hidden * width, products, rate), plain(Bytes(rest)), values).value;
}

Seconds predictCollective(const MeasuredPoint &p, const MeasuredLaw &law, const ChipRate &rate, Level level)
{
    Derivation why(false);
    const Collective kind = p.kind == "all_gather" ? Collective::allGather : p.kind == "reduce_scatter" ? Collective::reduceScatter
        : p.kind == "all_reduce" ? Collective::allReduce : Collective::allToAll;
    const RingConstants constants{lawSeconds(why, law, LawParameter::a0, level).value, lawSeconds(why, law, LawParameter::a1, level).value,
                                  lawShare(why, law, LawParameter::eLink, level).value, lawShare(why, law, LawParameter::eNvls, level).value};
    return ringTime(kind, p.sizes[0], Bytes(p.sizes[1]), rate.link, constants);
}

// Top 8 of 256 experts, hidden 7168: the expected number of other GPUs (one node) or other nodes a token goes to.
Seconds predictExchange(const MeasuredPoint &p, const MeasuredLaw &law, const ChipRate &rate, Level level)
{
    Derivation why(false);
    const double targets = p.chip == "1" ? 8.0 : std::stod(p.chip);
    const double copies = (targets - 1.0) * (1.0 - std::pow(1.0 - 1.0 / targets, 8.0));
    const double bytes = p.sizes[0] * copies * 7168.0 * (p.kind == "dispatch" ? 1.0 : 2.0);
    return expertExchangeTime(Bytes(bytes), rate.link, lawSeconds(why, law, LawParameter::launch, level).value,
                              lawShare(why, law, LawParameter::eLink, level).value);
}

namespace {

// The quantile between the two nearest values, in proportion.
double quantile(std::vector<double> values, double share)
{
    if (values.empty())
        return 0.0;
    std::ranges::sort(values);
    const double at = share * static_cast<double>(values.size() - 1);
    const auto below = static_cast<std::size_t>(at);
    const std::size_t above = std::min(below + 1, values.size() - 1);
    return values[below] + (values[above] - values[below]) * (at - static_cast<double>(below));
}

} // namespace

Errors errorsOf(const std::vector<MeasuredPoint> &points, const Predict &predict, const MeasuredLaw &law, const ChipRate &rate)
{
    std::vector<double> errors;
    double inside = 0.0;
    for (const MeasuredPoint &p : points) {
        errors.push_back(std::abs(std::log(predict(p, law, rate, Level::expected) / p.time)));
        inside += predict(p, law, rate, Level::low) <= p.time && p.time <= predict(p, law, rate, Level::high) ? 1.0 : 0.0;
    }
    return {quantile(errors, 0.5), quantile(errors, 0.9), inside / static_cast<double>(points.size()), points.size()};
}

} // namespace headroom::testing
