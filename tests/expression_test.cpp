// The evaluator of formula texts: right values, and no mercy for wrong texts.

#include "support/expression.h"

#include <QTest>

using headroom::testing::evaluateExpression;
using headroom::testing::Symbol;

class ExpressionTest : public QObject
{
    Q_OBJECT

private slots:
    void values_data();
    void values();
    void wrongTexts_data();
    void wrongTexts();
};

namespace {

const std::vector<Symbol> symbols{
    {"a", {6.0}}, {"B", {4.0}}, {"t_1", {0.5}}, {"x", {1.0, 2.0, 5.0}, true}, {"none", {}, true},
};

} // namespace

void ExpressionTest::values_data()
{
    QTest::addColumn<double>("expected");
    QTest::newRow("1 + 2 * 3") << 7.0;
    QTest::newRow("(1 + 2) * 3") << 9.0;
    QTest::newRow("10 - 4 - 3") << 3.0;     // from the left
    QTest::newRow("64 / 4 / 2") << 8.0;     // from the left
    QTest::newRow("2 ^ 3 ^ 2") << 512.0;    // from the right
    QTest::newRow("-2 ^ 2") << -4.0;        // the power binds closer than the sign
    QTest::newRow("2 ^ -1") << 0.5;
    QTest::newRow("a / (B * t_1)") << 3.0;
    QTest::newRow("1.5e3 * t_1") << 750.0;
    QTest::newRow("min(a, B, 5)") << 4.0;
    QTest::newRow("max(0, B - a)") << 0.0;
    QTest::newRow("ceil(a / B) + floor(a / B)") << 3.0;
    QTest::newRow("sum(x)") << 8.0;
    QTest::newRow("max(x)") << 5.0;
    QTest::newRow("min(x) * a") << 6.0;
    QTest::newRow("sum(none)") << 0.0;
    QTest::newRow("max(max(x), a)") << 6.0;
    QTest::newRow("sum(a, B)") << 10.0;
}

void ExpressionTest::values()
{
    QFETCH(double, expected);
    const auto value = evaluateExpression(QTest::currentDataTag(), symbols);
    QVERIFY2(value.has_value(), value.has_value() ? "" : value.error().c_str());
    QCOMPARE(*value, expected);
}

void ExpressionTest::wrongTexts_data()
{
    QTest::addColumn<QString>("complaint");
    QTest::newRow("") << "missing";
    QTest::newRow("a +") << "missing";
    QTest::newRow("a B") << "unexpected 'B'";
    QTest::newRow("a * (B") << "')' is missing";
    QTest::newRow("a)") << "unexpected ')'";
    QTest::newRow("unknown * 2") << "no symbol 'unknown'";
    QTest::newRow("b") << "no symbol 'b'";
    QTest::newRow("sqrt(a)") << "no function 'sqrt'";
    QTest::newRow("x") << "outside sum, max and min";
    QTest::newRow("2 * x") << "outside sum, max and min";
    QTest::newRow("sum(x * 2)") << "outside sum, max and min";
    QTest::newRow("ceil(a, B)") << "number of arguments";
    QTest::newRow("max(none)") << "number of arguments";
    QTest::newRow("min()") << "missing";
    QTest::newRow("a \xc3\x97 B") << "unexpected";
}

void ExpressionTest::wrongTexts()
{
    QFETCH(QString, complaint);
    const auto value = evaluateExpression(QTest::currentDataTag(), symbols);
    QVERIFY(!value.has_value());
    QVERIFY2(QString::fromStdString(value.error()).contains(complaint), value.error().c_str());
}

QTEST_APPLESS_MAIN(ExpressionTest)
#include "expression_test.moc"
