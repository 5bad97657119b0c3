#include "ui/pages/layer_editor.h"

#include "spec/layer_edit.h"
#include "ui/document/document.h"
#include "ui/forms/layer_dialog.h"
#include "ui/pages/layer_list.h"
#include "ui/text.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QToolButton>
#include <QVBoxLayout>

namespace headroom {

namespace {

// "7 × linear+moe"
QString groupText(const LayerGroup &group)
{
    return QStringLiteral("%1 × %2").arg(group.count).arg(qs(layerName(group.layer)));
}

} // namespace

LayerEditor::LayerEditor(Document &document, QWidget *parent)
    : QWidget(parent)
    , m_document(document)
    , m_list(new LayerList(document, this))
    , m_add(addButton(QStringLiteral("+")))
    , m_duplicate(addButton(QStringLiteral("×2")))
    , m_remove(addButton(QStringLiteral("−")))
    , m_up(addButton(QStringLiteral("↑")))
    , m_down(addButton(QStringLiteral("↓")))
    , m_edit(addButton(QStringLiteral("…")))
{
    auto *row = new QHBoxLayout;
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(2);
    for (QToolButton *button : {m_add, m_duplicate, m_remove, m_up, m_down, m_edit})
        row->addWidget(button);
    row->addStretch(1);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addWidget(m_list);
    column->addLayout(row);
    connect(m_add, &QToolButton::clicked, this, &LayerEditor::add);
    connect(m_duplicate, &QToolButton::clicked, this, &LayerEditor::duplicate);
    connect(m_remove, &QToolButton::clicked, this, &LayerEditor::remove);
    connect(m_up, &QToolButton::clicked, this, [this] { move(*current(), *current() - 1); });
    connect(m_down, &QToolButton::clicked, this, [this] { move(*current(), *current() + 1); });
    connect(m_edit, &QToolButton::clicked, this, [this] { edit(*current()); });
    connect(m_list, &LayerList::moved, this, &LayerEditor::move);
    connect(m_list, &LayerList::editRequested, this, &LayerEditor::edit);
    connect(m_list, &LayerList::removeRequested, this, &LayerEditor::remove);
    connect(m_list, &QTreeWidget::currentItemChanged, this, &LayerEditor::showStates);
    connect(&m_document, &Document::scenarioChanged, this, &LayerEditor::showStates);
    retranslate();
    showStates();
}

QToolButton *LayerEditor::addButton(const QString &text)
{
    auto *button = new QToolButton(this);
    button->setText(text);
    button->setAutoRaise(true);
    button->setFixedSize(26, 22);
    return button;
}

const std::vector<LayerGroup> &LayerEditor::layers() const
{
    return m_document.scenario().model.layers;
}

std::optional<std::size_t> LayerEditor::current() const
{
    const int row = m_list->indexOfTopLevelItem(m_list->currentItem());
    return row >= 0 && static_cast<std::size_t>(row) < layers().size() ? std::optional(static_cast<std::size_t>(row))
                                                                       : std::nullopt;
}

void LayerEditor::add()
{
    const std::size_t after = current().value_or(layers().empty() ? 0 : layers().size() - 1);
    LayerGroup group = layers().empty() ? newModel().layers.front() : layers()[after];
    group.count = 1;
    LayerDialog dialog(m_document.scenario(), group, window());
    if (dialog.exec() != QDialog::Accepted)
        return;
    group = dialog.group();
    m_list->select(layers().empty() ? 0 : after + 1);
    m_document.setLayers(withGroupAdded(layers(), after, group), QT_TRANSLATE_NOOP("Change", "add layers %1"),
                         groupText(group));
}

void LayerEditor::duplicate()
{
    const auto index = current();
    if (!index)
        return;
    const QString text = groupText(layers()[*index]);
    m_list->select(*index + 1);
    m_document.setLayers(withGroupDuplicated(layers(), *index), QT_TRANSLATE_NOOP("Change", "duplicate layers %1"),
                         text);
}

void LayerEditor::remove()
{
    const auto index = current();
    if (!index || layers().size() < 2)
        return;
    const QString text = groupText(layers()[*index]);
    m_list->select(*index > 0 ? *index - 1 : 0);
    m_document.setLayers(withGroupRemoved(layers(), *index), QT_TRANSLATE_NOOP("Change", "remove layers %1"), text);
}

void LayerEditor::move(std::size_t from, std::size_t to)
{
    if (from >= layers().size() || to >= layers().size())
        return;
    const QString text = groupText(layers()[from]);
    m_list->select(to);
    m_document.setLayers(withGroupMoved(layers(), from, to), QT_TRANSLATE_NOOP("Change", "move layers %1"), text);
}

void LayerEditor::edit(std::size_t index)
{
    if (index >= layers().size())
        return;
    LayerDialog dialog(m_document.scenario(), layers()[index], window());
    if (dialog.exec() != QDialog::Accepted)
        return;
    std::vector<LayerGroup> next = layers();
    next[index] = dialog.group();
    m_list->select(index);
    const QString text = groupText(next[index]);
    m_document.setLayers(std::move(next), QT_TRANSLATE_NOOP("Change", "edit layers %1"), text);
}

void LayerEditor::showStates()
{
    const auto index = current();
    m_duplicate->setEnabled(index.has_value());
    m_edit->setEnabled(index.has_value());
    m_remove->setEnabled(index && layers().size() > 1);
    m_up->setEnabled(index && *index > 0);
    m_down->setEnabled(index && *index + 1 < layers().size());
}

void LayerEditor::retranslate()
{
    m_add->setToolTip(tr("Add a group of layers…"));
    m_duplicate->setToolTip(tr("Duplicate the group"));
    m_remove->setToolTip(tr("Remove the group"));
    m_up->setToolTip(tr("Move up"));
    m_down->setToolTip(tr("Move down"));
    m_edit->setToolTip(tr("Edit the group…"));
    for (QToolButton *button : {m_add, m_duplicate, m_remove, m_up, m_down, m_edit})
        button->setAccessibleName(button->toolTip());
}

void LayerEditor::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

} // namespace headroom
