#pragma once
// Which modules the selective remat policy runs again, by check boxes, with what each spares and costs; hidden under other policies:
//
//   Module                       Spared     Run again
//   ☑ Attention core             0.5 GiB    4.4 TFLOP
//   ☐ Dense feed-forward         3.5 GiB    46 TFLOP

#include "ui/forms/cost_check_list.h"

namespace headroom {

class RecomputeModulesEditor : public CostCheckList
{
    Q_OBJECT

public:
    explicit RecomputeModulesEditor(Document &document, QWidget *parent = nullptr);

private:
    void refresh() override;
    void take(QTreeWidgetItem *item, int column) override;
    void retranslate() override;
};

} // namespace headroom
