#pragma once
// Type a plan; why the search does not propose it shows while typing:
//
//   [ tp=8 pp=4 fsdp=2 ]
//   Rank 812 of 2310 plans that fit: MFU 41.2 %, the best has 60.2 %
//   Lost to the best plan      this      best      lost
//   exposed, tp              2.31 s    0.00 s   +2.31 s
//                                    [Apply] [Close]

#include "search/why_not.h"

#include <QDialog>

#include <memory>

class QDialogButtonBox;
class QLineEdit;
class QTextBrowser;

namespace headroom {

class WhyNotDialog : public QDialog
{
    Q_OBJECT

public:
    // `found` is a finished search of the scenario.
    WhyNotDialog(const Scenario &scenario, const SearchSpace &space, std::shared_ptr<const SearchResult> found,
                 QWidget *parent = nullptr);

    // What Apply chose; meaningful once the dialog was accepted.
    const NamedPlan &named() const { return m_named; }
    QString planName() const;

private:
    void read();
    QString outcome(const WhyNot &why) const;
    QString losses(const WhyNot &why) const;

    Scenario m_scenario;
    SearchSpace m_space;
    std::shared_ptr<const SearchResult> m_found;
    NamedPlan m_named;
    QLineEdit *m_plan;
    QTextBrowser *m_outcome;
    QDialogButtonBox *m_buttons;
};

// "tp=8 pp=4 microBatch=2 remat=full", which readNamedPlan() reads back.
QString namedPlanText(const Plan &plan);

} // namespace headroom
