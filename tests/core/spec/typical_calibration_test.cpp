// Whose measured laws a chip takes.

#include "spec/catalog.h"
#include "spec/typical_calibration.h"

#include <QTest>

using namespace headroom;

namespace {

double share(const char *chip, LawClass kind, const char *dtype, LawParameter parameter)
{
    const Calibration c = typicalCalibration(*catalogHardware(chip));
    return findLaw(c.laws, kind, dtype)->find(parameter)->expected;
}

} // namespace

class TypicalCalibrationTest : public QObject
{
    Q_OBJECT
private slots:
    void sameDie();
    void linksOverPcie();
    void ownLinks();
};

// The A100's dies differ in memory and links alone: shares of the peaks stay, whatever the bandwidth.
void TypicalCalibrationTest::sameDie()
{
    for (const char *chip : {"A100 SXM 40GB", "A100 PCIe 80GB"}) {
        QCOMPARE(share(chip, LawClass::gemm, "bf16", LawParameter::eCompute), share("A100 SXM 80GB", LawClass::gemm, "bf16", LawParameter::eCompute));
        QCOMPARE(share(chip, LawClass::gemm, "bf16", LawParameter::eMemory), share("A100 SXM 80GB", LawClass::gemm, "bf16", LawParameter::eMemory));
    }
}

// Measured on PCIe 5: all-reduce 0.467 of the link, reduce-scatter 0.454.
void TypicalCalibrationTest::linksOverPcie()
{
    QCOMPARE(share("A100 PCIe 80GB", LawClass::allReduce, "bytes", LawParameter::eLink), 0.4674);
    QCOMPARE(share("A100 PCIe 80GB", LawClass::reduceScatter, "bytes", LawParameter::eLink), 0.4537);
}

void TypicalCalibrationTest::ownLinks()
{
    QCOMPARE(share("A100 SXM 80GB", LawClass::allReduce, "bytes", LawParameter::eLink), 0.7257);
    QCOMPARE(share("A100 SXM 40GB", LawClass::allReduce, "bytes", LawParameter::eLink), 0.7257);
}

QTEST_APPLESS_MAIN(TypicalCalibrationTest)
#include "typical_calibration_test.moc"
