#include "ui/models/derivation_model.h"

#include "spec/field.h"
#include "ui/text.h"

#include <QFont>

namespace headroom {

struct DerivationModel::Node
{
    TermId term;
    Node *parent = nullptr;
    int row = 0;
    bool opened = false;
    std::vector<std::unique_ptr<Node>> children;
};

DerivationModel::DerivationModel(QObject *parent) : QAbstractItemModel(parent), m_root(std::make_unique<Node>())
{
    m_root->opened = true;
}

DerivationModel::~DerivationModel() = default;

void DerivationModel::setRoot(std::shared_ptr<const Estimate> estimate, TermId root)
{
    beginResetModel();
    m_estimate = std::move(estimate);
    m_root = std::make_unique<Node>();
    m_root->opened = true;
    if (m_estimate && root.valid()) {
        auto node = std::make_unique<Node>();
        node->term = root;
        node->parent = m_root.get();
        m_root->children.push_back(std::move(node));
    }
    endResetModel();
}

DerivationModel::Node *DerivationModel::nodeOf(const QModelIndex &index) const
{
    return index.isValid() ? static_cast<Node *>(index.internalPointer()) : m_root.get();
}

const Term &DerivationModel::termOf(const Node &node) const
{
    return m_estimate->why.term(node.term);
}

void DerivationModel::open(Node &node) const
{
    if (node.opened)
        return;
    node.opened = true;
    int row = 0;
    for (const TermId input : m_estimate->why.inputs(node.term)) {
        if (!input.valid())
            continue;
        auto child = std::make_unique<Node>();
        child->term = input;
        child->parent = &node;
        child->row = row++;
        node.children.push_back(std::move(child));
    }
}

QModelIndex DerivationModel::index(int row, int column, const QModelIndex &parent) const
{
    if (parent.isValid() && parent.column() != 0)
        return {};
    Node *node = nodeOf(parent);
    open(*node);
    if (row < 0 || column < 0 || column >= columns || static_cast<std::size_t>(row) >= node->children.size())
        return {};
    return createIndex(row, column, node->children[static_cast<std::size_t>(row)].get());
}

QModelIndex DerivationModel::parent(const QModelIndex &index) const
{
    Node *above = index.isValid() ? nodeOf(index)->parent : nullptr;
    return !above || above == m_root.get() ? QModelIndex() : createIndex(above->row, 0, above);
}

int DerivationModel::rowCount(const QModelIndex &parent) const
{
    if (parent.isValid() && parent.column() != 0)
        return 0;
    Node *node = nodeOf(parent);
    open(*node);
    return static_cast<int>(node->children.size());
}

int DerivationModel::columnCount(const QModelIndex &) const
{
    return columns;
}

bool DerivationModel::hasChildren(const QModelIndex &parent) const
{
    if (parent.isValid() && parent.column() != 0)
        return false;
    const Node *node = nodeOf(parent);
    return node->opened ? !node->children.empty() : termOf(*node).inputCount > 0;
}

QString DerivationModel::symbolOf(const Node &node) const
{
    if (!node.parent || node.parent == m_root.get())
        return {};
    const Formula *user = termOf(*node.parent).formula;
    if (!user || user->symbols.size() == 0)
        return {};
    // A single symbol stands for any number of inputs: sum(x).
    const auto i = user->symbols.size() == 1 ? 0 : static_cast<std::size_t>(node.row);
    return i < user->symbols.size() ? QString::fromUtf8(user->symbols.begin()[i]) : QString();
}

QString DerivationModel::nameOf(const Node &node) const
{
    const Term &term = termOf(node);
    const QString subject = coreText(m_estimate->why.subject(node.term));
    if (term.formula) {
        const QString name = coreText(term.formula->name);
        return subject.isEmpty() ? name : QStringLiteral("%1 (%2)").arg(name, subject);
    }
    if (const Field *field = findField(m_estimate->why.subject(node.term)))
        return coreText(field->label);
    return subject;
}

QVariant DerivationModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const Node &node = *nodeOf(index);
    const Term &term = termOf(node);
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::AlignVCenter | (index.column() == valueColumn ? Qt::AlignRight : Qt::AlignLeft));
    if (role == Qt::FontRole && !index.parent().isValid() && index.column() < formulaColumn) {
        QFont bold;
        bold.setBold(true);
        return bold;
    }
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return {};
    switch (index.column()) {
    case termColumn: {
        const QString symbol = symbolOf(node);
        return symbol.isEmpty() ? nameOf(node) : QStringLiteral("%1   %2").arg(symbol, nameOf(node));
    }
    case valueColumn:
        return quantityText(term.value, term.unit, role == Qt::ToolTipRole ? 12 : 4);
    case formulaColumn:
        return term.formula ? QString::fromUtf8(term.formula->expression) : QString();
    case sourceColumn:
        if (term.formula)
            return coreText(term.formula->source);
        if (const Field *field = findField(m_estimate->why.subject(node.term))) {
            const QString from = field->source ? qs(field->source(m_estimate->scenario)) : QString();
            return from.isEmpty() ? qs(field->path()) : QStringLiteral("%1: %2").arg(qs(field->path()), from);
        }
        return qs(m_estimate->why.subject(node.term));
    default:
        return {};
    }
}

QVariant DerivationModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case termColumn:
        return tr("Term");
    case valueColumn:
        return tr("Value");
    case formulaColumn:
        return tr("Formula");
    case sourceColumn:
        return tr("Source");
    default:
        return {};
    }
}

QString DerivationModel::fieldOf(const QModelIndex &index) const
{
    if (!index.isValid() || termOf(*nodeOf(index)).formula)
        return {};
    const auto origin = m_estimate->why.subject(nodeOf(index)->term);
    return findField(origin) ? qs(origin) : QString();
}

QString DerivationModel::text(int depth) const
{
    QString out;
    const auto write = [&](auto &&self, const QModelIndex &parent, int level) -> void {
        for (int row = 0; row < rowCount(parent); ++row) {
            const auto cell = [&](int column) { return data(index(row, column, parent)).toString(); };
            out += QString(level * 2, QLatin1Char(' ')) + cell(termColumn) + QStringLiteral(" = ") + cell(valueColumn);
            for (const int column : {formulaColumn, sourceColumn})
                if (const QString text = cell(column); !text.isEmpty())
                    out += QStringLiteral("    ") + text;
            out += QLatin1Char('\n');
            if (level < depth)
                self(self, index(row, 0, parent), level + 1);
        }
    };
    write(write, {}, 0);
    return out;
}

} // namespace headroom
