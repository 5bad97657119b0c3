#pragma once
// A list of check boxes with what each choice costs beside it, as tall as its rows: the form around scrolls. What is chosen is a field of
// the scenario.

#include <QWidget>

class QLabel;
class QTreeWidget;
class QTreeWidgetItem;

namespace headroom {

class Document;

class CostCheckList : public QWidget
{
    Q_OBJECT

public:
    QTreeWidget *list() const { return m_list; }

protected:
    // `rows` items; the first column is the name, numbers stand from `firstNumber` on.
    CostCheckList(Document &document, int columns, int firstNumber, std::size_t rows, QWidget *parent);
    void changeEvent(QEvent *event) override;

    // Shows the scenario; texts in the language; a box was clicked.
    virtual void refresh() = 0;
    virtual void retranslate() = 0;
    virtual void take(QTreeWidgetItem *item, int column) = 0;

    void start(); // once the derived class is there
    void fitHeight();
    void choose(const char *field, const std::string &text); // one undo step

    Document &m_document;
    QLabel *m_help;
    QTreeWidget *m_list;
};

} // namespace headroom
