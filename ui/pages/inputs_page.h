#pragma once
// The inputs: a filter over all fields and a tab per group with its preset and its form.

#include <QWidget>

#include "spec/field.h"

#include <vector>

class QLabel;
class QLineEdit;
class QTabWidget;
class QPushButton;
class QToolButton;

namespace headroom {

class CatalogActions;
class Document;
class FieldForm;

class InputsPage : public QWidget
{
    Q_OBJECT

public:
    explicit InputsPage(Document &document, QWidget *parent = nullptr);
    // A menu behind the presets of models and chips.
    void addPresetMenus(CatalogActions &actions);

    void focusFilter();
    void clearFilter();
    QString tabTitle(const char *group) const; // in the window's language
    int currentTab() const;
    void setCurrentTab(int tab); // none of that number: as it was
    // Shows the field's tab and puts the cursor into its editor.
    void focusField(const QString &path);
    const std::vector<FieldForm *> &forms() const { return m_forms; }

protected:
    void changeEvent(QEvent *event) override;

private:
    void addTab(const char *group);
    void pasteLaunchFlags();
    void filter(const QString &text);
    void retranslate();

    Document &m_document;
    QLineEdit *m_filter;
    QTabWidget *m_tabs;
    std::vector<FieldForm *> m_forms;
    std::vector<QLabel *> m_presetLabels;
    std::vector<QToolButton *> m_presetMenus; // of model and hardware
    QPushButton *m_pasteFlags = nullptr;
};

} // namespace headroom
