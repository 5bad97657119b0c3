#include "ui/session/preferences.h"

#include "base/enum_table.h"
#include "spec/catalog.h"

#include <QSettings>

#include <algorithm>
#include <array>

namespace headroom {

namespace {
const QString scaleKey = QStringLiteral("scale");
const QString conventionKey = QStringLiteral("convention");
constexpr const char *scaleVariable = "QT_SCALE_FACTOR";
constexpr std::array scales{100, 125, 150, 175, 200, 250, 300};
} // namespace

std::span<const int> uiScales()
{
    return scales;
}

int uiScale()
{
    const int stored = QSettings().value(scaleKey, scales.front()).toInt();
    return std::ranges::find(scales, stored) == scales.end() ? scales.front() : stored;
}

void setUiScale(int percent)
{
    QSettings().setValue(scaleKey, percent);
}

void applyUiScale()
{
    bool known = false;
    const double asked = qEnvironmentVariable(scaleVariable).toDouble(&known);
    const double factor = (known && asked > 0.0 ? asked : 1.0) * uiScale() / 100.0;
    if (factor != 1.0)
        qputenv(scaleVariable, QByteArray::number(factor));
}

Convention preferredConvention()
{
    const QString key = QSettings().value(conventionKey).toString();
    return fromKey<Convention>(key.toStdString()).value_or(Convention::headroom);
}

void setPreferredConvention(Convention convention)
{
    QSettings().setValue(conventionKey, QString::fromUtf8(keyOf(convention)));
}

Scenario newScenario()
{
    Scenario out = workedExample();
    out.run.convention = preferredConvention();
    return out;
}

} // namespace headroom
