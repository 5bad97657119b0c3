#pragma once
// Formulas as the core computes them, as tables: their text, symbols and sources are those of the derivation.

#include "base/derivation.h"
#include "ui/models/sheet.h"

namespace headroom {

// The headline numbers of an estimate: name, value, formula, what its symbols stand for, source.
Sheet headlineFormulas(const Derivation &why);
// Every formula that the derivation uses, once: name, formula, unit, source.
Sheet allFormulas(const Derivation &why);

} // namespace headroom
