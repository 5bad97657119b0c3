#pragma once
// What XLA's profiler calls its rows and operations, in its protobuf as in its JSON. Source: openxla/xla
// xla/tsl/profiler/utils/xplane_schema.cpp (names of planes, lines and stats), and records of TPUs and GPUs.

#include "trace/trace.h"

#include <optional>
#include <string>
#include <string_view>

namespace headroom {

// The index in "/device:TPU:3", "/device:GPU:0 (pid 7)"; nothing for hosts and for "/device:CUSTOM:…".
std::optional<std::int32_t> xlaDevice(std::string_view process);

// What a row of a device is. Where a device has rows "Stream #…" (GPUs), the others repeat what those hold.
LaneKind xlaLineKind(std::string_view line, bool hasStreams);
bool isStreamLine(std::string_view line);
// Rows of counters and of times that no operation took.
bool isIgnoredLine(std::string_view line);

// The collective that an instruction's text states, "%all-gather.3 = s32[2,8]{…} all-gather(s32[1,8] %x), replica_groups=[1,2]<=[2]":
// operation without -start and -done, bytes of the operands (not of a -done, which waits) and of the result (not of a -start), groups.
// Nothing for any other instruction.
std::optional<TracedCollective> hloCollective(std::string_view instruction);

} // namespace headroom
