#pragma once
// Language, theme, size, units and what new documents begin with. Every choice holds at once, or says when it will.

#include <QDialog>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;

namespace headroom {

class Appearance;

class PreferencesDialog : public QDialog
{
    Q_OBJECT

public:
    explicit PreferencesDialog(Appearance &appearance, QWidget *parent = nullptr);

protected:
    void changeEvent(QEvent *event) override;

private:
    QComboBox *addBox(const char *name, QFormLayout &form);
    void retranslate();
    void fillBoxes();
    void connectBoxes();

    Appearance &m_appearance;
    QComboBox *m_language;
    QComboBox *m_theme;
    QComboBox *m_scale;
    QComboBox *m_memory;
    QComboBox *m_convention;
    QCheckBox *m_reopen;
    QLabel *m_scaleNote;
    QLabel *m_conventionNote;
    std::vector<QLabel *> m_labels;
};

} // namespace headroom
