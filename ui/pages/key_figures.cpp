#include "ui/pages/key_figures.h"

#include "ui/charts/convention_text.h"
#include "ui/charts/plot_theme.h"
#include "ui/document/selection.h"
#include "ui/pages/figure_table.h"
#include "ui/pages/flow_layout.h"

#include <QCoreApplication>
#include <QEvent>
#include <QLabel>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace headroom {

namespace {
constexpr int tintTime = 1500; // ms
constexpr int valuePixels = 17;
constexpr int chipPixels = 11;
constexpr int captionHeight = 18;
constexpr int valueHeight = 24;
constexpr int textPixels = 13; // of values that are words
constexpr double unchanged = 5e-5;
} // namespace

KeyFigure::KeyFigure(QWidget *parent)
    : QWidget(parent), m_caption(new QLabel(this)), m_value(new QLabel(this)), m_baseline(new QLabel(this))
{
    QFont large = m_value->font();
    large.setPixelSize(valuePixels);
    m_value->setFont(large);
    // Alike for all scripts, so that the figures stand on one line.
    m_caption->setFixedHeight(captionHeight);
    m_value->setFixedHeight(valueHeight);
    m_baseline->hide();
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    for (QLabel *label : {m_caption, m_value, m_baseline})
        column->addWidget(label);
    setCursor(Qt::PointingHandCursor);
    setFocusPolicy(Qt::TabFocus);
    m_fade.setSingleShot(true);
    m_fade.setInterval(tintTime);
    connect(&m_fade, &QTimer::timeout, this, &KeyFigure::showCaption);
}

void KeyFigure::setFigure(const QString &caption, const QString &value, double number, int better, const QString &delta,
                          const QString &tip)
{
    m_captionText = caption;
    m_value->setText(value);
    QFont font = m_value->font();
    font.setPixelSize(better == 0 ? textPixels : valuePixels);
    m_value->setFont(font);
    setToolTip(tip);
    setAccessibleName(caption + QLatin1Char(' ') + value);
    setAccessibleDescription(tip);
    const double change = number - m_number;
    if (m_known && !delta.isEmpty() && std::abs(change) > unchanged * std::max(std::abs(number), 1e-12)) {
        m_flash = (change > 0 ? QStringLiteral("▲ ") : QStringLiteral("▼ ")) + delta;
        m_flashSign = (change > 0 ? 1 : -1) * better;
        m_fade.start();
    }
    m_number = number;
    m_known = true;
    showCaption();
}

// For a moment the change stands in the caption's place, so that nothing moves.
void KeyFigure::showCaption()
{
    const bool flashing = m_fade.isActive();
    m_caption->setText(flashing ? m_flash : m_captionText);
    tint(*m_caption, flashing ? m_flashSign : 0, palette().color(QPalette::PlaceholderText));
}

void KeyFigure::setBaselineDelta(const QString &delta, int sign, bool pinned)
{
    m_baseline->setVisible(pinned);
    m_baseline->setText(delta);
    m_baselineSign = sign;
    tint(*m_baseline, sign, palette().color(QPalette::PlaceholderText));
}

void KeyFigure::tint(QLabel &label, int sign, const QColor &neutral) const
{
    const bool dark = palette().color(QPalette::Window).lightness() < 128;
    const QColor good = plotTheme(dark).good, bad = plotTheme(dark).bad;
    QPalette colors = palette();
    colors.setColor(QPalette::WindowText, sign > 0 ? good : sign < 0 ? bad : neutral);
    label.setPalette(colors);
}

void KeyFigure::mouseReleaseEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton && rect().contains(event->pos()))
        emit clicked();
}

void KeyFigure::keyPressEvent(QKeyEvent *event)
{
    const int key = event->key();
    if (key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Space)
        emit clicked();
    else
        QWidget::keyPressEvent(event);
}

void KeyFigure::paintEvent(QPaintEvent *)
{
    if (!hasFocus())
        return;
    QPainter painter(this);
    painter.setPen(QPen(palette().color(QPalette::Highlight), 2));
    painter.drawRect(QRectF(rect()).adjusted(1, 1, -1, -1));
}

void KeyFigure::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::PaletteChange) {
        showCaption();
        tint(*m_baseline, m_baselineSign, palette().color(QPalette::PlaceholderText));
    }
    QWidget::changeEvent(event);
}

KeyFigures::KeyFigures(Selection &selection, QWidget *parent)
    : QFrame(parent), m_selection(selection), m_convention(new QLabel(this))
{
    auto *flow = new FlowLayout(this, 13, 4);
    flow->setContentsMargins(10, 6, 10, 6);
    for (const FigureRow &row : figureTable()) {
        auto *figure = new KeyFigure(this);
        connect(figure, &KeyFigure::clicked, this, [this, &row] {
            m_selection.select({Selected::Kind::term, row.term});
        });
        flow->addWidget(figure);
        m_figures.push_back(figure);
    }
    m_convention->setProperty("role", QStringLiteral("chip"));
    QFont small = m_convention->font();
    small.setPixelSize(chipPixels);
    m_convention->setFont(small);
    m_convention->setTextInteractionFlags(Qt::TextSelectableByMouse);
    flow->addWidget(m_convention);
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void KeyFigures::setSnapshot(SnapshotPtr snapshot)
{
    m_snapshot = std::move(snapshot);
    refresh();
}

void KeyFigures::refresh()
{
    if (!m_snapshot || !m_snapshot->estimate)
        return;
    const auto rows = figureTable();
    Snapshot baseline;
    baseline.estimate = m_snapshot->baseline;
    baseline.served = m_snapshot->servedBaseline;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const FigureText text = rows[i].text(*m_snapshot);
        KeyFigure &figure = *m_figures[i];
        figure.setVisible(!text.value.isEmpty());
        const double before = figure.property("number").toDouble();
        const bool comparable = rows[i].better != 0 && text.number != 0.0 && before != 0.0;
        figure.setFigure(QCoreApplication::translate("Figures", rows[i].caption), text.value, text.number,
                         rows[i].better, comparable ? rows[i].delta(text.number - before, before) : QString(),
                         text.tip);
        figure.setProperty("number", text.number);
        const double reference = baseline.estimate ? rows[i].text(baseline).number : 0.0;
        const double change = text.number - reference;
        const bool shown = reference != 0.0 && text.number != 0.0 && std::abs(change) > unchanged * std::abs(reference);
        const QString difference = shown ? rows[i].delta(change, reference) : QString();
        figure.setBaselineDelta(difference.isEmpty() ? QString() : QStringLiteral("Δ ") + difference,
                                (change > 0 ? 1 : -1) * rows[i].better, baseline.estimate != nullptr);
        figure.setEnabled(!m_snapshot->stale);
    }
    m_convention->setText(conventionShort(*m_snapshot->estimate));
    m_convention->setToolTip(
        conventionFooter(*m_snapshot->estimate).replace(QStringLiteral(" · "), QStringLiteral("\n")));
    updateGeometry();
    layout()->invalidate(); // what a figure within asks for reaches its own layout alone before the next turn of events
    layout()->activate(); // at once: a figure that became wider is not cut until the next turn of events
}

void KeyFigures::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        refresh();
    QFrame::changeEvent(event);
}

} // namespace headroom
