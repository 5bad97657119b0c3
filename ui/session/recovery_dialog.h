#pragma once
// Which copy of unsaved work to go on with. Three answers: recover the chosen one, throw it away, or decide at another start.

#include <QDialog>

#include "ui/document/recovery.h"

class QListWidget;

namespace headroom {

class RecoveryDialog : public QDialog
{
    Q_OBJECT

public:
    explicit RecoveryDialog(std::vector<Recovery> copies, QWidget *parent = nullptr);
    // The copy to recover, after the dialog was accepted.
    const Recovery &chosen() const;

private:
    void fill();
    void discard();

    std::vector<Recovery> m_copies;
    QListWidget *m_list;
};

} // namespace headroom
