#pragma once
// What every number assumes, line by line: model, batch, number formats, convention, peak, kernels, where each weight
// lies, which network each collective uses, what is timed.

#include <QTreeWidget>

#include "ui/document/snapshot.h"

namespace headroom {

class ContractPage : public QTreeWidget
{
    Q_OBJECT

public:
    explicit ContractPage(QWidget *parent = nullptr);
    void setSnapshot(SnapshotPtr snapshot);
    void save(); // asks for a file
    // The lines as "name<tab>value", for the clipboard.
    QString text() const;

protected:
    void changeEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void refresh();
    void fitRows();

    SnapshotPtr m_snapshot;
    std::vector<ContractLine> m_shown;
};

} // namespace headroom
