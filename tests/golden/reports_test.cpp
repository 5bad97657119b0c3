// Whole reports against approved ones: text byte by byte, JSON key by key with numbers to 1e-9. After a change on
// purpose, HEADROOM_APPROVE=1 writes the new reports; look at the difference before committing it.

#include "report/report.h"
#include "spec/catalog.h"
#include "spec/field.h"
#include "support/support.h"

#include <QFile>
#include <QTest>

#include <cmath>
#include <nlohmann/json.hpp>

using namespace headroom;
using Json = nlohmann::json;

class ReportsTest : public QObject
{
    Q_OBJECT

private slots:
    void approved_data();
    void approved();
    void differencesAreFound();
};

namespace {

struct Row
{
    const char *file;
    const char *model, *hardware; // null: the worked example's
    std::vector<const char *> settings;
};

const std::vector<Row> rows{
    {"worked_example", nullptr, nullptr, {"run.tokenBudget=1e12"}},
    {"llama_8_h100", "Llama-3.1-8B", "H100 SXM", {"run.devices=8", "plan.fsdp=8", "plan.remat=full"}},
    {"deepseek_1024_h100", "DeepSeek-V3", "H100 SXM",
     {"run.devices=1024", "run.globalBatch=1024", "plan.fsdp=2", "plan.ep=64", "plan.pp=8", "plan.remat=full", "run.convention=megatron"}},
};

Estimate estimateOf(const Row &row)
{
    Scenario scenario = workedExample();
    if (row.model != nullptr)
        scenario = defaultScenario(catalogModel(row.model).value(), catalogHardware(row.hardware).value());
    for (const char *setting : row.settings)
        if (const Issues issues = applySetting(scenario, setting); hasError(issues))
            throw std::runtime_error(headroom::testing::text(issues));
    const SearchResult found = search(scenario, {}).value();
    return evaluate(scenario, found.best()).value();
}

// Where two values differ first; empty when nowhere.
std::string difference(const Json &is, const Json &was, const std::string &path = "")
{
    if (is.is_number() && was.is_number()) {
        const auto a = is.get<double>();
        const auto b = was.get<double>();
        const bool near = std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b)) + 1e-15;
        return near ? "" : path + ": " + is.dump() + ", approved " + was.dump();
    }
    if (is.type() != was.type() || is.size() != was.size())
        return path + ": " + is.dump().substr(0, 200) + ", approved " + was.dump().substr(0, 200);
    if (!is.is_structured())
        return is == was ? "" : path + ": " + is.dump() + ", approved " + was.dump();
    for (const auto &[key, value] : is.items()) {
        const bool known = is.is_array() || was.contains(key);
        const std::string found = known ? difference(value, is.is_array() ? was[std::stoul(key)] : was[key], path + "/" + key)
                                        : path + "/" + key + ": not approved";
        if (!found.empty())
            return found;
    }
    return {};
}

void write(const QString &path, const std::string &content)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(content.data(), static_cast<qint64>(content.size()));
}

} // namespace

void ReportsTest::approved_data()
{
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < rows.size(); ++i)
        QTest::newRow(rows[i].file) << static_cast<int>(i);
}

void ReportsTest::approved()
{
    QFETCH(int, index);
    const Row &row = rows[static_cast<std::size_t>(index)];
    const Estimate estimate = estimateOf(row);
    const std::string name = std::string("golden/") + row.file;
    if (qEnvironmentVariableIsSet("HEADROOM_APPROVE")) {
        const QString path = QString(HEADROOM_TEST_DATA "/") + QString::fromStdString(name);
        write(path + ".txt", estimateText(estimate));
        write(path + ".json", estimateJson(estimate));
    }
    QCOMPARE(QString::fromStdString(estimateText(estimate)), QString::fromStdString(headroom::testing::testData(name + ".txt")));
    const std::string wrong = difference(Json::parse(estimateJson(estimate)), Json::parse(headroom::testing::testData(name + ".json")));
    QVERIFY2(wrong.empty(), wrong.c_str());
}

void ReportsTest::differencesAreFound()
{
    const Json base = Json::parse(R"({"a": 1.0, "b": [1, {"c": "x"}]})");
    QCOMPARE(difference(base, base), std::string());
    QCOMPARE(difference(Json::parse(R"({"a": 1.0000000000001, "b": [1, {"c": "x"}]})"), base), std::string());
    for (const char *other : {R"({"a": 1.00001, "b": [1, {"c": "x"}]})", R"({"a": 1.0, "b": [1, {"c": "y"}]})",
                              R"({"a": 1.0, "b": [1]})", R"({"a": 1.0, "d": [1, {"c": "x"}]})", R"({"a": 1.0})"}) {
        QVERIFY2(!difference(Json::parse(other), base).empty(), other);
        QVERIFY2(!difference(base, Json::parse(other)).empty(), other);
    }
}

QTEST_APPLESS_MAIN(ReportsTest)
#include "reports_test.moc"
