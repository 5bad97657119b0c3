#include "ui/pages/phase_switch.h"

#include "ui/document/document.h"
#include "ui/document/evaluation_runner.h"
#include "ui/text.h"

#include <QButtonGroup>
#include <QComboBox>
#include <QEvent>
#include <QGridLayout>
#include <QToolButton>

namespace headroom {

namespace {
constexpr int columns = 2;
constexpr int textPixels = 12;
} // namespace

PhaseSwitch::PhaseSwitch(Document &document, EvaluationRunner &runner, QWidget *parent)
    : QWidget(parent), m_document(document), m_runner(runner), m_steps(new QComboBox(this))
{
    auto *grid = new QGridLayout(this);
    grid->setContentsMargins(8, 5, 0, 5);
    grid->setSpacing(2);
    auto *group = new QButtonGroup(this);
    group->setExclusive(true);
    const std::span<const EnumRow> rows = rowsOf(RunPhase{});
    for (int i = 0; i < static_cast<int>(rows.size()); ++i) {
        auto *button = new QToolButton(this);
        button->setObjectName(QStringLiteral("phase.%1").arg(QString::fromUtf8(rows[static_cast<std::size_t>(i)].key)));
        button->setCheckable(true);
        button->setFocusPolicy(Qt::TabFocus);
        button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        QFont font = button->font();
        font.setPixelSize(textPixels);
        button->setFont(font);
        group->addButton(button, i);
        grid->addWidget(button, i / columns, i % columns);
        m_buttons.push_back(button);
    }
    // The chosen one stands out in the dark theme as well.
    setStyleSheet(QStringLiteral("QToolButton:checked { background: palette(highlight); color: palette(highlighted-text); border: 1px solid palette(mid); border-radius: 3px; }"));
    m_steps->setObjectName(QStringLiteral("step"));
    m_steps->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    grid->addWidget(m_steps, 0, columns, 2, 1, Qt::AlignVCenter);
    connect(group, &QButtonGroup::idClicked, &m_document, [this](int phase) { m_document.setPhase(static_cast<RunPhase>(phase)); });
    connect(m_steps, &QComboBox::activated, this, [this](int row) { m_runner.showStep(m_steps->itemData(row).toString().toStdString()); });
    connect(&m_document, &Document::scenarioChanged, this, &PhaseSwitch::showPhase);
    retranslate();
}

void PhaseSwitch::retranslate()
{
    const std::span<const EnumRow> rows = rowsOf(RunPhase{});
    for (std::size_t i = 0; i < rows.size(); ++i) {
        m_buttons[i]->setText(coreText(rows[i].label));
        m_buttons[i]->setToolTip(coreText(rows[i].help));
    }
    m_steps->setToolTip(tr("The step that roofline, waterfall, operators and Why show"));
    m_steps->setAccessibleName(m_steps->toolTip());
    showPhase();
    showSteps();
}

void PhaseSwitch::showPhase()
{
    m_buttons[static_cast<std::size_t>(m_document.scenario().run.phase)]->setChecked(true);
}

void PhaseSwitch::setSnapshot(const SnapshotPtr &snapshot)
{
    m_snapshot = snapshot;
    showSteps();
}

// Only where there is a choice.
void PhaseSwitch::showSteps()
{
    const ServedResult *served = m_snapshot ? m_snapshot->served.get() : nullptr;
    m_steps->setVisible(served && served->views.size() > 1);
    m_steps->clear();
    if (!served)
        return;
    for (std::size_t i = 0; i < served->views.size(); ++i) {
        const std::string &id = served->estimate.steps[i].id;
        const std::optional<RunPhase> kind = fromKey<RunPhase>(id);
        m_steps->addItem(tr("Step: %1").arg(kind ? coreText(labelOf(*kind)) : qs(id)), qs(id));
        if (served->views[i] == m_snapshot->estimate)
            m_steps->setCurrentIndex(static_cast<int>(i));
    }
}

void PhaseSwitch::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

} // namespace headroom
