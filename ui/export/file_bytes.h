#pragma once
// Bytes that depend on their content alone, and files that are either complete or as they were.

#include "base/result.h"

#include <QByteArray>
#include <QDateTime>
#include <QString>

namespace headroom {

// The date that documents bear: SOURCE_DATE_EPOCH (seconds since 1970, see reproducible-builds.org) where it is set, else the first
// moment that a zip archive can name. Errors: SOURCE_DATE_EPOCH is no such number.
Result<QDateTime> documentDate();

// Hashes that come about while it lives have an order of their content alone: QCustomPlot draws axes, and Qt writes fonts, as they
// stand in one.
class FixedHashOrder
{
public:
    FixedHashOrder();
    ~FixedHashOrder();
    FixedHashOrder(const FixedHashOrder &) = delete;
    FixedHashOrder &operator=(const FixedHashOrder &) = delete;

private:
    bool m_wasFixed;
};

// Errors: the file cannot be written.
Result<void> writeWhole(const QString &path, const QByteArray &bytes);

// "pdf" of "Report.PDF".
QString endingOf(const QString &path);

} // namespace headroom
