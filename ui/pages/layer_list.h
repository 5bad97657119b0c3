#pragma once
// The layers of the model in order, as groups: "6 × linear + moe". A group can be dragged to another place.

#include <QTreeWidget>

namespace headroom {

class Document;

class LayerList : public QTreeWidget
{
    Q_OBJECT

public:
    explicit LayerList(Document &document, QWidget *parent = nullptr);
    QSize sizeHint() const override;
    // The group that is current from the next change of the document on.
    void select(std::size_t index) { m_current = static_cast<int>(index); }

signals:
    void moved(std::size_t from, std::size_t to);
    void editRequested(std::size_t index);
    void removeRequested();

protected:
    void changeEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void dropEvent(QDropEvent *event) override;

private:
    void refresh();
    int rowHeight() const;

    Document &m_document;
    int m_current = -1;
};

} // namespace headroom
