#pragma once
// A derivation as a tree: each row a term with its value, formula and source; below it the terms it was computed from.
// Terms are shared in the derivation; the tree shows them under each user and builds rows only where it is opened.

#include <QAbstractItemModel>

#include "ui/document/snapshot.h"

#include <memory>
#include <vector>

namespace headroom {

class DerivationModel : public QAbstractItemModel
{
    Q_OBJECT

public:
    enum Column { termColumn, valueColumn, formulaColumn, sourceColumn, columns };

    explicit DerivationModel(QObject *parent = nullptr);
    ~DerivationModel() override;

    // Shows `root` of the estimate's derivation; an invalid id shows nothing.
    void setRoot(std::shared_ptr<const Estimate> estimate, TermId root);
    // The field a leaf came from ("plan.tp"), or empty.
    QString fieldOf(const QModelIndex &index) const;
    // The whole tree down to `depth` as indented text.
    QString text(int depth) const;

    QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    QModelIndex parent(const QModelIndex &index) const override;
    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    bool hasChildren(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    struct Node;
    Node *nodeOf(const QModelIndex &index) const;
    const Term &termOf(const Node &node) const;
    void open(Node &node) const;
    QString nameOf(const Node &node) const;
    QString symbolOf(const Node &node) const;

    std::shared_ptr<const Estimate> m_estimate;
    std::unique_ptr<Node> m_root; // its only child is the term shown
};

} // namespace headroom
