#pragma once
// The text of the help: words in the window's language, definitions and formulas as the core computes them.

#include "estimate/estimate.h"

#include <QString>

namespace headroom {

// HTML. Numbers are those of `estimate`.
QString helpHtml(const Estimate &estimate);

} // namespace headroom
