#pragma once
// Fonts, colours and language of the whole application.

#include <QObject>
#include <QPalette>
#include <QString>
#include <QTranslator>

#include "ui/memory_unit.h"

namespace headroom {

enum class ThemeChoice { system, light, dark };

class Appearance : public QObject
{
    Q_OBJECT

public:
    explicit Appearance(QObject *parent = nullptr);

    // Remembered in the settings.
    ThemeChoice theme() const { return m_theme; }
    QString language() const { return m_language; } // "en", "zh_CN"
    bool isDark() const;
    void setTheme(ThemeChoice theme);
    void setLanguage(const QString &language);
    void setMemoryUnit(MemoryUnit unit);

signals:
    void themeChanged();
    void memoryUnitChanged();

private:
    void applyPalette();
    void applyLanguage();

    ThemeChoice m_theme = ThemeChoice::system;
    QString m_language;
    bool m_systemDark = false;
    QTranslator m_texts;
    QTranslator m_qtTexts;
};

// Colours of windows and controls.
QPalette applicationPalette(bool dark);

// The family list that shows Chinese with Chinese shapes.
QStringList fontFamilies();

} // namespace headroom
