#pragma once
// The layer pattern: groups of equal layers in order, with what can be done to them. Groups are dragged to another
// place, edited in a dialog, added, duplicated and removed; each is one undo step.

#include <QWidget>

#include "spec/model_spec.h"

#include <optional>
#include <vector>

class QToolButton;

namespace headroom {

class Document;
class LayerList;

class LayerEditor : public QWidget
{
    Q_OBJECT

public:
    explicit LayerEditor(Document &document, QWidget *parent = nullptr);
    LayerList &list() { return *m_list; }

    void add();
    void duplicate();
    void remove();
    void move(std::size_t from, std::size_t to);
    void edit(std::size_t index);

protected:
    void changeEvent(QEvent *event) override;

private:
    QToolButton *addButton(const QString &text);
    void retranslate();
    void showStates();
    std::optional<std::size_t> current() const;
    const std::vector<LayerGroup> &layers() const;

    Document &m_document;
    LayerList *m_list;
    QToolButton *m_add, *m_duplicate, *m_remove, *m_up, *m_down, *m_edit;
};

} // namespace headroom
