#include "spec/serving_check.h"

namespace headroom {

void checkServing(const Scenario &scenario, Issues &issues)
{
    const RunSpec &run = scenario.run;
    const auto fail = [&](const char *field, Message message) { issues.push_back({Severity::error, field, std::move(message), {}}); };
    if (run.phase == RunPhase::training) {
        if (run.matmulDtype == MatrixDtype::int8 || run.matmulDtype == MatrixDtype::fp4)
            fail("run.matmulDtype", {CORE_TEXT("core", "must be bf16 or fp8 in training, not {0}"), {keyOf(run.matmulDtype)}});
        return;
    }
    if (formatRow(run.serving.weightFormat).bytes > operandBytes(run.matmulDtype))
        fail("run.serving.weightFormat", {CORE_TEXT("core", "must be no wider than the {0} operands of run.matmulDtype, not {1}"),
                                          {keyOf(run.matmulDtype), keyOf(run.serving.weightFormat)}});
}

} // namespace headroom
