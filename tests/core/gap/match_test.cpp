// Which traced operators are which of the model: by hand, by their shapes, by how often they run; the files in which it is said by hand.

#include "gap/match.h"
#include "support/support.h"

#include <QTest>

using namespace headroom;

class MatchTest : public QObject
{
    Q_OBJECT

private slots:
    void byHandAndByShape()
    {
        ModelledStep model;
        const auto op = [](const char *id, double flops, double calls) {
            return ModelledOperator{id, id, Phase::forward, EventClass::matmul, calls, Flops(flops), {}, Seconds(1e-3), Seconds(1e-3)};
        };
        model.operators = {op("a", 2.0 * 64 * 32 * 16, 1), op("b", 2.0 * 64 * 32 * 48, 2), op("c", 7e9, 3), op("d", 7e9, 5)};
        const auto call = [](const char *name, const char *shapes) { return TracedCall{name, shapes, EventClass::matmul, {}, Seconds(1e-3)}; };
        std::vector<TracedCall> calls{call("k1", "[[64, 32], [32, 16]]"), call("k2", "[[48], [64, 32], [32, 48]]"), call("k2", "[[48], [64, 32], [32, 48]]"),
                                      call("mine", ""), call("k3", ""), call("k3", ""), call("k3", ""), call("k4", "")};
        const Result<Matches> matches = matchOperators(model, calls, {{"^mine$", "d"}});
        QVERIFY(matches.has_value());
        QCOMPARE(matches->matched.size(), 4U);
        for (const OperatorMatch &m : matches->matched) {
            const std::string id = model.operators[m.modelled].id;
            QCOMPARE(m.reason, id == "d" ? MatchReason::byHand : id == "c" ? MatchReason::calls : MatchReason::shapes);
        }
        QCOMPARE(matches->traced.size(), 1U); // k4
        QVERIFY(!matchOperators(model, calls, {{"mine", "nobody"}}));
        // k3 is none of the model's, k1 and k4 are both d, and nothing is called kernel.
        const Result<Matches> said = matchOperators(model, calls, {{"^K3$", ""}, {"k1|k4", "d"}, {"kernel", "a"}});
        QVERIFY(said.has_value());
        for (const OperatorMatch &m : said->matched)
            if (model.operators[m.modelled].id == "d")
                QCOMPARE(m.traced, (std::vector<std::string>{"k1", "k4"}));
        const auto k3 = std::ranges::find(said->traced, std::string("k3"), &UnmatchedTraced::name);
        QVERIFY(k3 != said->traced.end() && k3->byHand && k3->calls == 3.0);
        QCOMPARE(said->idle, (std::vector<MatchCorrection>{{"kernel", "a"}}));
        QCOMPARE(*flopsOfShapes("[[2, 128, 64], [64, 32]]"), 2.0 * 256 * 64 * 32);
        QVERIFY(!flopsOfShapes("[[128, 64], [65, 32]]") && !flopsOfShapes(""));
    }

    // The pattern of a name fits it and not a longer one, also where the name holds what patterns are made of.
    void oneNameSaid()
    {
        ModelledStep model;
        model.operators = {{"a", "a", Phase::forward, EventClass::matmul, 1, Flops(1.0), {}, {}, {}}};
        for (const std::string &name : {std::string("k"), std::string("void f<1, 2>(float *, int)"), std::string("a|b"), std::string("^x$"), std::string(9000, 'n')}) {
            const std::vector<TracedCall> calls{{name, "", EventClass::elementwise, {}, Seconds(1.0)}, {"2" + name, "", EventClass::elementwise, {}, Seconds(1.0)}};
            const Result<Matches> matches = matchOperators(model, calls, withCorrection({}, name, "a"));
            QVERIFY2(matches && matches->matched.size() == 1, name.c_str());
            QCOMPARE(matches->matched.front().traced, std::vector<std::string>{name});
        }
        const auto once = withCorrection({{"b*", "x"}}, "k", "a"), twice = withCorrection(once, "k", "");
        QCOMPARE(once, (std::vector<MatchCorrection>{{"^k$", "a"}, {"b*", "x"}}));
        QCOMPARE(twice, (std::vector<MatchCorrection>{{"^k$", ""}, {"b*", "x"}}));
        QCOMPARE(withCorrection(twice, "k", std::nullopt), (std::vector<MatchCorrection>{{"b*", "x"}}));
    }

    void corrections()
    {
        const auto good = readCorrections(R"({"matches":[{"pattern":"my_kernel","modelled":"head.loss.forward"}]})", "own.json");
        QVERIFY(good.has_value());
        QCOMPARE(good->front().modelled, std::string("head.loss.forward"));
        const auto bad = readCorrections(R"({"matches":[{"pattern":"my_kernel"}]})", "own.json");
        QVERIFY(!bad);
        QVERIFY(headroom::testing::text(bad.error()).find("matches[0].modelled") != std::string::npos);
        for (const char *wrong : {R"({"matches":[{"pattern":"","modelled":"a"}]})", R"({"matches":[{"pattern":"k","modelled":""}]})", R"({"matches":[5]})",
                                  R"({"matches":[{"pattern":"k","modelled":5}]})", R"({"matches":[{"pattern":"k","modelled":null,"x":1}]})", R"({"matches":null})"})
            QVERIFY2(!readCorrections(wrong, "own.json"), wrong);
        const std::vector<MatchCorrection> all{{"^a|b$", "x.forward"}, {"c \"*\" 内核", ""}};
        QCOMPARE(readCorrections(writeCorrections(all), "own.json").value(), all);
    }
};

QTEST_GUILESS_MAIN(MatchTest)
#include "match_test.moc"
