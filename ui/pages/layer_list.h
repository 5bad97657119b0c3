#pragma once
// The layers of the model in order, as groups: "6 × linear + moe".

#include <QTreeWidget>

namespace headroom {

class Document;

class LayerList : public QTreeWidget
{
    Q_OBJECT

public:
    explicit LayerList(Document &document, QWidget *parent = nullptr);
    QSize sizeHint() const override;

protected:
    void changeEvent(QEvent *event) override;

private:
    void refresh();
    int rowHeight() const;

    Document &m_document;
};

} // namespace headroom
