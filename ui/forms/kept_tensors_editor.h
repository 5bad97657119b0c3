#pragma once
// Which tensors the custom remat policy keeps, by check boxes, with what each takes and spares; hidden under other policies:
//
//   Tensor                     Host   Bytes      Run again
//   ☑ Layer input               ☐    1.0 GiB     -
//   ☑ Core output (context)     ☐    1.0 GiB     4.4 TFLOP
//   ☐ Gate projection output    ☐    3.5 GiB     30.8 TFLOP

#include "ui/forms/cost_check_list.h"

namespace headroom {

class KeptTensorsEditor : public CostCheckList
{
    Q_OBJECT

public:
    explicit KeptTensorsEditor(Document &document, QWidget *parent = nullptr);

private:
    void refresh() override;
    void take(QTreeWidgetItem *item, int column) override;
    void retranslate() override;
};

} // namespace headroom
