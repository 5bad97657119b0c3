#include "ui/forms/launch_flags_dialog.h"

#include "spec/field.h"
#include "ui/text.h"

#include <QDialogButtonBox>
#include <QFontDatabase>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTextBrowser>
#include <QVBoxLayout>

namespace headroom {

LaunchFlagsDialog::LaunchFlagsDialog(const Scenario &scenario, QWidget *parent)
    : QDialog(parent), m_scenario(scenario), m_next(scenario), m_text(new QPlainTextEdit(this)), m_outcome(new QTextBrowser(this)),
      m_buttons(new QDialogButtonBox(QDialogButtonBox::Apply | QDialogButtonBox::Cancel, this))
{
    setWindowTitle(tr("Launch flags"));
    auto *help = new QLabel(tr("Arguments of Megatron-LM or flags of MaxText; plan, batch and sequence length follow from them."), this);
    help->setWordWrap(true);
    help->setBuddy(m_text);
    m_text->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_text->setAccessibleName(windowTitle());
    m_text->setTabChangesFocus(true);
    m_outcome->setAccessibleName(tr("What follows from the flags"));
    auto *column = new QVBoxLayout(this);
    column->addWidget(help);
    column->addWidget(m_text, 3);
    column->addWidget(m_outcome, 2);
    column->addWidget(m_buttons);
    resize(620, 460);
    connect(m_text, &QPlainTextEdit::textChanged, this, &LaunchFlagsDialog::read);
    connect(m_buttons->button(QDialogButtonBox::Apply), &QPushButton::clicked, this, &QDialog::accept);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    read();
}

namespace {

QString line(const QString &text) { return QStringLiteral("<div>%1</div>").arg(text.toHtmlEscaped()); }

QString lines(const Issues &issues)
{
    QString out;
    for (const Issue &issue : issues) {
        const QString flag = QString::fromStdString(issue.field);
        out += line(flag.isEmpty() ? issueText(issue) : flag + QStringLiteral(": ") + issueText(issue));
    }
    return out;
}

// Fields that differ, old and new value.
QString changes(const Scenario &before, const Scenario &after)
{
    QString out;
    for (const Field &field : fields()) {
        const std::string old = formatFieldValue(field, field.get(before)), now = formatFieldValue(field, field.get(after));
        if (old != now)
            out += line(QStringLiteral("%1  %2 → %3").arg(coreText(field.label), QString::fromStdString(old), QString::fromStdString(now)));
    }
    return out;
}

} // namespace

void LaunchFlagsDialog::read()
{
    const std::string text = m_text->toPlainText().toStdString();
    QPushButton *apply = m_buttons->button(QDialogButtonBox::Apply);
    apply->setEnabled(false);
    m_outcome->clear();
    if (text.empty())
        return;
    const Result<LaunchFlags> flags = readLaunchFlags(text, m_scenario);
    if (!flags)
        return m_outcome->setHtml(lines(flags.error()));
    const Result<Scenario> next = withLaunchFlags(m_scenario, *flags);
    if (!next)
        return m_outcome->setHtml(lines(next.error()));
    m_next = *next;
    m_launcher = QString::fromStdString(flags->launcher);
    m_outcome->setHtml(QStringLiteral("<b>%1</b>").arg(m_launcher) + changes(m_scenario, m_next) + lines(flags->notes));
    apply->setEnabled(true);
}

} // namespace headroom
