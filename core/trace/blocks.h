#pragma once
// The links of the chain that TraceInput reads through: a file or memory, inflating, a thread of its own.

#include "trace/input.h"

namespace headroom {

inline constexpr std::size_t traceBlockBytes = 1u << 20;

std::unique_ptr<TraceBlocks> fileBlocks(const std::string &path);
std::unique_ptr<TraceBlocks> memoryBlocks(std::string_view bytes);
// Inflates gzip, also several members one after the other. More than `bombBytes` that are more than `bombRatio` times what they
// were packed in are refused: profilers' records pack 10 to 60 times, deflate at most 1032.
std::unique_ptr<TraceBlocks> inflatedBlocks(std::unique_ptr<TraceBlocks> packed);
inline constexpr std::uint64_t bombBytes = std::uint64_t(1) << 26;
inline constexpr std::uint64_t bombRatio = 300;
// Runs `blocks` in a second thread, a few blocks ahead.
std::unique_ptr<TraceBlocks> threadedBlocks(std::unique_ptr<TraceBlocks> blocks);

} // namespace headroom
