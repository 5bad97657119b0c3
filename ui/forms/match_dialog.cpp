#include "ui/forms/match_dialog.h"

#include "ui/text.h"

#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace headroom {

namespace {
constexpr QSize usual(720, 460);
constexpr int idRole = Qt::UserRole; // of an operator; empty: none; no data: as found
constexpr int shownNames = 3;
}

MatchDialog::MatchDialog(const QStringList &traced, const std::vector<ModelledOperator> &operators, std::optional<EventClass> eventClass,
                         const QString &now, QWidget *parent)
    : QDialog(parent), m_query(new QLineEdit(this)), m_list(new QTreeWidget(this))
{
    setWindowTitle(tr("Which operator of the model is this?"));
    QStringList lines = traced.mid(0, shownNames);
    if (traced.size() > shownNames)
        lines << tr("and %1 more").arg(traced.size() - shownNames);
    auto *names = new QLabel(lines.join(QLatin1Char('\n')), this);
    names->setTextFormat(Qt::PlainText);
    names->setWordWrap(true);
    names->setToolTip(traced.join(QLatin1Char('\n')));
    m_query->setPlaceholderText(tr("Part of a name or class"));
    m_query->setAccessibleName(m_query->placeholderText());
    m_query->setClearButtonEnabled(true);
    m_query->installEventFilter(this);
    m_list->setAccessibleName(tr("Operators of the model"));
    m_list->setHeaderLabels({tr("Operator"), tr("Class"), tr("Calls"), tr("Expected")});
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setAllColumnsShowFocus(true);
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_list->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    new QTreeWidgetItem(m_list, {tr("As the program finds it itself")});
    auto *none = new QTreeWidgetItem(m_list, {tr("None of the model's")});
    none->setData(0, idRole, QString());
    m_list->setCurrentItem(now.isEmpty() ? m_list->topLevelItem(0) : nullptr);
    std::vector<const ModelledOperator *> ordered;
    for (const ModelledOperator &op : operators)
        ordered.push_back(&op);
    std::ranges::stable_partition(ordered, [&](const ModelledOperator *op) { return op->eventClass == eventClass; });
    for (const ModelledOperator *op : ordered) {
        auto *item = new QTreeWidgetItem(m_list, {qs(op->id), coreText(labelOf(op->eventClass)), QString::number(op->calls),
                                                  quantityText((op->calls * op->expected).value, Unit::seconds, 3)});
        item->setToolTip(0, qs(op->id));
        item->setTextAlignment(2, Qt::AlignRight);
        item->setTextAlignment(3, Qt::AlignRight);
        item->setData(0, idRole, qs(op->id));
        if (qs(op->id) == now)
            m_list->setCurrentItem(item);
    }
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    auto *column = new QVBoxLayout(this);
    column->addWidget(names);
    column->addWidget(m_query);
    column->addWidget(m_list, 1);
    column->addWidget(buttons);
    resize(usual);
    connect(m_query, &QLineEdit::textChanged, this, &MatchDialog::find);
    connect(m_list, &QTreeWidget::itemActivated, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    m_query->setFocus();
}

// Lines that hold every word.
void MatchDialog::find(const QString &words)
{
    const QStringList wanted = words.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    QTreeWidgetItem *first = nullptr;
    for (int i = 0; i < m_list->topLevelItemCount(); ++i) {
        QTreeWidgetItem *item = m_list->topLevelItem(i);
        const QString text = item->text(0) + QLatin1Char(' ') + item->text(1);
        const bool fits = std::ranges::all_of(wanted, [&](const QString &word) { return text.contains(word, Qt::CaseInsensitive); });
        item->setHidden(!fits);
        if (fits && !first)
            first = item;
    }
    if (first && (!m_list->currentItem() || m_list->currentItem()->isHidden()))
        m_list->setCurrentItem(first);
}

std::optional<std::string> MatchDialog::chosen() const
{
    const QTreeWidgetItem *item = m_list->currentItem();
    const QVariant id = item ? item->data(0, idRole) : QVariant();
    return id.isValid() ? std::optional(id.toString().toStdString()) : std::nullopt;
}

// Up and down move in the list while the line keeps the cursor.
bool MatchDialog::eventFilter(QObject *watched, QEvent *event)
{
    const int key = event->type() == QEvent::KeyPress ? static_cast<QKeyEvent *>(event)->key() : 0;
    if (watched == m_query && (key == Qt::Key_Up || key == Qt::Key_Down || key == Qt::Key_PageUp || key == Qt::Key_PageDown)) {
        QCoreApplication::sendEvent(m_list, event);
        return true;
    }
    return QDialog::eventFilter(watched, event);
}

} // namespace headroom
