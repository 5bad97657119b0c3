// Datasheet numbers that mislead are asked about, plausible ones are not.

#include "spec/datasheet_question.h"
#include "spec/catalog.h"
#include "support/support.h"

#include <QtTest>

using namespace headroom;

namespace {

constexpr double mib = 1048576.0;

Scenario withChip(const QString &name)
{
    Scenario s = defaultScenario(*catalogModel("Llama-3.1-8B"), *catalogHardware("H100"));
    if (auto chip = catalogHardware(name.toStdString()))
        s.hardware = *chip;
    else
        s.hardware.name = name.toStdString(); // a chip of the user's, with other numbers
    return s;
}

double numberOf(const DatasheetAnswer &answer) { return std::get<Band<double>>(answer.value).expected; }

} // namespace

class DatasheetQuestionTest : public QObject
{
    Q_OBJECT
private slots:
    void asks_data();
    void asks();
    void staysQuiet_data();
    void staysQuiet();
    void catalogIsBeyondDoubt();
    void keptNumbersAreNotAskedAgain();
    void settings();
};

void DatasheetQuestionTest::asks_data()
{
    QTest::addColumn<QString>("chip");
    QTest::addColumn<QString>("field");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("rule");
    QTest::addColumn<double>("use"); // the first answer
    QTest::newRow("sparse H100") << "H100" << "hardware.peak" << "1979 TFLOP/s" << "sparsePeak" << 989e12;
    QTest::newRow("sparse H200, rounded") << "H200" << "hardware.peak" << "1970 TFLOP/s" << "sparsePeak" << 989e12;
    QTest::newRow("sparse A100") << "A100" << "hardware.peak" << "624 TFLOP/s" << "sparsePeak" << 312e12;
    QTest::newRow("sparse MI300X") << "MI300X" << "hardware.peak" << "2.6149 PFLOP/s" << "sparsePeak" << 1307.4e12;
    QTest::newRow("int8 of v5p") << "TPU v5p" << "hardware.peak" << "918 TFLOP/s" << "sparsePeak" << 459e12;
    QTest::newRow("fp4 of B200") << "B200" << "hardware.peak" << "9 PFLOP/s" << "sparsePeak" << 2250e12;
    QTest::newRow("sparse number on an unknown chip") << "mine" << "hardware.peak" << "1979 TFLOP/s" << "sparsePeak" << 989e12;
    QTest::newRow("80 GB") << "H100" << "hardware.hbmCapacity" << "80 GB" << "capacityUnit" << 81559 * mib;
    QTest::newRow("80 GiB") << "H100" << "hardware.hbmCapacity" << "80 GiB" << "capacityUnit" << 81559 * mib;
    QTest::newRow("driver's MiB as MB") << "H100" << "hardware.hbmCapacity" << "81559 MB" << "capacityUnit" << 81559 * mib;
    QTest::newRow("95 GiB") << "TPU v5p" << "hardware.hbmCapacity" << "95 GiB" << "capacityUnit" << 95e9;
    QTest::newRow("192 GB") << "MI300X" << "hardware.hbmCapacity" << "192 GB" << "capacityUnit" << 196592 * mib;
    QTest::newRow("NVLink 4") << "H100" << "hardware.scaleUpBandwidth" << "900 GB/s" << "bothDirections" << 450e9;
    QTest::newRow("NVLink 5") << "B200" << "hardware.scaleUpBandwidth" << "1.8 TB/s" << "bothDirections" << 900e9;
    QTest::newRow("H800") << "H800" << "hardware.scaleUpBandwidth" << "400 GB/s" << "bothDirections" << 200e9;
    QTest::newRow("both ways of an unknown chip") << "mine" << "hardware.scaleUpBandwidth" << "1800 GB/s" << "bothDirections" << 900e9;
    QTest::newRow("a link of v5p") << "TPU v5p" << "hardware.linkBandwidth" << "200 GB/s" << "bothDirections" << 100e9;
    QTest::newRow("all links of v5p") << "TPU v5p" << "hardware.linkBandwidth" << "1200 GB/s" << "bothDirections" << 100e9;
    QTest::newRow("all ports of v6e") << "v6e" << "hardware.linkBandwidth" << "800 GB/s" << "bothDirections" << 100e9;
    QTest::newRow("400 Gb/s as bytes") << "H100" << "hardware.scaleOutBandwidth" << "400 GB/s" << "bitsAsBytes" << 50e9;
    QTest::newRow("100 GB/s of NDR") << "H100" << "hardware.scaleOutBandwidth" << "100 GB/s" << "bothDirections" << 50e9;
}

void DatasheetQuestionTest::asks()
{
    QFETCH(QString, chip);
    QFETCH(QString, field);
    QFETCH(QString, text);
    QFETCH(QString, rule);
    QFETCH(double, use);
    const Scenario s = withChip(chip);
    const Field &row = *findField(field.toStdString());
    const FieldValue value = *parseFieldValue(row, text.toStdString());
    const auto question = questionAbout(s.hardware, row, value);
    QVERIFY(question);
    QCOMPARE(QString::fromUtf8(keyOf(question->rule)), rule);
    QCOMPARE(question->field, field.toStdString());
    QVERIFY(question->answers.size() >= 2);
    QCOMPARE(numberOf(question->answers.front()), use);
    QVERIFY(question->answers.back().keeps && question->answers.back().value == value);
    QVERIFY(headroom::text(question->message).find('{') == std::string::npos); // every placeholder filled
    for (const DatasheetAnswer &answer : question->answers)
        QVERIFY(headroom::text(answer.text).find('{') == std::string::npos);
}

void DatasheetQuestionTest::staysQuiet_data()
{
    QTest::addColumn<QString>("chip");
    QTest::addColumn<QString>("field");
    QTest::addColumn<QString>("text");
    QTest::newRow("the dense peak") << "H100" << "hardware.peak" << "989 TFLOP/s";
    QTest::newRow("a rounded dense peak") << "H100" << "hardware.peak" << "990 TFLOP/s";
    QTest::newRow("a faster bin") << "H100" << "hardware.peak" << "1.2 PFLOP/s";
    QTest::newRow("a slower one") << "H100" << "hardware.peak" << "756 TFLOP/s";
    QTest::newRow("another chip's dense peak") << "mine" << "hardware.peak" << "2250 TFLOP/s";
    QTest::newRow("the driver's capacity") << "H100" << "hardware.hbmCapacity" << "81559 MiB";
    QTest::newRow("another capacity") << "H100" << "hardware.hbmCapacity" << "96 GB";
    QTest::newRow("capacity of an unknown chip") << "mine" << "hardware.hbmCapacity" << "80 GB";
    QTest::newRow("what is left of it") << "H100" << "hardware.hbmCapacity" << "79.3 GiB";
    QTest::newRow("one direction") << "H100" << "hardware.scaleUpBandwidth" << "450 GB/s";
    QTest::newRow("measured") << "H100" << "hardware.scaleUpBandwidth" << "370 GB/s";
    QTest::newRow("900 of an unknown chip may be NVLink 5") << "mine" << "hardware.scaleUpBandwidth" << "900 GB/s";
    QTest::newRow("a slower network") << "H100" << "hardware.scaleOutBandwidth" << "25 GB/s";
    QTest::newRow("HBM") << "H100" << "hardware.hbmBandwidth" << "6.7 TB/s";
}

void DatasheetQuestionTest::staysQuiet()
{
    QFETCH(QString, chip);
    QFETCH(QString, field);
    QFETCH(QString, text);
    const Field &row = *findField(field.toStdString());
    const auto question = questionAbout(withChip(chip).hardware, row, *parseFieldValue(row, text.toStdString()));
    QVERIFY2(!question, question ? headroom::text(question->message).c_str() : "");
}

// No built-in number is doubted, also under another name.
void DatasheetQuestionTest::catalogIsBeyondDoubt()
{
    for (const CatalogEntry &entry : hardwareEntries()) {
        HardwareSpec chip = *catalogHardware(entry.name);
        QVERIFY2(datasheetDoubts(chip).empty(), entry.name.c_str());
        chip.name = "copy of " + chip.name;
        const Issues doubts = datasheetDoubts(chip);
        QVERIFY2(doubts.empty(), testing::text(doubts).c_str());
    }
}

void DatasheetQuestionTest::keptNumbersAreNotAskedAgain()
{
    Scenario s = withChip("H100");
    const Field &peak = *findField("hardware.peak");
    const FieldValue value = *parseFieldValue(peak, "1979 TFLOP/s");
    const auto question = questionAbout(s.hardware, peak, value);
    QVERIFY(question);
    peak.set(s, question->answers.back().value);
    QCOMPARE(datasheetDoubts(s.hardware).size(), std::size_t{1}); // set, but nobody was asked
    QCOMPARE(datasheetDoubts(s.hardware).front().severity, Severity::warning);
    confirm(s, *question);
    QVERIFY(datasheetDoubts(s.hardware).empty());
    QVERIFY(!questionAbout(s.hardware, peak, value));
    QVERIFY(peak.source(s).find("confirmed") != std::string::npos);
}

void DatasheetQuestionTest::settings()
{
    Scenario s = withChip("H100");
    const Issues refused = applyAskedSetting(s, " hardware.peak = 1979 TFLOP/s", {});
    QCOMPARE(refused.size(), std::size_t{1});
    QCOMPARE(refused.front().field, std::string("hardware.peak"));
    const std::string said = text(refused.front());
    for (const char *part : {"1.979 PFLOP/s", "989", "sparsity", "--confirm sparsePeak"})
        QVERIFY2(said.find(part) != std::string::npos, said.c_str());
    QCOMPARE(s, withChip("H100"));
    QVERIFY(!applyAskedSetting(s, "hardware.peak=1979 TFLOP/s", {DatasheetRule::bothDirections}).empty());
    QVERIFY(applyAskedSetting(s, "hardware.peak=1979 TFLOP/s", {DatasheetRule::sparsePeak}).empty());
    QCOMPARE(matrixPeak(s.hardware, "bf16")->value.expected.value, 1979e12);
    QVERIFY(datasheetDoubts(s.hardware).empty());
    QVERIFY(applyAskedSetting(s, "run.devices=8", {}).empty());
    QCOMPARE(applyAskedSetting(s, "hardware.peak=fast", {}).front().field, std::string("hardware.peak"));
    QVERIFY(!applyAskedSetting(s, "nonsense", {}).empty());
}

QTEST_APPLESS_MAIN(DatasheetQuestionTest)
#include "datasheet_question_test.moc"
