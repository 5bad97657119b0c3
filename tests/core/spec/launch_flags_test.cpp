// Pasted command lines: what they set, by hand.

#include "spec/catalog.h"
#include "spec/launch_flags.h"
#include "spec/launch_words.h"
#include "support/scenarios.h"

#include <QTest>

using namespace headroom;
using testing::scenarioOf;

namespace {

Scenario onDevices(const char *model, Count devices)
{
    Scenario s = scenarioOf(model, "H100 SXM");
    s.run.devices = devices;
    return s;
}

// The plan and run that the flags make; an empty scenario with a failed check when they are refused.
Scenario applied(const Scenario &s, const char *text)
{
    const Result<LaunchFlags> flags = readLaunchFlags(text, s);
    if (!flags) {
        qWarning("%s", headroom::text(flags.error().front()).c_str());
        return {};
    }
    const Result<Scenario> out = withLaunchFlags(s, *flags);
    if (!out) {
        qWarning("%s", headroom::text(out.error().front()).c_str());
        return {};
    }
    return *out;
}

std::string errorOf(const Scenario &s, const char *text)
{
    const Result<LaunchFlags> flags = readLaunchFlags(text, s);
    return flags ? std::string() : flags.error().front().field;
}

bool notes(const Scenario &s, const char *text, const char *flag)
{
    const Result<LaunchFlags> flags = readLaunchFlags(text, s);
    return flags && std::ranges::any_of(flags->notes, [&](const Issue &i) { return i.field == flag; });
}

} // namespace

class LaunchFlagsTest : public QObject
{
    Q_OBJECT
private slots:
    void words();
    void megatronDense();
    void megatronOverlap();
    void megatronExperts();
    void megatronFullySharded();
    void megatronStages();
    void megatronLayout();
    void megatronModules();
    void maxText();
    void maxTextPipeline();
    void whatIsLeftOutIsNamed();
    void refused();
};

void LaunchFlagsTest::words()
{
    QCOMPARE(shellWords("a 'b c' \\\n  d\"e f\"g \t h\\ i"), (std::vector<std::string>{"a", "b c", "de fg", "h i"}));
    QCOMPARE(shellWords("  \n "), std::vector<std::string>{});
    QCOMPARE(shellWords("x=''"), std::vector<std::string>{"x="});
}

// 64 GPUs, tp 8, pp 4: 64 / 32 = 2 data-parallel ranks with a distributed optimizer (ZeRO-1).
void LaunchFlagsTest::megatronDense()
{
    const Scenario s = applied(onDevices("Llama-3.1-70B", 8), R"(torchrun --nnodes 8 --nproc_per_node 8 pretrain_gpt.py \
        --tensor-model-parallel-size 8 --pipeline-model-parallel-size 4 --sequence-parallel --use-distributed-optimizer \
        --micro-batch-size 1 --global-batch-size 128 --seq-length 8192 --recompute-granularity full --recompute-method uniform --bf16)");
    QCOMPARE(s.run.devices, Count(64));
    QCOMPARE(s.plan.tp, Count(8));
    QCOMPARE(s.plan.pp, Count(4));
    QCOMPARE(s.plan.dp, Count(2));
    QCOMPARE(s.plan.fsdp, Count(1));
    QCOMPARE(s.plan.microBatchCount(s.run.globalBatch), Count(64)); // 128 / (2 * 1)
    QCOMPARE(s.run.sequenceLength, Count(8192));
    QVERIFY(s.plan.sequenceParallel);
    QVERIFY(!s.plan.asyncTensorParallel);
    QCOMPARE(s.plan.contextParallel, ContextParallel::ring);
    QCOMPARE(s.plan.stateSharding, StateSharding::optimizer);
    QCOMPARE(s.plan.remat, RematPolicy::full);
}

void LaunchFlagsTest::megatronOverlap()
{
    const Scenario s = applied(onDevices("Llama-3.1-70B", 32), "--tensor-model-parallel-size 8 --context-parallel-size 4 --sequence-parallel "
                                                               "--tp-comm-overlap --cp-comm-type all_gather");
    QVERIFY(s.plan.asyncTensorParallel);
    QCOMPARE(s.plan.contextParallel, ContextParallel::allGather);
}

// 1024 GPUs, tp 2, pp 8: 64 data-parallel ranks, of which 32 hold different experts; experts are split as widely as tp unless told.
void LaunchFlagsTest::megatronExperts()
{
    const char *flags = "--tensor-model-parallel-size=2 --pipeline-model-parallel-size=8 --expert-model-parallel-size=32 --micro-batch-size=1";
    const Scenario s = applied(onDevices("DeepSeek-V3", 1024), flags);
    QCOMPARE(s.plan.ep, Count(32));
    QCOMPARE(s.plan.dp, Count(2));
    QCOMPARE(s.plan.expertTensor, Count(2));
    QVERIFY(!s.plan.sequenceParallel);
    QCOMPARE(applied(onDevices("DeepSeek-V3", 1024), (std::string(flags) + " --expert-tensor-parallel-size 1").c_str()).plan.expertTensor, Count(1));
}

void LaunchFlagsTest::megatronFullySharded()
{
    const Scenario s = applied(onDevices("Llama-3.1-8B", 32), "--tensor-model-parallel-size 2 --use-megatron-fsdp");
    QCOMPARE(s.plan.fsdp, Count(16));
    QCOMPARE(s.plan.dp, Count(1));
    QCOMPARE(s.plan.stateSharding, StateSharding::none);
    const Scenario gradients = applied(onDevices("Llama-3.1-8B", 32), "--tensor-model-parallel-size 2 --use-megatron-fsdp --data-parallel-sharding-strategy optim_grads");
    QCOMPARE(gradients.plan.dp, Count(16));
    QCOMPARE(gradients.plan.stateSharding, StateSharding::optimizerGradients);
}

// Llama 3.1 8B, 32 layers on 4 stages.
void LaunchFlagsTest::megatronStages()
{
    const auto planOf = [](const char *more) {
        return applied(onDevices("Llama-3.1-8B", 32), (std::string("--pipeline-model-parallel-size 4 ") + more).c_str()).plan;
    };
    QCOMPARE(planOf("").schedule, Schedule::oneFOneB);
    QCOMPARE(planOf("").stageSplit, StageSplit::even);
    // 2 layers a part: 32 / (4 * 2) = 4 parts a stage.
    const Plan interleaved = planOf("--num-layers-per-virtual-pipeline-stage 2");
    QCOMPARE(interleaved.schedule, Schedule::interleaved);
    QCOMPARE(interleaved.virtualStages, Count(4));
    QCOMPARE(planOf("--num-virtual-stages-per-pipeline-rank 2").virtualStages, Count(2));
    // 8 on the first, 6 on the last: 18 are left for two stages.
    const Plan ends = planOf("--decoder-first-pipeline-num-layers 8 --decoder-last-pipeline-num-layers 6");
    QCOMPARE(ends.stageSplit, StageSplit::listed);
    QCOMPARE(ends.stageLayers, std::string("8, 9*2, 6"));
    QCOMPARE(planOf("--decoder-last-pipeline-num-layers 5").stageLayers, std::string("9*3, 5"));
    // In two parts a stage: 4, 10, 10 and 8 layers, half of them in each round.
    QCOMPARE(planOf("--decoder-first-pipeline-num-layers 4 --decoder-last-pipeline-num-layers 8 --num-virtual-stages-per-pipeline-rank 2").stageLayers,
             std::string("2, 5*2, 4, 2, 5*2, 4"));
    // Llama 3.1 405B has 126 layers: with embedding and head 128, 16 a stage.
    const Plan counted = applied(onDevices("Llama-3.1-405B", 64), "--tensor-model-parallel-size 8 --pipeline-model-parallel-size 8 "
                                                                  "--account-for-embedding-in-pipeline-split --account-for-loss-in-pipeline-split").plan;
    QCOMPARE(counted.stageLayers, std::string("15, 16*6, 15"));
    // Two layers a part, counted so: 128 / 8 / 2 = 8 parts.
    const Plan both = applied(onDevices("Llama-3.1-405B", 64), "--tensor-model-parallel-size 8 --pipeline-model-parallel-size 8 --num-layers-per-virtual-pipeline-stage 2 "
                                                               "--account-for-embedding-in-pipeline-split --account-for-loss-in-pipeline-split").plan;
    QCOMPARE(both.virtualStages, Count(8));
    QCOMPARE(both.stageLayers, std::string("1, 2*62, 1"));
    const Scenario s = onDevices("Llama-3.1-8B", 32);
    QVERIFY(notes(s, "--pipeline-model-parallel-size 4 --decoder-last-pipeline-num-layers 5 --account-for-loss-in-pipeline-split", "--account-for-loss-in-pipeline-split"));
    QVERIFY(notes(s, "--pipeline-model-parallel-size 1 --decoder-first-pipeline-num-layers 5", "--decoder-first-pipeline-num-layers"));
    QVERIFY(notes(s, "--pipeline-model-parallel-size 2 --pipeline-model-parallel-layout Et*16|t*16L --decoder-first-pipeline-num-layers 5",
                  "--decoder-first-pipeline-num-layers"));
    for (const char *huge : {"--num-layers-per-virtual-pipeline-stage 4611686018427387904", "--num-virtual-stages-per-pipeline-rank 4611686018427387904",
                             "--decoder-first-pipeline-num-layers 9000000000000000000"})
        QCOMPARE(QString::fromStdString(errorOf(s, (std::string("--pipeline-model-parallel-size 4 ") + huge).c_str())), QString(huge).section(' ', 0, 0));
    QCOMPARE(errorOf(s, "--pipeline-model-parallel-size 4 --num-layers-per-virtual-pipeline-stage 4 --num-virtual-stages-per-pipeline-rank 2"),
             std::string("--num-layers-per-virtual-pipeline-stage"));
    QCOMPARE(errorOf(s, "--pipeline-model-parallel-size 4 --pipeline-model-parallel-layout Et*8|t*8|t*8|t*8L --num-virtual-stages-per-pipeline-rank 2"),
             std::string("--pipeline-model-parallel-layout"));
    QCOMPARE(errorOf(s, "--pipeline-model-parallel-size 4 --decoder-first-pipeline-num-layers 7"), std::string("--decoder-first-pipeline-num-layers"));
    QCOMPARE(errorOf(s, "--pipeline-model-parallel-size 4 --decoder-last-pipeline-num-layers 40"), std::string("--decoder-last-pipeline-num-layers"));
    QCOMPARE(errorOf(s, "--pipeline-model-parallel-size 4 --num-layers-per-virtual-pipeline-stage 3"), std::string("--num-layers-per-virtual-pipeline-stage"));
    QCOMPARE(errorOf(s, "--pipeline-model-parallel-size 4 --account-for-loss-in-pipeline-split"), std::string("--account-for-loss-in-pipeline-split"));
}

// The letters of --pipeline-model-parallel-layout: embedding, transformer layer, MTP, loss; stages end at a bar, what is in brackets repeats.
void LaunchFlagsTest::megatronLayout()
{
    const Scenario s = onDevices("DeepSeek-V3", 256);
    const auto planOf = [&](const std::string &layout, int stages) {
        return applied(s, ("--pipeline-model-parallel-size " + std::to_string(stages) + " --pipeline-model-parallel-layout '" + layout + "'").c_str()).plan;
    };
    QCOMPARE(planOf("Et*4|(tttt|)*14tmL", 16).stageLayers, std::string("4*15, 1"));
    QCOMPARE(planOf("Et*5|(t*4|)*14,mL", 16).stageLayers, std::string("5, 4*14, 0"));
    const Plan parts = planOf("Et*4|(t*4|)*14tmL", 8); // 16 pieces on 8 stages
    QCOMPARE(parts.virtualStages, Count(2));
    QCOMPARE(parts.schedule, Schedule::interleaved);
    for (const char *wrong : {"Et|tL|", "(t|", "t)", "*3t", "Et*|L", "Ex|L", "((((((((((t))))))))))", "Et*99999999999|L", "(tttt)*4611686018427387904", "(t*1000000)(t*1000000)", ""})
        QCOMPARE(errorOf(s, (std::string("--pipeline-model-parallel-size 2 --pipeline-model-parallel-layout '") + wrong + "'").c_str()),
                 std::string("--pipeline-model-parallel-layout"));
    QVERIFY(notes(s, "--pipeline-model-parallel-size 2 --pipeline-model-parallel-layout 'Et*30m|t*31L'", "--pipeline-model-parallel-layout"));
}

void LaunchFlagsTest::megatronModules()
{
    const Scenario s = onDevices("DeepSeek-V3", 256);
    const auto planOf = [&](const char *modules) {
        return applied(s, (std::string("--tensor-model-parallel-size 2 --recompute-granularity selective ") + modules).c_str()).plan;
    };
    QCOMPARE(planOf("").recomputeModules, RecomputeModules(RecomputeModule::coreAttention));
    const Plan several = planOf("--recompute-modules mla_up_proj moe_act layernorm --bf16");
    QCOMPARE(several.remat, RematPolicy::selective);
    QCOMPARE(recomputeModulesText(several.recomputeModules), std::string("mla_up_proj, layernorm, moe_act"));
    QCOMPARE(planOf("--recompute-modules=mlp").recomputeModules, RecomputeModules(RecomputeModule::mlp));
    QCOMPARE(applied(s, "--tensor-model-parallel-size 2 --recompute-activations").plan.remat, RematPolicy::selective);
    // What is not known is named and kept.
    QCOMPARE(planOf("--recompute-modules moe gdn_norm_out").recomputeModules, RecomputeModules(RecomputeModule::moe));
    QCOMPARE(planOf("--recompute-modules gdn_norm_out").remat, RematPolicy::none);
    QVERIFY(notes(s, "--tensor-model-parallel-size 2 --recompute-granularity selective --recompute-modules moe gdn_norm_out", "--recompute-modules"));
}

// 256 chips: fsdp takes 256 / 8 = 32; 2 sequences per device on 256 devices are 512 a step, 2 of each of the 256 batch ranks.
void LaunchFlagsTest::maxText()
{
    const Scenario s = applied(onDevices("Ling-2.6-flash", 256), "python3 -m MaxText.train configs/base.yml ici_fsdp_parallelism=-1 ici_expert_parallelism=8 "
                                                            "per_device_batch_size=2 max_target_length=4096 remat_policy=save_dot_except_mlp run_name=x");
    QCOMPARE(s.plan.fsdp, Count(32));
    QCOMPARE(s.plan.ep, Count(8));
    QCOMPARE(s.run.globalBatch, Count(512));
    QCOMPARE(s.plan.microBatch, Count(2));
    QCOMPARE(s.plan.microBatchCount(512), Count(1));
    QCOMPARE(s.plan.remat, RematPolicy::maxTextSaveDotExceptMlp);
    QCOMPARE(s.plan.rematMode, RematMode::needed);
    QCOMPARE(s.plan.weightSharding, WeightSharding::fsdpEpCp);
    // Half a sequence per device over tp 8: 128 sequences on 32 batch ranks, in 2 accumulated micro-batches.
    const Scenario split = applied(onDevices("Llama-3.1-8B", 256), "ici_fsdp_parallelism=32 ici_tensor_parallelism=8 per_device_batch_size=0.5 gradient_accumulation_steps=2");
    QCOMPARE(split.run.globalBatch, Count(256));
    QCOMPARE(split.plan.microBatch, Count(4));
    QCOMPARE(split.plan.microBatchCount(256), Count(2));
    QCOMPARE(split.plan.remat, RematPolicy::full); // MaxText's default
}

// Two slices of 64: data over the slices, a pipeline of 4 with 8 micro-batches inside.
void LaunchFlagsTest::maxTextPipeline()
{
    const Scenario s = applied(onDevices("Llama-3.1-8B", 128), "dcn_data_parallelism=2 ici_pipeline_parallelism=4 ici_fsdp_parallelism=16 "
                                                          "per_device_batch_size=1 num_pipeline_microbatches=4");
    QCOMPARE(s.plan.dp, Count(2));
    QCOMPARE(s.plan.pp, Count(4));
    QCOMPARE(s.plan.fsdp, Count(16));
    QCOMPARE(s.run.globalBatch, Count(128));
    QCOMPARE(s.plan.microBatch, Count(1)); // 128 / (32 * 4)
}

void LaunchFlagsTest::whatIsLeftOutIsNamed()
{
    const Scenario s = onDevices("Llama-3.1-8B", 64);
    QVERIFY(notes(s, "--tensor-model-parallel-size 2 --fp8-format hybrid", "--fp8-format"));
    QVERIFY(notes(s, "remat_policy=some", "remat_policy"));
    const auto flags = readLaunchFlags("--tensor-model-parallel-size 2 --lr 3e-4 --wandb-project x", s);
    QVERIFY(flags && flags->notes.size() == 1);
    QVERIFY(text(flags->notes.front()).find("--lr, --wandb-project") != std::string::npos);
}

void LaunchFlagsTest::refused()
{
    const Scenario s = onDevices("Mixtral-8x7B-v0.1", 64);
    QVERIFY(!readLaunchFlags("", s));
    QVERIFY(!readLaunchFlags("ls -l", s));
    QCOMPARE(errorOf(s, "--tensor-model-parallel-size eight"), std::string("--tensor-model-parallel-size"));
    QCOMPARE(errorOf(s, "--tensor-model-parallel-size 0"), std::string("--tensor-model-parallel-size"));
    QCOMPARE(errorOf(s, "--tensor-model-parallel-size 3"), std::string("--tensor-model-parallel-size")); // 64 / 3
    QCOMPARE(errorOf(s, "--tensor-model-parallel-size 16 --expert-model-parallel-size 8"), std::string("--expert-model-parallel-size")); // of 4 ranks
    QCOMPARE(errorOf(s, "ici_fsdp_parallelism=16 ici_tensor_parallelism=2"), std::string("ici_fsdp_parallelism")); // 32 of 64
    QCOMPARE(errorOf(s, "ici_fsdp_parallelism=-1 ici_tensor_parallelism=-1"), std::string("ici_tensor_parallelism"));
    QCOMPARE(errorOf(s, "ici_fsdp_parallelism=-1 per_device_batch_size=0.3"), std::string("per_device_batch_size"));
    QCOMPARE(errorOf(s, "ici_fsdp_parallelism=-1 per_device_batch_size=nan"), std::string("per_device_batch_size"));
}

QTEST_APPLESS_MAIN(LaunchFlagsTest)
#include "launch_flags_test.moc"
