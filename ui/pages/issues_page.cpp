#include "ui/pages/issues_page.h"

#include "spec/field.h"
#include "ui/document/document.h"
#include "ui/text.h"

#include <QCoreApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace headroom {

namespace {

struct IssuesText
{
    Q_DECLARE_TR_FUNCTIONS(Issues)
};

QString markOf(Severity severity)
{
    switch (severity) {
    case Severity::error:
        return QStringLiteral("<b style='color:#d0392b'>✖</b>");
    case Severity::warning:
        return QStringLiteral("<b style='color:#c98500'>⚠</b>");
    default:
        return QStringLiteral("<b>ℹ</b>");
    }
}

void clear(QLayout &layout)
{
    while (QLayoutItem *item = layout.takeAt(0)) {
        if (item->widget())
            item->widget()->deleteLater();
        delete item;
    }
}

} // namespace

std::vector<Remedy> remediesFor(const Issue &issue, const Scenario &scenario)
{
    const Plan &plan = scenario.plan;
    const bool degree =
        issue.field == "run.devices"
        || std::ranges::any_of(innermostFirst,
                               [&](Axis axis) { return issue.field == std::string("plan.") + keyOf(axis); })
        || issue.field == "plan";
    const Count product = plan.product();
    const bool trains = scenario.run.phase == RunPhase::training;
    const Count spread = trains ? plan.fsdp : plan.dp; // the axis that takes the devices no other one has
    const Count devices = scenario.run.plannedDevices();
    if (!degree || product <= 0 || product == devices || spread <= 0)
        return {};
    std::vector<Remedy> remedies;
    const Count others = product / spread;
    if (others > 0 && devices % others == 0 && devices / others > 0)
        remedies.push_back({trains ? "plan.fsdp" : "plan.dp", devices / others});
    remedies.push_back({"run.devices", product + scenario.run.devicesApart()});
    return remedies;
}

QWidget *makeIssueLine(const Issue &issue, Document &document, QWidget *parent,
                       const std::function<void(const QString &)> &openField)
{
    auto *line = new QWidget(parent);
    auto *row = new QHBoxLayout(line);
    row->setContentsMargins(8, 2, 8, 2);
    auto *mark = new QLabel(markOf(issue.severity), line);
    mark->setFixedWidth(16);
    row->addWidget(mark, 0, Qt::AlignTop);
    auto *text = new QLabel(issueText(issue), line);
    text->setTextFormat(Qt::PlainText);
    text->setWordWrap(true);
    text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    row->addWidget(text, 1);
    for (const Remedy &remedy : remediesFor(issue, document.scenario())) {
        const Field *field = findField(remedy.field);
        if (!field)
            continue;
        auto *button = new QPushButton(IssuesText::tr("%1 = %2").arg(coreText(field->label)).arg(remedy.value), line);
        QObject::connect(button, &QPushButton::clicked, &document, [&document, field, remedy] {
            document.endBurst();
            document.setField(*field, remedy.value);
            document.endBurst();
        });
        row->addWidget(button);
    }
    if (const Field *field = findField(issue.field)) {
        auto *link =
            new QLabel(QStringLiteral("<a href=\"#\">%1</a>").arg(coreText(field->label).toHtmlEscaped()), line);
        link->setToolTip(IssuesText::tr("Go to the field"));
        link->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
        QObject::connect(link, &QLabel::linkActivated, line,
                         [openField, path = qs(field->path())] { openField(path); });
        row->addWidget(link);
    }
    return line;
}

IssuesPage::IssuesPage(Document &document, QWidget *parent)
    : QScrollArea(parent), m_document(document), m_body(new QWidget), m_lines(new QVBoxLayout(m_body))
{
    m_lines->setContentsMargins(0, 4, 0, 4);
    m_lines->setSpacing(0);
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setWidget(m_body);
}

void IssuesPage::setSnapshot(SnapshotPtr snapshot)
{
    m_snapshot = std::move(snapshot);
    if (!m_filled || m_snapshot->issues != m_shown || m_snapshot->stale)
        refresh();
}

void IssuesPage::refresh()
{
    if (!m_snapshot)
        return;
    m_filled = true;
    m_shown = m_snapshot->issues;
    clear(*m_lines);
    for (const Issue &issue : m_shown)
        m_lines->addWidget(issueLine(issue));
    if (m_shown.empty()) {
        auto *none = new QLabel(tr("Nothing to report: every value is in its range, every rule holds."), m_body);
        none->setProperty("role", QStringLiteral("caption"));
        none->setContentsMargins(8, 4, 8, 4);
        m_lines->addWidget(none);
    }
    m_lines->addStretch(1);
}

QWidget *IssuesPage::issueLine(const Issue &issue)
{
    return makeIssueLine(issue, m_document, m_body, [this](const QString &path) { emit fieldRequested(path); });
}

void IssuesPage::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        refresh();
    QScrollArea::changeEvent(event);
}

} // namespace headroom
