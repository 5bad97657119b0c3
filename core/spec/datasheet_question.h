#pragma once
// Datasheets mislead in known ways: rates with 2:4 sparsity beside dense ones, GB beside GiB, bandwidths of both
// directions added up, bits beside bytes. A number that looks like one of these is not taken without a question.
//
//   Peak (bf16, dense) = 1979 TFLOP/s: that is the H100 SXM's rate with 2:4 sparsity; its dense peak is 989 TFLOP/s
//     [use 989 TFLOP/s]  [it is dense: keep 1979 TFLOP/s]

#include "base/result.h"
#include "spec/field.h"

#include <optional>
#include <string>
#include <vector>

namespace headroom {

enum class DatasheetRule { sparsePeak, capacityUnit, bothDirections, bitsAsBytes };
std::span<const EnumRow> rowsOf(DatasheetRule);

struct DatasheetAnswer
{
    Message text;
    FieldValue value;
    bool keeps = false; // the number as it was entered
};

struct DatasheetQuestion
{
    DatasheetRule rule{};
    std::string field; // "hardware.peak"
    Message message;
    std::vector<DatasheetAnswer> answers; // the likeliest first; the last one keeps the number
};

// What to ask before `value` becomes the field's; nothing when the number is plausible, is the field's already, or is
// the catalog's own. The chip is compared with the catalog entry of its name, an unknown chip with all of them.
std::optional<DatasheetQuestion> questionAbout(const HardwareSpec &hardware, const Field &field,
                                               const FieldValue &value);

// Marks the number of the rule's field as confirmed by the user, so that it is neither asked about nor warned of again.
void confirm(Scenario &scenario, const DatasheetQuestion &question);

// Numbers of a chip that would be asked about, as warnings: for files that nobody was asked about.
Issues datasheetDoubts(const HardwareSpec &hardware);

// applySetting() of the command line that refuses what the window would ask about, unless its rule is confirmed. The
// error names the rule and how to confirm it.
Issues applyAskedSetting(Scenario &scenario, std::string_view assignment, const std::vector<DatasheetRule> &confirmed);

} // namespace headroom
