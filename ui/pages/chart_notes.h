#pragma once
// Adding, editing, moving and deleting a chart's annotations with mouse and keyboard; each is one undo step of the document.
//
//   right click, menu key, N   add at the point, or edit the text that is there
//   drag, Ctrl+arrows          move
//   double click, F2           edit
//   Delete                     delete

#include <QObject>
#include <QPoint>

#include "ui/document/annotations.h"

#include <optional>

class QKeyEvent;
class QMouseEvent;

namespace headroom {

class AnnotationLayer;
class ChartPane;
class Document;

class ChartNotes : public QObject
{
    Q_OBJECT

public:
    ChartNotes(Document &document, ChartPane &pane);

    void add(const QString &point, const QString &text);
    void edit(std::size_t index, const QString &text); // of this chart; an empty text deletes it
    void move(std::size_t index, double right, double down); // by heights of the font
    void remove(std::size_t index);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void show();
    void selectAtCursor();
    void set(const ChartAnnotations &ofChart, const char *what, const std::string &text, std::optional<std::size_t> selected);
    std::optional<std::size_t> indexAt(const QString &point) const;
    std::optional<QString> askText(const QString &title, const QString &label, const QString &text);
    void ask(const QString &point);      // for a text at a point, new or not
    void askFor(std::size_t index);
    void openMenu(QPoint position, bool byKeyboard);
    bool key(const QKeyEvent &event);
    bool press(const QMouseEvent &event);
    bool release(const QMouseEvent &event);
    QString pointAt(QPointF position) const;

    Document &m_document;
    ChartPane &m_pane;
    AnnotationLayer &m_layer;
    std::optional<QPoint> m_pressed; // on an annotation
};

} // namespace headroom
