#include "ui/why_panel.h"

#include "ui/document/selection.h"
#include "ui/models/derivation_model.h"
#include "ui/text.h"

#include <QApplication>
#include <QClipboard>
#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QTreeView>
#include <QVBoxLayout>

namespace headroom {

namespace {
constexpr int copiedDepth = 6;
}

WhyPanel::WhyPanel(Selection &selection, QWidget *parent)
    : QWidget(parent)
    , m_selection(selection)
    , m_model(new DerivationModel(this))
    , m_tree(new QTreeView(this))
    , m_details(new QLabel(this))
{
    m_tree->setModel(m_model);
    m_tree->setAlternatingRowColors(true);
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setUniformRowHeights(true);
    m_tree->setIndentation(14);
    m_tree->header()->setSectionResizeMode(DerivationModel::termColumn, QHeaderView::Stretch);
    m_tree->header()->setSectionResizeMode(DerivationModel::valueColumn, QHeaderView::ResizeToContents);
    m_tree->header()->setStretchLastSection(false);
    m_tree->setColumnHidden(DerivationModel::formulaColumn, true); // below, in full, for the current row
    m_tree->setColumnHidden(DerivationModel::sourceColumn, true);
    m_tree->setContextMenuPolicy(Qt::ActionsContextMenu);
    m_details->setWordWrap(true);
    m_details->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::LinksAccessibleByMouse);
    m_details->setMargin(8);
    m_details->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_details->setMinimumHeight(96);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_tree, 1);
    column->addWidget(m_details);
    auto *copyAction = new QAction(this);
    copyAction->setObjectName(QStringLiteral("copy"));
    copyAction->setText(tr("Copy as text"));
    m_tree->setAccessibleName(tr("Where the number comes from"));
    connect(copyAction, &QAction::triggered, this, &WhyPanel::copy);
    m_tree->addAction(copyAction);
    connect(&m_selection, &Selection::changed, this, &WhyPanel::refresh);
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentChanged, this, &WhyPanel::showDetails);
    connect(m_details, &QLabel::linkActivated, this, &WhyPanel::fieldRequested);
}

void WhyPanel::setSnapshot(SnapshotPtr snapshot)
{
    const bool same = m_snapshot && m_snapshot->estimate == snapshot->estimate;
    m_snapshot = std::move(snapshot);
    if (!same)
        refresh();
}

void WhyPanel::refresh()
{
    const bool known = m_snapshot && m_snapshot->estimate;
    m_model->setRoot(known ? m_snapshot->estimate : nullptr,
                     known ? headroom::termOf(*m_snapshot->estimate, m_selection.current()) : TermId{});
    m_tree->expandToDepth(0);
    m_tree->setCurrentIndex(m_model->index(0, 0));
    showDetails();
}

// Formula and source of the current row, unabridged.
void WhyPanel::showDetails()
{
    const QModelIndex now = m_tree->currentIndex();
    if (!now.isValid()) {
        m_details->setText(tr("Click a number, a bar, a point or a table row to see where it comes from."));
        return;
    }
    const auto cell = [&](int column) { return now.siblingAtColumn(column).data().toString().toHtmlEscaped(); };
    QString text =
        QStringLiteral("<b>%1</b> = %2")
            .arg(cell(DerivationModel::termColumn),
                 now.siblingAtColumn(DerivationModel::valueColumn).data(Qt::ToolTipRole).toString().toHtmlEscaped());
    if (const QString formula = cell(DerivationModel::formulaColumn); !formula.isEmpty())
        text += QStringLiteral("<br><code>%1</code>").arg(formula);
    if (const QString source = cell(DerivationModel::sourceColumn); !source.isEmpty())
        text += QStringLiteral("<br>") + source;
    if (const QString field = m_model->fieldOf(now); !field.isEmpty())
        text += QStringLiteral("<br><a href=\"%1\">%2</a>").arg(field.toHtmlEscaped(), tr("Go to the field"));
    m_details->setText(text);
}

void WhyPanel::copy() const
{
    QApplication::clipboard()->setText(m_model->text(copiedDepth));
}

void WhyPanel::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange) {
        m_tree->actions().constFirst()->setText(tr("Copy as text"));
        m_tree->setAccessibleName(tr("Where the number comes from"));
        emit m_model->headerDataChanged(Qt::Horizontal, 0, m_model->columnCount() - 1);
        refresh();
    }
    QWidget::changeEvent(event);
}

} // namespace headroom
