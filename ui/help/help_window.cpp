#include "ui/help/help_window.h"

#include <QLineEdit>
#include <QShortcut>
#include <QTextBrowser>
#include <QTextDocument>
#include <QVBoxLayout>

namespace headroom {

namespace {
constexpr QSize firstSize(860, 640);
constexpr const char *tableStyle = "table { border-collapse: collapse; } th, td { padding: 2px 8px; } th { text-align: left; }";
} // namespace

HelpWindow::HelpWindow(const QString &html, QWidget *parent) : QDialog(parent), m_text(new QTextBrowser(this)), m_wanted(new QLineEdit(this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Help"));
    setModal(false);
    m_text->setAccessibleName(tr("Help"));
    m_text->document()->setDefaultStyleSheet(QString::fromLatin1(tableStyle));
    m_text->setHtml(html);
    m_wanted->setPlaceholderText(tr("Find"));
    m_wanted->setAccessibleName(tr("Find"));
    m_wanted->setClearButtonEnabled(true);
    auto *column = new QVBoxLayout(this);
    column->addWidget(m_wanted);
    column->addWidget(m_text, 1);
    connect(m_wanted, &QLineEdit::returnPressed, this, &HelpWindow::find);
    auto *shortcut = new QShortcut(QKeySequence::Find, this);
    connect(shortcut, &QShortcut::activated, m_wanted, qOverload<>(&QWidget::setFocus));
    resize(firstSize);
    m_wanted->setFocus();
}

// The next place below, from the top again after the last one.
void HelpWindow::find()
{
    if (m_text->find(m_wanted->text()))
        return;
    m_text->moveCursor(QTextCursor::Start);
    m_text->find(m_wanted->text());
}

} // namespace headroom
