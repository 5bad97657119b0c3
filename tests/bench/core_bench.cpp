// How fast the core is; one line per measurement, in processor time, so that other work on the machine matters less.
// Not a test: nothing fails here.
//
//   evaluate  worked example                    p50 610 us  p95 720 us  4100 terms                        limit 1 ms
//   explore   worked example                    sensitivity of 60 fields 21 ms, 2.4 variants a field           limit 200 ms
//   search    DeepSeek-V3, 512 x H100 SXM       210000 plans/s and thread, 1 thread, all rows kept  (36000 legal plans)  limit 200000
//   search    DeepSeek-V3, 2048 x H100 SXM      1.1 M plans/s and thread, 1 thread, 20 rows kept  (67000 legal plans)    limit 1 M

#include "base/format.h"
#include "explore/sensitivity.h"
#include "explore/sweep.h"
#include "search/search.h"
#include "spec/catalog.h"
#include "spec/field.h"

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <functional>
#include <string>
#include <sys/resource.h>
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

// keep 0: every row in full.
void benchSearch(const char *name, const Scenario &scenario, SearchSpace space, unsigned threads, std::size_t keep)
{
    space.keep = keep;
    SearchResult found;
    const double seconds = processorSeconds([&] { found = search(scenario, space, {}, {}, threads).value(); });
    std::printf("search    %-36s %s plans/s and thread, %u thread%s, %s rows kept  (%zu legal plans, %zu feasible, %s on the clock)\n", name,
                engineering(static_cast<double>(found.evaluated) / seconds, Unit::count, 3).c_str(), threads, threads == 1 ? "" : "s",
                keep == 0 ? "all" : std::to_string(keep).c_str(), found.evaluated, found.feasible, time(found.seconds).c_str());
}

// Every factorisation of 65,536 devices, three policies, eight micro-batches, four batches: 1.95 million combinations, legal or not.
void benchWholeSpace(const Scenario &scenario, const char *name, std::vector<ScheduleChoice> schedules)
{
    SearchSpace space;
    space.microBatches = {1, 2, 4, 8, 16, 32, 64, 128};
    space.globalBatches = {2048, 4096, 8192, 16384};
    space.schedules = std::move(schedules);
    benchSearch(name, scenario, space, 2, 1000);
}

// Every numeric field a tenth down and up, and how many evaluations that would be.
void benchSensitivity(const char *name, const Scenario &scenario)
{
    std::size_t rows = 0;
    const double seconds = processorSeconds([&] { rows = sensitivity(scenario).value().rows.size(); });
    const double once = processorSeconds([&] { figuresOf(scenario).value(); });
    std::printf("explore   %-36s sensitivity of %zu fields %s, %.1f variants a field  limit 200 ms\n", name, rows, time(seconds).c_str(),
                seconds / once / static_cast<double>(rows));
}

// 50 x 50 cells of a fixed plan on two threads.
void benchSweep(const char *name, const Scenario &scenario)
{
    const SweepAxis x = sweepRange(*findField("hardware.hbmBandwidth"), 1e12, 8e12, 50, Spacing::linear).value();
    const SweepAxis y = sweepRange(*findField("hardware.peak"), 2e14, 2e15, 50, Spacing::linear).value();
    double clock = 0.0;
    const double seconds = processorSeconds([&] { clock = sweep(scenario, x, y, {}, {}, 2).value().seconds; });
    std::printf("explore   %-36s 50 x 50 sweep %s on the clock, %s a cell  limit 1 s\n", name, time(clock).c_str(), time(seconds / 2500.0).c_str());
}

long megabytesAtMost()
{
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss / 1024;
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
    for (const auto &[name, scenario] : {std::pair{"worked example", workedExample()}, std::pair{"DeepSeek-V3, 512 x H100 SXM", onH100("DeepSeek-V3", 512)}}) {
        benchSensitivity(name, scenario);
        benchSweep(name, scenario);
    }
    const Scenario large = onH100("DeepSeek-V3", 65536);
    benchWholeSpace(large, "DeepSeek-V3, 65,536 x H100 SXM", {});
    benchWholeSpace(large, "the same, all schedules", allSchedules());
    std::printf("memory    so far                               %ld MiB\n", megabytesAtMost());
    for (const std::size_t keep : {std::size_t{0}, std::size_t{20}}) { // 20: what `headroom search` prints
        benchSearch("worked example", workedExample(), {}, 1, keep);
        benchSearch("Llama-3.1-8B, 64 x H100 SXM", onH100("Llama-3.1-8B", 64), {}, 1, keep);
        for (const Count devices : {512, 2048})
            for (const unsigned threads : {1U, 2U})
                benchSearch(devices == 512 ? "DeepSeek-V3, 512 x H100 SXM" : "DeepSeek-V3, 2048 x H100 SXM", onH100("DeepSeek-V3", devices), {},
                            threads, keep);
    }
    return 0;
}
