#include "ui/forms/sweep_axis_edit.h"

#include "base/format.h"
#include "ui/text.h"

#include <QComboBox>
#include <QCompleter>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QSignalBlocker>

#include <algorithm>

namespace headroom {

namespace {

bool canBeSwept(const Field &field) { return field.kind != FieldKind::text && field.kind != FieldKind::flag; }

QString rangeText(const Field &field, double from, double to, const QString &how)
{
    const auto text = [&](double value) { return qs(editable(std::clamp(value, field.minimum, field.maximum), field.unit)); };
    return text(from) + QStringLiteral("..") + text(to) + QStringLiteral("..") + how;
}

} // namespace

QString suggestedValues(const Field &field, const Scenario &scenario)
{
    const FieldValue now = field.get(scenario);
    if (field.kind == FieldKind::choice) {
        QStringList keys;
        for (const EnumRow &row : field.choices)
            keys << QString::fromUtf8(row.key);
        return keys.join(QStringLiteral(", "));
    }
    if (const auto *count = std::get_if<Count>(&now)) {
        const Count low = std::max(static_cast<Count>(field.minimum), *count / 4), high = std::min(static_cast<Count>(field.maximum), std::max<Count>(8, 4 * *count));
        return low > 0 ? QStringLiteral("%1..%2..x2").arg(low).arg(high) : QStringLiteral("%1..%2").arg(low).arg(high);
    }
    const auto *number = std::get_if<double>(&now);
    const auto *band = std::get_if<Band<double>>(&now);
    const double value = number ? *number : band ? band->expected : 0.0;
    if (!(value > 0.0))
        return {};
    return rangeText(field, value / 2.0, value * 2.0, QStringLiteral("9"));
}

SweepAxisEdit::SweepAxisEdit(Absence absence, QWidget *parent)
    : QWidget(parent), m_absence(absence), m_field(new QComboBox(this)), m_values(new QLineEdit(this))
{
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    m_field->setEditable(true);
    m_field->setInsertPolicy(QComboBox::NoInsert);
    m_field->completer()->setFilterMode(Qt::MatchContains);
    m_field->completer()->setCompletionMode(QCompleter::PopupCompletion);
    m_field->setMinimumContentsLength(6);
    m_field->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    connect(m_field, &QComboBox::currentTextChanged, this, &SweepAxisEdit::fitField);
    m_values->setMinimumWidth(110);
    row->addWidget(m_field, 1);
    row->addWidget(m_values, 1);
    setFocusProxy(m_field);
    connect(m_field, &QComboBox::activated, this, &SweepAxisEdit::fieldChosen);
    connect(m_values, &QLineEdit::editingFinished, this, [this] {
        parse();
        emit changed();
    });
}

// The field's name is read in full, not the longest of all names.
void SweepAxisEdit::fitField()
{
    const int arrow = 2 * m_field->fontMetrics().height() + 8;
    m_field->setMinimumWidth(m_field->fontMetrics().horizontalAdvance(m_field->currentText()) + arrow);
}

void SweepAxisEdit::listFields(const Scenario &scenario)
{
    const QString chosen = m_field->currentData().toString();
    const QSignalBlocker quiet(m_field);
    m_field->clear();
    if (m_absence == Absence::allowed)
        m_field->addItem(tr("none"), QString());
    for (const Field &field : fields())
        if (canBeSwept(field) && field.appliesTo(scenario))
            m_field->addItem(QStringLiteral("%1 (%2)").arg(coreText(field.label), qs(field.path())), qs(field.path()));
    m_field->setCurrentIndex(std::max(0, m_field->findData(chosen)));
    fitField();
}

void SweepAxisEdit::setScenario(const Scenario &scenario, const char *firstChoice)
{
    const bool first = m_field->count() == 0;
    m_scenario = scenario;
    const QString before = m_field->currentData().toString();
    listFields(scenario);
    if (first && firstChoice)
        m_field->setCurrentIndex(std::max(0, m_field->findData(QString::fromUtf8(firstChoice))));
    if (first || m_field->currentData().toString() != before)
        if (const Field *field = findField(m_field->currentData().toString().toStdString()))
            m_values->setText(suggestedValues(*field, scenario));
    parse();
}

void SweepAxisEdit::choose(const QString &path, const QString &values)
{
    m_field->setCurrentIndex(std::max(0, m_field->findData(path)));
    m_values->setText(values);
    parse();
    emit changed();
}

void SweepAxisEdit::fieldChosen()
{
    const Field *field = findField(m_field->currentData().toString().toStdString());
    m_values->setText(field ? suggestedValues(*field, m_scenario) : QString());
    parse();
    emit changed();
}

void SweepAxisEdit::parse()
{
    const QString path = m_field->currentData().toString();
    m_axis.reset();
    m_valid = true;
    QString wrong;
    if (!path.isEmpty()) {
        Result<SweepAxis> parsed = parseSweepAxis((path + QLatin1Char('=') + m_values->text()).toStdString());
        if (parsed)
            m_axis = *std::move(parsed);
        else
            wrong = issueText(parsed.error().front());
        m_valid = m_axis.has_value();
    }
    m_values->setEnabled(!path.isEmpty());
    QPalette colors = palette();
    if (!m_valid)
        colors.setColor(QPalette::Text, QColor(Qt::red));
    m_values->setPalette(colors);
    m_values->setToolTip(m_valid ? tr("A list such as 1, 2, 4; or FROM..TO..STEPS; FROM..TO..x2; FROM..TO..STEPS log") : wrong);
}

void SweepAxisEdit::retranslate(const QString &name)
{
    m_field->setAccessibleName(tr("Field of the axis %1").arg(name));
    m_values->setAccessibleName(tr("Values of the axis %1").arg(name));
    if (m_field->count() > 0)
        listFields(m_scenario);
    parse();
}

} // namespace headroom
