#include "ui/forms/preset_combo.h"

#include "spec/catalog.h"
#include "ui/document/document.h"
#include "ui/forms/field_form.h"
#include "ui/text.h"

#include <QEvent>
#include <QWheelEvent>

namespace headroom {

namespace {

const std::vector<CatalogEntry> &entries(const std::string &group)
{
    return group == "model" ? modelEntries() : group == "hardware" ? hardwareEntries() : calibrationEntries();
}

const std::string &nameIn(const Scenario &scenario, const std::string &group)
{
    return group == "model"      ? scenario.model.name
           : group == "hardware" ? scenario.hardware.name
                                 : scenario.calibration.name;
}

} // namespace

PresetCombo::PresetCombo(const char *group, Document &document, FieldForm &form, QWidget *parent)
    : QComboBox(parent), m_group(group), m_document(document), m_form(form)
{
    setFocusPolicy(Qt::StrongFocus);
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(12);
    setMaxVisibleItems(24);
    for (const CatalogEntry &entry : entries(m_group)) {
        addItem(qs(entry.name), qs(entry.name));
        setItemData(count() - 1, qs(entry.source), Qt::ToolTipRole);
    }
    connect(this, &QComboBox::activated, this, &PresetCombo::choose);
    connect(&m_document, &Document::scenarioChanged, this, &PresetCombo::refresh);
    refresh();
}

void PresetCombo::choose(int index)
{
    const std::string name = itemData(index).toString().toStdString();
    if (const Scenario *chosen = m_document.reference(m_group, name)) {
        if (m_group == "model")
            m_document.setModel(ModelSpec(chosen->model));
        else if (m_group == "hardware")
            m_document.setHardware(HardwareSpec(chosen->hardware));
        else
            m_document.setCalibration(Calibration(chosen->calibration));
    }
    refresh();
}

void PresetCombo::refresh()
{
    const QString name = qs(nameIn(m_document.scenario(), m_group));
    int index = findData(name);
    if (index < 0) {
        insertItem(0, name, name);
        index = 0;
    }
    for (int i = 0; i < count(); ++i)
        setItemText(i, itemData(i).toString());
    if (const int changed = m_form.changedCount())
        setItemText(index, tr("%1 (%2 changed)").arg(name).arg(changed));
    setCurrentIndex(index);
}

void PresetCombo::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        refresh();
    QComboBox::changeEvent(event);
}

void PresetCombo::wheelEvent(QWheelEvent *event)
{
    if (hasFocus())
        QComboBox::wheelEvent(event);
    else
        event->ignore();
}

} // namespace headroom
