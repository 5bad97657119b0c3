#include "ui/forms/kept_tensors_editor.h"

#include "estimate/remat_costs.h"
#include "spec/field.h"
#include "ui/document/document.h"
#include "ui/text.h"

#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QSignalBlocker>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace headroom {

namespace {

enum Column { name, host, bytes, again, columns };

constexpr std::size_t named = tensorCount - 1;

Qt::CheckState stateOf(bool on) { return on ? Qt::Checked : Qt::Unchecked; }

} // namespace

KeptTensorsEditor::KeptTensorsEditor(Document &document, QWidget *parent)
    : QWidget(parent), m_document(document), m_help(new QLabel(this)), m_list(new QTreeWidget(this))
{
    setObjectName(QStringLiteral("keptTensors"));
    m_help->setWordWrap(true);
    m_help->setBuddy(m_list);
    m_list->setColumnCount(columns);
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setTextElideMode(Qt::ElideRight);
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_list->header()->setSectionResizeMode(name, QHeaderView::Stretch);
    for (std::size_t t = 0; t < named; ++t) {
        auto *item = new QTreeWidgetItem(m_list);
        item->setTextAlignment(bytes, Qt::AlignRight | Qt::AlignVCenter);
        item->setTextAlignment(again, Qt::AlignRight | Qt::AlignVCenter);
    }
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(8, 2, 8, 4);
    column->addWidget(m_help);
    column->addWidget(m_list);
    connect(m_list, &QTreeWidget::itemChanged, this, &KeptTensorsEditor::take);
    connect(&m_document, &Document::scenarioChanged, this, &KeptTensorsEditor::refresh);
    retranslate();
    refresh();
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

// Every row is seen: the form around scrolls.
void KeptTensorsEditor::fitHeight()
{
    int rows = 0;
    for (int i = 0; i < m_list->topLevelItemCount(); ++i)
        rows += m_list->topLevelItem(i)->isHidden() ? 0 : 1;
    m_list->setFixedHeight(m_list->header()->sizeHint().height() + rows * std::max(18, m_list->sizeHintForRow(0)) + 2 * m_list->frameWidth() + 2);
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
    m_document.setField(*findField("plan.keptTensors"), FieldValue(keptTensorsText(kept)));
    m_document.endBurst();
    refresh(); // what changed nothing is shown as it is
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

void KeptTensorsEditor::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

} // namespace headroom
