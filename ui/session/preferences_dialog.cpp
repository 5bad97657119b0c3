#include "ui/session/preferences_dialog.h"

#include "base/enum_table.h"
#include "ui/appearance.h"
#include "ui/session/preferences.h"
#include "ui/session/session.h"
#include "ui/text.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QEvent>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <array>

namespace headroom {

namespace {

void choose(QComboBox &box, const QVariant &data)
{
    const QSignalBlocker quiet(box);
    box.setCurrentIndex(std::max(0, box.findData(data)));
}

// Refilling keeps what is chosen.
void fill(QComboBox &box, const QVariant &chosen, const QList<std::pair<QString, QVariant>> &rows)
{
    {
        const QSignalBlocker quiet(box);
        box.clear();
        for (const auto &[text, data] : rows)
            box.addItem(text, data);
    }
    choose(box, chosen);
}

} // namespace

PreferencesDialog::PreferencesDialog(Appearance &appearance, QWidget *parent)
    : QDialog(parent), m_appearance(appearance), m_reopen(new QCheckBox(this)), m_scaleNote(new QLabel(this)), m_conventionNote(new QLabel(this))
{
    auto *form = new QFormLayout;
    m_language = addBox("language", *form);
    m_theme = addBox("theme", *form);
    m_scale = addBox("scale", *form);
    form->addRow(QString(), m_scaleNote);
    m_memory = addBox("memoryUnit", *form);
    m_convention = addBox("convention", *form);
    form->addRow(QString(), m_conventionNote);
    m_reopen->setObjectName(QStringLiteral("reopen"));
    form->addRow(QString(), m_reopen);
    for (QLabel *note : {m_scaleNote, m_conventionNote})
        note->setProperty("role", QStringLiteral("caption"));
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::accept);
    auto *column = new QVBoxLayout(this);
    column->addLayout(form);
    column->addStretch(1);
    column->addWidget(buttons);
    m_reopen->setChecked(Session::reopensLast());
    retranslate();
    connectBoxes();
}

QComboBox *PreferencesDialog::addBox(const char *name, QFormLayout &form)
{
    auto *box = new QComboBox(this);
    box->setObjectName(QString::fromUtf8(name));
    auto *label = new QLabel(this);
    label->setBuddy(box);
    m_labels.push_back(label);
    form.addRow(label, box);
    return box;
}

void PreferencesDialog::connectBoxes()
{
    connect(m_language, &QComboBox::activated, this, [this] { m_appearance.setLanguage(m_language->currentData().toString()); });
    connect(m_theme, &QComboBox::activated, this,
            [this] { m_appearance.setTheme(static_cast<ThemeChoice>(m_theme->currentData().toInt())); });
    connect(m_scale, &QComboBox::activated, this, [this] {
        setUiScale(m_scale->currentData().toInt());
        m_scaleNote->setText(tr("Holds from the next start of Headroom."));
    });
    connect(m_memory, &QComboBox::activated, this,
            [this] { m_appearance.setMemoryUnit(static_cast<MemoryUnit>(m_memory->currentData().toInt())); });
    connect(m_convention, &QComboBox::activated, this,
            [this] { setPreferredConvention(static_cast<Convention>(m_convention->currentData().toInt())); });
    connect(m_reopen, &QCheckBox::toggled, this, [](bool on) { Session::setReopensLast(on); });
}

void PreferencesDialog::fillBoxes()
{
    fill(*m_language, m_appearance.language(), {{QStringLiteral("English"), QStringLiteral("en")}, {QStringLiteral("简体中文"), QStringLiteral("zh_CN")}});
    fill(*m_theme, static_cast<int>(m_appearance.theme()), {{tr("As the system"), 0}, {tr("Light"), 1}, {tr("Dark"), 2}});
    QList<std::pair<QString, QVariant>> scales;
    for (const int percent : uiScales())
        scales.push_back({QStringLiteral("%1 %").arg(percent), percent});
    fill(*m_scale, uiScale(), scales);
    fill(*m_memory, static_cast<int>(memoryUnit()), {{tr("GiB (1024³ bytes)"), 0}, {tr("GB (1000³ bytes)"), 1}});
    QList<std::pair<QString, QVariant>> conventions;
    const auto rows = rowsOf(Convention{});
    for (std::size_t i = 0; i < rows.size(); ++i)
        conventions.push_back({coreText(rows[i].label), static_cast<int>(i)});
    fill(*m_convention, static_cast<int>(preferredConvention()), conventions);
}

void PreferencesDialog::retranslate()
{
    setWindowTitle(tr("Preferences"));
    const std::array texts{tr("&Language"), tr("&Theme"), tr("&Size of text and controls"), tr("&Memory in"), tr("&FLOP convention")};
    for (std::size_t i = 0; i < texts.size(); ++i)
        m_labels[i]->setText(texts[i]);
    m_reopen->setText(tr("&Open the last project at the start"));
    m_scaleNote->setText(tr("A change holds from the next start of Headroom."));
    m_conventionNote->setText(tr("Of new documents; an open one has its own, under Run."));
    fillBoxes();
}

void PreferencesDialog::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QDialog::changeEvent(event);
}

} // namespace headroom
