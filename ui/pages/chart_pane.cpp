#include "ui/pages/chart_pane.h"

#include "ui/charts/annotation_layer.h"
#include "ui/document/selection.h"
#include "ui/export/chart_export.h"
#include "ui/pages/chart_cursor.h"
#include "ui/pages/chart_switches.h"

#include <qcustomplot.h>

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QMimeData>
#include <QMouseEvent>
#include <QPainter>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cstring>
#include <utility>

namespace headroom {

namespace {
constexpr int focusFrame = 2; // px around the plot that show whether it has the focus
constexpr int clickSlack = 4; // px the mouse may move during a click
constexpr std::size_t rememberedViews = 50;
} // namespace

ChartPane::ChartPane(const ChartRow &row, Selection &selection, QWidget *parent)
    : QFrame(parent)
    , m_row(row)
    , m_selection(selection)
    , m_plot(new QCustomPlot(this))
    , m_chart(row.make(*m_plot))
    , m_title(new QLabel(this))
    , m_menuButton(new QToolButton(this))
    , m_maximise(new QToolButton(this))
    , m_menu(new QMenu(this))
    , m_readout(new QLabel(m_plot))
    , m_notes(new AnnotationLayer(*m_plot, *m_chart))
{
    setObjectName(QString::fromUtf8(row.key));
    m_plot->setMinimumSize(220, row.central ? 160 : 128); // below, tabs and switches take some of the height
    m_plot->setMouseTracking(true);
    m_plot->setFocusPolicy(Qt::StrongFocus);
    m_plot->setNoAntialiasingOnDrag(true);
    if (m_chart->zoomable())
        m_plot->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    m_plot->installEventFilter(this);
    m_cursor = new ChartCursor(*this);
    m_readout->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_readout->setTextFormat(Qt::RichText);
    m_readout->setAutoFillBackground(true);
    m_readout->setFrameShape(QFrame::StyledPanel);
    m_readout->setMargin(4);
    m_readout->setBackgroundRole(QPalette::ToolTipBase);
    m_readout->setForegroundRole(QPalette::ToolTipText);
    m_readout->hide();
    addHeader();
    connect(&m_selection, &Selection::changed, this, &ChartPane::redraw);
    retranslate();
}

ChartPane::~ChartPane() = default;

void ChartPane::addHeader()
{
    QFont bold = m_title->font();
    bold.setBold(true);
    m_title->setFont(bold);
    auto *header = new QHBoxLayout;
    header->setContentsMargins(8, 3, 4, 3);
    header->setSpacing(4);
    header->addWidget(m_title, 1);
    m_switches = new ChartSwitches(m_row, *header, this);
    connect(m_switches, &ChartSwitches::changed, this, &ChartPane::redraw);
    connect(m_switches, &ChartSwitches::acted, this, [this](const QString &action) {
        m_chart->act(action);
        redraw();
    });
    m_menuButton->setText(QStringLiteral("…"));
    m_menuButton->setPopupMode(QToolButton::InstantPopup);
    m_menuButton->setStyleSheet(QStringLiteral("QToolButton::menu-indicator { image: none; }"));
    m_menuButton->setMenu(m_menu);
    m_maximise->setText(QStringLiteral("⤢"));
    for (QToolButton *button : {m_menuButton, m_maximise}) {
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::TabFocus);
        button->setFixedSize(24, 22);
        header->addWidget(button);
    }
    m_maximise->setVisible(m_row.central);
    connect(m_maximise, &QToolButton::clicked, this, &ChartPane::maximiseToggled);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(focusFrame, 0, focusFrame, focusFrame);
    column->setSpacing(0);
    column->addLayout(header);
    column->addWidget(m_plot, 1);
}

void ChartPane::retranslate()
{
    m_title->setText(QCoreApplication::translate("Chart", m_row.title));
    m_plot->setAccessibleName(m_title->text());
    m_menuButton->setToolTip(tr("Export, copy, fit"));
    m_menuButton->setAccessibleName(m_title->text() + QStringLiteral(": ") + m_menuButton->toolTip());
    m_maximise->setAccessibleName(m_title->text() + QStringLiteral(": ") + tr("Maximise"));
    m_maximise->setToolTip(m_maximised ? tr("Show both charts") : tr("Maximise"));
    m_switches->retranslate();
    m_menu->clear();
    m_menu->addAction(tr("Export picture…"), this, [this] { emit exportRequested(QString::fromUtf8(m_row.key)); });
    m_menu->addAction(tr("Copy picture"), this, &ChartPane::copyPicture);
    m_menu->addAction(tr("Copy data"), this, &ChartPane::copyData);
    m_menu->addSeparator();
    if (m_chart->zoomable())
        m_menu->addAction(tr("Fit"), this, &ChartPane::fit);
    if (std::strcmp(m_row.key, "waterfall") == 0)
        m_menu->addAction(tr("Fold small terms"), this, [this] {
            m_chart->act(QStringLiteral("fold"));
            redraw();
        });
    redraw();
}

void ChartPane::setSnapshot(SnapshotPtr snapshot)
{
    const SnapshotPtr before = std::exchange(m_snapshot, std::move(snapshot));
    const bool same = before && before->estimate == m_snapshot->estimate && before->baseline == m_snapshot->baseline
                      && before->stale == m_snapshot->stale && before->searching == m_snapshot->searching
                      && before->served == m_snapshot->served
                      && (!m_row.ofSearch || (before->search == m_snapshot->search && before->servedSearch == m_snapshot->servedSearch));
    if (!same)
        redraw();
}

void ChartPane::setDark(bool dark)
{
    m_dark = dark;
    redraw();
}

void ChartPane::setRow(std::optional<std::size_t> row)
{
    if (row == m_searchRow)
        return;
    m_searchRow = row;
    redraw();
}

void ChartPane::setStudy(StudyContent study, bool stale)
{
    m_study = std::move(study);
    m_studyStale = stale;
    redraw();
}

// A picture behind another tab is drawn when it is looked at.
void ChartPane::showEvent(QShowEvent *event)
{
    redraw();
    QFrame::showEvent(event);
}

void ChartPane::redraw()
{
    if (!m_row.central && !isVisible())
        return;
    if (m_snapshot && m_snapshot->estimate && !m_row.shows(m_snapshot->estimate->scenario.run.phase))
        return; // about to be away
    m_switches->show(m_snapshot ? m_snapshot->estimate.get() : nullptr);
    ChartContent content;
    if (m_snapshot)
        content = {.estimate = m_snapshot->estimate.get(),
                   .baseline = m_snapshot->baseline.get(),
                   .gap = m_snapshot->gap ? &m_snapshot->gap->gap : nullptr,
                   .stale = m_row.ofStudy ? m_studyStale : m_snapshot->stale,
                   .searching = m_snapshot->searching,
                   .selected = m_selection.current(),
                   .level = m_switches->level(),
                   .choice = m_switches->choice(),
                   .served = m_snapshot->served.get(),
                   .servedSearch = m_snapshot->servedSearch.get(),
                   .search = m_snapshot->search.get(),
                   .row = m_searchRow,
                   .study = m_study};
    m_chart->show(content, style());
    emit drawn();
    replot();
}

ChartStyle ChartPane::style() const
{
    return {.theme = &plotTheme(m_dark), .fontPixels = 12, .interactive = true};
}

void ChartPane::replot()
{
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

const QString &ChartPane::cursorPoint() const { return m_cursor->point(); }

const ChartChoice &ChartPane::choice() const { return m_switches->choice(); }

void ChartPane::fit()
{
    m_views.clear();
    m_chart->fit();
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

// The first rectangle with axes: legends have none.
QCPAxisRect *ChartPane::mainRect() const
{
    const QList<QCPAxisRect *> rects = m_plot->axisRects();
    const auto found = std::ranges::find_if(rects, [](const QCPAxisRect *rect) { return rect->axisCount(QCPAxis::atBottom) > 0; });
    return found == rects.end() ? nullptr : *found;
}

void ChartPane::rememberView()
{
    const QCPAxisRect *rect = mainRect();
    if (!rect || !m_chart->zoomable())
        return;
    const QCPRange x = rect->axis(QCPAxis::atBottom)->range(), y = rect->axis(QCPAxis::atLeft)->range();
    const std::array<double, 4> view{x.lower, x.upper, y.lower, y.upper};
    if (!m_views.empty() && m_views.back() == view)
        return;
    m_views.push_back(view);
    if (m_views.size() > rememberedViews)
        m_views.erase(m_views.begin());
}

void ChartPane::zoomBack()
{
    QCPAxisRect *rect = mainRect();
    if (m_views.empty() || !rect)
        return;
    const auto [left, right, bottom, top] = m_views.back();
    m_views.pop_back();
    rect->axis(QCPAxis::atBottom)->setRange(left, right);
    rect->axis(QCPAxis::atLeft)->setRange(bottom, top);
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void ChartPane::clearIsolation()
{
    m_chart->act(QStringLiteral("clear"));
    redraw();
}

void ChartPane::copyPicture() const
{
    if (!m_snapshot || !m_snapshot->estimate)
        return;
    ExportOptions options;
    options.baseline = m_snapshot->baseline.get();
    options.level = m_switches->level();
    options.choice = m_switches->choice();
    options.search = m_snapshot->search.get();
    options.gap = m_snapshot->gap ? &m_snapshot->gap->gap : nullptr;
    options.study = m_study;
    options.served = m_snapshot->served.get();
    options.servedSearch = m_snapshot->servedSearch.get();
    options.annotations = m_notes->annotations();
    if (QMimeData *picture = chartClipboard(*m_snapshot->estimate, QString::fromUtf8(m_row.key), options))
        QApplication::clipboard()->setMimeData(picture);
}

void ChartPane::copyData() const
{
    QApplication::clipboard()->setText(m_chart->dataText());
}

void ChartPane::setMaximised(bool on)
{
    m_maximised = on;
    m_maximise->setText(on ? QStringLiteral("⤡") : QStringLiteral("⤢"));
    m_maximise->setToolTip(on ? tr("Show both charts") : tr("Maximise"));
}

QString ChartPane::readOut(std::optional<QPointF> position)
{
    const auto hit = position ? m_chart->hitAt(*position) : std::nullopt;
    m_plot->setCursor(hit && (hit->selected || hit->row || !hit->action.isEmpty()) ? Qt::PointingHandCursor : Qt::ArrowCursor);
    m_readout->setVisible(hit.has_value());
    if (!hit)
        return {};
    m_readout->setText(hit->text);
    m_readout->adjustSize();
    const QPoint at = position->toPoint();
    QPoint corner = at + QPoint(14, 16);
    if (corner.x() + m_readout->width() > m_plot->width())
        corner.setX(std::max(0, at.x() - m_readout->width() - 10));
    if (corner.y() + m_readout->height() > m_plot->height())
        corner.setY(std::max(0, at.y() - m_readout->height() - 10));
    m_readout->move(corner);
    return hit->text;
}

QString ChartPane::textAt(QPointF position) const
{
    const auto hit = m_chart->hitAt(position);
    return hit ? hit->text : QString();
}

void ChartPane::click(QPointF position)
{
    const auto hit = m_chart->hitAt(position);
    if (!hit)
        return;
    if (hit->selected)
        m_selection.select(*hit->selected);
    if (hit->row)
        emit rowSelected(*hit->row);
    act(hit->action);
}

void ChartPane::act(const QString &action)
{
    if (action.isEmpty())
        return;
    if (!m_switches->follow(action))
        m_chart->act(action);
    redraw();
}

// Whether the plot has the focus.
void ChartPane::paintEvent(QPaintEvent *event)
{
    QFrame::paintEvent(event);
    if (!m_plot->hasFocus())
        return;
    QPainter painter(this);
    painter.setPen(QPen(palette().color(QPalette::Highlight), focusFrame));
    painter.drawRect(QRectF(rect()).adjusted(1, 1, -1, -1));
}

bool ChartPane::eventFilter(QObject *watched, QEvent *event)
{
    if (watched != m_plot)
        return QFrame::eventFilter(watched, event);
    switch (event->type()) {
    case QEvent::MouseButtonPress:
        m_pressed = static_cast<QMouseEvent *>(event)->pos();
        rememberView();
        break;
    case QEvent::Wheel:
        rememberView();
        break;
    case QEvent::MouseButtonRelease: {
        const auto *mouse = static_cast<QMouseEvent *>(event);
        if (mouse->button() == Qt::LeftButton && (mouse->pos() - m_pressed).manhattanLength() <= clickSlack)
            click(mouse->pos());
        break;
    }
    case QEvent::MouseButtonDblClick:
        if (const auto hit = m_chart->hitAt(static_cast<QMouseEvent *>(event)->pos())) {
            if (hit->row)
                emit rowActivated(*hit->row);
            act(hit->open);
        }
        break;
    case QEvent::MouseMove:
        readOut(static_cast<QMouseEvent *>(event)->pos());
        break;
    case QEvent::Leave:
        m_readout->hide();
        break;
    case QEvent::Resize:
        QMetaObject::invokeMethod(this, &ChartPane::redraw, Qt::QueuedConnection);
        break;
    default:
        break;
    }
    return QFrame::eventFilter(watched, event);
}

void ChartPane::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QFrame::changeEvent(event);
}

} // namespace headroom
