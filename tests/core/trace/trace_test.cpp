// What is read out of a trace: classes, steps, where a step's time goes, order of collectives, critical path. Made traces in microseconds,
// expected values by hand.

#include "support/made_trace.h"
#include "support/support.h"
#include "trace/collective_order.h"
#include "trace/summary.h"

#include <QTest>

using namespace headroom;
using namespace headroom::testing;

namespace {

constexpr std::int64_t us = 1000000; // picoseconds

ClassifiedTrace classified(const Trace &trace) { return classify(trace, builtInTraceRules()); }

EventClass classOf(const std::string &name, const std::string &category = {}, LaneKind kind = LaneKind::operators)
{
    MadeTrace made;
    TraceDetail detail;
    detail.name = name;
    detail.category = category;
    made.add(made.lane("0", kind == LaneKind::host ? -1 : 0, kind), detail, 0, 1);
    return classified(made.trace()).ofEvent.front();
}

// 100 us: products 0-40 and 50-60 on stream 7; an all-reduce 30-70 on stream 9, of which 40-50 and 60-70 are exposed; a copy 65-75; the
// device idles 75-100, of which 80-92 under the loader.
MadeTrace oneStep()
{
    MadeTrace made;
    const auto seven = made.lane("7", 0), nine = made.lane("9", 0), host = made.lane("main", -1, LaneKind::host);
    const auto marks = made.lane("marks", 0, LaneKind::steps), annotations = made.lane("main", -1, LaneKind::annotations);
    made.add(marks, "1", 0, 100);
    made.add(annotations, "forward", 0, 1);
    made.add(host, "cudaLaunchKernel", 0, 0.5, 11);
    made.add(host, "enumerate(DataLoader)#next", 80, 12);
    made.add(seven, "ampere_bf16_s16816gemm_bf16_128x128", 0, 40, 11);
    made.add(seven, "nvjet_tst_128x64", 50, 10);
    made.add(nine, collective("ncclDevKernel_AllReduce_Sum_bf16_RING_LL", "all_reduce", 8e6, 8e6, 4), 30, 40);
    made.add(nine, "Memcpy DtoH (Device -> Pinned)", 65, 10);
    return made;
}

} // namespace

class TraceTest : public QObject
{
    Q_OBJECT

private slots:
    void classes_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("category");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char *name, const char *expected, const char *category = "") { QTest::newRow(name) << name << category << expected; };
        row("ncclDevKernel_ReduceScatter_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)", "reduceScatter");
        row("ncclKernel_AllGather_RING_LL_Sum_int8_t(ncclDevComm*, unsigned long, ncclWork*)", "allGather");
        row("ncclDevKernel_SendRecv(ncclDevKernelArgsStorage<4096ul>)", "sendRecv");
        row("ncclDevKernel_Generic_4(ncclDevKernelArgsStorage<4096ul>)", "otherCollective");
        row("void deep_ep::internode::dispatch<false, 8, false, 8>(int4*, float*)", "dispatch");
        row("void deep_ep::internode::combine<false, 8>(int4*, float*)", "combine");
        row("void vllm::cross_device_reduce_1stage<__nv_bfloat16, 4>(vllm::RankData*)", "allReduce");
        row("void cutlass::device_kernel<flash::FlashAttnFwdSm90<flash::CollectiveMainloopFwd>>", "attention");
        row("_ZN7ck_tile6kentryILi2ENS_38FmhaBatchPrefillWithPagedKVCacheKernelE", "attention");
        row("void vllm::reshape_and_cache_flash_kernel<__hip_bfloat16>(int)", "elementwise");
        row("chunk_gated_delta_rule_fwd_kernel_h_blockdim64", "linearAttention");
        row("void cutlass::device_kernel<cutlass::gemm::kernel::GemmUniversal<cutlass::gemm::GroupProblemShape<cute::tuple<int>>>>", "experts");
        row("Cijk_Alik_Bljk_BBS_BH_Bias_HA_S_SAV_UserArgs_MT256x192x64", "matmul");
        row("nvjet_hsh_192x128_64x5_2x1_v_bz_coopB_TNT", "matmul");
        row("void cublasLt::splitKreduce_kernel<32, 16, int, float>(cublasLt::cublasSplitKParams<float>)", "matmul");
        row("triton_red_fused_native_layer_norm_0", "elementwise");
        row("void at::native::(anonymous namespace)::multi_tensor_apply_kernel<FusedAdamMathFunctor>", "optimizer");
        row("void at::native::(anonymous namespace)::indexSelectLargeIndex<c10::BFloat16, long>", "embedding");
        row("Memcpy HtoD (Pinned -> Device)", "copyToDevice");
        row("fusion.123", "matmul", "convolution fusion");
        row("fusion.124", "elementwise", "loop fusion");
        row("all-gather.3", "allGather", "all-gather");
        row("all-gather-done.3", "allGather", "async-done");
        row("psum.1", "allReduce", "all-reduce");
        row("while.2", "container", "while");
        row("splash_mha_fwd.7", "attention", "custom-call");
        row("nobody_knows_this", "otherCompute");
    }
    void classes()
    {
        QFETCH(QString, name);
        QFETCH(QString, category);
        QFETCH(QString, expected);
        QCOMPARE(QString(keyOf(classOf(name.toStdString(), category.toStdString()))), expected);
    }

    void hostClasses()
    {
        QCOMPARE(classOf("cudaMalloc", {}, LaneKind::host), EventClass::allocator);
        QCOMPARE(classOf("cudaStreamSynchronize", {}, LaneKind::host), EventClass::syncWait);
        QCOMPARE(classOf("aten::item", {}, LaneKind::host), EventClass::syncWait);
        QCOMPARE(classOf("enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", {}, LaneKind::host), EventClass::dataInput);
        QCOMPARE(classOf("aten::mm", {}, LaneKind::host), EventClass::hostWork);
    }

    void rulesOfTheUser()
    {
        const auto rules = readTraceRules(R"({"rules":[{"in":"name","pattern":"^my*kernel$","class":"linearAttention","source":"ours"}]})", "own.json");
        QVERIFY2(rules.has_value(), rules ? "" : headroom::testing::text(rules.error()).c_str());
        const TraceRule &rule = rules->front();
        QVERIFY(rule.matches("my_kernel") && rule.matches("mykernel") && !rule.matches("amy_kernel") && !rule.matches("my_kernel_2"));
        MadeTrace made;
        made.add(made.lane("7", 0), "My_gemm_kernel", 0, 1);
        QCOMPARE(classify(made.trace(), withBuiltIn(*rules)).ofEvent.front(), EventClass::linearAttention);
        QCOMPARE(classified(made.trace()).ofEvent.front(), EventClass::matmul);
    }

    // The kernel of RCCL does not say what it does, the range around its launch does; other work under that range is not meant.
    void rangeAndName()
    {
        MadeTrace made;
        const auto stream = made.lane("9", 0), ranges = made.lane("annotations", 0, LaneKind::annotations);
        made.add(ranges, "nccl:all_reduce", 0, 10);
        made.add(stream, "ncclDevKernel_Generic_4(ncclDevKernelArgsStorage<4096ul>)", 1, 2);
        made.add(stream, "vectorized_elementwise_kernel", 4, 2);
        const ClassifiedTrace classes = classified(made.trace());
        QCOMPARE(classes.ofEvent[0], EventClass::allReduce);
        QCOMPARE(classes.ofEvent[1], EventClass::elementwise);
    }

    void wrongRules_data()
    {
        QTest::addColumn<QString>("json");
        QTest::addColumn<QString>("field");
        const auto row = [](const char *json, const char *field) { QTest::newRow(json) << json << field; };
        row("[]", "rules");
        row("{", "rules");
        row(R"({"rules":[],"more":1})", "rules");
        row(R"({"rules":[7]})", "rules[0].");
        row(R"({"rules":[{"in":"name","pattern":"a","class":"matmul","source":"s"},{"in":"name","pattern":"a","class":"gemm","source":"s"}]})", "rules[1].class");
        row(R"({"rules":[{"in":"title","pattern":"a","class":"matmul","source":"s"}]})", "rules[0].in");
        row(R"({"rules":[{"in":"name","pattern":"a||b","class":"matmul","source":"s"}]})", "rules[0].pattern");
        row(R"({"rules":[{"in":"name","pattern":"a","class":"matmul"}]})", "rules[0].source");
        row(R"({"rules":[{"in":"name","pattern":"a","class":"matmul","source":"s","wait":true}]})", "rules[0].wait");
    }
    void wrongRules()
    {
        QFETCH(QString, json);
        QFETCH(QString, field);
        const auto rules = readTraceRules(json.toStdString(), "own.json");
        QVERIFY(!rules);
        QCOMPARE(QString::fromStdString(rules.error().front().field), field);
        QCOMPARE(rules.error().front().file, std::string("own.json"));
    }

    void whereAStepGoes()
    {
        const Trace trace = oneStep().trace();
        const TraceSummary s = summarize(trace, classified(trace));
        QCOMPARE(s.steps.source, StepSource::marked);
        QVERIFY(s.typical.has_value());
        const DeviceTime &t = *s.typical;
        QCOMPARE(t.step.span, (Span{0, 100 * us}));
        QCOMPARE(t.busy, 75 * us);
        QCOMPARE(t.compute, 50 * us);
        QCOMPARE(t.communication, 40 * us);
        QCOMPARE(t.exposedCommunication, 20 * us); // 40-50, 60-70
        QCOMPARE(t.exposedCopies, 5 * us);         // 70-75
        QCOMPARE(t.idle, 25 * us);
        QCOMPARE(t.of(EventClass::dataInput).share, 12 * us);
        QCOMPARE(t.idleUnknown, 13 * us);
        QCOMPARE(t.of(EventClass::allReduce).time, 40 * us);
        QCOMPARE(t.of(EventClass::matmul).calls, 2);
        std::int64_t sum = t.idleUnknown;
        for (const ClassTime &c : t.classes)
            sum += c.share;
        QCOMPARE(sum, t.step.span.length());
        QCOMPARE(s.ranges.size(), 1U); // the first product was launched under "forward"
        QCOMPARE(s.ranges.front().name, std::string("forward"));
        QCOMPARE(s.ranges.front().time, 40e-6);
    }

    void busBandwidth()
    {
        const Trace trace = oneStep().trace();
        const TraceSummary s = summarize(trace, classified(trace));
        QCOMPARE(s.collectives.size(), 1U);
        const CollectiveUse &c = s.collectives.front();
        QCOMPARE(c.exposed, 20e-6);
        QCOMPARE(*c.busBytes, 12e6);                    // 2 * 3/4 * 8 MB
        QVERIFY(std::abs(*c.busBandwidth - 300e9) < 1); // in 40 us
    }

    void loopsHoldTheirBodies()
    {
        // A loop of 100 us with two bodies of 30 and 50 us: its own 20 us are no work.
        MadeTrace made;
        const auto ops = made.lane("XLA Ops", 0);
        TraceDetail loop, body;
        loop.name = "while.1";
        loop.category = "while";
        body.name = "fusion.2";
        body.category = "convolution fusion";
        made.add(ops, loop, 0, 100);
        made.add(ops, body, 10, 30);
        made.add(ops, body, 45, 50);
        const Trace trace = made.trace();
        const TraceSummary s = summarize(trace, classified(trace));
        QCOMPARE(s.typical->busy, 80 * us);
        QCOMPARE(s.typical->of(EventClass::matmul).time, 80 * us);
        QCOMPARE(s.typical->of(EventClass::matmul).calls, 2);
    }

    void asynchronousCalls()
    {
        // In flight 0-60 beside a product 0-40; the -done waits 40-60 on the operators' lane.
        MadeTrace made;
        const auto ops = made.lane("XLA Ops", 0), async = made.lane("Async XLA Ops", 0, LaneKind::transfers);
        TraceDetail product, gather, done;
        product.name = "fusion.1";
        product.category = "convolution fusion";
        gather = collective("all-gather-start.1", "all-gather", 1e6, 4e6, 4);
        done.name = "all-gather-done.1";
        done.category = "async-done";
        made.add(ops, product, 0, 40);
        made.add(async, gather, 0, 60);
        made.add(ops, done, 40, 20);
        const Trace trace = made.trace();
        const TraceSummary s = summarize(trace, classified(trace));
        QCOMPARE(s.typical->communication, 60 * us);
        QCOMPARE(s.typical->exposedCommunication, 20 * us);
        QCOMPARE(s.typical->of(EventClass::allGather).calls, 1);
    }

    void stepsByRepetition()
    {
        // Five steps of 3 layers: the optimizer tells steps from layers. The record ends within the fifth.
        MadeTrace made;
        const auto stream = made.lane("7", 0);
        double t = 0.0;
        for (int step = 0; step < 5; ++step) {
            made.add(stream, "embedding_kernel", t, 10);
            t += 10;
            for (int layer = 0; layer < 3; ++layer) {
                made.add(stream, "gemm_a", t, 20);
                made.add(stream, "layer_norm", t + 20, 10);
                t += 30;
            }
            if (step == 4)
                break;
            made.add(stream, "cross_entropy", t, 5);
            made.add(stream, "adam_kernel", t + 5, step == 0 ? 305 : 5);
            t += step == 0 ? 310 : 10;
        }
        made.add(stream, "cross_entropy", t, 5);
        const Trace trace = made.trace();
        const ClassifiedTrace classes = classified(trace);
        const TraceSteps steps = traceSteps(trace, classes, deviceWork(trace, classes).front());
        QCOMPARE(steps.source, StepSource::repetition);
        QCOMPARE(steps.steps.size(), 3U);
        QCOMPARE(steps.median, 110e-6);
        QCOMPARE(steps.leftOut.size(), 2U); // cut off at the end; 410 us at the start are warm-up
        QCOMPARE(headroom::text(steps.leftOut.back().reason), std::string("warm-up: 373 % of the median step"));
    }

    void stepsByModule()
    {
        MadeTrace made;
        const auto modules = made.lane("XLA Modules", 0, LaneKind::modules), ops = made.lane("XLA Ops", 0);
        for (int step = 0; step < 4; ++step) {
            made.add(modules, "jit_step(1)", step * 120.0, 100);
            made.add(ops, "dot.1", step * 120.0, 90);
        }
        made.add(modules, "jit_other(2)", 100, 5);
        const Trace trace = made.trace();
        const TraceSummary s = summarize(trace, classified(trace));
        QCOMPARE(s.steps.source, StepSource::modules);
        QCOMPARE(s.steps.steps.size(), 4U);
        QCOMPARE(s.steps.steps.front().span.length(), 120 * us); // with the pause before the next
        QCOMPARE(s.typical->busy, 90 * us);                      // modules are no work
    }

    void quantiles()
    {
        QCOMPARE(quantile({4, 1, 3, 2}, 0.5), 2.5);
        QCOMPARE(quantile({10, 20}, 0.9), 19.0);
        QCOMPARE(quantile({7}, 0.99), 7.0);
    }

    void orderOfCollectives()
    {
        std::vector<RankCalls> ranks;
        for (int rank = 0; rank < 3; ++rank) {
            MadeTrace made;
            made.head.rank = rank;
            const auto stream = made.lane("9", 0);
            made.add(stream, collective("ncclDevKernel_AllReduce_Sum", "all_reduce", 100, 100, 3), 0, 1);
            made.add(stream, collective("ncclDevKernel_AllGather", "all_gather", 100, rank == 2 ? 600 : 300, 3), 2, 1);
            made.add(stream, collective("ncclDevKernel_ReduceScatter", "reduce_scatter", rank == 2 ? 600 : 300, 100, 3), 4, 1);
            const Trace trace = made.trace();
            for (RankCalls &calls : rankCalls(trace, classified(trace)))
                ranks.push_back(std::move(calls));
        }
        const OrderCheck check = compareOrder(ranks);
        QCOMPARE(check.groups, 1U);
        QCOMPARE(check.mismatches.size(), 1U);
        QCOMPARE(check.mismatches.front().first, std::string("0"));
        QCOMPARE(check.mismatches.front().second, std::string("2"));
        QCOMPARE(check.mismatches.front().position, 2U); // an all-gather's own part has 100 B on both
        QCOMPARE(*check.mismatches.front().ofSecond->bytes, 600.0);
    }

    void criticalPath()
    {
        // 0-30 product; its result is sent 30-70 while another product runs 30-50; a last product 70-90, launched in time; one more at 100,
        // launched at 96-98.
        MadeTrace made;
        const auto seven = made.lane("7", 0), nine = made.lane("9", 0), host = made.lane("main", -1, LaneKind::host);
        made.add(seven, "gemm_a", 0, 30);
        made.add(nine, collective("ncclDevKernel_AllGather", "all_gather", 1, 2, 2), 30, 40);
        made.add(seven, "gemm_b", 30, 20);
        made.add(seven, "gemm_c", 70, 20, 5);
        made.add(seven, "gemm_d", 100, 10, 6);
        made.add(host, "cudaLaunchKernel", 1, 1, 5);
        made.add(host, "cudaLaunchKernel", 96, 2, 6);
        const Trace trace = made.trace();
        const TraceSummary s = summarize(trace, classified(trace));
        const TraceCriticalPath &path = *s.criticalPath;
        QCOMPARE(path.length(), s.typical->step.span.length());
        const auto at = [&](EventClass c) { return path.byClass[static_cast<std::size_t>(c)] / us; };
        QCOMPARE(at(EventClass::matmul), 60);     // not gemm_b
        QCOMPARE(at(EventClass::allGather), 40);
        QCOMPARE(at(EventClass::hostLaunch), 8);  // 90-98
        QCOMPARE(path.waiting / us, 2);
        QCOMPARE(path.dominant(), EventClass::matmul);
        QCOMPARE(s.typical->of(EventClass::hostLaunch).share / us, 8);
    }

    void nothingToTime()
    {
        MadeTrace made;
        made.add(made.lane("main", -1, LaneKind::host), "aten::mm", 0, 5);
        const Trace trace = made.trace();
        const TraceSummary s = summarize(trace, classified(trace));
        QCOMPARE(s.device, -1);
        QVERIFY(!s.typical && s.issues.size() == 1);
    }
};

QTEST_GUILESS_MAIN(TraceTest)
#include "trace_test.moc"
