#include "spec/datasheet_question.h"

#include "base/format.h"
#include "base/text.h"
#include "spec/catalog.h"
#include "spec/field_access.h"
#include "spec/nearest.h"

#include <algorithm>
#include <cmath>

namespace headroom {

namespace {

constexpr double same = 0.005;    // two published forms of one number differ by rounding
constexpr double nearTwice = 0.1; // how far from twice the dense peak still looks sparse
constexpr double gib = 1073741824.0, mib = 1048576.0;
constexpr const char *confirmedSource = "set by the user, confirmed";

bool about(double a, double b, double tolerance = same)
{
    return b > 0.0 && std::abs(a / b - 1.0) <= tolerance;
}

bool isWhole(double value)
{
    return value >= 1.0 && std::abs(value - std::round(value)) < 1e-9 * value;
}

const std::vector<HardwareSpec> &knownChips()
{
    static const std::vector<HardwareSpec> chips = [] {
        std::vector<HardwareSpec> all;
        for (const CatalogEntry &entry : hardwareEntries())
            if (Result<HardwareSpec> chip = catalogHardware(entry.name))
                all.push_back(*std::move(chip));
        return all;
    }();
    return chips;
}

const HardwareSpec *chipNamed(const std::string &name)
{
    const auto found = std::ranges::find_if(knownChips(), [&](const auto &chip) { return sameName(chip.name, name); });
    return found == knownChips().end() ? nullptr : &*found;
}

double densePeak(const HardwareSpec &chip)
{
    const auto *rate = matrixPeak(chip, computeDtype);
    return rate ? rate->value.expected.value : 0.0;
}

struct Entered
{
    const Field *field;
    double number; // SI base units
    std::string text() const { return editable(number, field->unit); }
    std::string other(double value) const { return editable(value, field->unit); }
    static FieldValue valueOf(double value) { return Band<double>::exactly(value); }
};

DatasheetQuestion question(DatasheetRule rule, const Entered &entered, Message message)
{
    return {rule, entered.field->path(), std::move(message), {}};
}

void use(DatasheetQuestion &question, const Entered &entered, double value)
{
    question.answers.push_back({{CORE_TEXT("core", "use {0}"), {entered.other(value)}}, Entered::valueOf(value)});
}

void keep(DatasheetQuestion &question, const Entered &entered, const char *pattern)
{
    question.answers.push_back({{pattern, {entered.text()}}, Entered::valueOf(entered.number), true});
}

std::optional<DatasheetQuestion> sparseQuestion(const Entered &entered, const HardwareSpec &chip, bool sameChip)
{
    const double dense = densePeak(chip);
    const auto *sparse = sparsePeak(chip, computeDtype);
    const bool known = sparse && about(entered.number, sparse->value.expected.value);
    const bool twice = sameChip && entered.number >= (2.0 - 2.0 * nearTwice) * dense && dense > 0.0;
    if (!known && !twice)
        return std::nullopt;
    DatasheetQuestion q = question(
        DatasheetRule::sparsePeak, entered,
        known ? Message{CORE_TEXT("core", "{0} is the rate of {1} with 2:4 sparsity; its dense peak is {2}, and every "
                                          "bound and MFU need the dense one"),
                        {entered.text(), chip.name, entered.other(dense)}}
              : Message{CORE_TEXT("core", "{0} is {3} times the dense peak of {1}, {2}, as rates with 2:4 sparsity or "
                                          "of a smaller type are; every bound and MFU need the dense one"),
                        {entered.text(), chip.name, entered.other(dense), significant(entered.number / dense, 3)}});
    use(q, entered, dense);
    if (!about(entered.number / 2.0, dense))
        use(q, entered, entered.number / 2.0);
    keep(q, entered, CORE_TEXT("core", "it is dense: keep {0}"));
    return q;
}

std::optional<DatasheetQuestion> askPeak(const Entered &entered, const HardwareSpec *chip)
{
    if (chip)
        return sparseQuestion(entered, *chip, true);
    // A chip of another name: only numbers that are some chip's sparse rate and nobody's dense one.
    if (std::ranges::any_of(knownChips(), [&](const auto &known) { return about(entered.number, densePeak(known)); }))
        return std::nullopt;
    for (const HardwareSpec &known : knownChips())
        if (auto q = sparseQuestion(entered, known, false))
            return q;
    return std::nullopt;
}

std::optional<DatasheetQuestion> askCapacity(const Entered &entered, const HardwareSpec *chip)
{
    if (!chip)
        return std::nullopt;
    const double known = chip->hbmCapacity.value.expected.value, n = entered.number;
    const bool decimal = isWhole(n / 1e9), binary = isWhole(n / gib),
               megabytes = isWhole(n / 1e6) && about(n * mib / 1e6, known);
    // Rounding and units differ by at most 2^30 / 10^9; further away it is another amount of memory.
    if (n == known || !about(n, known, 0.1) || !(decimal || binary || megabytes))
        return std::nullopt;
    DatasheetQuestion q =
        question(DatasheetRule::capacityUnit, entered,
                 {CORE_TEXT("core", "{0} are {1} or {2}; the catalog has {3} for {4} ({5}): GB and GiB differ by 7 %"),
                  {entered.text(), significant(n / 1e9, 5) + " GB", significant(n / gib, 5) + " GiB",
                   entered.other(known), chip->name, significant(known / mib, 7) + " MiB"}});
    use(q, entered, known);
    const double other = binary ? std::round(n / gib) * 1e9 : decimal ? std::round(n / 1e9) * gib : 0.0;
    if (other > 0.0 && about(other, known, 0.1) && !about(other, known, 1e-6))
        use(q, entered, other);
    keep(q, entered, CORE_TEXT("core", "it is meant as it stands: keep {0}"));
    return q;
}

// A network's bandwidth on a chip, and in how many links the datasheet may have added it up.
struct Network
{
    const char *key;
    double (*bandwidth)(const HardwareSpec &);
};

double switchBandwidth(const HardwareSpec &h)
{
    return h.scaleUp == ScaleUpKind::switched ? h.scaleUpBandwidth.value.expected.value : 0.0;
}
double torusLink(const HardwareSpec &h)
{
    return h.scaleUp == ScaleUpKind::torus ? h.linkBandwidth.value.expected.value : 0.0;
}
double scaleOut(const HardwareSpec &h)
{
    return h.scaleOutBandwidth.value.expected.value;
}
constexpr Network networks[] = {
    {"scaleUpBandwidth", switchBandwidth}, {"linkBandwidth", torusLink}, {"scaleOutBandwidth", scaleOut}};

std::optional<DatasheetQuestion> bitsQuestion(const Entered &entered, double known, const HardwareSpec &chip)
{
    if (!about(entered.number, 8.0 * known))
        return std::nullopt;
    DatasheetQuestion q = question(
        DatasheetRule::bitsAsBytes, entered,
        {CORE_TEXT("core", "{0} are 8 times the {1} of {2}: a rate in bits, such as 400 Gb/s, is an eighth in bytes"),
         {entered.text(), entered.other(known), chip.name}});
    use(q, entered, entered.number / 8.0);
    keep(q, entered, CORE_TEXT("core", "it is bytes: keep {0}"));
    return q;
}

std::optional<DatasheetQuestion> directionsQuestion(const Entered &entered, double known, const HardwareSpec &chip)
{
    const double links = chip.scaleUp == ScaleUpKind::torus && entered.field->key == std::string_view("linkBandwidth")
                             ? 2.0 * static_cast<double>(chip.torusDims)
                             : 1.0;
    const bool ofChip = links > 1.0 && about(entered.number, 2.0 * links * known);
    if (!about(entered.number, 2.0 * known) && !ofChip)
        return std::nullopt;
    DatasheetQuestion q = question(
        DatasheetRule::bothDirections, entered,
        ofChip ? Message{CORE_TEXT("core", "{0} are all {3} links of {1} in both directions; one link sends {2}"),
                         {entered.text(), chip.name, entered.other(known), significant(links, 2)}}
               : Message{CORE_TEXT("core", "{0} are both directions of {1} added up; one direction has {2}, and "
                                           "bandwidths here are per direction"),
                         {entered.text(), chip.name, entered.other(known)}});
    use(q, entered, known);
    keep(q, entered, CORE_TEXT("core", "it is one direction: keep {0}"));
    return q;
}

std::optional<DatasheetQuestion> askBandwidth(const Entered &entered, const HardwareSpec *chip, const Network &network)
{
    const auto ask = [&](const HardwareSpec &known) -> std::optional<DatasheetQuestion> {
        const double bandwidth = network.bandwidth(known);
        if (auto q = directionsQuestion(entered, bandwidth, known))
            return q;
        return bitsQuestion(entered, bandwidth, known);
    };
    if (chip)
        return ask(*chip);
    if (std::ranges::any_of(knownChips(),
                            [&](const auto &known) { return about(entered.number, network.bandwidth(known)); }))
        return std::nullopt;
    for (const HardwareSpec &known : knownChips())
        if (auto q = ask(known))
            return q;
    return std::nullopt;
}

std::optional<DatasheetQuestion> ask(const Entered &entered, const HardwareSpec *chip)
{
    const std::string_view key = entered.field->key;
    if (key == "peak")
        return askPeak(entered, chip);
    if (key == "hbmCapacity")
        return askCapacity(entered, chip);
    const auto network = std::ranges::find(networks, key, [](const Network &n) { return std::string_view(n.key); });
    return network == std::end(networks) ? std::nullopt : askBandwidth(entered, chip, *network);
}

// The source of a field's number, where confirmations are kept.
std::string *sourceOf(HardwareSpec &h, std::string_view path)
{
    if (path == "hardware.hbmCapacity")
        return &h.hbmCapacity.source;
    if (path == "hardware.scaleUpBandwidth")
        return &h.scaleUpBandwidth.source;
    if (path == "hardware.linkBandwidth")
        return &h.linkBandwidth.source;
    if (path == "hardware.scaleOutBandwidth")
        return &h.scaleOutBandwidth.source;
    for (MatrixPeak &peak : h.matrixPeaks)
        if (path == "hardware.peak" && peak.dtype == computeDtype)
            return &peak.rate.source;
    return nullptr;
}

// Fields whose numbers are asked about.
constexpr const char *askedFields[] = {"hardware.peak", "hardware.hbmCapacity", "hardware.scaleUpBandwidth",
                                       "hardware.linkBandwidth", "hardware.scaleOutBandwidth"};

} // namespace

std::span<const EnumRow> rowsOf(DatasheetRule)
{
    static constexpr EnumRow rows[] = {
        {"sparsePeak", CORE_TEXT("core", "sparse peak taken as dense")},
        {"capacityUnit", CORE_TEXT("core", "GB taken as GiB")},
        {"bothDirections", CORE_TEXT("core", "both directions taken as one")},
        {"bitsAsBytes", CORE_TEXT("core", "bits taken as bytes")},
    };
    return rows;
}

std::optional<DatasheetQuestion> questionAbout(const HardwareSpec &hardware, const Field &field,
                                               const FieldValue &value)
{
    const auto *band = std::get_if<Band<double>>(&value);
    if (!band || field.group != std::string_view("hardware"))
        return std::nullopt;
    Scenario now;
    now.hardware = hardware;
    if (field.get(now) == value)
        return std::nullopt;
    return ask({&field, band->expected}, chipNamed(hardware.name));
}

void confirm(Scenario &scenario, const DatasheetQuestion &question)
{
    if (std::string *source = sourceOf(scenario.hardware, question.field))
        *source = confirmedSource;
}

Issues datasheetDoubts(const HardwareSpec &hardware)
{
    Issues doubts;
    const HardwareSpec *chip = chipNamed(hardware.name);
    HardwareSpec asked = hardware;
    Scenario scenario;
    scenario.hardware = hardware;
    for (const char *path : askedFields) {
        const std::string *source = sourceOf(asked, path);
        const Field *field = findField(path);
        if (!source || !field || *source == confirmedSource || !field->appliesTo(scenario))
            continue;
        const FieldValue value = field->get(scenario);
        const auto *band = std::get_if<Band<double>>(&value);
        if (const auto q = band ? ask({field, band->expected}, chip) : std::nullopt)
            doubts.push_back({Severity::warning, path, q->message, {}});
    }
    return doubts;
}

Issues applyAskedSetting(Scenario &scenario, std::string_view assignment, const std::vector<DatasheetRule> &confirmed)
{
    Scenario next = scenario;
    Issues issues = applySetting(next, assignment);
    if (!issues.empty())
        return issues;
    const std::string_view key = assignment.substr(0, assignment.find('='));
    const std::size_t from = key.find_first_not_of(" \t"), to = key.find_last_not_of(" \t");
    const Field *field = from == std::string_view::npos ? nullptr : findField(key.substr(from, to + 1 - from));
    const auto q = field ? questionAbout(scenario.hardware, *field, field->get(next)) : std::nullopt;
    if (q && std::ranges::find(confirmed, q->rule) == confirmed.end()) {
        Message message = q->message;
        message.pattern += " (--confirm {9} keeps it)"; // for the command line alone
        message.arguments.resize(10);
        message.arguments[9] = keyOf(q->rule);
        return {{Severity::error, q->field, std::move(message), {}}};
    }
    scenario = std::move(next);
    if (q)
        confirm(scenario, *q);
    return {};
}

} // namespace headroom
