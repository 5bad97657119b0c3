#pragma once
// Items in a row that wraps.

#include <QLayout>

#include <vector>

namespace headroom {

class FlowLayout : public QLayout
{
public:
    FlowLayout(QWidget *parent, int horizontalGap, int verticalGap);
    ~FlowLayout() override;

    void addItem(QLayoutItem *item) override;
    int count() const override { return static_cast<int>(m_items.size()); }
    QLayoutItem *itemAt(int index) const override;
    QLayoutItem *takeAt(int index) override;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override { return arrange(QRect(0, 0, width, 0), false); }
    QSize sizeHint() const override { return minimumSize(); }
    QSize minimumSize() const override;
    void setGeometry(const QRect &rect) override;
    Qt::Orientations expandingDirections() const override { return {}; }

private:
    int arrange(const QRect &rect, bool apply) const;

    std::vector<QLayoutItem *> m_items;
    int m_horizontalGap;
    int m_verticalGap;
};

} // namespace headroom
