// How fast the core is; one line per measurement. Not a test: nothing fails here.
//
//   evaluate  worked example                    p50 0.61 ms  p95 0.72 ms  4.1 k terms      limit 1 ms
//   search    DeepSeek-V3, 512 x H100 SXM       310 k plans/s and thread  (23 k plans)     limit 200 k

#include "base/format.h"
#include "search/search.h"
#include "spec/catalog.h"
#include "spec/field.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <vector>

namespace {

using namespace headroom;

double secondsOf(const std::function<void()> &work)
{
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

std::string time(double seconds) { return engineering(seconds, Unit::seconds, 3); }

void benchEvaluate(const char *name, const Scenario &scenario)
{
    constexpr std::size_t runs = 200;
    std::vector<double> times;
    std::size_t terms = 0;
    for (std::size_t i = 0; i < runs; ++i)
        times.push_back(secondsOf([&] {
            const auto estimate = evaluate(scenario);
            terms = estimate ? estimate->why.terms().size() : 0;
        }));
    std::ranges::sort(times);
    std::printf("evaluate  %-36s p50 %s  p95 %s  %zu terms\n", name, time(times[runs / 2]).c_str(),
                time(times[runs * 95 / 100]).c_str(), terms);
}

void benchSearch(const char *name, const Scenario &scenario, unsigned threads)
{
    const auto found = search(scenario, {}, {}, {}, threads);
    if (!found)
        return;
    std::printf("search    %-36s %s plans/s with %u thread%s  (%zu legal plans, %zu feasible, %s)\n", name,
                engineering(static_cast<double>(found->evaluated) / found->seconds, Unit::count, 3).c_str(), threads,
                threads == 1 ? "" : "s", found->evaluated, found->feasible, time(found->seconds).c_str());
}

Scenario onH100(const char *model, Count devices)
{
    Scenario scenario = defaultScenario(catalogModel(model).value(), catalogHardware("H100 SXM").value());
    scenario.run.devices = devices;
    scenario.plan.fsdp = devices;
    return scenario;
}

} // namespace

int main()
{
    benchEvaluate("worked example", workedExample());
    benchEvaluate("Llama-3.1-8B, 8 x H100 SXM", onH100("Llama-3.1-8B", 8));
    benchEvaluate("DeepSeek-V3, 512 x H100 SXM", onH100("DeepSeek-V3", 512));
    benchSearch("worked example", workedExample(), 1);
    benchSearch("Llama-3.1-8B, 64 x H100 SXM", onH100("Llama-3.1-8B", 64), 1);
    for (const Count devices : {512, 2048})
        for (const unsigned threads : {1U, 2U})
            benchSearch(devices == 512 ? "DeepSeek-V3, 512 x H100 SXM" : "DeepSeek-V3, 2048 x H100 SXM",
                        onH100("DeepSeek-V3", devices), threads);
    return 0;
}
