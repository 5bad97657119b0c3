#pragma once
// The choice of a model, chip or calibration, built in or the user's: "H100 SXM (3 changed)". A name that is in no
// catalog, such as an imported config's, shows as itself.

#include <QComboBox>

#include <string>

namespace headroom {

class Document;
class FieldForm;

class PresetCombo : public QComboBox
{
    Q_OBJECT

public:
    PresetCombo(const char *group, Document &document, FieldForm &form, QWidget *parent = nullptr);

protected:
    void changeEvent(QEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;

private:
    void choose(int index);
    void refresh();
    void fill();

    std::string m_group;
    Document &m_document;
    FieldForm &m_form;
};

} // namespace headroom
