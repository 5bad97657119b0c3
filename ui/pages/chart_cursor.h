#pragma once
// Walks through the points of a chart with the arrow keys: each is ringed, its readout shown and told to screen readers.
//
//   Right, Down   next point        Left, Up   previous point        Enter   what a click on it does

#include <QObject>
#include <QPoint>
#include <QString>

#include <optional>

class QKeyEvent;

namespace headroom {

class ChartPane;

class ChartCursor : public QObject
{
    Q_OBJECT

public:
    explicit ChartCursor(ChartPane &pane);

    // Key of the point; empty: at none.
    const QString &point() const { return m_point; }

signals:
    void moved();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    bool key(const QKeyEvent &event);
    void step(int by); // from point to point
    void press();
    void leave();

    ChartPane &m_pane;
    QString m_point;
};

} // namespace headroom
