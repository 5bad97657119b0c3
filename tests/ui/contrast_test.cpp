// Contrast of both themes, by the formula of WCAG 2 (relative luminance of sRGB): 4.5 for text, 3 for marks and what shows the focus.

#include "tests/ui/support/gui_test.h"

#include "ui/appearance.h"
#include "ui/charts/plot_theme.h"

#include <QPalette>

#include <cmath>

using namespace headroom;

namespace {

constexpr double ofText = 4.5, ofMark = 3.0;

double luminance(const QColor &color)
{
    const auto linear = [](double c) { return c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

double contrast(const QColor &a, const QColor &b)
{
    const double x = luminance(a), y = luminance(b);
    return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

void themes()
{
    QTest::addColumn<bool>("dark");
    QTest::newRow("light") << false;
    QTest::newRow("dark") << true;
}

void check(const QColor &color, const QColor &ground, double least, const char *what)
{
    QVERIFY2(contrast(color, ground) >= least,
             qPrintable(QStringLiteral("%1: %2 on %3 is %4, not %5")
                            .arg(QString::fromUtf8(what), color.name(), ground.name())
                            .arg(contrast(color, ground), 0, 'f', 2)
                            .arg(least)));
}

} // namespace

class ContrastTest : public QObject
{
    Q_OBJECT

private slots:
    // Black on white is 21, a colour on itself 1: the ends of the scale.
    void theFormula()
    {
        QCOMPARE(contrast(Qt::black, Qt::white), 21.0);
        QCOMPARE(contrast(QColor("#777777"), QColor("#777777")), 1.0);
        QVERIFY(std::abs(contrast(QColor("#767676"), Qt::white) - 4.54) < 0.01); // the lightest grey that WCAG's examples allow for text
    }

    void controls_data() { themes(); }
    void controls()
    {
        QFETCH(bool, dark);
        const QPalette p = applicationPalette(dark);
        struct Pair
        {
            QPalette::ColorRole color, ground;
            double least;
            const char *what;
        };
        for (const Pair &pair : {Pair{QPalette::WindowText, QPalette::Window, ofText, "window text"},
                                 Pair{QPalette::Text, QPalette::Base, ofText, "text"},
                                 Pair{QPalette::Text, QPalette::AlternateBase, ofText, "text of a table"},
                                 Pair{QPalette::ButtonText, QPalette::Button, ofText, "button"},
                                 Pair{QPalette::HighlightedText, QPalette::Highlight, ofText, "selected text"},
                                 Pair{QPalette::ToolTipText, QPalette::ToolTipBase, ofText, "tip"},
                                 Pair{QPalette::PlaceholderText, QPalette::Base, ofText, "placeholder"},
                                 Pair{QPalette::PlaceholderText, QPalette::Window, ofText, "caption"},
                                 Pair{QPalette::Link, QPalette::Base, ofText, "link"},
                                 Pair{QPalette::Link, QPalette::Window, ofText, "link in the window"},
                                 Pair{QPalette::BrightText, QPalette::Window, ofText, "warning"},
                                 Pair{QPalette::Highlight, QPalette::Window, ofMark, "focus in the window"},
                                 Pair{QPalette::Highlight, QPalette::Base, ofMark, "focus in a field"}})
            check(p.color(pair.color), p.color(pair.ground), pair.least, pair.what);
    }

    void charts_data() { themes(); }
    void charts()
    {
        QFETCH(bool, dark);
        const PlotTheme &theme = plotTheme(dark);
        for (const QColor &ground : {theme.background, theme.panel}) {
            check(theme.foreground, ground, ofText, "text");
            check(theme.muted, ground, ofText, "muted text");
            check(theme.good, ground, ofText, "good");
            check(theme.bad, ground, ofText, "bad");
            check(theme.anchor, ground, ofMark, "anchor");
            for (const QColor &color : theme.category)
                check(color, ground, ofMark, "category");
            for (const QColor &color : theme.cause)
                check(color, ground, ofMark, "cause");
            for (const QColor &color : theme.memory)
                check(color, ground, ofMark, "memory");
            for (const QColor &color : theme.pass)
                check(color, ground, ofMark, "pass");
            for (const QColor &color : theme.lane)
                check(color, ground, ofMark, "lane");
        }
    }

    // Texts of the style sheet stand in the window, whose ground is not the charts'.
    void captions_data() { themes(); }
    void captions()
    {
        QFETCH(bool, dark);
        const QColor ground = applicationPalette(dark).color(QPalette::Window);
        check(plotTheme(dark).bad, ground, ofText, "problem");
        check(plotTheme(dark).muted, ground, ofText, "heading");
        check(plotTheme(dark).good, ground, ofText, "better");
    }
};

HEADROOM_GUI_TEST(ContrastTest)
#include "contrast_test.moc"
