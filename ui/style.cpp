#include "ui/style.h"

#include <QPainter>
#include <QStyleOption>

namespace headroom {

Style::Style() : QProxyStyle(QStringLiteral("Fusion"))
{
}

void Style::drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
                          const QWidget *widget) const
{
    if (element != PE_IndicatorCheckBox)
        return QProxyStyle::drawPrimitive(element, option, painter, widget);
    const QPalette &palette = option->palette;
    const bool on = option->state.testFlag(State_On), enabled = option->state.testFlag(State_Enabled);
    const QRectF box = QRectF(option->rect).adjusted(1, 1, -1, -1);
    const QColor fill = on && enabled ? palette.color(QPalette::Highlight) : palette.color(QPalette::Base);
    const bool focus = option->state.testFlag(State_HasFocus);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(palette.color(focus ? QPalette::Highlight : QPalette::PlaceholderText), focus ? 1.6 : 1.0));
    painter->setBrush(fill);
    painter->drawRoundedRect(box, 2.5, 2.5);
    if (on) {
        painter->setPen(
            QPen(palette.color(QPalette::HighlightedText), 1.8, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter->drawPolyline(QPolygonF({box.topLeft() + QPointF(box.width() * 0.22, box.height() * 0.54),
                                         box.topLeft() + QPointF(box.width() * 0.43, box.height() * 0.74),
                                         box.topLeft() + QPointF(box.width() * 0.79, box.height() * 0.28)}));
    }
    painter->restore();
}

void Style::drawControl(ControlElement element, const QStyleOption *option, QPainter *painter,
                        const QWidget *widget) const
{
    const auto *combo = qstyleoption_cast<const QStyleOptionComboBox *>(option);
    if (element != CE_ComboBoxLabel || !combo)
        return QProxyStyle::drawControl(element, option, painter, widget);
    QStyleOptionComboBox shorter(*combo);
    const int width = subControlRect(CC_ComboBox, combo, SC_ComboBoxEditField, widget).width() - 4;
    shorter.currentText = combo->fontMetrics.elidedText(combo->currentText, Qt::ElideRight, width);
    QProxyStyle::drawControl(element, &shorter, painter, widget);
}

int Style::pixelMetric(PixelMetric metric, const QStyleOption *option, const QWidget *widget) const
{
    constexpr int besideTabText = 14; // px, both sides together
    return metric == PM_TabBarTabHSpace ? besideTabText : QProxyStyle::pixelMetric(metric, option, widget);
}

} // namespace headroom
