#include "ui/forms/preset_combo.h"

#include "spec/catalog.h"
#include "ui/document/document.h"
#include "ui/forms/field_form.h"
#include "ui/text.h"

#include <QEvent>
#include <QWheelEvent>

namespace headroom {

namespace {

std::vector<CatalogEntry> entries(const std::string &group, const UserCatalog &user)
{
    return group == "model"      ? catalogEntries(CatalogKind::model, user)
           : group == "hardware" ? catalogEntries(CatalogKind::hardware, user)
                                 : calibrationEntries();
}

std::size_t builtInCount(const std::string &group)
{
    return (group == "model" ? modelEntries() : group == "hardware" ? hardwareEntries() : calibrationEntries()).size();
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
    fill();
    connect(&m_document, &Document::userCatalogChanged, this, [this] {
        fill();
        refresh();
    });
    connect(this, &QComboBox::activated, this, &PresetCombo::choose);
    connect(&m_document, &Document::scenarioChanged, this, &PresetCombo::refresh);
    refresh();
}

// Built-in entries, and below a line the user's.
void PresetCombo::fill()
{
    clear();
    const std::vector<CatalogEntry> all = entries(m_group, m_document.userCatalog());
    const std::size_t builtIn = builtInCount(m_group);
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (i == builtIn)
            insertSeparator(count());
        addItem(qs(all[i].name), qs(all[i].name));
        setItemData(count() - 1, qs(all[i].source), Qt::ToolTipRole);
    }
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
        if (itemData(i).isValid()) // not the line
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
