#pragma once
// The document as slides on a full screen of its own, so that the window behind keeps its layout to the pixel:
//
//   Llama-3-70B · H100 SXM · fsdp 32 · tp 8                                          Roofline  2 / 5
//   (the slide)
//   convention, peak, version
//
// PgDn, PgUp and the like turn the slides; Esc or F11 ends.

#include <QWidget>

#include "ui/presentation/slides.h"

#include <vector>

class QLabel;
class QVBoxLayout;

namespace headroom {

class Presentation : public QWidget
{
    Q_OBJECT

public:
    // `content`: without its snapshot, which setSnapshot() gives and changes.
    Presentation(SlideContent content, bool dark, QWidget *window);

    void setSnapshot(const SnapshotPtr &snapshot);
    void start(); // over the screen of the window
    void turn(int by);
    void turnTo(int slide);
    int slide() const { return m_slide; }
    int slideCount() const { return static_cast<int>(m_rows.size()); }

protected:
    bool event(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void showSlide();
    ChartStyle style() const;

    SlideContent m_content;
    bool m_dark;
    std::vector<const SlideRow *> m_rows;
    int m_slide = 0;
    QLabel *m_heading;
    QLabel *m_number;
    QLabel *m_footer;
    QVBoxLayout *m_column;
    QWidget *m_shown = nullptr;
};

} // namespace headroom
