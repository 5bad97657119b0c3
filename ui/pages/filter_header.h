#pragma once
// A header whose sections hold a filter editor below the title.

#include <QHeaderView>

#include <vector>

class QLineEdit;

namespace headroom {

class FilterHeader : public QHeaderView
{
    Q_OBJECT

public:
    explicit FilterHeader(QWidget *parent = nullptr);

    void setEditors(int count);
    bool filtersShown() const { return m_shown; }
    void showFilters(bool shown);
    void focusFilter(int section);
    void clearFilters();
    void setInvalid(int section, bool invalid);
    QSize sizeHint() const override;

signals:
    void filterEdited(int section, const QString &text);

protected:
    void updateGeometries() override;
    void changeEvent(QEvent *event) override;

private:
    void placeEditors();
    void retranslate();

    std::vector<QLineEdit *> m_editors;
    bool m_shown = false;
};

} // namespace headroom
