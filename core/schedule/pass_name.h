#pragma once
// What the passes of a pipeline are called.

#include "base/enum_table.h"
#include "schedule/pipeline.h"

#include <string>

namespace headroom {

std::span<const EnumRow> rowsOf(PassKind);
// "F", "B" (of input gradients too), "W", "F+B", "G", "R".
const char *passLetter(PassKind kind);
// "F3": of micro-batch 3; "B0.1": of the stage's piece 1; "F4+B2.1"; "G".
std::string passName(const PipelinePass &pass);

} // namespace headroom
