#pragma once
// A ledger with all that it points to.

#include "estimate/plan_model.h"
#include "memory/ledger.h"

#include <memory>

namespace headroom::testing {

// The plan of a scenario with everything it points to.
struct Ledger
{
    Scenario scenario;
    std::unique_ptr<OwnedPlan> owned;

    explicit Ledger(Scenario s) : scenario(std::move(s)), owned(make(scenario)) {}
    LedgerInput input() const { return ledgerInput(owned->placed); }
    static std::unique_ptr<OwnedPlan> make(const Scenario &s)
    {
        Derivation off(false);
        return ownedPlan(off, s, s.plan, *sliceFor(s.hardware, s.run.devices));
    }
};

} // namespace headroom::testing
