#pragma once
// A scenario with one or two fields changed, and with what must follow: other devices or degrees leave the remaining ranks to the
// batch axes, and a torus slice that no longer fits is left to the program.

#include "base/result.h"
#include "spec/field.h"
#include "spec/scenario.h"

#include <optional>
#include <span>

namespace headroom {

struct FieldChange
{
    const Field *field = nullptr;
    FieldValue value; // of the field's kind and range
};

// The scenario after the changes, in order, legal or not. Where run.devices or a degree is among them and the product no longer
// equals the devices, the data axes that no change sets take the remaining ranks: dp where the plan has one, else fsdp; a phase that
// serves has dp alone. Expert ranks that no longer divide theirs fall back to 1. Errors: a field that does not apply.
Result<Scenario> varied(const Scenario &scenario, std::span<const FieldChange> changes);

// The same with another number of devices, whatever its data axes were.
Scenario withDevices(const Scenario &scenario, Count devices);

// Why the plan of a scenario cannot run at all, whatever its phase; fewer rules than checkScenario() has.
std::optional<Message> illegal(const Scenario &scenario);

// Whether a change of the field has the remaining ranks follow.
bool movesRanks(const Field &field);
// "fsdp 32 → 16, slice chosen by the program": what else than the changed fields differs; empty when nothing does.
std::string followedText(const Scenario &before, const Scenario &after, std::span<const FieldChange> changes);

} // namespace headroom
