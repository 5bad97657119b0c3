#include "ui/forms/kept_tensors_editor.h"

#include "estimate/remat_costs.h"
#include "ui/document/document.h"
#include "ui/text.h"

#include <QLabel>
#include <QSignalBlocker>
#include <QTreeWidget>

namespace headroom {

namespace {

enum Column { name, host, bytes, again, columns };

constexpr std::size_t named = tensorCount - 1;

Qt::CheckState stateOf(bool on) { return on ? Qt::Checked : Qt::Unchecked; }

} // namespace

KeptTensorsEditor::KeptTensorsEditor(Document &document, QWidget *parent) : CostCheckList(document, columns, bytes, named, parent)
{
    setObjectName(QStringLiteral("keptTensors"));
    start();
}

void KeptTensorsEditor::refresh()
{
    const Scenario &scenario = m_document.scenario();
    const bool custom = scenario.plan.remat == RematPolicy::custom;
    setVisible(custom);
    if (!custom || hasError(checkScenario(scenario)))
        return;
    const KeptTensors &kept = scenario.plan.keptTensors;
    const QSignalBlocker quiet(m_list);
    for (std::size_t t = 0; t < named; ++t)
        m_list->topLevelItem(static_cast<int>(t))->setHidden(true);
    for (const TensorCost &cost : tensorCosts(scenario)) {
        QTreeWidgetItem *item = m_list->topLevelItem(static_cast<int>(cost.tensor));
        const bool always = cost.tensor == Tensor::decoderLayerInput, away = kept.host.has(cost.tensor);
        item->setHidden(false);
        item->setCheckState(name, stateOf(always || away || kept.device.has(cost.tensor)));
        item->setCheckState(host, stateOf(away));
        item->setText(bytes, quantityText(cost.bytes.value, Unit::bytes, 3));
        item->setText(again, cost.again.value > 0.0 ? quantityText(cost.again.value, Unit::flops, 3) : QStringLiteral("–"));
    }
    fitHeight();
}

void KeptTensorsEditor::take(QTreeWidgetItem *item, int column)
{
    const auto tensor = static_cast<Tensor>(m_list->indexOfTopLevelItem(item));
    KeptTensors kept = m_document.scenario().plan.keptTensors;
    const bool on = item->checkState(column) == Qt::Checked;
    const bool away = column == host ? on : on && kept.host.has(tensor);
    kept.device = kept.device.without(tensor);
    kept.host = kept.host.without(tensor);
    if (away)
        kept.host |= tensor;
    else if (on || column == host) // taken back from the host, it stays on the device
        kept.device |= tensor;
    choose("plan.keptTensors", keptTensorsText(kept));
}

void KeptTensorsEditor::retranslate()
{
    const QSignalBlocker quiet(m_list);
    m_help->setText(tr("Tensors kept, per micro-batch and device. Matrix FLOPs run again where one is dropped and the others stay as chosen."));
    m_list->setAccessibleName(tr("Tensors kept"));
    m_list->setHeaderLabels({tr("Tensor"), tr("Host"), tr("Bytes"), tr("Run again")});
    m_list->headerItem()->setToolTip(host, tr("Kept in the host's memory; moved over the host link"));
    for (std::size_t t = 0; t < named; ++t) {
        const EnumRow &row = rowsOf(Tensor{})[t];
        QTreeWidgetItem *item = m_list->topLevelItem(static_cast<int>(t));
        item->setText(name, coreText(row.label));
        item->setToolTip(name, QStringLiteral("%1\n%2\n%3").arg(coreText(row.label), QString::fromUtf8(row.key), coreText(row.help)).trimmed());
    }
}

} // namespace headroom
