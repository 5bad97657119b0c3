#include "spec/launch_flags.h"

#include "base/text.h"
#include "spec/field.h"
#include "spec/launch_writer.h"

#include <algorithm>

namespace headroom {

Result<LaunchFlags> readLaunchFlags(std::string_view text, const Scenario &scenario)
{
    const std::vector<std::string> words = shellWords(text);
    LaunchWords options, assignments;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::size_t equals = words[i].find('=');
        if (words[i].starts_with("--")) {
            std::string name = words[i].substr(0, equals);
            std::ranges::replace(name, '_', '-');
            std::string value = equals != std::string::npos ? words[i].substr(equals + 1) : "";
            const std::size_t most = equals != std::string::npos ? 0 : name == "--recompute-modules" ? words.size() : 1;
            for (std::size_t n = 0; n < most && i + 1 < words.size() && !words[i + 1].starts_with("--"); ++n)
                value += (value.empty() ? "" : " ") + words[++i];
            options.add(name, value);
        } else if (equals != std::string::npos && equals > 0) {
            assignments.add(words[i].substr(0, equals), words[i].substr(equals + 1));
        }
    }
    const auto any = [&](LaunchWords &of, std::initializer_list<const char *> names) {
        LaunchWords copy = of;
        return std::ranges::any_of(names, [&](const char *name) { return copy.has(name); });
    };
    if (any(options, {"--tensor-model-parallel-size", "--pipeline-model-parallel-size", "--micro-batch-size", "--global-batch-size",
                      "--expert-model-parallel-size", "--context-parallel-size"}))
        return megatronFlags(options, scenario);
    if (any(assignments, {"per_device_batch_size", "remat_policy", "max_target_length", "ici_fsdp_parallelism", "ici_tensor_parallelism",
                          "ici_data_parallelism", "ici_expert_parallelism", "dcn_data_parallelism"}))
        return maxTextFlags(assignments, scenario);
    return failure("", {CORE_TEXT("core", "no flags of Megatron-LM (--tensor-model-parallel-size 8 …) or MaxText (ici_fsdp_parallelism=32 …) found"), {}});
}

Result<Scenario> withLaunchFlags(const Scenario &scenario, const LaunchFlags &flags)
{
    Scenario out = scenario;
    Issues issues;
    for (const std::string &setting : flags.settings)
        for (Issue &issue : applySetting(out, setting))
            issues.push_back(std::move(issue));
    if (hasError(issues))
        return tl::unexpected<Issues>(std::move(issues));
    return out;
}

} // namespace headroom
