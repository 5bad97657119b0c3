#pragma once
// What a variant of a scenario comes to, without the derivation: the numbers of evaluate(), or of evaluateServing() where the phase
// serves, for studies that compare hundreds of variants.

#include "base/band.h"
#include "base/enum_table.h"
#include "base/result.h"
#include "base/units.h"
#include "spec/scenario.h"

#include <optional>
#include <span>
#include <string>

namespace headroom {

// The results that studies compare.
enum class Figure { expectedMfu, boundMfu, expectedStep, boundStep, tokensPerSecondPerChip, memory };
std::span<const EnumRow> rowsOf(Figure); // keys as the enumerators

Unit unitOf(Figure figure);
// A step or memory; of the others more is better.
bool lessIsBetter(Figure figure);

// The numbers below are present when the plan is legal. Of a phase that serves, MFU and step are those of a decode step, or where
// there is none of the prefill, or of the pass that does both.
struct Figures
{
    bool legal = false, feasible = false;
    std::optional<Message> reason; // why it is not legal, or does not fit
    double boundMfu = 0.0;
    Band<double> expectedMfu{};    // numeric order
    Seconds bound{}, low{}, expected{}, high{};
    double tokensPerSecondPerChip = 0.0; // at expected
    Bytes memory{};                // peak of the worst stage
    Bytes capacity{}, shortBy{};
    std::string dominant;          // StepPart::id, at the bound
};

// Equal to evaluate()'s bit for bit. Errors: the scenario's own.
Result<Figures> figuresOf(const Scenario &scenario);
// The same; or none, with the first error as the reason.
Figures figuresOrReason(const Scenario &scenario);
Figures withReason(const Issues &errors);

// In SI base units; of a legal plan.
double valueOf(const Figures &figures, Figure figure);
// "47.1 %", "5.31 s", "71.3 GiB".
std::string figureText(Figure figure, double value);

} // namespace headroom
