#include "ui/models/scenario_columns.h"

#include "base/format.h"
#include "explore/comparison.h"
#include "ui/text.h"

#include <QCoreApplication>

#include <array>
#include <cmath>

namespace headroom {

namespace {

struct ScenariosText
{
    Q_DECLARE_TR_FUNCTIONS(Scenarios)
};

constexpr std::array shownFigures{Figure::boundMfu, Figure::expectedMfu, Figure::expectedStep, Figure::tokensPerSecondPerChip, Figure::memory};
constexpr double invisible = 5e-5;

ComparedCell cellOf(const Figures &f, const Figures *baseline, Figure figure)
{
    const double value = valueOf(f, figure);
    ComparedCell out{.text = unitOf(figure) == Unit::ratio ? percentText(value) : quantityText(value, unitOf(figure)), .delta = {}};
    if (!baseline || !baseline->legal)
        return out;
    const double before = valueOf(*baseline, figure), difference = value - before, share = difference / before;
    if (std::abs(unitOf(figure) == Unit::ratio ? difference : share) < invisible)
        return out;
    out.delta = unitOf(figure) == Unit::ratio ? pointsText(difference, 2) : pointsText(share) + QStringLiteral(" %");
    out.better = (difference > 0) == lessIsBetter(figure) ? -1 : 1;
    return out;
}

std::vector<ComparedRow> resultRows(const std::vector<std::optional<Figures>> &figures, std::optional<std::size_t> baseline)
{
    const Figures *against = baseline && figures[*baseline] ? &*figures[*baseline] : nullptr;
    std::vector<ComparedRow> out;
    for (const Figure figure : shownFigures) {
        ComparedRow row{.name = coreText(labelOf(figure)), .heading = false, .field = {}, .cells = {}};
        for (std::size_t i = 0; i < figures.size(); ++i)
            row.cells.push_back(figures[i] && figures[i]->legal ? cellOf(*figures[i], i == baseline ? nullptr : against, figure)
                                                                : ComparedCell{.text = QStringLiteral("–"), .delta = {}});
        out.push_back(std::move(row));
    }
    ComparedRow fits{.name = ScenariosText::tr("Runs"), .heading = false, .field = {}, .cells = {}};
    for (const std::optional<Figures> &f : figures)
        fits.cells.push_back({.text = !f                ? ScenariosText::tr("invalid input")
                                      : f->reason       ? messageText(*f->reason)
                                                        : ScenariosText::tr("fits the memory"),
                              .delta = {}});
    out.push_back(std::move(fits));
    return out;
}

} // namespace

std::vector<ComparedRow> comparedRows(const std::vector<NamedScenario> &scenarios, const std::vector<std::optional<Figures>> &figures,
                                      std::optional<std::size_t> baseline)
{
    std::vector<ComparedRow> out{{.name = ScenariosText::tr("Results"), .heading = true, .field = {}, .cells = {}}};
    for (ComparedRow &row : resultRows(figures, baseline))
        out.push_back(std::move(row));
    std::vector<const Scenario *> values;
    for (const NamedScenario &named : scenarios)
        values.push_back(&named.scenario);
    const std::vector<InputDifference> inputs = differences(values);
    out.push_back({.name = inputs.empty() ? ScenariosText::tr("No input differs") : ScenariosText::tr("Inputs that differ"), .heading = true, .field = {}, .cells = {}});
    for (const InputDifference &input : inputs) {
        ComparedRow row{.name = coreText(input.label), .heading = false, .field = input.field ? input.field->path() : std::string(), .cells = {}};
        for (const std::string &text : input.texts)
            row.cells.push_back({.text = qs(text), .delta = {}, .better = 0, .differs = text != input.texts[baseline.value_or(0)]});
        out.push_back(std::move(row));
    }
    return out;
}

} // namespace headroom
