#include "base/format.h"

#include <QtTest>

#include <cmath>
#include <limits>
#include <random>

using namespace headroom;

Q_DECLARE_METATYPE(Unit)

class FormatTest : public QObject
{
    Q_OBJECT

private slots:
    void engineering_data();
    void engineering();
    void significant_data();
    void significant();
    void fixedAndPercent();
    void exactNumbersReadBack();
    void editable_data();
    void editable();
    void editableReadsBack();
    void parse_data();
    void parse();
    void refuses_data();
    void refuses();
};

void FormatTest::engineering_data()
{
    QTest::addColumn<double>("value");
    QTest::addColumn<Unit>("unit");
    QTest::addColumn<int>("digits");
    QTest::addColumn<QString>("expected");
    QTest::newRow("peak") << 989e12 << Unit::flopsPerSecond << 4 << "989 TFLOP/s";
    QTest::newRow("bandwidth") << 3.35e12 << Unit::bytesPerSecond << 4 << "3.35 TB/s";
    QTest::newRow("step") << 0.013774 << Unit::seconds << 4 << "13.77 ms";
    QTest::newRow("per token") << 51.4704e9 << Unit::flops << 4 << "51.47 GFLOP";
    QTest::newRow("rounding up moves the prefix") << 999.99e9 << Unit::flops << 4 << "1 TFLOP";
    QTest::newRow("just below") << 999.9e9 << Unit::flops << 4 << "999.9 GFLOP";
    QTest::newRow("memory") << 85520809984.0 << Unit::bytes << 3 << "79.6 GiB"; // 81,559 MiB / 1024 = 79.647
    QTest::newRow("memory rounds to 1 TiB") << 1099511627775.0 << Unit::bytes << 4 << "1 TiB";
    QTest::newRow("negative memory") << -35640261632.0 << Unit::bytes << 4 << "-33.19 GiB"; // / 2^30 = 33.1926
    QTest::newRow("bytes") << 70272.0 << Unit::bytes << 5 << "68.625 KiB";
    QTest::newRow("zero") << 0.0 << Unit::bytesPerSecond << 4 << "0 B/s";
    QTest::newRow("ridge has no prefix") << 295.2239 << Unit::flopsPerByte << 4 << "295.2 FLOP/B";
    QTest::newRow("count below a million") << 157184.0 << Unit::count << 4 << "157184";
    QTest::newRow("count above") << 671026404352.0 << Unit::count << 5 << "671.03 G";
    QTest::newRow("microseconds") << 5e-6 << Unit::seconds << 4 << "5 us";
    QTest::newRow("long") << 86400.0 << Unit::seconds << 5 << "86400 s";
    QTest::newRow("ratio") << 0.7573 << Unit::ratio << 4 << "0.7573";
    QTest::newRow("infinite") << std::numeric_limits<double>::infinity() << Unit::seconds << 4 << "inf s";
    QTest::newRow("not a number") << std::nan("") << Unit::ratio << 4 << "nan";
}

void FormatTest::engineering()
{
    QFETCH(double, value);
    QFETCH(Unit, unit);
    QFETCH(int, digits);
    QFETCH(QString, expected);
    QCOMPARE(QString::fromStdString(headroom::engineering(value, unit, digits)), expected);
}

void FormatTest::significant_data()
{
    QTest::addColumn<double>("value");
    QTest::addColumn<int>("digits");
    QTest::addColumn<QString>("expected");
    QTest::newRow("trailing zeros") << 1.5 << 6 << "1.5";
    QTest::newRow("rounds") << 2.0 / 3.0 << 3 << "0.667";
    QTest::newRow("small") << 1.234e-4 << 3 << "0.000123";
    QTest::newRow("large without exponent") << 123456789012345.0 << 3 << "123000000000000";
    QTest::newRow("exponent above") << 1.5e15 << 3 << "1.5e15";
    QTest::newRow("exponent below") << 2.5e-5 << 3 << "2.5e-5";
    QTest::newRow("zero") << 0.0 << 3 << "0";
    QTest::newRow("negative") << -12.345 << 4 << "-12.35"; // 12.345 is 12.3450000000000006…
}

void FormatTest::significant()
{
    QFETCH(double, value);
    QFETCH(int, digits);
    QFETCH(QString, expected);
    QCOMPARE(QString::fromStdString(headroom::significant(value, digits)), expected);
}

void FormatTest::fixedAndPercent()
{
    QCOMPARE(fixed(3.14159, 2), std::string("3.14"));
    QCOMPARE(fixed(-0.001, 2), std::string("0.00"));
    QCOMPARE(percent(0.4213), std::string("42.1 %"));
    QCOMPARE(percent(0.90887, 2), std::string("90.89 %"));
}

void FormatTest::exactNumbersReadBack()
{
    QCOMPARE(exactNumber(16e9), std::string("16000000000"));
    QCOMPARE(exactNumber(0.1), std::string("0.1"));
    QCOMPARE(exactNumber(1e300), std::string("1e+300"));
    std::mt19937_64 random(1);
    for (int i = 0; i < 2000; ++i) {
        const double value = std::ldexp(double(random() >> 11), int(random() % 200) - 150);
        QCOMPARE(QByteArray::fromStdString(exactNumber(value)).toDouble(), value);
    }
}

void FormatTest::editable_data()
{
    QTest::addColumn<double>("value");
    QTest::addColumn<Unit>("unit");
    QTest::addColumn<QString>("expected");
    QTest::newRow("driver capacity") << 85520809984.0 << Unit::bytes << "81559 MiB";
    QTest::newRow("round in GiB") << 85899345920.0 << Unit::bytes << "80 GiB";
    QTest::newRow("decimal capacity") << 95e9 << Unit::bytes << "95 GB";
    QTest::newRow("bandwidth") << 2.765e12 << Unit::bytesPerSecond << "2.765 TB/s";
    QTest::newRow("peak") << 459e12 << Unit::flopsPerSecond << "459 TFLOP/s";
    QTest::newRow("latency") << 1.5e-6 << Unit::seconds << "1.5 us";
    QTest::newRow("zero") << 0.0 << Unit::bytes << "0 B";
    QTest::newRow("ratio") << 0.6062 << Unit::ratio << "0.6062";
}

void FormatTest::editable()
{
    QFETCH(double, value);
    QFETCH(Unit, unit);
    QFETCH(QString, expected);
    QCOMPARE(QString::fromStdString(headroom::editable(value, unit)), expected);
}

void FormatTest::editableReadsBack()
{
    std::mt19937_64 random(7);
    for (const Unit unit : {Unit::none, Unit::flops, Unit::bytes, Unit::seconds, Unit::flopsPerSecond,
                            Unit::bytesPerSecond, Unit::flopsPerByte, Unit::ratio, Unit::count})
        for (int i = 0; i < 400; ++i) {
            const double value = std::ldexp(double(random() >> 11), int(random() % 120) - 80);
            const std::string text = headroom::editable(value, unit);
            QVERIFY2(parseQuantity(text, unit) == value, text.c_str());
        }
}

void FormatTest::parse_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<Unit>("unit");
    QTest::addColumn<double>("expected");
    QTest::newRow("prefix alone") << "989T" << Unit::flopsPerSecond << 989e12;
    QTest::newRow("prefix and unit") << "989 TFLOP/s" << Unit::flopsPerSecond << 989e12;
    QTest::newRow("no space") << "3.35TB/s" << Unit::bytesPerSecond << 3.35e12;
    QTest::newRow("GiB") << "80 GiB" << Unit::bytes << 85899345920.0;
    QTest::newRow("GiB no space") << "80GiB" << Unit::bytes << 85899345920.0;
    QTest::newRow("GB is decimal") << "80 GB" << Unit::bytes << 80e9;
    QTest::newRow("bits per second") << "400Gb/s" << Unit::bytesPerSecond << 50e9;
    QTest::newRow("milliseconds") << "13.8 ms" << Unit::seconds << 0.0138;
    QTest::newRow("micro sign") << "5 µs" << Unit::seconds << 5e-6;
    QTest::newRow("exponent") << "1e12" << Unit::flopsPerSecond << 1e12;
    QTest::newRow("exponent and prefix") << "1.5e3 G" << Unit::flopsPerSecond << 1.5e12;
    QTest::newRow("exa is no exponent") << "2 EFLOP/s" << Unit::flopsPerSecond << 2e18;
    QTest::newRow("percent") << "42 %" << Unit::ratio << 0.42;
    QTest::newRow("comma") << "3,35 TB/s" << Unit::bytesPerSecond << 3.35e12;
    QTest::newRow("tokens") << "15T" << Unit::count << 15e12;
    QTest::newRow("minutes") << "2 min" << Unit::seconds << 120.0;
    QTest::newRow("negative") << "-1" << Unit::count << -1.0;
    QTest::newRow("spaces") << "  12 \t" << Unit::count << 12.0;
}

void FormatTest::parse()
{
    QFETCH(QString, text);
    QFETCH(Unit, unit);
    QFETCH(double, expected);
    const auto value = parseQuantity(text.toStdString(), unit);
    QVERIFY(value.has_value());
    QCOMPARE(*value, expected);
}

void FormatTest::refuses_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<Unit>("unit");
    QTest::newRow("empty") << "" << Unit::count;
    QTest::newRow("word") << "many" << Unit::count;
    QTest::newRow("unit alone") << "TB/s" << Unit::bytesPerSecond;
    QTest::newRow("other unit") << "3.35 TB/s" << Unit::bytes;
    QTest::newRow("rate for a size") << "80 GiB" << Unit::bytesPerSecond;
    QTest::newRow("FLOP for FLOP/s") << "989 TFLOP" << Unit::flopsPerSecond;
    QTest::newRow("two points") << "1.2.3" << Unit::ratio;
    QTest::newRow("two commas") << "1,000,000" << Unit::count;
    QTest::newRow("infinite") << "inf" << Unit::seconds;
    QTest::newRow("not a number") << "nan" << Unit::seconds;
    QTest::newRow("overflow") << "1e400" << Unit::count;
    QTest::newRow("hexadecimal") << "0x10" << Unit::count;
    QTest::newRow("milli of bytes") << "3 mB" << Unit::bytes;
    QTest::newRow("minutes or milli") << "3 m" << Unit::seconds;
    QTest::newRow("trailing text") << "3 GB x" << Unit::bytes;
}

void FormatTest::refuses()
{
    QFETCH(QString, text);
    QFETCH(Unit, unit);
    QVERIFY(!parseQuantity(text.toStdString(), unit));
}

QTEST_APPLESS_MAIN(FormatTest)
#include "format_test.moc"
