#include "support/kernel_counts.h"

#include "spec/field.h"
#include "support/scenarios.h"
#include "support/support.h"

#include <stdexcept>

namespace headroom::testing {

Scenario with(const char *model, std::initializer_list<const char *> settings)
{
    Scenario s = scenarioOf(model, "H100 SXM");
    for (const char *setting : settings)
        if (const Issues issues = applySetting(s, setting); hasError(issues))
            throw std::runtime_error(text(issues));
    return s;
}

ModelBlocks blocksOf(const Scenario &s, const PassShape &shape)
{
    Derivation off(false);
    ModelBlocks blocks = blockStructure(s.model);
    buildOps(blocks, off, s.model, s.run, shape);
    return blocks;
}

PerToken perToken(const Scenario &s, const std::string &name, Phase phase)
{
    PerToken sum;
    for (const Block &block : blocksOf(s, {.sequences = 1, .sequenceLength = 4096}).blocks) {
        PerToken here;
        for (const Op &op : block.ops)
            if (op.name == name && op.phase == phase)
                here = {op.modelFlops.value.value / sequenceTokens, op.executedFlops.value.value / sequenceTokens, op.bytes.value.value / sequenceTokens,
                        op.extra.masked.value / sequenceTokens, op.extra.padding.value / sequenceTokens, op.extra.form.value / sequenceTokens};
        if (here.bytes > 0.0)
            sum = here;
    }
    return sum;
}

} // namespace headroom::testing
