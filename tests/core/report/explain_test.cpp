// Derivations as trees.

#include "report/explain.h"
#include "support/support.h"

#include <QTest>

using namespace headroom;

class ExplainTest : public QObject
{
    Q_OBJECT

private slots:
    void tree();
    void depth();
    void sharedTermsAppearOnce();
    void longSumsAreCut();
    void unknownNames();
};

namespace {

const Formula ratio{"a.ratio", "share", "F / P", {"F", "P"}, "a book"};
const Formula product{"a.product", "work", "n * f", {"n", "f"}, "a paper"};
const Formula total{"a.total", "total", "sum(x)", {"x"}, "arithmetic"};

Derivation madeDerivation()
{
    Derivation why;
    const auto n = why.given("run.devices", 8.0);
    const auto f = why.given("constant", 2.0);
    const auto work = why.record(product, 16.0, {n.term, f.term}, "all devices");
    const auto peak = why.given("hardware.peak", 32.0);
    why.name("system.share", why.record(ratio, 0.5, {work.term, peak.term}).term);
    why.name("system.twice", why.record(ratio, 1.0, {work.term, work.term}).term);
    std::vector<TermId> parts;
    for (int i = 1; i <= 12; ++i)
        parts.push_back(why.given("part", static_cast<double>(i)).term);
    why.name("system.total", why.record(total, 78.0, std::span<const TermId>(parts)).term);
    return why;
}

QString explained(const char *name, int depth)
{
    const Result<std::string> text = explainText(madeDerivation(), name, depth);
    return text ? QString::fromStdString(*text) : QString();
}

} // namespace

void ExplainTest::tree()
{
    QCOMPARE(explained("system.share", 9),
             QString("system.share = 0.5   share: F / P   [a book]\n"
                     "  F = 16   work (all devices): n * f   [a paper]\n"
                     "    n = 8   run.devices\n"
                     "    f = 2   constant\n"
                     "  P = 32   hardware.peak\n"));
}

void ExplainTest::depth()
{
    QCOMPARE(explained("system.share", 1).count('\n'), 3);
    QVERIFY(explained("system.share", 1).contains("[a paper]   ...\n"));
    QCOMPARE(explained("system.share", 0).count('\n'), 1);
}

void ExplainTest::sharedTermsAppearOnce()
{
    const QString text = explained("system.twice", 9);
    QCOMPARE(text.count("run.devices"), 1);
    QCOMPARE(text.count("(see above)"), 1);
}

void ExplainTest::longSumsAreCut()
{
    const QString text = explained("system.total", 9);
    QCOMPARE(text.count("x = "), 8);
    QVERIFY(text.contains("x = 12   part\n"));
    QVERIFY(text.contains("and 4 more, together 10\n"));
}

void ExplainTest::unknownNames()
{
    const Result<std::string> text = explainText(madeDerivation(), "system.shore", 4);
    QVERIFY(!text.has_value());
    const QString message = QString::fromStdString(headroom::testing::text(text.error()));
    QVERIFY2(message.contains("\"system.shore\"") && message.contains("system.share"), qPrintable(message));
    QVERIFY(QString::fromStdString(termsText(madeDerivation())).contains("system.share"));
}

QTEST_APPLESS_MAIN(ExplainTest)
#include "explain_test.moc"
