#include "ui/issue_bar.h"

#include "ui/pages/issues_page.h"

#include <QEvent>
#include <QLabel>
#include <QVBoxLayout>

namespace headroom {

namespace {
constexpr int maximumLines = 2;
}

IssueBar::IssueBar(Document &document, QWidget *parent)
    : QFrame(parent), m_document(document), m_lines(new QVBoxLayout(this))
{
    m_lines->setContentsMargins(0, 3, 0, 3);
    m_lines->setSpacing(0);
    setProperty("role", QStringLiteral("alert"));
    setFrameShape(QFrame::StyledPanel);
    hide();
}

void IssueBar::setSnapshot(SnapshotPtr snapshot)
{
    m_snapshot = std::move(snapshot);
    refresh();
}

void IssueBar::refresh()
{
    while (QLayoutItem *item = m_lines->takeAt(0)) {
        if (item->widget())
            item->widget()->deleteLater();
        delete item;
    }
    const bool shown = m_snapshot && m_snapshot->stale;
    setVisible(shown);
    if (!shown)
        return;
    int lines = 0;
    for (const Issue &issue : m_snapshot->issues)
        if (issue.severity == Severity::error && lines++ < maximumLines)
            m_lines->addWidget(
                makeIssueLine(issue, m_document, this, [this](const QString &path) { emit fieldRequested(path); }));
    auto *note = new QLabel(tr("Dimmed: the last valid result."), this);
    note->setProperty("role", QStringLiteral("caption"));
    note->setContentsMargins(8, 0, 8, 0);
    m_lines->addWidget(note);
}

void IssueBar::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        refresh();
    QFrame::changeEvent(event);
}

} // namespace headroom
