#include "ui/session/recovery_dialog.h"

#include <QDialogButtonBox>
#include <QDir>
#include <QFileInfo>
#include <QLabel>
#include <QListWidget>
#include <QLocale>
#include <QMessageBox>
#include <QPushButton>
#include <QVBoxLayout>

namespace headroom {

RecoveryDialog::RecoveryDialog(std::vector<Recovery> copies, QWidget *parent)
    : QDialog(parent), m_copies(std::move(copies)), m_list(new QListWidget(this))
{
    setWindowTitle(tr("Recover unsaved work"));
    auto *text = new QLabel(tr("Headroom did not close the last time. This work was not saved; the files it belongs to are as they were."), this);
    text->setWordWrap(true);
    text->setBuddy(m_list);
    m_list->setAccessibleName(tr("Unsaved work"));
    m_list->setMinimumSize(520, 140);
    auto *buttons = new QDialogButtonBox(this);
    auto *recover = buttons->addButton(tr("&Recover"), QDialogButtonBox::AcceptRole);
    auto *discard = buttons->addButton(tr("&Discard…"), QDialogButtonBox::DestructiveRole);
    buttons->addButton(tr("Ask at the next &start"), QDialogButtonBox::RejectRole);
    recover->setDefault(true);
    auto *column = new QVBoxLayout(this);
    column->addWidget(text);
    column->addWidget(m_list, 1);
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(discard, &QPushButton::clicked, this, &RecoveryDialog::discard);
    connect(m_list, &QListWidget::itemActivated, this, &QDialog::accept);
    fill();
}

void RecoveryDialog::fill()
{
    m_list->clear();
    for (const Recovery &copy : m_copies) {
        const QString name = copy.original.isEmpty() ? tr("Untitled") : QFileInfo(copy.original).fileName();
        auto *item = new QListWidgetItem(
            QStringLiteral("%1 · %2 · %3").arg(name, copy.model, QLocale().toString(copy.time.toLocalTime(), QLocale::ShortFormat)), m_list);
        item->setToolTip(QDir::toNativeSeparators(copy.original));
    }
    m_list->setCurrentRow(0);
}

const Recovery &RecoveryDialog::chosen() const
{
    return m_copies[static_cast<std::size_t>(m_list->currentRow())];
}

void RecoveryDialog::discard()
{
    const auto answer = QMessageBox::question(this, windowTitle(), tr("Throw this work away? It cannot be had back."),
                                              QMessageBox::Discard | QMessageBox::Cancel, QMessageBox::Cancel);
    if (answer != QMessageBox::Discard)
        return;
    removeRecovery(chosen().file);
    m_copies.erase(m_copies.begin() + m_list->currentRow());
    if (m_copies.empty())
        return reject();
    fill();
}

} // namespace headroom
