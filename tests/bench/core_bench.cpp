// How fast the core is; one line per measurement, in processor time, so that other work on the machine matters less.
// Not a test: nothing fails here.
//
//   evaluate  worked example                    p50 610 us  p95 720 us  4100 terms                        limit 1 ms
//   search    DeepSeek-V3, 512 x H100 SXM       210000 plans/s and thread, 1 thread  (23000 legal plans)  limit 200000

#include "base/format.h"
#include "search/search.h"
#include "spec/catalog.h"
#include "spec/field.h"

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <functional>
#include <vector>

namespace {

using namespace headroom;

// Of all threads together.
double processorSeconds(const std::function<void()> &work)
{
    const std::clock_t start = std::clock();
    work();
    return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

std::string time(double seconds) { return engineering(seconds, Unit::seconds, 3); }

void benchEvaluate(const char *name, const Scenario &scenario)
{
    constexpr std::size_t runs = 200;
    std::vector<double> times;
    std::size_t terms = 0;
    for (std::size_t i = 0; i < runs; ++i)
        times.push_back(processorSeconds([&] {
            const auto estimate = evaluate(scenario);
            terms = estimate ? estimate->why.terms().size() : 0;
        }));
    std::ranges::sort(times);
    std::printf("evaluate  %-36s p50 %s  p95 %s  %zu terms\n", name, time(times[runs / 2]).c_str(),
                time(times[runs * 95 / 100]).c_str(), terms);
}

void benchSearch(const char *name, const Scenario &scenario, unsigned threads)
{
    SearchResult found;
    const double seconds = processorSeconds([&] { found = search(scenario, {}, {}, {}, threads).value(); });
    std::printf("search    %-36s %s plans/s and thread, %u thread%s  (%zu legal plans, %zu feasible, %s on the clock)\n", name,
                engineering(static_cast<double>(found.evaluated) / seconds, Unit::count, 3).c_str(), threads,
                threads == 1 ? "" : "s", found.evaluated, found.feasible, time(found.seconds).c_str());
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
