#include "app/commands.h"
#include "app/output.h"
#include "app/scenario_input.h"
#include "report/checkpoint_report.h"

#include <cstdio>

namespace headroom {

namespace {

constexpr std::size_t rowsOnTerminal = 20;

Result<void> print(const Reconciliation &reconciliation, const Options &options)
{
    if (options.json)
        if (auto written = writeOutput(*options.json, checkpointJson(reconciliation)); !written)
            return written;
    if (options.csv)
        if (auto written = writeOutput(*options.csv, checkpointCsv(reconciliation)); !written)
            return written;
    if (options.json == "-" || options.csv == "-")
        return {};
    return writeOutput("-", checkpointText(reconciliation, options.top.value_or(rowsOnTerminal)));
}

} // namespace

Exit checkpointCommand(const Options &options)
{
    if (options.json == "-" && options.csv == "-") {
        std::fputs("headroom: --json and --csv cannot both go to the standard output\n", stderr);
        return Exit::usage;
    }
    Issues notes;
    const Result<ModelSpec> model = readModel(options.positional.front(), notes);
    if (!model)
        return badInput(model.error());
    const Result<Checkpoint> checkpoint = readCheckpoint({options.positional.begin() + 1, options.positional.end()});
    if (!checkpoint)
        return badInput(checkpoint.error());
    const Result<Reconciliation> reconciliation = reconcile(*model, *checkpoint);
    if (!reconciliation)
        return badInput(reconciliation.error());
    if (const auto written = print(*reconciliation, options); !written)
        return badInput(written.error());
    if (reconciliation->unexplained() == 0)
        return Exit::done;
    std::fprintf(stderr, "headroom: %zu tensors are not those of %s\n", reconciliation->unexplained(),
                 model->name.c_str());
    return Exit::badInput;
}

} // namespace headroom
