#pragma once
// Draws the annotations of a chart over it, each with a line to its point, and a ring around the point that the keyboard is at. Texts stay
// inside the picture, whatever its size.

#include "ui/charts/chart.h"
#include "ui/document/annotations.h"

#include <qcustomplot.h>

namespace headroom {

class AnnotationLayer : public QCPAbstractItem
{
public:
    AnnotationLayer(QCustomPlot &plot, const Chart &chart);

    // Those of this chart.
    void setContent(ChartAnnotations annotations, const ChartStyle &style);
    const ChartAnnotations &annotations() const { return m_annotations; }
    void setCursor(const QString &point) { m_cursor = point; } // empty: none
    void select(std::optional<std::size_t> index) { m_selected = index; }
    std::optional<std::size_t> selected() const { return m_selected; }
    // While it is dragged: by so much, in pixels.
    void drag(QPointF by) { m_drag = by; }
    std::optional<std::size_t> at(QPointF position) const;
    // Of a text and its frame, in heights of the font.
    double widthOf(const std::string &text) const;

    double selectTest(const QPointF &, bool, QVariant *) const override { return -1; }

protected:
    void draw(QCPPainter *painter) override;

private:
    QSizeF sizeOf(const std::string &text) const;
    QRectF areaOf(std::size_t index, QPointF point) const;
    void drawNote(QCPPainter &painter, std::size_t index, QPointF point) const;

    const Chart &m_chart;
    ChartAnnotations m_annotations;
    ChartStyle m_style;
    QString m_cursor;
    std::optional<std::size_t> m_selected;
    QPointF m_drag;
};

} // namespace headroom
