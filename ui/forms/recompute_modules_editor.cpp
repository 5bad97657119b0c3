#include "ui/forms/recompute_modules_editor.h"

#include "estimate/remat_costs.h"
#include "ui/document/document.h"
#include "ui/text.h"

#include <QLabel>
#include <QSignalBlocker>
#include <QTreeWidget>

namespace headroom {

namespace {

enum Column { name, spared, again, columns };

RecomputeModule moduleOf(std::size_t row) { return static_cast<RecomputeModule>(row); }

} // namespace

RecomputeModulesEditor::RecomputeModulesEditor(Document &document, QWidget *parent)
    : CostCheckList(document, columns, spared, rowsOf(RecomputeModule{}).size(), parent)
{
    setObjectName(QStringLiteral("recomputeModules"));
    start();
}

void RecomputeModulesEditor::refresh()
{
    const Scenario &scenario = m_document.scenario();
    const bool selective = scenario.plan.remat == RematPolicy::selective;
    setVisible(selective);
    if (!selective || hasError(checkScenario(scenario)))
        return;
    const QSignalBlocker quiet(m_list);
    const RecomputeModules chosen = scenario.plan.recomputeModules;
    for (std::size_t row = 0; row < rowsOf(RecomputeModule{}).size(); ++row) {
        QTreeWidgetItem *item = m_list->topLevelItem(static_cast<int>(row));
        item->setHidden(!chosen.has(moduleOf(row))); // what is chosen is seen, whether the model has it or not
        item->setCheckState(name, chosen.has(moduleOf(row)) ? Qt::Checked : Qt::Unchecked);
        item->setText(spared, QStringLiteral("–"));
        item->setText(again, QStringLiteral("–"));
    }
    for (const ModuleCost &cost : moduleCosts(scenario)) {
        QTreeWidgetItem *item = m_list->topLevelItem(static_cast<int>(cost.module));
        item->setHidden(false);
        item->setText(spared, quantityText(cost.spared.value, Unit::bytes, 3));
        if (cost.again.value > 0.0)
            item->setText(again, quantityText(cost.again.value, Unit::flops, 3));
    }
    fitHeight();
}

void RecomputeModulesEditor::take(QTreeWidgetItem *item, int)
{
    const RecomputeModules module = moduleOf(static_cast<std::size_t>(m_list->indexOfTopLevelItem(item)));
    const RecomputeModules now = m_document.scenario().plan.recomputeModules;
    const RecomputeModules next = item->checkState(name) == Qt::Checked ? now | module : now.without(module);
    choose("plan.recomputeModules", recomputeModulesText(next.empty() ? now : next)); // one stays
}

void RecomputeModulesEditor::retranslate()
{
    const QSignalBlocker quiet(m_list);
    m_help->setText(tr("Modules that run again in backward, per micro-batch and device: bytes that are not kept and matrix FLOPs, of each alone."));
    m_list->setAccessibleName(tr("Modules recomputed"));
    m_list->setHeaderLabels({tr("Module"), tr("Spared"), tr("Run again")});
    for (std::size_t row = 0; row < rowsOf(RecomputeModule{}).size(); ++row) {
        const EnumRow &module = rowsOf(RecomputeModule{})[row];
        QTreeWidgetItem *item = m_list->topLevelItem(static_cast<int>(row));
        item->setText(name, coreText(module.label));
        item->setToolTip(name, QStringLiteral("%1\n%2").arg(coreText(module.label), QString::fromUtf8(module.key)));
    }
}

} // namespace headroom
