#include "ui/text.h"

#include "base/format.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace headroom {

QString qs(std::string_view utf8)
{
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

QString coreText(std::string_view source)
{
    return source.empty() ? QString() : QCoreApplication::translate("core", std::string(source).c_str());
}

QString messageText(const Message &message)
{
    return qs(fill(coreText(message.pattern).toStdString(), message.arguments));
}

QString issueText(const Issue &issue)
{
    const QString text = messageText(issue.message);
    return issue.file.empty() ? text : qs(issue.file) + QStringLiteral(": ") + text;
}

QString quantityText(double value, Unit unit, int digits)
{
    return qs(engineering(value, unit, digits));
}

QString percentText(double ratio, int decimals)
{
    return qs(percent(ratio, decimals));
}

QString pointsText(double ratio, int decimals)
{
    const QString digits = QString::number(std::abs(ratio) * 100.0, 'f', decimals);
    return (ratio < 0 ? QStringLiteral("−") : QStringLiteral("+")) + digits;
}

int decimalsFor(double width)
{
    const double points = std::abs(width) * 100.0;
    return points >= 1.0 ? 0 : 1;
}

QString intervalText(const Band<double> &ratio)
{
    const int decimals = ratio.isExact() ? 1 : decimalsFor(ratio.high - ratio.low);
    const QString low = QString::number(ratio.low * 100.0, 'f', decimals);
    const QString high = QString::number(ratio.high * 100.0, 'f', decimals);
    const QString number = low == high ? low : low + QStringLiteral("–") + high;
    return number + QStringLiteral(" %");
}

} // namespace headroom
