#pragma once
// The form of one group of fields, made from the field table: a row per field under its heading.

#include <QWidget>

#include "spec/field.h"

#include <vector>

class QLabel;

namespace headroom {

class Document;
class FieldRow;

class FieldForm : public QWidget
{
    Q_OBJECT

public:
    // All fields of the group, or those that `wanted` picks.
    FieldForm(const char *group, Document &document, QWidget *parent = nullptr,
              bool (*wanted)(const Field &) = nullptr);

    // Rows that match stay; returns how many. An empty text shows all.
    int filter(const QString &text);
    FieldRow *row(const std::string &path) const;
    const std::vector<FieldRow *> &rows() const { return m_rows; }
    // How many values differ from the preset.
    int changedCount() const;

signals:
    void explainRequested(const headroom::Field &field);

protected:
    void changeEvent(QEvent *event) override;

private:
    struct Heading
    {
        const char *text = nullptr;
        QLabel *label = nullptr;
        std::vector<FieldRow *> rows;
    };

    void addRow(const Field &field);
    void refresh();
    void showHeadings();

    std::string m_group;
    Document &m_document;
    std::vector<FieldRow *> m_rows;
    std::vector<Heading> m_headings;
};

} // namespace headroom
