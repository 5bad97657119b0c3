#pragma once
// Why a number is what it is: the derivation of the selected term as a tree.

#include <QWidget>

#include "ui/document/snapshot.h"

class QLabel;
class QTreeView;

namespace headroom {

class DerivationModel;
class Selection;

class WhyPanel : public QWidget
{
    Q_OBJECT

public:
    explicit WhyPanel(Selection &selection, QWidget *parent = nullptr);
    void setSnapshot(SnapshotPtr snapshot);
    DerivationModel &model() { return *m_model; }

signals:
    void fieldRequested(const QString &path);

protected:
    void changeEvent(QEvent *event) override;

private:
    void refresh();
    void showDetails();
    void copy() const;

    Selection &m_selection;
    SnapshotPtr m_snapshot;
    DerivationModel *m_model;
    QTreeView *m_tree;
    QLabel *m_details;
};

} // namespace headroom
