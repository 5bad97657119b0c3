#pragma once
// Which tensors the custom remat policy keeps, by check boxes, with what each takes and spares; hidden under other policies:
//
//   Tensor                     Host   Bytes      Run again
//   ☑ Layer input               ☐    1.0 GiB     -
//   ☑ Core output (context)     ☐    1.0 GiB     4.4 TFLOP
//   ☐ Gate projection output    ☐    3.5 GiB     30.8 TFLOP

#include "spec/remat.h"

#include <QWidget>

class QLabel;
class QTreeWidget;
class QTreeWidgetItem;

namespace headroom {

class Document;

class KeptTensorsEditor : public QWidget
{
    Q_OBJECT

public:
    explicit KeptTensorsEditor(Document &document, QWidget *parent = nullptr);
    QTreeWidget *list() const { return m_list; }

protected:
    void changeEvent(QEvent *event) override;

private:
    void refresh();
    void take(QTreeWidgetItem *item, int column);
    void fitHeight();
    void retranslate();

    Document &m_document;
    QLabel *m_help;
    QTreeWidget *m_list; // one item per tensor, those that no layer has hidden
};

} // namespace headroom
