#pragma once
// The strip of headline numbers:
//
//   Roofline      → System      → Expected       Step        Tokens/s/chip   Memory           Dominant
//   87.5 %          71.2 %        44–51 %        4.82 s      2 140           71.3 / 95 GiB    experts        bf16 · 459
//   TFLOP/s …
//
// An interval is printed as such. A number that an edit changed is tinted for 1.5 s and shows by how much.

#include <QFrame>
#include <QTimer>

#include "ui/document/snapshot.h"

#include <vector>

class QLabel;

namespace headroom {

class Selection;

class KeyFigure : public QWidget
{
    Q_OBJECT

public:
    explicit KeyFigure(QWidget *parent = nullptr);
    // `number` is compared with the last one; `better` says which sign is good, 0: neither.
    void setFigure(const QString &caption, const QString &value, double number, int better, const QString &delta,
                   const QString &tip);
    // The difference to the pinned baseline, on a line of its own.
    void setBaselineDelta(const QString &delta, int sign, bool pinned);

signals:
    void clicked();

protected:
    void mouseReleaseEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void showCaption();
    void tint(QLabel &label, int sign, const QColor &neutral) const;

    QLabel *m_caption;
    QLabel *m_value;
    QLabel *m_baseline;
    QTimer m_fade;
    QString m_captionText;
    QString m_flash;
    int m_flashSign = 0;
    int m_baselineSign = 0;
    double m_number = 0.0;
    bool m_known = false;
};

class KeyFigures : public QFrame
{
    Q_OBJECT

public:
    explicit KeyFigures(Selection &selection, QWidget *parent = nullptr);
    void setSnapshot(SnapshotPtr snapshot);

protected:
    void changeEvent(QEvent *event) override;

private:
    void refresh();

    Selection &m_selection;
    SnapshotPtr m_snapshot;
    std::vector<KeyFigure *> m_figures;
    QLabel *m_convention;
};

} // namespace headroom
