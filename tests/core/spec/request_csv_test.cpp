// Lengths of requests from a table.

#include "spec/request_csv.h"
#include "spec/serving_spec.h"

#include <QTest>

using namespace headroom;

class RequestCsvTest : public QObject
{
    Q_OBJECT
private slots:
    void tables();
    void refusals_data();
    void refusals();
};

void RequestCsvTest::tables()
{
    QCOMPARE(*requestsFromCsv("prompt,output\n2000,200\n512, 64\n512,64\r\n\n512,64,3", "r.csv"), std::string("5x512:64, 1x2000:200"));
    QCOMPARE(*requestsFromCsv("100;7", "r.csv"), std::string("1x100:7"));
    const auto groups = parseRequests(*requestsFromCsv("2000,200\n512,64,3", "r.csv"));
    QVERIFY(groups && *groups == (std::vector<RequestGroup>{{3.0, 512, 64}, {1.0, 2000, 200}}));
}

void RequestCsvTest::refusals_data()
{
    QTest::addColumn<QString>("csv");
    QTest::addColumn<QString>("says");
    QTest::newRow("no answer") << "2000,200\n512" << "line 2";
    QTest::newRow("no number") << "1,2\nx,3" << "\"x,3\"";
    QTest::newRow("zero") << "0,5" << "\"0,5\"";
    QTest::newRow("fraction") << "1.5,5" << "line 1";
    QTest::newRow("names only") << "prompt,output\n" << "no requests";
    QTest::newRow("nothing") << "" << "no requests";
}

void RequestCsvTest::refusals()
{
    QFETCH(QString, csv);
    QFETCH(QString, says);
    const Result<std::string> read = requestsFromCsv(csv.toStdString(), "r.csv");
    QVERIFY(!read);
    QCOMPARE(read.error().front().file, std::string("r.csv"));
    QCOMPARE(read.error().front().field, std::string("run.serving.requests"));
    const std::string message = text(read.error().front().message);
    QVERIFY2(QString::fromStdString(message).contains(says), message.c_str());
}

QTEST_APPLESS_MAIN(RequestCsvTest)
#include "request_csv_test.moc"
