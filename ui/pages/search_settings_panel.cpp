#include "ui/pages/search_settings_panel.h"

#include "ui/document/document.h"
#include "ui/text.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QStyle>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace headroom {

namespace {

// How the degrees of an axis are limited; the row's number means this.
enum class Rule { any, exactly, atMost, atLeast, multipleOf };
constexpr std::array ruleNames{
    QT_TRANSLATE_NOOP("SearchSettings", "any"),         QT_TRANSLATE_NOOP("SearchSettings", "exactly"),
    QT_TRANSLATE_NOOP("SearchSettings", "at most"),     QT_TRANSLATE_NOOP("SearchSettings", "at least"),
    QT_TRANSLATE_NOOP("SearchSettings", "multiple of"),
};
constexpr std::array searchedSplits{StageSplit::even, StageSplit::balanced};
constexpr std::array axes{Axis::data, Axis::fsdp, Axis::tensor, Axis::expert, Axis::pipeline, Axis::context};
constexpr qlonglong largestCount = 1 << 24;

std::pair<Rule, Count> ruleOf(const AxisLimits &limits)
{
    if (limits.maximum > 0 && limits.minimum == limits.maximum)
        return {Rule::exactly, limits.maximum};
    if (limits.maximum > 0)
        return {Rule::atMost, limits.maximum};
    if (limits.minimum > 1)
        return {Rule::atLeast, limits.minimum};
    return limits.multiple > 1 ? std::pair(Rule::multipleOf, limits.multiple) : std::pair(Rule::any, Count{0});
}

AxisLimits limitsOf(Rule rule, Count n)
{
    AxisLimits out;
    if (rule == Rule::exactly)
        out = AxisLimits::fixed(n);
    else if (rule == Rule::atMost)
        out.maximum = n;
    else if (rule == Rule::atLeast)
        out.minimum = n;
    else if (rule == Rule::multipleOf)
        out.multiple = n;
    return out;
}

std::optional<Count> countOf(const QString &text)
{
    bool ok = false;
    const qlonglong value = text.trimmed().toLongLong(&ok);
    return ok && value >= 1 && value <= largestCount ? std::optional<Count>(value) : std::nullopt;
}

// "1, 2, 4": nothing when a part is no count.
std::optional<std::vector<Count>> countsOf(const QString &text)
{
    std::vector<Count> out;
    for (const QString &part : text.split(QLatin1Char(','), Qt::SkipEmptyParts)) {
        const auto count = countOf(part);
        if (!count)
            return std::nullopt;
        out.push_back(*count);
    }
    return out;
}

QString countsText(const std::vector<Count> &counts)
{
    QStringList out;
    for (const Count count : counts)
        out << QString::number(count);
    return out.join(QStringLiteral(", "));
}

void setInvalid(QLineEdit &edit, bool invalid)
{
    if (edit.property("invalid").toBool() == invalid)
        return;
    edit.setProperty("invalid", invalid);
    edit.style()->unpolish(&edit);
    edit.style()->polish(&edit);
}

// Leaves a text alone that already says the same.
void setText(QLineEdit &edit, const QString &text)
{
    if (edit.text() != text)
        edit.setText(text);
}

} // namespace

SearchSettingsPanel::SearchSettingsPanel(Document &document, QWidget *parent)
    : QFrame(parent, Qt::Popup), m_document(document), m_objective(new QComboBox(this)), m_microBatches(new QLineEdit(this)),
      m_batches(new QLineEdit(this)), m_simulate(new QLineEdit(this)), m_reset(new QPushButton(this))
{
    setObjectName(QStringLiteral("searchSettings"));
    setFrameShape(QFrame::StyledPanel);
    for (int i = 0; i < 7; ++i)
        m_labels.push_back(new QLabel(this));
    m_objective->setObjectName(QStringLiteral("objective"));
    for (std::size_t i = 0; i < rowsOf(Objective{}).size(); ++i)
        m_objective->addItem(QString());
    auto *grid = new QGridLayout;
    grid->addWidget(m_labels[0], 0, 0);
    grid->addWidget(m_objective, 0, 1, 1, 2);
    for (int i = 0; i < static_cast<int>(axes.size()); ++i)
        addAxis(*grid, axes[static_cast<std::size_t>(i)], 1 + i % 3, 3 * (i / 3));
    grid->addWidget(m_labels[1], 4, 0);
    grid->addWidget(m_microBatches, 4, 1, 1, 2);
    grid->addWidget(m_labels[2], 4, 3);
    grid->addWidget(m_batches, 4, 4, 1, 2);
    auto *policies = new QGridLayout;
    for (const EnumRow &row : rowsOf(RematPolicy{})) {
        const int n = static_cast<int>(m_remats.size());
        m_remats.push_back(new QCheckBox(QString::fromUtf8(row.key), this));
        policies->addWidget(m_remats.back(), n / 3, n % 3);
        connect(m_remats.back(), &QCheckBox::toggled, this, &SearchSettingsPanel::apply);
    }
    policies->addWidget(m_reset, 0, 3);
    grid->addWidget(m_labels[3], 5, 0, Qt::AlignTop);
    grid->addLayout(policies, 5, 1, 1, 5);
    auto *schedules = new QGridLayout;
    for (const ScheduleChoice &choice : allSchedules()) {
        const int n = static_cast<int>(m_schedules.size());
        m_schedules.push_back(new QCheckBox(QString::fromStdString(scheduleText(choice)), this));
        schedules->addWidget(m_schedules.back(), n / 3, n % 3);
        connect(m_schedules.back(), &QCheckBox::toggled, this, &SearchSettingsPanel::apply);
    }
    grid->addWidget(m_labels[4], 6, 0, Qt::AlignTop);
    grid->addLayout(schedules, 6, 1, 1, 5);
    auto *splits = new QHBoxLayout;
    for (const StageSplit split : searchedSplits) {
        m_splits.push_back(new QCheckBox(this));
        m_splits.back()->setObjectName(QStringLiteral("split_") + QString::fromUtf8(keyOf(split)));
        splits->addWidget(m_splits.back());
        connect(m_splits.back(), &QCheckBox::toggled, this, &SearchSettingsPanel::apply);
    }
    splits->addStretch();
    grid->addWidget(m_labels[6], 7, 0);
    grid->addLayout(splits, 7, 1, 1, 5);
    grid->addWidget(m_labels[5], 8, 0);
    grid->addWidget(m_simulate, 8, 1, 1, 2);
    m_simulate->setObjectName(QStringLiteral("simulate"));
    auto *column = new QVBoxLayout(this);
    column->addLayout(grid);
    connect(m_objective, &QComboBox::activated, this, &SearchSettingsPanel::apply);
    for (QLineEdit *edit : {m_microBatches, m_batches, m_simulate})
        connect(edit, &QLineEdit::textEdited, this, &SearchSettingsPanel::apply);
    connect(m_reset, &QPushButton::clicked, this, [this] { m_document.setSearchSpace({}); });
    connect(&m_document, &Document::searchSpaceChanged, this, [this] { show(m_document.searchSpace()); });
    m_ofTraining = {m_labels[1], m_microBatches, m_labels[3], m_labels[4], m_labels[5], m_labels[6], m_simulate};
    for (QCheckBox *box : m_remats)
        m_ofTraining.push_back(box);
    for (QCheckBox *box : m_schedules)
        m_ofTraining.push_back(box);
    for (QCheckBox *box : m_splits)
        m_ofTraining.push_back(box);
    connect(&m_document, &Document::scenarioChanged, this, &SearchSettingsPanel::showPhase);
    retranslate();
    show(m_document.searchSpace());
}

void SearchSettingsPanel::addAxis(QGridLayout &grid, Axis axis, int row, int column)
{
    const QString key = QString::fromUtf8(keyOf(axis));
    AxisRow out{axis, new QLabel(key, this), new QComboBox(this), new QLineEdit(this)};
    out.rule->setObjectName(key + QStringLiteral("Rule"));
    out.degree->setObjectName(key + QStringLiteral("Degree"));
    out.degree->setFixedWidth(56);
    for (std::size_t i = 0; i < ruleNames.size(); ++i)
        out.rule->addItem(QString());
    grid.addWidget(out.name, row, column);
    grid.addWidget(out.rule, row, column + 1);
    grid.addWidget(out.degree, row, column + 2);
    connect(out.rule, &QComboBox::activated, this, [this, out](int rule) {
        // The plan's own degree is where to start, if the rule then says anything.
        const bool bounds = rule == static_cast<int>(Rule::atLeast) || rule == static_cast<int>(Rule::multipleOf);
        if (rule == static_cast<int>(Rule::any))
            out.degree->clear();
        else if (out.degree->text().isEmpty())
            out.degree->setText(QString::number(std::max(Count{bounds ? 2 : 1}, m_document.scenario().plan.degree(out.axis))));
        apply();
    });
    connect(out.degree, &QLineEdit::textEdited, this, &SearchSettingsPanel::apply);
    m_axes.push_back(out);
}

void SearchSettingsPanel::retranslate()
{
    m_labels[0]->setText(tr("Objective"));
    m_labels[1]->setText(tr("Micro-batches"));
    m_labels[2]->setText(tr("Batches"));
    m_labels[3]->setText(tr("Remat"));
    m_labels[4]->setText(tr("Schedule"));
    for (QCheckBox *box : m_schedules)
        box->setToolTip(tr("Pipeline schedules to try; none ticked: the plan's own."));
    m_labels[6]->setText(tr("Stages"));
    for (std::size_t i = 0; i < m_splits.size(); ++i) {
        const EnumRow &row = rowsOf(StageSplit{})[static_cast<std::size_t>(searchedSplits[i])];
        m_splits[i]->setText(coreText(row.label));
        m_splits[i]->setToolTip(coreText(row.help));
    }
    m_labels[5]->setText(tr("Simulate"));
    m_simulate->setAccessibleName(m_labels[5]->text());
    m_simulate->setPlaceholderText(tr("none"));
    m_simulate->setToolTip(tr("So many of the best plans that fit are simulated pass by pass and put in the order of that step; 200 is a good number"));
    m_reset->setText(tr("Reset"));
    m_objective->setAccessibleName(m_labels[0]->text());
    m_microBatches->setAccessibleName(m_labels[1]->text());
    m_batches->setAccessibleName(m_labels[2]->text());
    m_microBatches->setToolTip(tr("Sequences per rank and pass to try, with commas between them"));
    showPhase();
    for (std::size_t i = 0; i < rowsOf(Objective{}).size(); ++i)
        m_objective->setItemText(static_cast<int>(i), coreText(rowsOf(Objective{})[i].label));
    for (const AxisRow &row : m_axes)
        for (std::size_t i = 0; i < ruleNames.size(); ++i)
            row.rule->setItemText(static_cast<int>(i), QCoreApplication::translate("SearchSettings", ruleNames[i]));
}

// Settings that a search of the phase does not use are away.
void SearchSettingsPanel::showPhase()
{
    const bool trains = m_document.scenario().run.phase == RunPhase::training;
    for (QWidget *widget : m_ofTraining)
        widget->setVisible(trains);
    for (const AxisRow &row : m_axes)
        if (row.axis == Axis::fsdp || row.axis == Axis::context)
            for (QWidget *widget : {static_cast<QWidget *>(row.name), static_cast<QWidget *>(row.rule), static_cast<QWidget *>(row.degree)})
                widget->setVisible(trains);
    m_batches->setToolTip(trains ? tr("Global batches to try, in sequences, with commas between them")
                                 : tr("Sequences at a time to try, over all devices, with commas between them"));
    m_batches->setPlaceholderText(trains ? tr("the run's: %1").arg(m_document.scenario().run.globalBatch) : tr("1, 2, 4, … as many as fit"));
}

void SearchSettingsPanel::show(const SearchSpace &space)
{
    m_filling = true;
    m_objective->setCurrentIndex(static_cast<int>(space.objective));
    for (const AxisRow &row : m_axes)
        showLimits(row, space.limit(row.axis));
    if (countsOf(m_microBatches->text()) != space.microBatches)
        setText(*m_microBatches, countsText(space.microBatches));
    if (countsOf(m_batches->text()) != space.globalBatches)
        setText(*m_batches, countsText(space.globalBatches));
    if (countOf(m_simulate->text()).value_or(0) != static_cast<Count>(space.simulate))
        setText(*m_simulate, space.simulate > 0 ? QString::number(space.simulate) : QString());
    for (QLineEdit *edit : {m_microBatches, m_batches, m_simulate})
        setInvalid(*edit, false);
    for (std::size_t i = 0; i < m_remats.size(); ++i)
        m_remats[i]->setChecked(std::ranges::find(space.remats, static_cast<RematPolicy>(i)) != space.remats.end());
    const std::vector<ScheduleChoice> schedules = allSchedules();
    for (std::size_t i = 0; i < m_schedules.size(); ++i)
        m_schedules[i]->setChecked(std::ranges::find(space.schedules, schedules[i]) != space.schedules.end());
    for (std::size_t i = 0; i < m_splits.size(); ++i)
        m_splits[i]->setChecked(std::ranges::find(space.splits, searchedSplits[i]) != space.splits.end());
    m_filling = false;
}

// A row that already says the same stays: "at most 1" is "exactly 1".
void SearchSettingsPanel::showLimits(const AxisRow &row, const AxisLimits &limits)
{
    const Rule shown = static_cast<Rule>(row.rule->currentIndex());
    const auto typed = countOf(row.degree->text());
    const bool understood = shown == Rule::any || typed.has_value();
    if (!understood || !(limitsOf(shown, typed.value_or(1)) == limits)) {
        const auto [rule, degree] = ruleOf(limits);
        row.rule->setCurrentIndex(static_cast<int>(rule));
        setText(*row.degree, rule == Rule::any ? QString() : QString::number(degree));
    }
    row.degree->setEnabled(row.rule->currentIndex() != static_cast<int>(Rule::any));
    setInvalid(*row.degree, false);
}

bool SearchSettingsPanel::readLimits(const AxisRow &row, AxisLimits &limits) const
{
    const Rule rule = static_cast<Rule>(row.rule->currentIndex());
    const auto degree = countOf(row.degree->text());
    const bool valid = rule == Rule::any || degree.has_value();
    row.degree->setEnabled(rule != Rule::any);
    setInvalid(*row.degree, !valid);
    if (valid)
        limits = limitsOf(rule, degree.value_or(1));
    return valid;
}

// What is not understood is marked and changes nothing.
void SearchSettingsPanel::apply()
{
    if (m_filling)
        return;
    SearchSpace next = m_document.searchSpace();
    next.objective = static_cast<Objective>(m_objective->currentIndex());
    for (const AxisRow &row : m_axes)
        readLimits(row, next.limit(row.axis));
    const auto micro = countsOf(m_microBatches->text()), batches = countsOf(m_batches->text());
    const bool microValid = micro && !micro->empty();
    setInvalid(*m_microBatches, !microValid);
    setInvalid(*m_batches, !batches);
    if (microValid)
        next.microBatches = *micro;
    if (batches)
        next.globalBatches = *batches;
    const bool none = m_simulate->text().trimmed().isEmpty();
    const std::optional<Count> simulate = none ? std::optional<Count>(0) : countOf(m_simulate->text());
    setInvalid(*m_simulate, !simulate);
    if (simulate)
        next.simulate = static_cast<std::size_t>(*simulate);
    std::vector<RematPolicy> remats;
    for (std::size_t i = 0; i < m_remats.size(); ++i)
        if (m_remats[i]->isChecked())
            remats.push_back(static_cast<RematPolicy>(i));
    std::vector<StageSplit> splits;
    for (std::size_t i = 0; i < m_splits.size(); ++i)
        if (m_splits[i]->isChecked())
            splits.push_back(searchedSplits[i]);
    if (remats.empty() || splits.empty()) // one stays
        return show(m_document.searchSpace());
    next.remats = std::move(remats);
    next.splits = std::move(splits);
    const std::vector<ScheduleChoice> schedules = allSchedules();
    next.schedules.clear();
    for (std::size_t i = 0; i < m_schedules.size(); ++i)
        if (m_schedules[i]->isChecked())
            next.schedules.push_back(schedules[i]);
    m_document.setSearchSpace(next);
}

} // namespace headroom
