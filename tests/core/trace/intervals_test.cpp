// Sets of time against the definition: a point is in a result when the points of the arguments say so.

#include "trace/intervals.h"

#include <QTest>
#include <random>

using namespace headroom;

namespace {

constexpr std::int64_t horizon = 60;

bool holds(const std::vector<Span> &ranges, std::int64_t t)
{
    return std::ranges::any_of(ranges, [t](const Span &s) { return s.start <= t && t < s.end; });
}

bool isSet(const Spans &spans)
{
    for (std::size_t i = 0; i < spans.size(); ++i)
        if (spans[i].length() <= 0 || (i > 0 && spans[i].start <= spans[i - 1].end))
            return false;
    return true;
}

std::vector<Span> anyRanges(std::mt19937_64 &random)
{
    std::vector<Span> out(random() % 12);
    for (Span &s : out) {
        s.start = static_cast<std::int64_t>(random() % horizon);
        s.end = s.start + static_cast<std::int64_t>(random() % 9) - 1;
    }
    return out;
}

} // namespace

class IntervalsTest : public QObject
{
    Q_OBJECT

private slots:
    void handCase()
    {
        const Spans a = unite({{10, 20}, {0, 5}, {18, 25}, {25, 26}, {30, 30}});
        QCOMPARE(a, (Spans{{0, 5}, {10, 26}}));
        QCOMPARE(subtract(a, {{2, 3}, {4, 12}}), (Spans{{0, 2}, {3, 4}, {12, 26}}));
        QCOMPARE(intersect(a, {{2, 3}, {4, 12}}), (Spans{{2, 3}, {4, 5}, {10, 12}}));
        QCOMPARE(length(a), 21);
    }

    void pointByPoint()
    {
        std::mt19937_64 random(7);
        for (int round = 0; round < 2000; ++round) {
            const std::vector<Span> x = anyRanges(random), y = anyRanges(random);
            const Spans a = unite(x), b = unite(y);
            const Spans both = intersect(a, b), without = subtract(a, b), either = unite(a, b);
            QVERIFY(isSet(a) && isSet(both) && isSet(without) && isSet(either));
            for (std::int64_t t = -2; t < horizon + 12; ++t) {
                QCOMPARE(holds(a, t), holds(x, t));
                QCOMPARE(holds(either, t), holds(x, t) || holds(y, t));
                QCOMPARE(holds(both, t), holds(x, t) && holds(y, t));
                QCOMPARE(holds(without, t), holds(x, t) && !holds(y, t));
            }
            const std::int64_t from = static_cast<std::int64_t>(random() % horizon), to = from + 1 + static_cast<std::int64_t>(random() % 20);
            QCOMPARE(within(a, {from, to}), intersect(a, {{from, to}}));
            QCOMPARE(length(both) + length(without), length(a));
            QCOMPARE(length(a) + length(b), length(either) + length(both));
        }
    }
};

QTEST_GUILESS_MAIN(IntervalsTest)
#include "intervals_test.moc"
