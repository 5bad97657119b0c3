#pragma once
// Whether all ranks of a group call the same collectives in the same order with the same sizes, as the libraries require.

#include "trace/classify.h"

#include <optional>
#include <string>
#include <vector>

namespace headroom {

struct OrderedCall
{
    EventClass kind{};
    std::optional<double> bytes;
    std::string dtype;
    bool operator==(const OrderedCall &) const = default;
};

// The calls of one rank in one group, in the order in which its device ran them.
struct RankCalls
{
    std::string rank;  // "3", or the file's name where the record states no rank
    std::string group;
    std::vector<OrderedCall> calls;
};
std::vector<RankCalls> rankCalls(const Trace &trace, const ClassifiedTrace &classes);

struct OrderMismatch
{
    std::string group, first, second; // the ranks compared
    std::size_t position = 0;         // of the first call that differs
    std::optional<OrderedCall> ofFirst, ofSecond; // absent: that rank makes no further call
};
struct OrderCheck
{
    std::size_t groups = 0, calls = 0; // groups that at least two ranks share, and the calls compared in them
    std::vector<OrderMismatch> mismatches; // the first of each pair of ranks
};
// `ranks`: of all ranks. Each rank is compared with the first of its group.
OrderCheck compareOrder(const std::vector<RankCalls> &ranks);

} // namespace headroom
