#include "explore/comparison.h"

#include "base/text.h"

#include <algorithm>

namespace headroom {

namespace {

constexpr const char *absent = "-";

std::string shown(const Field &field, const Scenario &scenario)
{
    if (!field.appliesTo(scenario))
        return absent;
    const std::string text = formatFieldValue(field, field.get(scenario));
    return text.empty() ? absent : text;
}

bool differ(const std::vector<std::string> &texts)
{
    return std::ranges::any_of(texts, [&](const std::string &text) { return text != texts.front(); });
}

void add(std::vector<InputDifference> &out, const Field *field, const char *label, std::vector<std::string> texts)
{
    if (differ(texts))
        out.push_back({field, label, std::move(texts)});
}

template <class F> std::vector<std::string> textsOf(std::span<const Scenario *const> scenarios, F text)
{
    std::vector<std::string> out;
    for (const Scenario *s : scenarios)
        out.push_back(text(*s));
    return out;
}

} // namespace

std::vector<InputDifference> differences(std::span<const Scenario *const> scenarios)
{
    std::vector<InputDifference> out;
    if (scenarios.size() < 2)
        return out;
    add(out, nullptr, CORE_TEXT("core", "Model"), textsOf(scenarios, [](const Scenario &s) { return s.model.name; }));
    add(out, nullptr, CORE_TEXT("core", "Hardware"), textsOf(scenarios, [](const Scenario &s) { return s.hardware.name; }));
    add(out, nullptr, CORE_TEXT("core", "Calibration"), textsOf(scenarios, [](const Scenario &s) { return s.calibration.name; }));
    const std::size_t names = out.size();
    for (const Field &field : fields())
        add(out, &field, field.label, textsOf(scenarios, [&](const Scenario &s) { return shown(field, s); }));
    const bool sameFields = out.size() == names;
    const auto otherLayers = [&](const Scenario *s) { return s->model.layers != scenarios.front()->model.layers; };
    if (sameFields && std::ranges::any_of(scenarios, otherLayers))
        out.push_back({nullptr, CORE_TEXT("core", "Pattern of layers"), textsOf(scenarios, [&](const Scenario &s) {
                           const auto like = std::ranges::find_if(scenarios, [&](const Scenario *other) { return other->model.layers == s.model.layers; });
                           return "#" + std::to_string(like - scenarios.begin() + 1);
                       })});
    return out;
}

} // namespace headroom
