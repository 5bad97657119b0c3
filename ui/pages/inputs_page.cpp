#include "ui/pages/inputs_page.h"

#include "ui/catalog_actions.h"
#include "ui/document/document.h"
#include "ui/forms/field_form.h"
#include "ui/forms/field_row.h"
#include "ui/forms/kept_tensors_editor.h"
#include "ui/forms/recompute_modules_editor.h"
#include "ui/forms/launch_flags_dialog.h"
#include "ui/forms/preset_combo.h"
#include "ui/pages/layer_editor.h"

#include <QCoreApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QTabWidget>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include <array>
#include <cstring>

namespace headroom {

namespace {

struct GroupRow
{
    const char *key;
    const char *title; // translated in context "Inputs"
    bool preset;
};
constexpr std::array groups{
    GroupRow{"model", QT_TRANSLATE_NOOP("Inputs", "Model"), true},
    GroupRow{"hardware", QT_TRANSLATE_NOOP("Inputs", "Hardware"), true},
    GroupRow{"plan", QT_TRANSLATE_NOOP("Inputs", "Plan"), false},
    GroupRow{"run", QT_TRANSLATE_NOOP("Inputs", "Run"), false},
    GroupRow{"calibration", QT_TRANSLATE_NOOP("Inputs", "Calibration"), true},
};

} // namespace

InputsPage::InputsPage(Document &document, QWidget *parent)
    : QWidget(parent), m_document(document), m_filter(new QLineEdit(this)), m_tabs(new QTabWidget(this))
{
    m_filter->setClearButtonEnabled(true);
    m_tabs->setDocumentMode(true);
    m_tabs->setUsesScrollButtons(true);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(4, 4, 4, 0);
    column->setSpacing(4);
    column->addWidget(m_filter);
    column->addWidget(m_tabs, 1);
    for (const GroupRow &group : groups)
        addTab(group.key);
    connect(m_filter, &QLineEdit::textChanged, this, &InputsPage::filter);
    retranslate();
}

void InputsPage::addTab(const char *group)
{
    auto *page = new QWidget;
    auto *column = new QVBoxLayout(page);
    column->setContentsMargins(0, 6, 0, 0);
    column->setSpacing(2);
    auto *form = new FieldForm(group, m_document, page);
    const auto row = std::ranges::find_if(groups, [&](const GroupRow &g) { return std::strcmp(g.key, group) == 0; });
    QLabel *label = nullptr;
    if (row->preset) {
        label = new QLabel(page);
        auto *line = new QHBoxLayout;
        line->setContentsMargins(8, 0, 8, 2);
        auto *preset = new PresetCombo(group, m_document, *form, page);
        label->setBuddy(preset);
        line->addWidget(label);
        line->addWidget(preset, 1);
        if (std::strcmp(group, "calibration") != 0) {
            m_presetMenus.push_back(new QToolButton(page));
            m_presetMenus.back()->setText(QStringLiteral("…"));
            m_presetMenus.back()->setObjectName(QStringLiteral("%1Menu").arg(QString::fromUtf8(group)));
            m_presetMenus.back()->setPopupMode(QToolButton::InstantPopup);
            m_presetMenus.back()->setStyleSheet(QStringLiteral("QToolButton::menu-indicator { image: none; }"));
            m_presetMenus.back()->hide();
            line->addWidget(m_presetMenus.back());
        }
        column->addLayout(line);
    }
    if (std::strcmp(group, "plan") == 0) {
        m_pasteFlags = new QPushButton(page);
        m_pasteFlags->setObjectName(QStringLiteral("pasteLaunchFlags"));
        connect(m_pasteFlags, &QPushButton::clicked, this, &InputsPage::pasteLaunchFlags);
        auto *line = new QHBoxLayout;
        line->setContentsMargins(8, 0, 8, 2);
        line->addWidget(m_pasteFlags);
        line->addStretch(1);
        column->addLayout(line);
    }
    column->addWidget(form);
    if (std::strcmp(group, "plan") == 0) {
        column->addWidget(new KeptTensorsEditor(m_document, page));
        column->addWidget(new RecomputeModulesEditor(m_document, page));
    }
    if (std::strcmp(group, "model") == 0) {
        auto *list = new LayerEditor(m_document, page);
        auto *frame = new QHBoxLayout;
        frame->setContentsMargins(8, 2, 8, 4);
        frame->addWidget(list);
        column->addLayout(frame);
    }
    column->addStretch(1);
    auto *scroll = new QScrollArea(m_tabs);
    scroll->setWidget(page);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_tabs->addTab(scroll, QString());
    m_forms.push_back(form);
    m_presetLabels.push_back(label);
}

void InputsPage::pasteLaunchFlags()
{
    LaunchFlagsDialog dialog(m_document.scenario(), this);
    if (dialog.exec() == QDialog::Accepted)
        m_document.applyLaunchFlags(dialog.scenario(), dialog.launcher());
}

void InputsPage::addPresetMenus(CatalogActions &actions)
{
    for (std::size_t i = 0; i < m_presetMenus.size(); ++i) {
        auto *menu = new QMenu(m_presetMenus[i]);
        const auto kind = i == 0 ? CatalogKind::model : CatalogKind::hardware;
        // Filled when it opens: what applies depends on the entry, and the texts on the language.
        connect(menu, &QMenu::aboutToShow, this, [menu, kind, &actions] { actions.fill(*menu, kind); });
        m_presetMenus[i]->setMenu(menu);
        m_presetMenus[i]->show();
    }
}

void InputsPage::retranslate()
{
    m_pasteFlags->setText(tr("Paste launch flags…"));
    for (QToolButton *button : m_presetMenus)
        button->setToolTip(tr("Save as a preset of your own, rename, delete, export"));
    for (QToolButton *button : m_presetMenus)
        button->setAccessibleName(button->toolTip());
    m_filter->setAccessibleName(tr("Filter fields"));
    m_filter->setPlaceholderText(
        tr("Filter fields (%1)").arg(QKeySequence(Qt::CTRL | Qt::Key_L).toString(QKeySequence::NativeText)));
    for (std::size_t i = 0; i < groups.size(); ++i) {
        m_tabs->setTabText(static_cast<int>(i), QCoreApplication::translate("Inputs", groups[i].title));
        if (m_presetLabels[i])
            m_presetLabels[i]->setText(tr("Preset"));
    }
}

void InputsPage::filter(const QString &text)
{
    int first = -1;
    const int current = m_tabs->currentIndex();
    bool currentHas = false;
    for (std::size_t i = 0; i < m_forms.size(); ++i) {
        const int tab = static_cast<int>(i);
        const bool any = m_forms[i]->filter(text.trimmed()) > 0;
        m_tabs->setTabEnabled(tab, any || text.isEmpty());
        if (any && first < 0)
            first = tab;
        currentHas = currentHas || (any && tab == current);
    }
    if (!currentHas && first >= 0)
        m_tabs->setCurrentIndex(first);
}

QString InputsPage::tabTitle(const char *group) const
{
    const auto row = std::ranges::find_if(groups, [&](const GroupRow &g) { return std::strcmp(g.key, group) == 0; });
    return row == groups.end() ? QString() : QCoreApplication::translate("Inputs", row->title);
}

int InputsPage::currentTab() const
{
    return m_tabs->currentIndex();
}

void InputsPage::setCurrentTab(int tab)
{
    m_tabs->setCurrentIndex(tab);
}

void InputsPage::focusFilter()
{
    m_filter->setFocus(Qt::ShortcutFocusReason);
    m_filter->selectAll();
}

void InputsPage::clearFilter()
{
    m_filter->clear();
}

void InputsPage::focusField(const QString &path)
{
    for (std::size_t i = 0; i < m_forms.size(); ++i) {
        FieldRow *row = m_forms[i]->row(path.toStdString());
        if (!row)
            continue;
        clearFilter();
        m_tabs->setCurrentIndex(static_cast<int>(i));
        row->focusEditor();
        auto *scroll = qobject_cast<QScrollArea *>(m_tabs->widget(static_cast<int>(i)));
        // After the tab has been laid out.
        QTimer::singleShot(0, row, [scroll, row] { scroll->ensureWidgetVisible(row, 0, 60); });
        return;
    }
}

void InputsPage::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

} // namespace headroom
