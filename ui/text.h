#pragma once
// Core's texts and numbers as the window shows them: patterns translated first, arguments filled in after.

#include "base/band.h"
#include "base/result.h"
#include "base/units.h"

#include <QString>

#include <string_view>

namespace headroom {

QString qs(std::string_view utf8);
// A CORE_TEXT of core, in the window's language.
QString coreText(std::string_view source);
QString messageText(const Message &message);
// The same where arguments may be terms of core's.
QString termsText(Message message);
// "file: message", without the field.
QString issueText(const Issue &issue);

// 13.77 ms, 3.35 TB/s.
QString quantityText(double value, Unit unit, int digits = 4);
// 0.4213 -> "42.1 %".
QString percentText(double ratio, int decimals = 1);
// A difference of ratios in points, with sign: +2.1, −0.4.
QString pointsText(double ratio, int decimals = 1);
// "44–51 %", or "51.3 %" when the ends agree.
QString intervalText(const Band<double> &ratio);
// "5.4–6.3 s".
QString timeText(Seconds low, Seconds high);

} // namespace headroom
