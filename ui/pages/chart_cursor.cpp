#include "ui/pages/chart_cursor.h"

#include "ui/charts/annotation_layer.h"
#include "ui/pages/chart_pane.h"

#include <qcustomplot.h>

#include <QAccessible>
#include <QFocusEvent>
#include <QKeyEvent>
#include <QTextDocument>

#include <algorithm>

namespace headroom {

ChartCursor::ChartCursor(ChartPane &pane) : QObject(&pane), m_pane(pane)
{
    pane.plot().installEventFilter(this);
}

void ChartCursor::step(int by)
{
    const std::vector<ChartPoint> points = m_pane.points();
    if (points.empty())
        return;
    const auto found = std::ranges::find(points, m_point, &ChartPoint::key);
    const auto last = static_cast<std::ptrdiff_t>(points.size()) - 1;
    const std::ptrdiff_t next = found == points.end() ? (by > 0 ? 0 : last) : std::clamp<std::ptrdiff_t>(found - points.begin() + by, 0, last);
    const ChartPoint &point = points[static_cast<std::size_t>(next)];
    m_point = point.key;
    m_pane.annotations().setCursor(m_point);
    QTextDocument readout; // without its marks
    readout.setHtml(m_pane.readOut(point.position));
    m_pane.plot().setAccessibleDescription(readout.toPlainText());
    QAccessibleEvent told(&m_pane.plot(), QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&told);
    emit moved();
    m_pane.replot();
}

void ChartCursor::press()
{
    const std::vector<ChartPoint> points = m_pane.points();
    const auto found = std::ranges::find(points, m_point, &ChartPoint::key);
    if (found != points.end())
        m_pane.click(found->position);
}

bool ChartCursor::key(const QKeyEvent &event)
{
    if ((event.modifiers() & ~Qt::KeypadModifier) != Qt::NoModifier)
        return false;
    switch (event.key()) {
    case Qt::Key_Left:
    case Qt::Key_Up:
        step(-1);
        return true;
    case Qt::Key_Right:
    case Qt::Key_Down:
        step(1);
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        press();
        return true;
    default:
        return false;
    }
}

void ChartCursor::leave()
{
    m_point.clear();
    m_pane.annotations().setCursor({});
    m_pane.readOut(std::nullopt);
    emit moved();
}

bool ChartCursor::eventFilter(QObject *watched, QEvent *event)
{
    switch (event->type()) {
    case QEvent::KeyPress:
        return key(*static_cast<QKeyEvent *>(event)) || QObject::eventFilter(watched, event);
    case QEvent::FocusOut: {
        // A menu or dialog of the point gives the focus back.
        const Qt::FocusReason reason = static_cast<QFocusEvent *>(event)->reason();
        if (reason != Qt::PopupFocusReason && reason != Qt::ActiveWindowFocusReason)
            leave();
        break;
    }
    default:
        break;
    }
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut) {
        m_pane.replot();
        m_pane.update(); // its frame
    }
    return QObject::eventFilter(watched, event);
}

} // namespace headroom
