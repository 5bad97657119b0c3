// Public trace files, read and counted otherwise (data/public_traces.json says where each comes from). The files themselves are
// no part of the project: HEADROOM_TRACES names the folder that holds them.

#include "support/traces.h"

#include <nlohmann/json.hpp>

#include <QFile>
#include <QTest>

using namespace headroom;
using namespace headroom::testing;

class PublicTracesTest : public QObject
{
    Q_OBJECT

private slots:
    void readAsCounted_data();
    void readAsCounted();
};

namespace {

std::string devicesText(const Trace &trace)
{
    nlohmann::json out = nlohmann::json::array();
    for (const TracedDevice &device : trace.devices)
        out.push_back({device.index, device.name});
    return out.dump();
}

} // namespace

void PublicTracesTest::readAsCounted_data()
{
    QFile file(HEADROOM_TEST_DATA "/core/trace/data/public_traces.json");
    QVERIFY(file.open(QIODevice::ReadOnly));
    const auto counted = nlohmann::json::parse(file.readAll().toStdString()).at("files");
    QCOMPARE(counted.size(), std::size_t(32));
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("refused");
    QTest::addColumn<QString>("read");
    for (const auto &[name, row] : counted.items()) {
        const bool refused = row.contains("refused");
        const std::string read = refused ? "" : row.at("format").get<std::string>() + " " + row.at("devices").dump() + " " + row.at("summary").get<std::string>();
        QTest::newRow(name.c_str()) << QString::fromStdString(name) << (refused ? QString::fromStdString(row.at("refused").get<std::string>()) : QString())
                                    << QString::fromStdString(read);
    }
}

void PublicTracesTest::readAsCounted()
{
    QFETCH(QString, name);
    QFETCH(QString, refused);
    QFETCH(QString, read);
    const testing::PublicTrace file = testing::publicTrace(name.toStdString());
    if (!file.missing.empty())
        QSKIP(file.missing.c_str());
    const auto trace = readTrace(file.path);
    if (read.isEmpty()) {
        QVERIFY(!trace);
        const QString said = QString::fromStdString(text(trace.error().front()));
        QVERIFY2(said.contains(refused) && said.startsWith(QString::fromStdString(file.path)), qPrintable(said));
        return;
    }
    QVERIFY2(trace, qPrintable(trace ? QString() : QString::fromStdString(text(trace.error().front()))));
    QCOMPARE(QString::fromStdString(trace->format + " " + devicesText(*trace) + " " + summary(*trace)), read);
}

QTEST_APPLESS_MAIN(PublicTracesTest)
#include "public_traces_test.moc"
