#include "ui/forms/why_not_dialog.h"

#include "ui/models/tables.h"
#include "ui/text.h"

#include <QDialogButtonBox>
#include <QFontDatabase>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTextBrowser>
#include <QVBoxLayout>

#include <cmath>

namespace headroom {

namespace {

QString line(const QString &text)
{
    return QStringLiteral("<div>%1</div>").arg(text.toHtmlEscaped());
}

QString lossText(Seconds time)
{
    return (time.value < 0 ? QStringLiteral("−") : QStringLiteral("+")) + quantityText(std::abs(time.value), Unit::seconds, 3);
}

} // namespace

QString namedPlanText(const Plan &plan)
{
    QStringList parts;
    for (const Axis axis : {Axis::data, Axis::fsdp, Axis::tensor, Axis::expert, Axis::pipeline, Axis::context})
        if (plan.degree(axis) > 1)
            parts << QStringLiteral("%1=%2").arg(QString::fromUtf8(keyOf(axis))).arg(plan.degree(axis));
    if (plan.expertTensor > 1)
        parts << QStringLiteral("expertTensor=%1").arg(plan.expertTensor);
    parts << QStringLiteral("microBatch=%1").arg(plan.microBatch) << QStringLiteral("remat=%1").arg(QString::fromUtf8(keyOf(plan.remat)));
    return parts.join(QLatin1Char(' '));
}

WhyNotDialog::WhyNotDialog(const Scenario &scenario, const SearchSpace &space, std::shared_ptr<const SearchResult> found, QWidget *parent)
    : QDialog(parent), m_scenario(scenario), m_space(space), m_found(std::move(found)), m_plan(new QLineEdit(this)),
      m_outcome(new QTextBrowser(this)), m_buttons(new QDialogButtonBox(QDialogButtonBox::Apply | QDialogButtonBox::Close, this))
{
    setWindowTitle(tr("Why not this plan?"));
    auto *help = new QLabel(tr("A plan as tp=8 pp=4 fsdp=2; also microBatch, remat, batch. fsdp takes the devices that are left."), this);
    help->setWordWrap(true);
    help->setBuddy(m_plan);
    m_plan->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_plan->setAccessibleName(windowTitle());
    m_plan->setText(namedPlanText(scenario.plan));
    m_outcome->setAccessibleName(tr("Why not"));
    auto *column = new QVBoxLayout(this);
    column->addWidget(help);
    column->addWidget(m_plan);
    column->addWidget(m_outcome, 1);
    column->addWidget(m_buttons);
    resize(640, 460);
    connect(m_plan, &QLineEdit::textChanged, this, &WhyNotDialog::read);
    connect(m_buttons->button(QDialogButtonBox::Apply), &QPushButton::clicked, this, &QDialog::accept);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    m_buttons->button(QDialogButtonBox::Apply)->setAutoDefault(false);
    m_buttons->button(QDialogButtonBox::Close)->setAutoDefault(false);
    read();
}

QString WhyNotDialog::planName() const
{
    return planText(m_named.plan);
}

void WhyNotDialog::read()
{
    QPushButton *apply = m_buttons->button(QDialogButtonBox::Apply);
    apply->setEnabled(false);
    const auto refuse = [this](const Issues &issues) {
        QString out;
        for (const Issue &issue : issues)
            out += line(issue.field.empty() ? issueText(issue) : qs(issue.field) + QStringLiteral(": ") + issueText(issue));
        m_outcome->setHtml(out);
    };
    const Result<NamedPlan> named = readNamedPlan(m_plan->text().toStdString(), m_scenario);
    if (!named)
        return refuse(named.error());
    const Result<WhyNot> why = whyNot(m_scenario, m_space, *m_found, *named);
    if (!why)
        return refuse(why.error());
    m_named = *named;
    m_outcome->setHtml(outcome(*why));
    apply->setEnabled(why->legal);
}

QString WhyNotDialog::outcome(const WhyNot &why) const
{
    QString verdict;
    if (why.rank)
        verdict = tr("Rank %1 of %2 plans that fit").arg(*why.rank).arg(why.ranked);
    else if (why.feasible)
        verdict = tr("Comes after the %1 plans listed, of %2 that fit").arg(why.kept).arg(why.ranked);
    else
        verdict = (why.legal ? tr("Does not fit") : tr("Not legal")) + QStringLiteral(": ") + messageText(*why.reason);
    QString out = QStringLiteral("<p><b>%1</b></p>").arg(verdict.toHtmlEscaped());
    if (!why.legal && !why.field.empty())
        out += line(tr("The field to change: %1").arg(qs(why.field)));
    if (why.legal)
        out += line(tr("MFU (%1) %2, memory %3 of %4")
                        .arg(coreText(labelOf(why.objective)), percentText(why.mfu), quantityText(why.memory.value, Unit::bytes),
                             quantityText(why.capacity.value, Unit::bytes)));
    if (why.best)
        out += line(tr("The best plan has %1: %2").arg(percentText(why.bestMfu), planText(*why.best)));
    for (const Message &message : why.outside)
        out += line(messageText(message));
    return out + losses(why);
}

QString WhyNotDialog::losses(const WhyNot &why) const
{
    if (!why.best || why.parts.empty())
        return {};
    const auto row = [](const QString &tag, const QStringList &cells) {
        QString out = QStringLiteral("<tr><%1 align=left>%2</%1>").arg(tag, cells[0].toHtmlEscaped());
        for (const QString &cell : cells.mid(1))
            out += QStringLiteral("<%1 align=right>&nbsp;&nbsp;&nbsp;%2</%1>").arg(tag, cell.toHtmlEscaped());
        return out + QStringLiteral("</tr>");
    };
    const auto times = [&](const QString &tag, const QString &name, Seconds plan, Seconds best) {
        return row(tag, {name, quantityText(plan.value, Unit::seconds, 3), quantityText(best.value, Unit::seconds, 3),
                         lossText(plan - best)});
    };
    QString out = row(QStringLiteral("th"), {tr("Lost to the best plan"), tr("this"), tr("best"), tr("lost")});
    for (const PartLoss &part : why.parts)
        out += times(QStringLiteral("td"), coreText(part.name), part.plan, part.best);
    out += times(QStringLiteral("th"), tr("step"), why.step, why.bestStep);
    return QStringLiteral("<p><table cellpadding=2>%1</table></p>").arg(out);
}

} // namespace headroom
