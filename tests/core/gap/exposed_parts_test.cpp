// Which part of the step a traced collective belongs to, and how long each part was exposed.

#include "gap/exposed_parts.h"
#include "gap/gap_rows.h"
#include "support/made_trace.h"
#include "trace/summary.h"

#include <QTest>

using namespace headroom;
using namespace headroom::testing;

class ExposedPartsTest : public QObject
{
    Q_OBJECT

private slots:
    // What the record has no collective for is not called hidden.
    void anAxisWithoutCollectives()
    {
        ModelledStep model;
        model.exposed = {{"exposed.tp", "", Seconds(2.0), Seconds(1.0), {}, {}}};
        const std::vector<GapRow> rows = gapRows(model, DeviceTime{}, {});
        const auto row = std::ranges::find(rows, "gap.communication.tp", &GapRow::id);
        QVERIFY(row != rows.end());
        QCOMPARE(row->measured, Seconds{});
        QCOMPARE(text(row->cause), std::string("the record has no collective that can only be of this axis"));
    }

    // 0-10 us product; 5-15 an all-gather of 4 ranks (tp), 12-20 one of 8 (fsdp), 18-26 an all-to-all (ep), 30-34 a broadcast: 10-26 and
    // 30-34 are exposed. Where two run at once tp comes before ep before fsdp: tp has 10-15, ep 18-26, fsdp 15-18.
    void exposedInstants()
    {
        MadeTrace made;
        const auto seven = made.lane("7", 0), nine = made.lane("9", 0), eight = made.lane("8", 0);
        made.add(seven, "gemm", 0, 10);
        made.add(nine, collective("ncclDevKernel_AllGather", "all_gather", 1, 4, 4), 5, 10);
        made.add(eight, collective("ncclDevKernel_AllGather", "all_gather", 1, 8, 8), 12, 8);
        made.add(nine, collective("ncclDevKernel_AllToAll", "all_to_all", 1, 1, 8), 18, 8);
        made.add(nine, "ncclDevKernel_Broadcast", 30, 4);
        const Trace trace = made.trace();
        const ClassifiedTrace classes = classify(trace, builtInTraceRules());
        const TraceSummary summary = summarize(trace, classes);
        const std::vector<ModelledCollective> modelled{{EventClass::allGather, "exposed.tp", 4, Bytes(4)},
                                                       {EventClass::allGather, "exposed.fsdp", 8, Bytes(9)},
                                                       {EventClass::allToAll, "exposed.ep", 8, Bytes(1)}};
        const std::vector<ExposedPart> parts =
            exposedParts(modelled, trace, deviceWork(trace, classes).front(), summary.typical->step);
        constexpr std::int64_t us = 1'000'000;
        QCOMPARE(parts.size(), 4U);
        const auto is = [&](std::size_t i, const char *id, std::int64_t time, std::int64_t exposed) {
            return parts[i].id == id && parts[i].time == time * us && parts[i].exposed == exposed * us;
        };
        QVERIFY(is(0, "exposed.tp", 10, 5) && is(1, "exposed.ep", 8, 8) && is(2, "exposed.fsdp", 8, 3) && is(3, "", 4, 4));
        QCOMPARE(summary.typical->exposedCommunication, 20 * us);
    }

    void partsOfCollectives()
    {
        const std::vector<ModelledCollective> modelled{{EventClass::allGather, "exposed.tp", 8, Bytes(1000)},
                                                       {EventClass::allGather, "exposed.fsdp", 8, Bytes(5000)},
                                                       {EventClass::reduceScatter, "exposed.fsdp", 8, Bytes(5000)},
                                                       {EventClass::sendRecv, "exposed.cp", 2, Bytes(7)},
                                                       {EventClass::sendRecv, "exposed.pp", 4, {}}};
        const auto stated = [](double bytes, std::optional<std::int64_t> ranks) { return TracedCollective{"", bytes, bytes, "", ranks, ""}; };
        using Part = std::optional<std::string>;
        QCOMPARE(partOf(modelled, EventClass::reduceScatter, std::nullopt), Part("exposed.fsdp"));
        QCOMPARE(partOf(modelled, EventClass::reduceScatter, stated(1, 64)), Part("exposed.fsdp")); // the model has no other
        QCOMPARE(partOf(modelled, EventClass::allGather, std::nullopt), Part());
        QCOMPARE(partOf(modelled, EventClass::allGather, stated(1020, 8)), Part("exposed.tp"));
        QCOMPARE(partOf(modelled, EventClass::allGather, stated(5000, std::nullopt)), Part("exposed.fsdp"));
        QCOMPARE(partOf(modelled, EventClass::allGather, stated(3000, 8)), Part());
        QCOMPARE(partOf(modelled, EventClass::allReduce, stated(1000, 8)), Part());
        QCOMPARE(partOf(modelled, EventClass::sendRecv, stated(9, 2)), Part("exposed.cp"));
        QCOMPARE(partOf(modelled, EventClass::sendRecv, std::nullopt), Part("exposed.pp"));
    }
};

QTEST_GUILESS_MAIN(ExposedPartsTest)
#include "exposed_parts_test.moc"
