#include "ui/appearance.h"

#include "ui/charts/plot_theme.h"
#include "ui/style.h"

#include <QApplication>
#include <QFont>
#include <QLocale>
#include <QPalette>
#include <QSettings>

namespace headroom {

QPalette applicationPalette(bool dark)
{
    const auto color = [dark](const char *light, const char *night) { return QColor(dark ? night : light); };
    QPalette p;
    p.setColor(QPalette::Window, color("#f3f5f7", "#1e2329"));
    p.setColor(QPalette::WindowText, color("#1b1f24", "#e6e9ed"));
    p.setColor(QPalette::Base, color("#ffffff", "#16191d"));
    p.setColor(QPalette::AlternateBase, color("#f7f9fb", "#1a1e23"));
    p.setColor(QPalette::Text, color("#1b1f24", "#e6e9ed"));
    p.setColor(QPalette::PlaceholderText, color("#626d78", "#98a2ae"));
    p.setColor(QPalette::Button, color("#eceff2", "#2a3037"));
    p.setColor(QPalette::ButtonText, color("#1b1f24", "#e6e9ed"));
    p.setColor(QPalette::BrightText, color("#c0271a", "#ff7b6b"));
    p.setColor(QPalette::Highlight, color("#1d6fb8", "#2a74b6"));
    p.setColor(QPalette::HighlightedText, QColor("#ffffff"));
    p.setColor(QPalette::Link, color("#0a5ea8", "#6bb3ee"));
    p.setColor(QPalette::LinkVisited, color("#0a5ea8", "#6bb3ee"));
    p.setColor(QPalette::ToolTipBase, color("#ffffff", "#2a3037"));
    p.setColor(QPalette::ToolTipText, color("#1b1f24", "#e6e9ed"));
    p.setColor(QPalette::Light, color("#ffffff", "#39414a"));
    p.setColor(QPalette::Midlight, color("#f7f9fb", "#2f363e"));
    p.setColor(QPalette::Mid, color("#c3cad2", "#3d454e"));
    p.setColor(QPalette::Dark, color("#9aa4af", "#11141a"));
    p.setColor(QPalette::Shadow, color("#5d6772", "#0a0c0f"));
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        p.setColor(QPalette::Disabled, role, color("#8b95a1", "#69737e"));
    p.setColor(QPalette::Disabled, QPalette::Highlight, color("#c3cad2", "#3d454e"));
    return p;
}

namespace {

QString styleSheet(bool dark)
{
    const QString bad = plotTheme(dark).bad.name(), muted = plotTheme(dark).muted.name();
    const QString line = dark ? QStringLiteral("#3d454e") : QStringLiteral("#c3cad2");
    return QStringLiteral(
               "QLabel[role=\"heading\"] { font-weight: bold; color: %2; margin: 8px 0px 1px 0px; padding: 0px; }"
               "QLabel[role=\"chip\"] { font-size: 11px; border: 1px solid %3; border-radius: 4px; padding: 2px 7px; }"
               "QLabel[role=\"problem\"] { color: %1; }"
               "QLabel[role=\"caption\"] { color: %2; }"
               "QLineEdit[invalid=\"true\"] { border: 1px solid %1; border-radius: 2px; padding: 1px 2px; }")
        .arg(bad, muted, line);
}

} // namespace

QStringList fontFamilies()
{
    return {QStringLiteral("DejaVu Sans"), QStringLiteral("Noto Sans CJK SC")};
}

Appearance::Appearance(QObject *parent) : QObject(parent)
{
    m_systemDark = QApplication::palette().color(QPalette::Window).lightness() < 128;
    QApplication::setStyle(new Style);
    QFont font;
    font.setFamilies(fontFamilies());
    font.setPixelSize(12);
    QApplication::setFont(font);
    const QSettings settings;
    m_theme = static_cast<ThemeChoice>(qBound(0, settings.value(QStringLiteral("theme"), 0).toInt(), 2));
    const QString system =
        QLocale::system().language() == QLocale::Chinese ? QStringLiteral("zh_CN") : QStringLiteral("en");
    m_language = settings.value(QStringLiteral("language"), system).toString();
    headroom::setMemoryUnit(static_cast<MemoryUnit>(qBound(0, settings.value(QStringLiteral("memoryUnit"), 0).toInt(), 1)));
    applyPalette();
    applyLanguage();
}

bool Appearance::isDark() const
{
    return m_theme == ThemeChoice::dark || (m_theme == ThemeChoice::system && m_systemDark);
}

void Appearance::setTheme(ThemeChoice theme)
{
    m_theme = theme;
    QSettings().setValue(QStringLiteral("theme"), static_cast<int>(theme));
    applyPalette();
    emit themeChanged();
}

void Appearance::setLanguage(const QString &language)
{
    if (language == m_language)
        return;
    m_language = language;
    QSettings().setValue(QStringLiteral("language"), language);
    applyLanguage();
}

void Appearance::setMemoryUnit(MemoryUnit unit)
{
    if (unit == memoryUnit())
        return;
    headroom::setMemoryUnit(unit);
    QSettings().setValue(QStringLiteral("memoryUnit"), static_cast<int>(unit));
    emit memoryUnitChanged();
}

void Appearance::applyPalette()
{
    QApplication::setPalette(applicationPalette(isDark()));
    qApp->setStyleSheet(styleSheet(isDark()));
}

void Appearance::applyLanguage()
{
    QCoreApplication::removeTranslator(&m_texts);
    QCoreApplication::removeTranslator(&m_qtTexts);
    QLocale::setDefault(QLocale(m_language == QLatin1String("zh_CN") ? QLocale::Chinese : QLocale::English,
                                m_language == QLatin1String("zh_CN") ? QLocale::China : QLocale::UnitedStates));
    if (m_language == QLatin1String("en"))
        return;
    if (m_qtTexts.load(QStringLiteral(":/i18n/qtbase_%1.qm").arg(m_language)))
        QCoreApplication::installTranslator(&m_qtTexts);
    if (m_texts.load(QStringLiteral(":/i18n/headroom_%1.qm").arg(m_language)))
        QCoreApplication::installTranslator(&m_texts);
}

} // namespace headroom
