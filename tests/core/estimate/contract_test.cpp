// What every result states: the items of the contract, and the placement of weights by hand.

#include "estimate/contract.h"
#include "report/report.h"
#include "support/scenarios.h"
#include "support/support.h"

#include <nlohmann/json.hpp>

#include <QTest>

#include <algorithm>
#include <set>

using namespace headroom;
using testing::scenarioOf;

namespace {

Estimate evaluated(const Scenario &s)
{
    Result<Estimate> e = evaluate(s);
    if (!e)
        qFatal("%s", testing::text(e.error()).c_str());
    return std::move(*e);
}

std::string line(const Estimate &e, const std::string &id)
{
    const auto found = std::ranges::find(e.contract, id, &ContractLine::id);
    return found == e.contract.end() ? std::string() : text(found->value);
}

Scenario mixtral()
{
    Scenario s = scenarioOf("Mixtral-8x7B", "H100");
    s.run.devices = 64;
    s.run.globalBatch = 64;
    s.plan = {};
    s.plan.dp = 2;
    s.plan.fsdp = 2;
    s.plan.tp = 4;
    s.plan.ep = 2;
    s.plan.pp = 2;
    return s;
}

} // namespace

class ContractTest : public QObject
{
    Q_OBJECT
private slots:
    void items();
    void placement();
    void wideSharding();
    void collectives();
    void everyTensorIsThere();
    void idsAreUnique();
    void reports();
};

void ContractTest::items()
{
    const Estimate e = evaluated(mixtral());
    for (const char *id : {"model", "experts", "batch", "dtypes", "quantisation", "flops", "peak", "kernels", "onChip", "memory",
                           "links", "timed", "objective", "weights.tensorSharded", "weights.expert", "collective.0"})
        QVERIFY2(!line(e, id).empty(), id);
    QVERIFY2(line(e, "experts").starts_with("2 of 8 routed experts of width 14336"), line(e, "experts").c_str());
    QVERIFY(line(evaluated(scenarioOf("Llama-3.1-8B", "H100")), "experts").empty());
    QVERIFY(line(evaluated(scenarioOf("Llama-3.1-8B", "B200")), "onChip").find("no on-chip bandwidth") != std::string::npos);
}

// 64 devices = dp 2 x fsdp 2 x tp 4 x ep 2 x pp 2; a stage has 32. q_proj is divided by tp 4 and fsdp 2: 32 / 8 = 4
// copies; experts also by ep 2 but not by tp: 32 / 4 = 8; the norms by fsdp alone: 16. The 8 kv heads allow tp 4.
void ContractTest::placement()
{
    const Estimate e = evaluated(mixtral());
    const auto ends = [&](const std::string &id, const std::string &end) {
        const std::string value = line(e, id);
        QVERIFY2(value.ends_with(end), (id + ": " + value).c_str());
    };
    ends("tensor.full+moe.q_proj", "divided by tp 4 x fsdp 2, 4 copies in a stage");
    ends("tensor.full+moe.k_proj", "divided by tp 4 x fsdp 2, 4 copies in a stage");
    ends("weights.expert", "divided by ep 2 x fsdp 2, 8 copies in a stage; stages 2");
    Scenario s = scenarioOf("Llama-3.1-8B", "H100");
    s.run.devices = 16;
    s.plan = {};
    s.plan.tp = 16; // twice the kv heads: k and v are divided by 8 and held twice
    s.run.globalBatch = 16;
    const Estimate wide = evaluated(s);
    QVERIFY2(line(wide, "tensor.full+dense.k_proj").ends_with("divided by tp 8, 2 copies in a stage"),
             line(wide, "tensor.full+dense.k_proj").c_str());
    QVERIFY2(line(wide, "tensor.full+dense.q_proj").find("[4096, 4096] in 32 layers") != std::string::npos,
             line(wide, "tensor.full+dense.q_proj").c_str());
}

// MaxText's way divides dense weights over ep too: 32 / (4 * 2 * 2) = 2 copies.
void ContractTest::wideSharding()
{
    Scenario s = mixtral();
    s.plan.weightSharding = WeightSharding::fsdpEpCp;
    const std::string value = line(evaluated(s), "tensor.full+moe.q_proj");
    QVERIFY2(value.ends_with("divided by tp 4 x ep 2 x fsdp 2, 2 copies in a stage"), value.c_str());
}

void ContractTest::collectives()
{
    const Estimate e = evaluated(mixtral());
    std::size_t lines = 0;
    for (const ContractLine &row : e.contract) {
        lines += row.id.starts_with("collective.") ? 1 : 0;
        QVERIFY2(text(row.value).find('{') == std::string::npos, row.id.c_str());
    }
    QCOMPARE(lines, e.system.communication.size());
    // tp 4 lies inside a domain of 8: at most the 450 GB/s of a direction
    for (const CommunicationRow &row : e.system.communication)
        if (row.axis == "tp")
            QVERIFY(row.wire.value * row.calls / row.total.value <= 450e9 * (1.0 + 1e-9));
}

// Details of embedding, layers and head.
void ContractTest::everyTensorIsThere()
{
    const Estimate e = evaluated(mixtral());
    for (const char *tensor : {"embedding.", "full+moe.", "head."})
        QVERIFY2(std::ranges::any_of(e.contract, [&](const auto &l) { return l.id.starts_with(std::string("tensor.") + tensor) && l.detail; }),
                 tensor);
}

void ContractTest::idsAreUnique()
{
    for (const char *model : {"DeepSeek-V3", "Ling-2.6-flash", "gpt-oss-20b"}) {
        std::set<std::string> ids;
        for (const ContractLine &row : evaluated(scenarioOf(model, "TPU v5p")).contract)
            QVERIFY2(ids.insert(row.id).second, row.id.c_str());
    }
}

void ContractTest::reports()
{
    const Estimate e = evaluated(mixtral());
    const auto json = nlohmann::json::parse(estimateJson(e));
    QCOMPARE(json["contract"].size(), e.contract.size());
    const std::string report = estimateText(e);
    QVERIFY(report.find("Expert weights") != std::string::npos && report.find("q_proj") == std::string::npos);
    Scenario illegal = mixtral();
    illegal.plan.tp = 64;
    illegal.plan.dp = illegal.plan.fsdp = illegal.plan.ep = illegal.plan.pp = 1;
    QVERIFY(line(evaluated(illegal), "weights.expert").empty()); // no plan, no placement
}

QTEST_APPLESS_MAIN(ContractTest)
#include "contract_test.moc"
