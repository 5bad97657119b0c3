#pragma once
// Which operator of the model traced operators are, said by hand:
//
//   nvjet_hsh_128x256
//   [ type to find                                  ]
//   As the program finds it itself
//   None of the model's
//   mla+moe.query up-projection.forward   Matrix products   60   1.2 ms
//                                          [OK] [Cancel]

#include "gap/modelled.h"

#include <QDialog>
#include <QStringList>

#include <optional>
#include <vector>

class QLineEdit;
class QTreeWidget;

namespace headroom {

class MatchDialog : public QDialog
{
    Q_OBJECT

public:
    // `eventClass`: of the traced operators, whose like come first; `now`: the id that they are matched with, empty for none.
    MatchDialog(const QStringList &traced, const std::vector<ModelledOperator> &operators, std::optional<EventClass> eventClass,
                const QString &now, QWidget *parent = nullptr);

    // As withCorrection() takes it: nothing for what the program finds, an empty id for none. Once the dialog was accepted.
    std::optional<std::string> chosen() const;

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void find(const QString &words);

    QLineEdit *m_query;
    QTreeWidget *m_list;
};

} // namespace headroom
