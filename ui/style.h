#pragma once
// Fusion with check boxes that can be seen on dark windows, and combo boxes that elide what does not fit,
// and tabs that all fit into a narrow dock.

#include <QProxyStyle>

namespace headroom {

class Style : public QProxyStyle
{
    Q_OBJECT

public:
    Style();
    void drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
                       const QWidget *widget) const override;
    void drawControl(ControlElement element, const QStyleOption *option, QPainter *painter,
                     const QWidget *widget) const override;
    int pixelMetric(PixelMetric metric, const QStyleOption *option, const QWidget *widget) const override;
};

} // namespace headroom
