#include "ui/text.h"

#include "base/format.h"
#include "ui/memory_unit.h"
#include "report/interval.h"

#include <QCoreApplication>

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

QString termsText(Message message)
{
    for (std::string &argument : message.arguments)
        argument = coreText(argument).toStdString();
    return messageText(message);
}

QString issueText(const Issue &issue)
{
    const QString text = messageText(issue.message);
    return issue.file.empty() ? text : qs(issue.file) + QStringLiteral(": ") + text;
}

QString quantityText(double value, Unit unit, int digits)
{
    // What the core writes in decimal units is written as a rate; a byte's is what it lacks there.
    if (unit == Unit::bytes && memoryUnit() == MemoryUnit::gigabyte)
        return qs(engineering(value, Unit::bytesPerSecond, digits)).chopped(2);
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

QString intervalText(const Band<double> &ratio)
{
    return qs(percentInterval(ratio)).replace(QLatin1Char('-'), QStringLiteral("–"));
}

QString timeText(Seconds low, Seconds high)
{
    QString text = qs(timeInterval(low, high));
    const QStringList ends = text.split(QStringLiteral(" - "));
    if (ends.size() != 2)
        return text;
    // One unit serves both ends: 5.4–6.3 s.
    const QString a = ends[0].section(QLatin1Char(' '), 1), b = ends[1].section(QLatin1Char(' '), 1);
    return (a == b ? ends[0].section(QLatin1Char(' '), 0, 0) : ends[0]) + QStringLiteral("–") + ends[1];
}

} // namespace headroom
