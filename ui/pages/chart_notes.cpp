#include "ui/pages/chart_notes.h"

#include "ui/charts/annotation_layer.h"
#include "ui/document/document.h"
#include "ui/pages/chart_cursor.h"
#include "ui/pages/chart_pane.h"
#include "ui/text.h"

#include <qcustomplot.h>

#include <QDialog>
#include <QDialogButtonBox>
#include <QKeyEvent>
#include <QLabel>
#include <QLineF>
#include <QMenu>
#include <QPlainTextEdit>
#include <QVBoxLayout>

#include <algorithm>

namespace headroom {

namespace {
constexpr double firstRight = 1.2, firstDown = -2.6; // where a new text stands
constexpr double keyStep = 0.5;
constexpr double nearPoint = 40.0; // px
constexpr int dragSlack = 4;       // px

constexpr const char *added = QT_TRANSLATE_NOOP("Change", "annotation “%1”");
constexpr const char *edited = QT_TRANSLATE_NOOP("Change", "text of annotation “%1”");
constexpr const char *moved = QT_TRANSLATE_NOOP("Change", "place of annotation “%1”");
constexpr const char *removed = QT_TRANSLATE_NOOP("Change", "deleted annotation “%1”");

QString shortText(const std::string &text)
{
    constexpr qsizetype most = 24;
    const QString all = qs(text).simplified();
    return all.size() > most ? all.left(most - 1) + QStringLiteral("…") : all;
}
} // namespace

ChartNotes::ChartNotes(Document &document, ChartPane &pane)
    : QObject(&pane), m_document(document), m_pane(pane), m_layer(pane.annotations())
{
    pane.plot().installEventFilter(this);
    connect(&document, &Document::annotationsChanged, this, [this] {
        selectAtCursor(); // another list: what was selected may be another one
        show();
    });
    connect(&pane.cursor(), &ChartCursor::moved, this, &ChartNotes::selectAtCursor);
    connect(&pane, &ChartPane::drawn, this, &ChartNotes::show);
    show();
}

void ChartNotes::selectAtCursor()
{
    m_layer.select(m_pane.cursorPoint().isEmpty() ? std::nullopt : indexAt(m_pane.cursorPoint()));
}

void ChartNotes::show()
{
    m_layer.setContent(annotationsOfChart(m_document.annotations(), m_pane.row().key), m_pane.style());
    if (m_pane.isVisible()) // else it is drawn anew before it is seen
        m_pane.replot();
}

void ChartNotes::set(const ChartAnnotations &ofChart, const char *what, const std::string &text, std::optional<std::size_t> selected)
{
    ChartAnnotations all = m_document.annotations();
    std::erase_if(all, [&](const ChartAnnotation &a) { return a.chart == m_pane.row().key; });
    all.insert(all.end(), ofChart.begin(), ofChart.end());
    m_document.setAnnotations(std::move(all), what, shortText(text));
    m_layer.select(selected);
    m_pane.replot();
}

void ChartNotes::add(const QString &point, const QString &text)
{
    if (point.isEmpty() || text.trimmed().isEmpty())
        return;
    ChartAnnotations own = m_layer.annotations();
    ChartAnnotation note{m_pane.row().key, point.toStdString(), firstRight, firstDown, text.trimmed().toStdString()};
    const auto points = m_pane.points();
    const auto at = std::ranges::find(points, point, &ChartPoint::key);
    if (at != points.end() && at->position.x() > 0.5 * m_pane.plot().width()) // towards the middle, where there is room
        note.right = -firstRight - m_layer.widthOf(note.text);
    own.push_back(std::move(note));
    set(own, added, own.back().text, own.size() - 1);
}

void ChartNotes::edit(std::size_t index, const QString &text)
{
    if (text.trimmed().isEmpty())
        return remove(index);
    ChartAnnotations own = m_layer.annotations();
    own[index].text = text.trimmed().toStdString();
    set(own, edited, own[index].text, index);
}

void ChartNotes::move(std::size_t index, double right, double down)
{
    ChartAnnotations own = m_layer.annotations();
    own[index].right += right;
    own[index].down += down;
    set(own, moved, own[index].text, index);
}

void ChartNotes::remove(std::size_t index)
{
    ChartAnnotations own = m_layer.annotations();
    const std::string text = own[index].text;
    own.erase(own.begin() + static_cast<std::ptrdiff_t>(index));
    set(own, removed, text, std::nullopt);
}

std::optional<std::size_t> ChartNotes::indexAt(const QString &point) const
{
    const auto &own = m_layer.annotations();
    const auto found = std::ranges::find(own, point.toStdString(), &ChartAnnotation::point);
    return found == own.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - own.begin()));
}

// Several lines; none: the dialog was cancelled. Tab goes on to its buttons.
std::optional<QString> ChartNotes::askText(const QString &title, const QString &label, const QString &text)
{
    QDialog dialog(&m_pane);
    dialog.setWindowTitle(title);
    auto *column = new QVBoxLayout(&dialog);
    auto *name = new QLabel(label, &dialog);
    auto *edit = new QPlainTextEdit(text, &dialog);
    edit->setTabChangesFocus(true);
    edit->setMinimumSize(260, 5 * QFontMetrics(edit->font()).lineSpacing());
    edit->selectAll();
    name->setBuddy(edit);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, &dialog);
    for (QWidget *each : std::initializer_list<QWidget *>{name, edit, buttons})
        column->addWidget(each);
    connect(buttons, &QDialogButtonBox::accepted, &dialog, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);
    edit->setFocus();
    return dialog.exec() == QDialog::Accepted ? std::optional(edit->toPlainText()) : std::nullopt;
}

void ChartNotes::askFor(std::size_t index)
{
    if (const auto text = askText(tr("Edit annotation"), tr("Text (empty: delete)"), qs(m_layer.annotations()[index].text)))
        edit(index, *text);
}

void ChartNotes::ask(const QString &point)
{
    if (const auto index = indexAt(point))
        return askFor(*index);
    if (const auto text = askText(tr("Annotate"), tr("Text at this point"), {}))
        add(point, *text);
}

// The one whose readout is shown there, such as of a bar clicked far from its end; else one that is near.
QString ChartNotes::pointAt(QPointF position) const
{
    const QString text = m_pane.textAt(position);
    QString key;
    double nearest = nearPoint;
    for (const ChartPoint &point : m_pane.points()) {
        const bool same = !text.isEmpty() && m_pane.textAt(point.position) == text;
        if (const double distance = same ? 0.0 : QLineF(point.position, position).length(); distance < nearest) {
            nearest = distance;
            key = point.key;
        }
    }
    return key;
}

void ChartNotes::openMenu(QPoint position, bool byKeyboard)
{
    const QString point = byKeyboard ? m_pane.cursorPoint() : pointAt(position);
    const auto note = byKeyboard ? indexAt(point) : m_layer.at(position);
    QMenu menu(&m_pane);
    if (note) {
        menu.addAction(tr("&Edit annotation…"), this, [this, note] { askFor(*note); });
        menu.addAction(tr("&Delete annotation"), this, [this, note] { remove(*note); });
    } else {
        QAction *action = menu.addAction(tr("&Annotate this point…"), this, [this, point] { ask(point); });
        action->setEnabled(!point.isEmpty());
    }
    menu.exec(m_pane.plot().mapToGlobal(position));
}

bool ChartNotes::key(const QKeyEvent &event)
{
    const auto note = m_layer.selected();
    const bool control = event.modifiers() == Qt::ControlModifier;
    switch (event.key()) {
    case Qt::Key_N:
        if (event.modifiers() != Qt::NoModifier || m_pane.cursorPoint().isEmpty())
            return false;
        ask(m_pane.cursorPoint());
        return true;
    case Qt::Key_F2:
        return note && (askFor(*note), true);
    case Qt::Key_Delete:
        return note && (remove(*note), true);
    case Qt::Key_Left:
    case Qt::Key_Right:
        return control && note && (move(*note, event.key() == Qt::Key_Left ? -keyStep : keyStep, 0.0), true);
    case Qt::Key_Up:
    case Qt::Key_Down:
        return control && note && (move(*note, 0.0, event.key() == Qt::Key_Up ? -keyStep : keyStep), true);
    default:
        return false;
    }
}

bool ChartNotes::press(const QMouseEvent &event)
{
    const auto note = m_layer.at(event.pos());
    m_layer.select(note);
    m_pressed = note && event.button() == Qt::LeftButton ? std::optional(event.pos()) : std::nullopt;
    m_pane.replot();
    return note.has_value();
}

bool ChartNotes::release(const QMouseEvent &event)
{
    if (!m_pressed)
        return false;
    const QPoint by = event.pos() - *m_pressed;
    m_pressed.reset();
    m_layer.drag({});
    if (by.manhattanLength() > dragSlack && m_layer.selected())
        move(*m_layer.selected(), by.x() / double(m_pane.style().fontPixels), by.y() / double(m_pane.style().fontPixels));
    m_pane.replot();
    return true;
}

bool ChartNotes::eventFilter(QObject *watched, QEvent *event)
{
    const auto *mouse = static_cast<const QMouseEvent *>(event);
    switch (event->type()) {
    case QEvent::ContextMenu: {
        const auto *menu = static_cast<QContextMenuEvent *>(event);
        openMenu(menu->pos(), menu->reason() == QContextMenuEvent::Keyboard);
        return true;
    }
    case QEvent::KeyPress:
        return key(*static_cast<QKeyEvent *>(event)) || QObject::eventFilter(watched, event);
    case QEvent::MouseButtonPress:
        return press(*mouse);
    case QEvent::MouseButtonRelease:
        return release(*mouse);
    case QEvent::MouseMove:
        if (!m_pressed)
            return false;
        m_layer.drag(mouse->pos() - *m_pressed);
        m_pane.replot();
        return true;
    case QEvent::MouseButtonDblClick:
        if (const auto note = m_layer.at(mouse->pos())) {
            m_pressed.reset();
            askFor(*note);
            return true;
        }
        return false;
    default:
        return QObject::eventFilter(watched, event);
    }
}

} // namespace headroom
