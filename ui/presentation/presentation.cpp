#include "ui/presentation/presentation.h"

#include "ui/charts/convention_text.h"
#include "ui/models/tables.h"
#include "ui/text.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QScreen>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace headroom {

namespace {
constexpr int linesOfText = 42; // that the height of a slide has room for
constexpr int smallestText = 15;
constexpr int slideAt = 1; // in the column, between heading and footer
} // namespace

Presentation::Presentation(SlideContent content, bool dark, QWidget *window)
    : QWidget(window, Qt::Window)
    , m_content(std::move(content))
    , m_dark(dark)
    , m_heading(new QLabel(this))
    , m_number(new QLabel(this))
    , m_footer(new QLabel(this))
    , m_column(new QVBoxLayout(this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setFocusPolicy(Qt::StrongFocus);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    m_heading->setWordWrap(true);
    m_footer->setWordWrap(true);
    m_footer->setForegroundRole(QPalette::PlaceholderText);
    auto *top = new QHBoxLayout;
    top->addWidget(m_heading, 1);
    top->addWidget(m_number);
    m_column->addLayout(top);
    m_column->addWidget(m_footer);
}

ChartStyle Presentation::style() const
{
    return {.theme = &plotTheme(m_dark), .fontPixels = std::max(smallestText, height() / linesOfText), .interactive = false};
}

void Presentation::start()
{
    setGeometry(parentWidget()->screen()->geometry());
    showFullScreen();
    setFocus();
}

void Presentation::setSnapshot(const SnapshotPtr &snapshot)
{
    m_content.snapshot = snapshot;
    m_rows.clear();
    for (const SlideRow &row : slideTable())
        if (row.exists(m_content, row))
            m_rows.push_back(&row);
    m_slide = std::clamp(m_slide, 0, std::max(0, slideCount() - 1));
    showSlide();
}

void Presentation::turn(int by)
{
    turnTo(std::clamp(m_slide + by, 0, std::max(0, slideCount() - 1)));
}

void Presentation::turnTo(int slide)
{
    if (slide == m_slide || slide < 0 || slide >= slideCount())
        return;
    m_slide = slide;
    showSlide();
}

void Presentation::showSlide()
{
    delete m_shown;
    m_shown = nullptr;
    if (m_rows.empty() || !m_content.snapshot->estimate)
        return;
    const ChartStyle style = this->style();
    const SlideRow &row = *m_rows[static_cast<std::size_t>(m_slide)];
    const Scenario &scenario = m_content.snapshot->estimate->scenario;
    const QString title = slideTitle(row, scenario.run.phase);
    m_heading->setFont(style.font());
    m_heading->setText(QStringLiteral("%1 · %2 · %3").arg(qs(scenario.model.name), qs(scenario.hardware.name), planText(scenario.plan)));
    m_number->setFont(style.font());
    m_number->setText(QStringLiteral("%1  %2 / %3").arg(title).arg(m_slide + 1).arg(slideCount()));
    m_footer->setFont(style.font(0.6));
    m_footer->setText(conventionFooter(*m_content.snapshot->estimate));
    const int margin = style.fontPixels;
    m_column->setContentsMargins(2 * margin, margin, 2 * margin, margin / 2);
    m_column->setSpacing(margin / 2);
    m_shown = row.make(m_content, row, style, this);
    m_column->insertWidget(slideAt, m_shown, 1);
    m_shown->show();
    setWindowTitle(tr("Presentation: %1").arg(title));
    setAccessibleName(windowTitle());
}

// No key is a shortcut of the window behind.
bool Presentation::event(QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        event->accept();
        return true;
    }
    return QWidget::event(event);
}

void Presentation::keyPressEvent(QKeyEvent *event)
{
    switch (event->key()) {
    case Qt::Key_PageDown:
    case Qt::Key_Right:
    case Qt::Key_Down:
    case Qt::Key_Space:
        return turn(1);
    case Qt::Key_PageUp:
    case Qt::Key_Left:
    case Qt::Key_Up:
    case Qt::Key_Backspace:
        return turn(-1);
    case Qt::Key_Home:
        return turnTo(0);
    case Qt::Key_End:
        return turnTo(slideCount() - 1);
    case Qt::Key_Escape:
    case Qt::Key_F11:
        close();
        return;
    default:
        QWidget::keyPressEvent(event);
    }
}

void Presentation::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    if (m_content.snapshot)
        showSlide();
}

void Presentation::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange && m_content.snapshot)
        showSlide();
    QWidget::changeEvent(event);
}

} // namespace headroom
