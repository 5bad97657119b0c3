// Several ranks of one run read together: their order, what differs between them, which of them is compared with a model.

#include "support/traces.h"
#include "trace/traced_run.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

using namespace headroom;
using namespace headroom::testing;
using std::string;

namespace {

string event(const char *name, int start, int duration, int stream)
{
    return R"({"ph":"X","cat":"kernel","name":")" + string(name) + R"(","pid":0,"tid":)" + std::to_string(stream) + R"(,"ts":)" + std::to_string(start)
        + R"(,"dur":)" + std::to_string(duration) + "}";
}

// A product of so many microseconds, then an all-reduce until 150 us, of which 10 us lie under the product.
string rankFile(int rank, int product, int worldSize = 3, const char *collective = "ncclDevKernel_AllReduce_Sum_f32_RING")
{
    return kineto(event("sgemm", 0, product, 7) + "," + event(collective, product - 10, 160 - product, 9),
                  R"("distributedInfo":{"rank":)" + std::to_string(rank) + R"(,"world_size":)" + std::to_string(worldSize) + "},");
}

double near(double a, double b) { return std::abs(a - b) < 1e-12; }

} // namespace

class TracedRunTest : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    // By their number, whatever the files are called; compared is rank 1, which computes 120 us where the others take 100 and 110.
    void ranksInOrder()
    {
        const TracedRun run = readRun({write("a", rankFile(2, 110)), write("b", rankFile(1, 120)), write("c", rankFile(0, 100))}, builtInTraceRules());
        QCOMPARE(run.ranks.size(), std::size_t(3));
        for (std::size_t i = 0; i < 3; ++i)
            QCOMPARE(run.ranks[i].name, std::to_string(i));
        QCOMPARE(run.compared, std::size_t(1));
        QCOMPARE(run.trace.rank.value(), std::int64_t(1));
        QCOMPARE(run.classes.ofEvent.size(), run.trace.events.size());
        QVERIFY(run.refused.empty() && run.issues.empty());
        QVERIFY(run.order && run.order->mismatches.empty());
    }

    // Every step takes 150 us. Computation: 100 to 120. All-reduces run 60 to 40 us, all but 10 of them exposed.
    void differences()
    {
        const TracedRun run = readRun({write("a", rankFile(0, 100)), write("b", rankFile(1, 120))}, builtInTraceRules());
        const auto of = [&](const char *id) { return *std::ranges::find(run.differences, string(id), &RankDifference::id); };
        QVERIFY(near(of("step").least, 150e-6) && near(of("step").most, 150e-6));
        QVERIFY(near(of("compute").least, 100e-6) && near(of("compute").most, 120e-6));
        QCOMPARE(of("compute").leastRank, std::size_t(0));
        QCOMPARE(of("compute").mostRank, std::size_t(1));
        QVERIFY(near(of("communication").most, 60e-6) && near(of("communication").least, 40e-6));
        QCOMPARE(of("communication").mostRank, std::size_t(0));
        QVERIFY(near(of("exposedCommunication").most, 50e-6) && near(of("exposedCommunication").least, 30e-6));
        QVERIFY(near(of("idle").most, 0.0));
        QVERIFY(near(of("matmul").most, 120e-6) && near(of("allReduce").least, 40e-6));
        QCOMPARE(run.differences.size(), std::size_t(7)); // nothing else differs
    }

    void oneRankAlone()
    {
        const TracedRun run = readRun({write("a", rankFile(0, 100))}, builtInTraceRules());
        QCOMPARE(run.ranks.size(), std::size_t(1));
        QVERIFY(!run.order && run.differences.empty());
    }

    void whatCannotBeOneRun()
    {
        const string none = write("none", "no trace");
        const TracedRun run = readRun({write("a", rankFile(0, 100)), none, write("b", rankFile(0, 100)), write("c", rankFile(1, 100, 8))}, builtInTraceRules());
        QCOMPARE(run.ranks.size(), std::size_t(3));
        QCOMPARE(run.refused.size(), std::size_t(1));
        QCOMPARE(run.refused.front().file, none);
        QCOMPARE(run.issues.size(), std::size_t(2));
        QCOMPARE(run.issues[0].field, string("rank"));
        QCOMPARE(run.issues[1].field, string("worldSize"));
    }

    void otherCollectives()
    {
        const TracedRun run =
            readRun({write("a", rankFile(0, 100)), write("b", rankFile(1, 100, 3, "ncclDevKernel_AllGather_RING"))}, builtInTraceRules());
        QCOMPARE(run.order->mismatches.size(), std::size_t(1));
        QCOMPARE(run.order->mismatches.front().ofSecond->kind, EventClass::allGather);
    }

    void anotherRankCompared()
    {
        const TracedRun run = readRun({write("a", rankFile(0, 100)), write("b", rankFile(1, 120))}, builtInTraceRules());
        const Result<TracedRun> other = comparedWith(run, 0, builtInTraceRules());
        QVERIFY(other.has_value());
        QCOMPARE(other->compared, std::size_t(0));
        QCOMPARE(other->trace.rank.value(), std::int64_t(0));
        QCOMPARE(other->ranks.size(), std::size_t(2));
        QCOMPARE(other->differences.size(), run.differences.size());
        std::ofstream(run.ranks[1].summary.file) << "gone";
        QVERIFY(!comparedWith(*other, 1, builtInTraceRules()));
    }

    void foldersStandForTheirFiles()
    {
        write("b", "");
        write("a", "");
        QDir(m_folder->path()).mkdir("inner");
        const string folder = m_folder->path().toStdString();
        QCOMPARE(traceFiles({"first", folder}).value(), (std::vector<string>{"first", folder + "/a", folder + "/b"}));
    }

    void stops()
    {
        std::stop_source source;
        source.request_stop();
        const TracedRun run = readRun({write("a", rankFile(0, 100))}, builtInTraceRules(), {source.get_token(), {}});
        QVERIFY(run.ranks.empty() && run.refused.empty());
    }

    // Of all files, never less than before.
    void progress()
    {
        std::vector<double> shares;
        readRun({write("a", rankFile(0, 100)), write("b", rankFile(1, 120))}, builtInTraceRules(),
                {{}, [&](const string &, double share) { shares.push_back(share); }});
        QVERIFY(!shares.empty() && std::ranges::is_sorted(shares));
        QCOMPARE(shares.back(), 1.0);
    }

private:
    string write(const char *name, const string &content)
    {
        const string path = m_folder->filePath(name).toStdString();
        std::ofstream(path) << content;
        return path;
    }
    std::unique_ptr<QTemporaryDir> m_folder;
};

QTEST_GUILESS_MAIN(TracedRunTest)
#include "traced_run_test.moc"
