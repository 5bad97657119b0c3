#include "support/scenarios.h"

#include "ops/legal_plan.h"

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <vector>

namespace headroom::testing {

Scenario scenarioOf(const std::string &model, const std::string &hardware)
{
    const Result<ModelSpec> m = catalogModel(model);
    const Result<HardwareSpec> h = catalogHardware(hardware);
    if (!m || !h)
        throw std::runtime_error("not in the catalog: " + model + ", " + hardware);
    Scenario s = defaultScenario(*m, *h);
    s.model.mtpDepth = 0;
    return s;
}

Scenario onDevices(const std::string &model, const std::string &hardware, Count devices)
{
    Scenario s = scenarioOf(model, hardware);
    s.run.devices = s.plan.fsdp = devices;
    return s;
}

namespace {

Count pick(std::mt19937_64 &random, const std::vector<Count> &from)
{
    return from[std::uniform_int_distribution<std::size_t>(0, from.size() - 1)(random)];
}

template <class E> E pickEnum(std::mt19937_64 &random)
{
    return static_cast<E>(std::uniform_int_distribution<std::size_t>(0, rowsOf(E{}).size() - 1)(random));
}

double between(std::mt19937_64 &random, double low, double high)
{
    return std::uniform_real_distribution<double>(low, high)(random);
}

Band<double> efficiency(std::mt19937_64 &random)
{
    std::vector<double> v{between(random, 0.2, 1.0), between(random, 0.2, 1.0), between(random, 0.2, 1.0)};
    std::ranges::sort(v);
    return {v[0], v[1], v[2]};
}

void randomKernels(std::mt19937_64 &random, Kernels &k)
{
    k.attention = pickEnum<AttentionKernel>(random);
    k.headDimMultiple = pick(random, {1, 1, 96, 128});
    k.attentionTile = pick(random, {1, 1, 128, 512});
    k.linearCore = pickEnum<LinearCoreKernel>(random);
    k.loss = pickEnum<LossKernel>(random);
    k.lossChunk = pick(random, {100, 1024, 1 << 20});
    k.dispatch = pickEnum<DispatchKernel>(random);
    k.capacityFactor = between(random, 1.0, 2.0);
}

void randomRun(std::mt19937_64 &random, Scenario &s)
{
    s.run.devices = pick(random, {1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 256, 512});
    s.run.sequenceLength = pick(random, {256, 1024, 2048, 4096, 6144, 8192, 32768});
    s.run.globalBatch = pick(random, {1, 2, 3, 8, 12, 24, 64, 96, 256, 512, 768, 1536});
    s.run.fusion = pickEnum<Fusion>(random);
    s.run.stateRecipe = pickEnum<StateRecipe>(random);
    randomKernels(random, s.run.kernels);
    const bool fp8 = matrixPeak(s.hardware, "fp8") != nullptr && between(random, 0.0, 1.0) < 0.3;
    s.run.matmulDtype = fp8 ? MatrixDtype::fp8 : MatrixDtype::bf16;
    s.run.dispatchDtype = random() % 2 == 0 ? MatrixDtype::bf16 : MatrixDtype::fp8;
    const char *const documents[] = {"", "", "256", "7x100, 256 33,3x200"};
    s.run.documentLengths = documents[random() % std::size(documents)];
    s.run.convention = pickEnum<Convention>(random);
    s.run.dropout = between(random, 0.0, 1.0) < 0.3;
    s.run.paddingShare = between(random, 0.0, 1.0) < 0.7 ? 0.0 : between(random, 0.0, 0.5);
}

void randomCalibration(std::mt19937_64 &random, Calibration &c)
{
    for (CalibrationEntry *e : {&c.matrixEfficiency, &c.attentionEfficiency, &c.hbmEfficiency, &c.scaleUpEfficiency,
                                &c.scaleOutEfficiency, &c.pipelining, &c.overlap})
        e->value = efficiency(random);
    const double contention = between(random, 1.0, 1.5);
    c.contention.value = {1.0, contention, contention + between(random, 0.0, 0.5)};
    const double stragglers = between(random, 0.0, 0.02);
    c.stragglers.value = {0.0, stragglers, 2.0 * stragglers};
    const double overhead = between(random, 0.0, 0.1);
    c.overhead.value = {0.0, overhead, overhead + between(random, 0.0, 0.1)};
    const double fragmentation = between(random, 0.0, 0.2);
    c.fragmentation.value = {0.0, fragmentation, 2.0 * fragmentation};
    c.workspace.value = {0.0, 1e9 * fragmentation, 2e9 * fragmentation};
}

KeptTensors randomTensors(std::mt19937_64 &random)
{
    KeptTensors kept;
    for (std::size_t t = 0; t < rowsOf(Tensor{}).size(); ++t)
        if (const double where = between(random, 0.0, 1.0); where < 0.5)
            (where < 0.1 ? kept.host : kept.device) |= static_cast<Tensor>(t);
    return kept;
}

// Splits the devices over the axes; legal or not.
void randomPlan(std::mt19937_64 &random, Scenario &s)
{
    Plan &p = s.plan;
    p = Plan{};
    Count left = s.run.devices;
    for (const Axis axis : {Axis::tensor, Axis::expert, Axis::pipeline, Axis::context, Axis::data}) {
        std::vector<Count> divisors;
        for (Count d = 1; d <= left; ++d)
            if (left % d == 0)
                divisors.push_back(d);
        const Count degree = between(random, 0.0, 1.0) < 0.5 ? 1 : pick(random, divisors);
        p.setDegree(axis, degree);
        left /= degree;
    }
    p.fsdp = left;
    p.microBatch = pick(random, {1, 1, 2, 4, 8});
    p.epChunks = pick(random, {1, 2, 8});
    p.remat = pickEnum<RematPolicy>(random);
    p.rematMode = pickEnum<RematMode>(random);
    p.keptTensors = randomTensors(random);
    if (!checkOffload(s.hardware, p.remat, p.keptTensors).empty())
        p.keptTensors.host = {}, p.remat = RematPolicy::custom;
    p.regather = pickEnum<Regather>(random);
    p.weightSharding = pickEnum<WeightSharding>(random);
    p.stateSharding = pickEnum<StateSharding>(random);
    std::vector<Count> splits{1, p.tp};
    for (const Count ranks : {p.tp / 2, 2 * p.tp, p.tp * p.fsdp, p.tp * p.fsdp * p.dp})
        if (ranks > 0)
            splits.push_back(ranks);
    p.expertTensor = pick(random, splits);
    p.sequenceParallel = between(random, 0.0, 1.0) < 0.7;
    p.schedule = pickEnum<Schedule>(random);
    p.virtualStages = p.schedule == Schedule::interleaved ? pick(random, {2, 3}) : 1;
    const Count perStep = p.dp * p.fsdp * p.ep * p.microBatch;
    if (s.run.globalBatch % perStep != 0 || brokenScheduleRule(p.schedule, p.pp, p.virtualStages, s.run.globalBatch / perStep)) {
        p.schedule = Schedule::oneFOneB;
        p.virtualStages = 1;
    }
    p.asyncTensorParallel = p.sequenceParallel && between(random, 0.0, 1.0) < 0.3;
    p.contextParallel = pickEnum<ContextParallel>(random);
    const char *const orders[] = {"", "", "ep-tp-cp-fsdp-pp-dp", "tp-cp-ep-fsdp-dp-pp", "dp-pp-fsdp-ep-cp-tp"};
    p.axisOrder = orders[random() % std::size(orders)];
    const char *const axes[] = {"", "tp=x", "ep=yx, fsdp=y"};
    p.torusAxes = axes[random() % std::size(axes)];
}

} // namespace

Bytes keptBytes(const Scenario &scenario, const Block &block, const PassShape &shape, RematPolicy policy)
{
    const BlockTensors tensors = blockTensors(scenario.model, scenario.run, block, shape);
    return tensors.kept(blockRemat(tensors.table, tensorsOf({.policy = policy}), RematMode::wholeLayer).kept.device);
}

Scenario randomScenario(std::mt19937_64 &random)
{
    const std::vector<CatalogEntry> &models = modelEntries(), &chips = hardwareEntries();
    for (;;) {
        const CatalogEntry &model = models[static_cast<std::size_t>(random() % models.size())];
        const CatalogEntry &chip = chips[static_cast<std::size_t>(random() % chips.size())];
        Scenario s = defaultScenario(*catalogModel(model.name), *catalogHardware(chip.name));
        randomRun(random, s);
        if (between(random, 0.0, 1.0) < 0.4)
            s.calibration = *catalogCalibration("typical", s.hardware);
        randomCalibration(random, s.calibration);
        for (int tries = 0; tries < 50; ++tries) {
            randomPlan(random, s);
            if (!brokenRule(s.model, s.run, s.plan))
                return s;
        }
    }
}

} // namespace headroom::testing
