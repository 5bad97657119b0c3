#pragma once
// Comparisons with other calculators as rows and lines of a Qt test.

#include "support/our_plan.h"
#include "support/peers.h"

#include <QTest>

namespace headroom::testing {

// Rows of a data-driven test: one per case.
inline void addPeerRows(const char *peer)
{
    QTest::addColumn<int>("index");
    int index = 0;
    for (const Json &c : peerCases(peer))
        QTest::newRow(c.at("name").get<std::string>().c_str()) << index++;
}

} // namespace headroom::testing

// One line: ours, theirs and the terms between them.
#define COMPARE_LINE(what, ours, theirs, ...)                                                                                              \
    QVERIFY2(::headroom::testing::explained(ours, theirs, {__VA_ARGS__}),                                                                  \
             qPrintable(QString("%1: ours %2, theirs %3, left %4")                                                                         \
                            .arg(what)                                                                                                     \
                            .arg(ours, 0, 'g', 17)                                                                                         \
                            .arg(theirs, 0, 'g', 17)                                                                                       \
                            .arg((ours) - (theirs), 0, 'g', 17)))
