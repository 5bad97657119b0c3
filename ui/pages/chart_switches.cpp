#include "ui/pages/chart_switches.h"

#include "estimate/on_chip_roofline.h"
#include "estimate/step_timeline.h"
#include "ui/charts/waterfall_chart.h"
#include "ui/charts/waterfall_data.h"
#include "ui/text.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QStandardItemModel>

#include <algorithm>
#include <cstring>
#include <set>

namespace headroom {

namespace {

void setCount(QComboBox &box, int count)
{
    while (box.count() > count)
        box.removeItem(box.count() - 1);
    while (box.count() < count)
        box.addItem(QString());
}

} // namespace

ChartSwitches::ChartSwitches(const ChartRow &row, QHBoxLayout &header, QWidget *parent) : QObject(parent), m_row(row), m_parent(parent)
{
    if (std::strcmp(row.key, "waterfall") == 0) {
        m_units = newBox("units", header);
        setCount(*m_units, static_cast<int>(waterfallUnitNames().size()));
        connect(m_units, &QComboBox::activated, this, [this](int index) {
            m_unitChosen = true;
            emit acted(QStringLiteral("unit:%1").arg(index));
        });
    }
    if (std::strcmp(row.key, "roofline") == 0) {
        m_trails = newBox("trail", header);
        setCount(*m_trails, static_cast<int>(rowsOf(TrailOver{}).size()));
        connect(m_trails, &QComboBox::activated, this, [this](int index) {
            m_choice.trail = static_cast<TrailOver>(index);
            emit changed();
        });
        m_levels = newBox("level", header);
        setCount(*m_levels, static_cast<int>(rowsOf(MemoryLevel{}).size()));
        connect(m_levels, &QComboBox::activated, this, &ChartSwitches::changed);
    }
    if (std::strcmp(row.key, "timeline") == 0)
        addTimes(header);
    if (std::strcmp(row.key, "sensitivity") == 0) {
        m_moved = newBox("moved", header);
        setCount(*m_moved, 2);
        connect(m_moved, &QComboBox::activated, this, [this](int index) {
            m_choice.moved = index == 0 ? MovedFields::all : MovedFields::continuous;
            emit changed();
        });
    }
    if (row.ofStage) {
        m_stages = newBox("stage", header);
        connect(m_stages, &QComboBox::activated, this, [this](int index) {
            m_choice.stage = index == 0 ? std::nullopt : std::optional<Count>(index - 1);
            emit changed();
        });
    }
    if (m_views) {
        m_passes = newBox("pass", header);
        connect(m_passes, &QComboBox::activated, this, [this](int index) {
            m_choice.pass = m_passes->itemData(index).toString().toStdString();
            emit changed();
        });
    }
}

QComboBox *ChartSwitches::newBox(const char *name, QHBoxLayout &header)
{
    auto *box = new QComboBox(m_parent);
    box->setObjectName(QString::fromLatin1(name));
    box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    header.addWidget(box);
    return box;
}

// View and level of the timeline.
void ChartSwitches::addTimes(QHBoxLayout &header)
{
    m_times = newBox("times", header);
    setCount(*m_times, 2);
    connect(m_times, &QComboBox::activated, this, [this](int index) {
        m_choice.times = index == 0 ? Level::expected : Level::ideal;
        emit changed();
    });
    m_views = newBox("view", header);
    setCount(*m_views, 2);
    connect(m_views, &QComboBox::activated, this, [this](int index) {
        m_choice.onePass = index == 1;
        emit changed();
    });
}

void ChartSwitches::show(const Estimate *estimate)
{
    if (m_units && estimate && !m_unitChosen)
        m_units->setCurrentIndex(static_cast<int>(usualUnit(*estimate)));
    if (m_trails)
        showTrails(estimate);
    if (m_levels)
        showLevels(estimate);
    if (m_stages)
        showStages(estimate);
    if (m_passes)
        showPasses(estimate);
    if (m_views)
        m_views->setCurrentIndex(m_choice.onePass ? 1 : 0);
}

void ChartSwitches::retranslate()
{
    for (int i = 0; m_units && i < m_units->count(); ++i)
        m_units->setItemText(i, waterfallUnitNames().at(i));
    for (int i = 0; m_trails && i < m_trails->count(); ++i) {
        const EnumRow &each = rowsOf(TrailOver{})[static_cast<std::size_t>(i)];
        m_trails->setItemText(i, coreText(each.label));
        m_trails->setItemData(i, coreText(each.help), Qt::ToolTipRole);
    }
    if (m_times) {
        m_times->setItemText(0, tr("Expected"));
        m_times->setItemText(1, tr("Bound"));
        m_times->setToolTip(tr("Times of the bound or as expected"));
        m_views->setItemText(0, tr("All stages"));
        m_views->setItemText(1, tr("One pass"));
        m_views->setToolTip(tr("Passes of every stage, or operators and collectives of one pass"));
        m_passes->setToolTip(tr("Pass of the stage whose operators are shown"));
    }
    if (m_trails)
        m_trails->setToolTip(tr("Where operators move with the batch or the length"));
    if (m_units)
        m_units->setToolTip(tr("Unit of the bars"));
    if (m_moved) {
        m_moved->setItemText(0, tr("All fields"));
        m_moved->setItemText(1, tr("Numbers only"));
        m_moved->setToolTip(tr("With degrees and other whole numbers, which move to the next legal value, or without them"));
    }
    for (QComboBox *box : {m_units, m_levels, m_trails, m_views, m_stages, m_passes, m_times, m_moved})
        if (box)
            box->setAccessibleName(box->toolTip());
}

MemoryLevel ChartSwitches::level() const
{
    return m_levels ? static_cast<MemoryLevel>(std::max(0, m_levels->currentIndex())) : MemoryLevel::hbm;
}

bool ChartSwitches::follow(const QString &action)
{
    bool known = false;
    for (const QString &part : action.split(QLatin1Char(';'), Qt::SkipEmptyParts)) {
        const QString name = part.section(QLatin1Char(':'), 0, 0), value = part.section(QLatin1Char(':'), 1);
        if (name == QLatin1String("stage"))
            m_choice.stage = value.toLongLong();
        else if (name == QLatin1String("pass"))
            m_choice.pass = value.toStdString();
        else if (name == QLatin1String("view"))
            m_choice.onePass = value == QLatin1String("pass");
        else
            return false;
        known = true;
    }
    return known;
}

void ChartSwitches::showTrails(const Estimate *estimate)
{
    m_trails->setVisible(estimate && estimate->scenario.run.phase != RunPhase::training);
    m_trails->setEnabled(level() == MemoryLevel::hbm); // trails are of HBM traffic
}

// A level that the chip states nothing about cannot be chosen, and says why.
void ChartSwitches::showLevels(const Estimate *estimate)
{
    const auto missing = estimate ? onChipMissing(*estimate) : std::nullopt;
    for (int i = 0; i < m_levels->count(); ++i) {
        const auto level = static_cast<MemoryLevel>(i);
        QString name = coreText(labelOf(level)), tip = coreText(rowsOf(level)[static_cast<std::size_t>(i)].help);
        if (level == MemoryLevel::onChip && estimate && estimate->roofline.onChip)
            name = qs(estimate->roofline.onChip->memory);
        if (level == MemoryLevel::onChip && missing)
            tip = messageText(*missing);
        m_levels->setItemText(i, name);
        m_levels->setItemData(i, tip, Qt::ToolTipRole);
        auto *items = qobject_cast<QStandardItemModel *>(m_levels->model());
        items->item(i)->setEnabled(level == MemoryLevel::hbm || !missing);
    }
    if (missing)
        m_levels->setCurrentIndex(0);
    m_levels->setToolTip(missing ? tr("Memory whose bytes the intensity counts; %1").arg(messageText(*missing))
                                 : tr("Memory whose bytes the intensity counts"));
    m_levels->setAccessibleName(m_levels->toolTip());
}

// The chart's own choice first, then all by number.
void ChartSwitches::showStages(const Estimate *estimate)
{
    const auto stages = estimate ? static_cast<int>(estimate->system.memory.stageTotals.size()) : 0;
    if (m_choice.stage && *m_choice.stage >= stages)
        m_choice.stage = std::nullopt;
    setCount(*m_stages, stages + 1);
    m_stages->setItemText(0, m_views ? tr("Critical stage") : tr("Fullest stage"));
    for (int stage = 0; stage < stages; ++stage)
        m_stages->setItemText(stage + 1, tr("Stage %1").arg(stage));
    m_stages->setCurrentIndex(m_choice.stage ? static_cast<int>(*m_choice.stage) + 1 : 0);
    m_stages->setToolTip(m_views ? tr("Pipeline stage of the pass") : tr("Pipeline stage whose memory is drawn over time"));
    m_stages->setAccessibleName(m_stages->toolTip());
}

// One of each kind: others of it last as long. The chosen one stands for its kind.
void ChartSwitches::showPasses(const Estimate *estimate)
{
    const StepSimulation *step = estimate ? simulationAt(*estimate, m_choice.times) : nullptr;
    m_passes->clear();
    if (!step)
        return;
    const auto stage = static_cast<std::size_t>(m_choice.stage.value_or(estimate->system.criticalStage));
    const std::optional<std::size_t> chosen = findPass(*step, stage, m_choice.pass);
    if (!chosen)
        m_choice.pass = ChartChoice{}.pass;
    std::set<std::pair<PassKind, Count>> seen;
    for (const SimulatedPass &pass : step->passes) {
        const PipelinePass *shown = &pass.pass;
        if (pass.stage != stage || !seen.insert({shown->kind, shown->chunk}).second)
            continue;
        const bool isChosen = chosen && step->passes[*chosen].pass.kind == shown->kind && step->passes[*chosen].pass.chunk == shown->chunk;
        if (isChosen)
            shown = &step->passes[*chosen].pass;
        const QString name = qs(passName(*shown));
        m_passes->addItem(QStringLiteral("%1 · %2").arg(name, coreText(labelOf(shown->kind))), name);
        if (isChosen)
            m_passes->setCurrentIndex(m_passes->count() - 1);
    }
}

} // namespace headroom
