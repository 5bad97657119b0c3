#pragma once
// PDF of one point a unit: vectors, embedded fonts, text that can be selected and found.

#include "base/result.h"

#include <QByteArray>
#include <QSizeF>
#include <QString>

#include <functional>

class QPdfWriter;

namespace headroom {

// `draw` paints on the writer, whose first page is there. The same drawing gives the same bytes: the date is documentDate(). Errors: its.
Result<QByteArray> pdfBytes(const QString &title, QSizeF points, const std::function<void(QPdfWriter &)> &draw);

// Characters that glyphs of a PDF stand for as people type them. Qt takes the first of several characters with one glyph, and that is
// a Kangxi radical (U+2F12) rather than 力, a ligature (U+FB02) rather than fl: what is searched for would not be found. Lengths and
// cross-references follow.
QByteArray withPlainCharacters(const QByteArray &pdf);

} // namespace headroom
