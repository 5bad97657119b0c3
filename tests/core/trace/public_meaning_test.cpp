// Public trace files: steps, classes and ranges against a count that shares nothing with the code (data/public_meaning.json). The files
// are no part of the project: HEADROOM_TRACES names the folder that holds them.

#include "support/support.h"
#include "support/traces.h"
#include "trace/import.h"
#include "trace/summary.h"

#include <QFile>
#include <QTest>

#include <nlohmann/json.hpp>

#include <cmath>

using namespace headroom;
using Json = nlohmann::json;

namespace {

const Json &counted()
{
    static const Json files = Json::parse(headroom::testing::testData("core/trace/data/public_meaning.json")).at("files");
    return files;
}

// Marks of a step on the device and on the host lie microseconds apart.
bool near(double a, double b) { return std::abs(a - b) <= 1e-4 * std::max(a, b); }

std::string compareClasses(const TraceSummary &s, const Json &row)
{
    std::string out;
    for (const auto &[key, expected] : row.at("classes").items()) {
        const EventClass c = *fromKey<EventClass>(key);
        std::int64_t calls = 0;
        double time = 0.0;
        for (const DeviceTime &t : s.times) {
            calls += t.device == s.device ? t.of(c).calls : 0;
            time += t.device == s.device ? static_cast<double>(t.of(c).time) * 1e-12 : 0.0;
        }
        if (calls != expected.at("calls").get<std::int64_t>() || !near(time, expected.at("time").get<double>()))
            out += key + ": " + std::to_string(calls) + " calls, " + std::to_string(time) + " s; ";
    }
    return out;
}

std::string compareRanges(const TraceSummary &s, const Json &row)
{
    std::string out;
    const Json ranges = row.value("ranges", Json::object());
    for (const auto &[name, expected] : ranges.items()) {
        const auto found = std::ranges::find(s.ranges, name, &RangeUse::name);
        if (found == s.ranges.end())
            return name + " is missing";
        std::vector<std::string> streams;
        for (const std::string &lane : found->lanes)
            streams.push_back(lane.substr(lane.find_first_of("0123456789"), lane.find_last_not_of(' ') + 1 - lane.find_first_of("0123456789")));
        auto wanted = expected.at("streams").get<std::vector<std::string>>();
        std::ranges::sort(streams);
        std::ranges::sort(wanted);
        if (found->calls != expected.at("calls").get<std::int64_t>() || !near(found->time, expected.at("time").get<double>())
            || !near(found->hidden, expected.at("hidden").get<double>()) || streams != wanted)
            out += name + ": " + std::to_string(found->calls) + " calls, " + std::to_string(found->time) + " s, hidden " + std::to_string(found->hidden) + "; ";
    }
    return out;
}

} // namespace

class PublicMeaningTest : public QObject
{
    Q_OBJECT

private slots:
    void asCounted_data()
    {
        QTest::addColumn<QString>("name");
        for (const auto &[name, row] : counted().items())
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }
    void asCounted()
    {
        QFETCH(QString, name);
        const testing::PublicTrace file = testing::publicTrace(name.toStdString());
        if (!file.missing.empty())
            QSKIP(file.missing.c_str());
        const auto trace = readTrace(file.path);
        QVERIFY(trace.has_value());
        const TraceSummary s = summarize(*trace, classify(*trace, builtInTraceRules()));
        const Json &row = counted().at(name.toStdString());
        QCOMPARE(s.steps.steps.size(), row.at("steps").get<std::size_t>());
        QVERIFY2(near(s.steps.median, row.at("median").get<double>()), qPrintable(QString::number(s.steps.median)));
        double busy = 0.0;
        for (const DeviceTime &t : s.times) {
            busy += t.device == s.device ? static_cast<double>(t.busy) * 1e-12 : 0.0;
            std::int64_t sum = t.idleUnknown;
            for (const ClassTime &c : t.classes)
                sum += c.share;
            QCOMPARE(sum, t.step.span.length());
        }
        QVERIFY2(near(busy, row.at("busy").get<double>()), qPrintable(QString::number(busy)));
        QCOMPARE(compareClasses(s, row), std::string());
        QCOMPARE(compareRanges(s, row), std::string());
        if (row.contains("exposed")) {
            QVERIFY(near(static_cast<double>(s.typical->communication) * 1e-12, row.at("communication").get<double>()));
            QVERIFY(near(static_cast<double>(s.typical->exposedCommunication) * 1e-12, row.at("exposed").get<double>()));
        }
    }
};

QTEST_GUILESS_MAIN(PublicMeaningTest)
#include "public_meaning_test.moc"
