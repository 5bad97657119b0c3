#pragma once
// One axis of a sweep: a field and its values as text, "256..4096..x2". Invalid text is marked and says why.

#include <QWidget>

#include "explore/sweep.h"

class QComboBox;
class QLineEdit;

namespace headroom {

class SweepAxisEdit : public QWidget
{
    Q_OBJECT

public:
    enum class Absence { no, allowed }; // whether the axis may be none
    explicit SweepAxisEdit(Absence absence, QWidget *parent = nullptr);

    // The fields that apply to a scenario; the chosen one stays if it does, else the first choice comes.
    void setScenario(const Scenario &scenario, const char *firstChoice);
    // None: no field is chosen, or the text is not valid.
    std::optional<SweepAxis> axis() const { return m_axis; }
    bool isValid() const { return m_valid; }
    void choose(const QString &path, const QString &values);
    void retranslate(const QString &name);

signals:
    void changed();

private:
    void listFields(const Scenario &scenario);
    void parse();
    void fieldChosen();
    void fitField();

    Absence m_absence;
    QComboBox *m_field;
    QLineEdit *m_values;
    std::optional<SweepAxis> m_axis;
    bool m_valid = true;
    Scenario m_scenario;
};

// Values that a sweep of the field begins with: a quarter to four times the present one, or all choices.
QString suggestedValues(const Field &field, const Scenario &scenario);

} // namespace headroom
